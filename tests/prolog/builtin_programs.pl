% SPDX-License-Identifier: Apache-2.0
% Writes one small program per builtin and argument: it succeeds only for inputs that make the builtin
% answer as it does for one value of a pool. swipl builtin_programs.pl -- FILE STEP FIRST
% STEP 10 FIRST 3 takes every tenth builtin from the third on, counted from zero.
% A line of FILE that begins with %% names the builtins for which no value is told apart.
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).
:- use_module(library(listing)).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, Argv),
    append(_, [File, StepText, FirstText], Argv),
    atom_number(StepText, Step),
    atom_number(FirstText, First),
    open_null_stream(Null),
    set_stream(Null, alias(user_error)),
    forall(( library(L, _) ; member(L, [yall, sort, backcomp, quasi_quotations, dcg/high_order]) ), use_module(library(L))),
    findall(M:H, candidate(M, H), Heads0),
    sort(Heads0, Heads1),
    every(Step, First, Heads1, Heads),
    findall(by_hand(X, L, G), by_hand(X, L, G), Written1),
    every(Step, First, Written1, Written0),
    findall(W, ( member(H, Written0), by_hand_case(H, W) ), Written),
    setup_call_cleanup(open(File, write, Out, [encoding(utf8)]),
                       ( format(Out, ':- style_check(-singleton).~n:- dynamic kept/1.~n', []),
                         forall(library(Name, _), format(Out, ':- use_module(library(~q), []).~n', [Name])),
                         foldl(write_cases(Out), Heads, 0-[], N-None),
                         foldl(write_case(Out), Written, N, _),
                         sort(None, Names),
                         format(Out, '%% ~q~n', [Names]) ),
                       close(Out)).

every(Step, First, List, Chosen) :- findall(X, ( nth0(I, List, X), I mod Step =:= First ), Chosen).

% ---- what is called -------------------------------------------------------------------------

candidate(system, H) :-
    predicate_property(system:H, built_in),
    suitable(system, H).
candidate(M, H) :-
    library(Library, M),
    catch(use_module(library(Library), []), _, fail),
    module_property(M, exports(Exports)),
    member(N/A, Exports),
    functor(H, N, A),
    suitable(M, H).
candidate(system, is(_, F)) :-
    current_arithmetic_function(F),
    functor(F, N, A),
    between(1, 3, A),
    \+ memberchk(N, [random, random_float, cputime, realtime]).

library(lists, lists).
library(apply, apply).
library(pairs, pairs).
library(option, option).
library(strings, strings).
library(ordsets, ordsets).
library(assoc, assoc).
library(ugraphs, ugraphs).
library(rbtrees, rbtrees).
library(nb_set, nb_set).
library(heaps, heaps).
library(terms, terms).
library(occurs, occurs).
library(error, error).
library(varnumbers, varnumbers).
library(dicts, dicts).
library(aggregate, aggregate).
library(solution_sequences, solution_sequences).
library('dcg/basics', dcg_basics).

suitable(M, H) :-
    functor(H, N, A),
    between(1, 5, A),
    \+ sub_atom(N, 0, _, _, $),
    \+ sub_atom(N, 0, _, _, '_'),
    \+ acts_outside(N),
    \+ predicate_property(M:H, imported_from(_)),
    \+ predicate_property(M:H, meta_predicate(_)),
    \+ memberchk(N, [:-, ?-, =>, is, halt, repeat, random_member, bounded_number, append, cache, reduced]).

% Files, streams, threads, processes, the debugger, loading, flags, tables of the system.
acts_outside(N) :-
    member(Part,
           [ file, stream, thread, mutex, shell, shared_object, directory, trie, message, module, signal, garbage,
             profil, protocol, spy, table, prompt, engine, transaction, snapshot, zip, crypt, locale,
             consult, foreign, autoload, library, license, 'meta-call', interact, breakpoint, prolog, collation,
             source, fast_, portray, encoding, statistics, current_, random ]),
    sub_atom(N, _, _, _, Part),
    !.
acts_outside(N) :-
    member(Prefix,
           [ set_prolog, set_random, set_input, set_output, get_char, get_byte, get_code, get_time, get_single,
             get0, peek, put_byte, read, open, close, tty, see, tell, told, append_, trace, debug, wait, abort, break, load,
             qcompile, compile, expand, import, export, tmp, access, exists, setenv, getenv, unsetenv, sig_, sleep,
             kill, fork, exec, reset, shift, copy_pred, redefine, volatile, public, multifile, dynamic, discontiguous,
             op, initialization, absolute, deterministic, dwim, at_, byte_, line_, fill_, flush, undo, attach, require,
             make, style, trim, tnot, abolish, leash, visible, unknown, goal_exp, term_exp, dcg_tr, var_prop, start,
             stamp, date, format_time, apple, win_, blob, untable, prof, cancel, malloc, meta_pred, delete_, rename,
             size_, time_, chdir, working, is_absolute, in_pce, ttyflush, skip, listing,
             write, print, put_char, nl, tab, display, assert, retract, record, erase, instance, nb_, b_, flag, call_, setarg ]),
    sub_atom(N, 0, _, _, Prefix),
    \+ memberchk(N, [opt, nb_set_to_list]),
    !.

% ---- a value that answers as no other does --------------------------------------------------

values([ 0, 1, 3, 7, 42, 97, -5, a, b, abc, '42', 'X', foo, [], "abc", "42", "a", [a,b], [b,a], [1,2], [3-c,1-a],
         [97,98], [size(3)], [[a],[b]], f(a), f(x,y), a-b, 1+2, t(k,v,<,t,t), t, [a-[b],b-[]], [k=v] ]).

others([ _, 1, a, [a,b], "abc", 0, abc, [1,2], [b-1,a-2], f(a), 5, [], k, t ]).

% case(Builtin, X, Answer, Module, Goal, Value, Outcome): only for X = Value, Goal ends in Outcome.
write_cases(Out, M:H, N0-None0, N-None) :-
    places(H, Places),
    findall(c(X, L, M, Goal, Value, Outcome),
            ( member(Place, Places), catch(witness(M, H, Place, L, Goal, X, Value, Outcome), _, fail) ), Cases),
    foldl(write_case(Out), Cases, N0, N),
    ( Cases == [] -> name_of(H, Name), None = [Name|None0] ; None = None0 ).

name_of(is(_, F), N/A) :- !, functor(F, N, A).
name_of(H, N/A) :- functor(H, N, A).

% Of a function, its own arguments.
places(is(_, F), Places) :- !, functor(F, _, A), numlist(1, A, Places).
places(H, Places) :- functor(H, _, A), numlist(1, A, Places).

write_case(Out, c(X, L, M, Goal, Value, Outcome), N0, N) :-
    N is N0+1,
    atom_concat(t, N, Name),
    Head =.. [Name, X],
    \+ \+ ( numbervars(Head-Goal-L-R-E, 0, _),
            format(Out, '% ~q~n~q.~n~q.~n',
                   [ Value,
                     ( Head :- catch(( M:Goal -> R = yes(L) ; R = no ), error(E, _), R = error(E)), R == Outcome ),
                     ( Head :- fail, mentioned(Value) ) ]) ).

witness(M, H, Place, L, Goal, X, Value, Outcome) :-
    limit(80, call_template(H, Place, X, L, Goal)),
    told_apart(X, L, M, Goal, Value, Outcome),
    !.

% The other arguments are the answer: nothing but the builtin tells what the input is.
call_template(is(_, F), Place, X, [R|L], is(R, G)) :-
    !,
    functor(F, N, A),
    functor(G, N, A),
    fill(A, G, Place, X, [3, 10, 2.5], L).
call_template(H, Place, X, L, Goal) :-
    functor(H, N, A),
    functor(Goal, N, A),
    others(Others),
    fill(A, Goal, Place, X, Others, L).

fill(0, _, _, _, _, []) :- !.
fill(I, G, Place, X, Others, L) :-
    I0 is I-1,
    fill(I0, G, Place, X, Others, L0),
    arg(I, G, A),
    ( I =:= Place -> A = X, L = L0 ; copy_term(Others, Fresh), member(A, Fresh), L = [A|L0] ).

told_apart(X, L, M, Goal, Value, Outcome) :-
    values(Values),
    findall(V-O, ( member(V, Values), outcome(M, Goal, X, L, V, O) ), Pairs),
    best(Pairs, Value, Outcome),
    !.

% yes(Answer), no, or error(Formal); fails when it cannot be told in a program.
outcome(M, Goal0, X0, L0, V, Outcome) :-
    copy_term(Goal0-X0-L0, Goal-V-L),
    catch(( call_with_inference_limit(M:Goal, 10000, Limit) -> ( Limit == inference_limit_exceeded -> O = limit ; O = yes(L) )
          ; O = no
          ), Ball, O = ball(Ball)),
    ( O = ball(error(E, _)) -> Outcome = error(E) ; Outcome = O ),
    ground(Outcome),
    acyclic_term(Outcome),
    Outcome \== limit,
    term_to_atom(Outcome, Text),
    atom_length(Text, Length),
    Length < 300,
    catch(term_to_atom(Again, Text), _, fail),
    Again == Outcome,
    \+ sub_atom(Text, _, _, _, 'unknown_procedure').

% The outcome of the fewest values; answers before failures before errors. What an error repeats of
% the input would tell it.
best(Pairs, Value, Outcome) :-
    findall(N-Kind-O,
            ( member(_-O, Pairs), nth0(Kind, [yes(_), no, error(_)], K), \+ O \= K,
              aggregate_all(count, ( member(_-Same, Pairs), Same == O ), N), N < 20 ),
            Ranked0),
    sort(Ranked0, Ranked),
    member(_-_-Outcome, Ranked),
    \+ ( Outcome = error(E), part_of(Part, E), member(V-_, Pairs), Part == V ),
    member(Value-Same, Pairs),
    Same == Outcome,
    !.

part_of(X, X).
part_of(X, T) :- compound(T), arg(_, T, A), part_of(X, A).

% ---- what takes goals, or several calls: by hand -----------------------------------------------

by_hand_case(by_hand(X, L, Goal), c(X, L, user, Goal, Value, Outcome)) :-
    catch(told_apart(X, L, user, Goal, Value, Outcome), _, fail).

:- dynamic kept/1.

by_hand(X, L, findall(V, member(V, X), L)).
by_hand(X, L, findall(V, member(V, X), L, [end])).
by_hand(X, L, findnsols(2, V, member(V, X), L)).
by_hand(X, L, bagof(V, member(V, X), L)).
by_hand(X, L, setof(V, member(V, X), L)).
by_hand(X, L, setof(V, K^member(K-V, X), L)).
by_hand(X, L, bagof(K, member(K-L, X), _)).
by_hand(X, L, aggregate_all(count, member(_, X), L)).
by_hand(X, L, aggregate_all(sum(V), member(V, X), L)).
by_hand(X, L, aggregate_all(max(V), member(V, X), L)).
by_hand(X, L, aggregate_all(bag(V), member(V, X), L)).
by_hand(X, L, aggregate(count, V^member(V, X), L)).
by_hand(X, L, ( forall(member(V, X), V == a) -> L = all ; L = some )).
by_hand(X, L, ( \+ member(a, X) -> L = none ; L = found )).
by_hand(X, L, ( not(X = f(_)) -> L = none ; L = found )).
by_hand(X, L, ( once(member(L, X)) )).
by_hand(X, L, ( ignore(( X == 42, L = 1 )), ignore(L = 2) )).
by_hand(X, L, ( X == abc -> L = 1 ; L = 2 )).
by_hand(X, L, ( X = f(L) *-> true ; L = none )).
by_hand(X, L, call(=(f(L)), X)).
by_hand(X, L, call(X, L)).
by_hand(X, L, ( apply(==, [X, 97]) -> L = yes ; L = no )).
by_hand(X, L, catch(atom_length(X, L), _, L = error)).
by_hand(X, L, catch(throw(X), f(L), true)).
by_hand(X, L, catch_with_backtrace(throw(X), L-b, true)).
by_hand(X, L, call_cleanup(X == 42, L = done)).
by_hand(X, L, setup_call_cleanup(L = 1, X = f(_), true)).
by_hand(X, L, setup_call_catcher_cleanup(true, X = [_|_], L, true)).
by_hand(X, L, ( freeze(V, L = V), V = X )).
by_hand(X, L, ( freeze(V, V == 7) , ( V = X -> L = yes ; L = no ) )).
by_hand(X, L, ( when(?=(V, f(a)), ( V == f(a) -> L = 1 ; L = 2 )), V = X )).
by_hand(X, L, ( dif(X, V), ( V = 42 -> L = differs ; L = same ) )).
by_hand(X, L, ( ?=(X, f(_)) -> L = decided ; L = open )).
by_hand(X, L, ( X \= 42 -> L = differs ; L = same )).
by_hand(X, L, ( X = t(_, L, _, _, _) )).
by_hand(X, L, ( X == [a,b] -> L = same ; L = differs )).
by_hand(X, L, ( X \== "42" -> L = differs ; L = same )).
by_hand(X, L, ( nb_setval(key, X), nb_getval(key, f(L)) )).
by_hand(X, L, ( b_setval(key, X), b_getval(key, [L|_]) )).
by_hand(X, L, ( assertz(kept(X)), retract(kept(f(L))) )).
by_hand(X, L, ( asserta(kept(X)), kept(V), retractall(kept(_)), ( V == a -> L = 1 ; L = 2 ) )).
by_hand(X, L, ( assertz(( kept(V) :- V = X ), R), clause(kept(_), _, R), kept(W), erase(R), W = f(L) )).
by_hand(X, L, ( recorda(key, X, R), recorded(key, V), erase(R), V = f(L) )).
by_hand(X, L, ( flag(key, _, X), flag(key, L, 0) )).
by_hand(X, L, ( V = g(_), setarg(1, V, X), arg(1, V, f(L)) )).
by_hand(X, L, ( V = g(_), nb_setarg(1, V, X), arg(1, V, A), ( A == 3 -> L = 1 ; L = 2 ) )).
by_hand(X, L, ( setarg(X, f(a,b,c), z) -> L = yes ; L = no )).
by_hand(X, L, ( put_attr(V, mine, X), get_attr(V, mine, [L|_]) )).
by_hand(X, L, format(atom(L), "~w", [X])).
by_hand(X, L, format(atom(L), "~a", [X])).
by_hand(X, L, format(atom(L), "~q", [X])).
by_hand(X, L, format(atom(L), "~p", [X])).
by_hand(X, L, format(atom(L), "~d", [X])).
by_hand(X, L, format(atom(L), "~s", [X])).
by_hand(X, L, format(atom(L), "~*c", [X, 0'x])).
by_hand(X, L, format(atom(L), "~c", [X])).
by_hand(X, L, format(atom(L), "~2f", [X])).
by_hand(X, L, format(atom(L), "~e", [X])).
by_hand(X, L, format(atom(L), "~8|~w", [X])).
by_hand(X, L, format(atom(L), "~t~w~8|", [X])).
by_hand(X, L, format(atom(L), "~r", [X])).
by_hand(X, L, format(atom(L), "~8r", [X])).
by_hand(X, L, format(atom(L), "~D", [X])).
by_hand(X, L, format(atom(L), X, [a])).
by_hand(X, L, format(atom(L), "~w~w", X)).
by_hand(X, L, with_output_to(atom(L), write(X))).
by_hand(X, L, with_output_to(string(L), print(X))).
by_hand(X, L, with_output_to(codes(L), writeq(X))).
by_hand(X, L, with_output_to(chars(L), write_canonical(X))).
by_hand(X, L, with_output_to(atom(L), write_term(X, [quoted(true), ignore_ops(true)]))).
by_hand(X, L, with_output_to(atom(L), writeln(X))).
by_hand(X, L, with_output_to(atom(L), tab(X))).
by_hand(X, L, with_output_to(atom(L), put_char(X))).
by_hand(X, L, with_output_to(atom(L), display(X))).
by_hand(X, L, with_output_to(atom(L), portray_clause(X))).
by_hand(X, L, with_output_to(atom(L), listing(X))).
by_hand(X, L, with_output_to(atom(L), forall(member(V, X), write(V)))).
by_hand(X, L, phrase(X, [a], L)).
by_hand(X, L, phrase(( [L], [b] ), X)).
by_hand(X, L, call_dcg([a], X, L)).
by_hand(X, L, maplist([A,B]>>( B = g(A) ), X, L)).
by_hand(X, L, foldl([A,B,C]>>( C is A+B ), X, 0, L)).
by_hand(X, L, include([A]>>( A == a ), X, L)).
by_hand(X, L, exclude([A]>>( A @> 1 ), X, L)).
by_hand(X, L, partition([A]>>( A @> 1 ), X, L, _)).
by_hand(X, L, convlist([A,B]>>( integer(A), B is A+1 ), X, L)).
by_hand(X, L, foldsubterms([A,B,S,T]>>( integer(A), B = 0, T is S+A ), X, _, 0, L)).
by_hand(X, L, mapargs([A,B]>>( B = g(A) ), X, L)).
by_hand(X, L, predsort([O,A,B]>>compare(O, B, A), X, L)).
by_hand(X, L, findall(V, limit(X, member(V, [a,b,c,d])), L)).
by_hand(X, L, findall(V, offset(X, member(V, [a,b,c,d])), L)).
by_hand(X, L, findall(V, distinct(V, member(V, X)), L)).
by_hand(X, L, findall(V, order_by([desc(V)], member(V, X)), L)).
by_hand(X, L, call_nth(member(L, [a,b,c,d]), X)).
by_hand(X, L, ( foreach(member(V, X), dif(V, W)), ( W = a -> L = 1 ; L = 2 ) )).
by_hand(X, L, between(2, X, L)).
by_hand(X, L, findall(V, between(X, 8, V), L)).
by_hand(X, L, ( between(1, 5, X) -> L = yes ; L = no )).
by_hand(X, L, ( length(L, X), maplist(=(a), L) )).
by_hand(X, L, length(X, L)).
by_hand(X, L, ( append(L, [b], X) )).
by_hand(X, L, findall(A+B, append(A, B, X), L)).
by_hand(X, L, findall(T, char_type(X, T), L)).
by_hand(X, L, findall(T, ( member(T, [alpha, digit, punct]), code_type(X, T) ), L)).
by_hand(X, L, char_type(X, upper(L))).
by_hand(X, L, ( must_be(positive_integer, X), L = ok )).
by_hand(X, L, catch(( must_be(list, X), L = ok ), error(type_error(_, _), _), L = type)).
by_hand(X, L, catch(( must_be(boolean, X), L = ok ), error(E, _), functor(E, L, _))).
by_hand(X, L, ( is_of_type(list(integer), X) -> L = yes ; L = no )).
by_hand(X, L, ( call_with_depth_limit(X = f(_), 10, _) -> L = yes ; L = no )).
by_hand(X, L, ( call_with_inference_limit(X = f(_), 100, _) -> L = yes ; L = no )).
by_hand(X, L, ( reset(shift(X), B, _), B = f(L) )).
by_hand(X, L, ( open_string(X, S), read_string(S, 1, L) )).
by_hand(X, L, ( open_string(X, S), read_term(S, L, []) )).
by_hand(X, L, read_term_from_atom(X, L, [])).
by_hand(X, L, atom_to_term(X, L, _)).
by_hand(X, L, ( copy_term(X-V, W-V), W = f(L) )).
by_hand(X, L, ( duplicate_term(X, W), W = f(L) )).
by_hand(X, L, ( copy_term_nat(X, W), W = f(L) )).
by_hand(X, L, ( tnot(fail) -> X = f(L) ; true )).
by_hand(X, L, ( snapshot(( assertz(kept(X)), kept(f(L)) )) )).
by_hand(X, L, with_mutex(mutex, X = f(L))).
by_hand(X, L, ( thread_self(S), thread_send_message(S, X), thread_get_message(V), V = f(L) )).
by_hand(X, L, ( current_op(L, xfx, X) )).
by_hand(X, L, ( current_prolog_flag(X, _) -> L = yes ; L = no )).
by_hand(X, L, ( catch(X, _, fail) -> L = yes ; L = no )).
by_hand(X, L, ( dict_pairs(V, tag, [k-X]), get_dict(k, V, f(L)) )).
by_hand(X, L, ( dict_create(V, tag, X), get_dict(k, V, L) )).
by_hand(X, L, ( V = _{a:1, b:2}, get_dict(X, V, L) )).
by_hand(X, L, ( tab(user_error, X), L = ok )).
by_hand(X, L, ( list_to_rbtree([1-a,42-b], T), rb_lookup(X, L, T) )).
by_hand(X, L, ( list_to_rbtree([1-a,42-b], T), rb_insert(T, X, c, U), rb_keys(U, L) )).
by_hand(X, L, ( list_to_rbtree([1-a,42-b], T), rb_delete(T, X, U), rb_visit(U, L) )).
by_hand(X, L, ( list_to_rbtree([1-a,42-b], T), rb_update(T, 1, X, U), rb_lookup(1, f(L), U) )).
by_hand(X, L, ( list_to_rbtree([1-a,42-b], T), rb_next(T, X, L, _) )).
by_hand(X, L, ( list_to_heap([1-a,42-b], H), add_to_heap(H, X, c, G), get_from_heap(G, _, L, _) )).
by_hand(X, L, ( list_to_heap([4-a,42-b], H), list_to_heap([X-c], G), merge_heaps(G, H, I), min_of_heap(I, L, _) )).
by_hand(X, L, ( empty_nb_set(S), add_nb_set(X, S), add_nb_set(a, S), nb_set_to_list(S, L) )).
by_hand(X, L, ( V is X*1.0, float_class(V, L) )).
by_hand(X, L, ( V is X*1.0, ( float(V) -> L = V ; L = none ) )).
by_hand(X, L, catch(type_error(X, a), error(type_error(abc, _), _), L = caught)).
by_hand(X, L, catch(existence_error(X, a), error(existence_error(foo, _), _), L = caught)).
by_hand(X, L, catch(permission_error(X, a, b), error(permission_error(L, _, _), _), X = f(_))).
by_hand(X, L, ( numbervars(X-V, 0, _), V = '$VAR'(L) )).
by_hand(X, L, ( cyclic_term(X) -> L = yes ; X = f(_) -> L = no )).
by_hand(X, L, ( string_bytes(X, L, utf8) )).
by_hand(X, L, normalize_space(atom(L), X)).
by_hand(X, L, ( V = f(W), W = X, ( acyclic_term(V), ground(V) -> L = V ; L = none ) )).
by_hand(X, L, ( string_code(X, "abc", L) )).
by_hand(X, L, ( X =.. [L|_] )).
by_hand(X, L, ( unify_with_occurs_check(f(L), X) )).
by_hand(X, L, ( nb_setval(key, 0), forall(member(_, X), ( nb_getval(key, V), W is V+1, nb_setval(key, W) )), nb_getval(key, L) )).
