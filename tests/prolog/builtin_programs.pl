% SPDX-License-Identifier: Apache-2.0
% Writes one small program per builtin and argument: it succeeds only for inputs that make the builtin
% answer as it does for one value of a pool. swipl builtin_programs.pl -- FILE
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, Argv),
    append(_, [File], Argv),
    open_null_stream(Null),
    set_stream(Null, alias(user_error)),
    findall(M:H, candidate(M, H), Heads0),
    sort(Heads0, Heads),
    setup_call_cleanup(open(File, write, Out, [encoding(utf8)]),
                       ( format(Out, ':- style_check(-singleton).~n', []),
                         forall(library(L, _), format(Out, ':- use_module(library(~q), []).~n', [L])),
                         write_programs(Heads, 0, Out) ),
                       close(Out)).

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
    \+ control(N),
    H \= append(_).

% Files, streams, threads, processes, the debugger, loading, flags, tables of the system.
acts_outside(N) :-
    member(Part,
           [ file, stream, thread, mutex, shell, shared_object, directory, trie, message, module, signal, garbage,
             profil, protocol, spy, table, tabling, prompt, engine, transaction, snapshot, zip, crypt, locale,
             consult, foreign, autoload, library, license, 'meta-call', interact, breakpoint, prolog, collation,
             source, fast_, portray, encoding, statistics, current_, random, assert, retract, erase, record, conversion ]),
    sub_atom(N, _, _, _, Part),
    !.
acts_outside(N) :-
    member(Prefix,
           [ nb_, b_, set_, get_char, get_byte, get_code, get_time, get_flag, get_attr, get_single, peek, put_, read, open,
             close, tty, see, tell, told, append_, trace, debug, wait, halt, abort, break, load, qcompile, compile,
             expand, import, export, unify_, tmp, access, exists, same_, setenv, getenv, unsetenv, sig_, sleep, kill,
             fork, exec, call_, reset, shift, copy_pred, redefine, volatile, public, multifile, dynamic, discontiguous,
             op, initialization, absolute, clause, nth_clause, deterministic, dwim, at_, byte_, character_c, line_,
             fill_, flush, undo, attach, require, make, style, no, trim, write, print, tnot, abolish, leash,
             visible, unknown, goal_exp, term_exp, dcg_tr, var_prop, start, instance, flag, stamp, date, format_time,
             apple, win_, char_conv, sformat, blob, is_engine, is_assoc_debug, wildcard, rational, mapsub, foldsub,
             ground, apropos, help, string_predicate, tab, skip, listing, prolog, term_attvar, untable, thread, prof,
             cancel, malloc, copy_term_nat, meta_pred, create_prolog, delete_, rename, size_, time_, chdir, working, is_absolute, file, in_pce, zipper ]),
    sub_atom(N, 0, _, _, Prefix),
    \+ memberchk(N, [nonvar, number_codes, number_chars, number_string, number, normalize_space, nonground, nth0, nth1,
                     notrace, numbervars, opt, same_length, same_term, term_attvars, none, delete, rational, ground]),
    !.

control(N) :-
    memberchk(N, [ (->), (;), (*->), (:-), (?-), !, (:), (=>), '[|]', call, apply, not, (\+), catch, catch_with_backtrace,
                   findall, findnsols, forall, aggregate_all, aggregate, bagof, setof, once, ignore, call_cleanup,
                   setup_call_cleanup, setup_call_catcher_cleanup, phrase, call_dcg, freeze, frozen, when,
                   with_output_to, format, repeat, throw, assertion, must_be, distinct, limit, offset, order_by,
                   call_nth, reduced, foldl, maplist, include, exclude, partition, convlist, foreach, write, writeln,
                   writeq, write_canonical, write_term, nl, tab, put_char, put, display, ttyflush, listing, (^), get,
                   get0, skip, fail, false, true, between, length, repeat, print, halt, (@), (.), tabling, (is), (dynamic),
                   get_attr, put_attr, get_attrs, put_attrs, del_attr, del_attrs, copy_term, term_attvars, attvar, heap_size,
                   call_with_depth_limit, call_with_inference_limit, prolog_alert_signal, char_type, code_type, rule,
                   bounded_number, cache, partition4, (dif), (?=), (\=), (=), (==), random_member, (>>), is_most_general_term ]).

% ---- a value that answers as no other does --------------------------------------------------

values([ 0, 1, 3, 7, 42, 97, -5, a, b, abc, '42', 'X', foo, [], "abc", "42", "a", [a,b], [b,a], [1,2], [3-c,1-a],
         [97,98], [size(3)], [[a],[b]], f(a), f(x,y), a-b, 1+2, t(k,v,<,t,t), t, [a-[b],b-[]], [k=v] ]).

others([ _, 1, a, [a,b], "abc", 0, abc, [1,2], [b-1,a-2], f(a), 5, [], k, t ]).

write_programs([], _, _).
write_programs([M:H|Heads], N0, Out) :-
    places(H, Places),
    foldl(write_program(M, H, Out), Places, N0, N),
    write_programs(Heads, N, Out).

% Of a function, its own arguments.
places(is(_, F), Places) :- !, functor(F, _, A), numlist(1, A, Places).
places(H, Places) :- functor(H, _, A), numlist(1, A, Places).

write_program(M, H, Out, Place, N0, N) :-
    (   catch(witness(M, H, Place, Goal, X, Value, Outcome), _, fail)
    ->  N is N0+1,
        atom_concat(t, N, Name),
        Head =.. [Name, X],
        \+ \+ ( numbervars(Head-Goal-R-E, 0, _),
                format(Out, '% ~q~n~q.~n~q.~n',
                       [ Value,
                         ( Head :- catch(( M:Goal -> R = yes(Goal) ; R = no ), error(E, _), R = error(E)),
                                   R == Outcome ),
                         ( Head :- fail, mentioned(Value) ) ]) )
    ;   N = N0
    ).

% Goal has the input X at that place; only for Value (of the pool) it ends in Outcome.
witness(M, H, Place, Goal, X, Value, Outcome) :-
    values(Values),
    limit(60, call_template(H, Place, X, Goal)),
    findall(V-O, ( member(V, Values), outcome(M, Goal, X, V, O) ), Pairs),
    best(Pairs, Value, Outcome),
    !.

call_template(is(_, F), Place, X, is(_, G)) :-
    !,
    functor(F, N, A),
    functor(G, N, A),
    fill(G, A, Place, X, [3, 10, 2.5]).
call_template(H, Place, X, Goal) :-
    functor(H, N, A),
    functor(Goal, N, A),
    others(Others),
    fill(Goal, A, Place, X, Others).

fill(_, 0, _, _, _) :- !.
fill(G, I, Place, X, Others) :-
    I0 is I-1,
    fill(G, I0, Place, X, Others),
    arg(I, G, A),
    ( I =:= Place -> A = X ; copy_term(Others, Fresh), member(A, Fresh) ).

% yes(Goal) with its answer, no, or error(Formal); fails when it cannot be told in a program.
outcome(M, Goal0, X0, V, Outcome) :-
    copy_term(Goal0-X0, Goal-V),
    catch(( call_with_inference_limit(M:Goal, 3000, L) -> ( L == inference_limit_exceeded -> O = limit ; O = yes(Goal) )
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

% Answers before failures before errors, and no other value has it.
best(Pairs, Value, Outcome) :-
    member(Kind, [yes(_), no, error(_)]),
    member(Value-Outcome, Pairs),
    \+ Outcome \= Kind,
    Outcome \= error(type_error(_, _)),
    \+ ( member(Other-Same, Pairs), Other \== Value, without(Other, Same, S), without(Value, Outcome, O), S == O ),
    !.

% That the input itself is in the answer tells nothing.
without(Value, yes(Goal), yes(Rest)) :- !, mapargs(Value, Goal, Rest).
without(_, Outcome, Outcome).

mapargs(Value, Goal, Rest) :-
    Goal =.. [N|As],
    findall(B, ( member(A, As), ( A == Value -> B = '$input' ; B = A ) ), Bs),
    Rest =.. [N|Bs].
