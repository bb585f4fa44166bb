% SPDX-License-Identifier: Apache-2.0
% Runs inside SWI-Prolog: loads the user's program and hands its clauses over, on request.
% Requests are Prolog terms on descriptor 4, replies are lines on descriptor 3 (see wire.h).
:- module(cuttle_loader, []).

:- discontiguous answer/2.
:- dynamic user_file/1, given_name/2, prelude_clause/4, in_prelude/0.
:- discontiguous prelude_clause/4.

% What follows the loader in its stream are the clauses of the prelude: kept as data.
term_expansion(Clause, prelude_clause(N, A, Head, Body)) :-
    in_prelude,
    Clause \== end_of_file,
    ( Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
    callable(Head),
    functor(Head, N, A).

serve :-
    retractall(in_prelude),
    open('/dev/fd/4', read, In, [encoding(utf8)]),
    open('/dev/fd/3', write, Out, [encoding(utf8), buffer(full)]),
    repeat,
    read_term(In, Request, [module(cuttle_loader)]),
    (   Request == end_of_file
    ->  !
    ;   Request == enter_again
    ->  working_directory(Folder, '/'),
        working_directory(_, Folder),
        fail
    ;   catch(answer(Request, Out), Error, failed(Error, Out)),
        flush_output(Out),
        Request == stop,
        !
    ).

failed(Error, Out) :-
    message_text(Error, Text),
    escaped(Text, Escaped),
    line(Out, 'X', Escaped).

message_text(Error, Text) :-
    catch(( message_to_codes_(Error, Text0) ), _, fail),
    !,
    Text = Text0.
message_text(Error, Text) :-
    term_to_atom(Error, Text).

message_to_codes_(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).

% ---- requests -----------------------------------------------------------------------------

answer(stop, _).
answer(load(File), Out) :-
    set_prolog_flag(autoload, true),
    set_prolog_flag(optimise_unify, false),  % otherwise clause/2 forgets variables
    set_prolog_flag(verbose_load, silent),
    user:assertz((term_expansion((:- initialization(G)), []) :- cuttle_loader:entry_goal(G)), R1),
    user:assertz((term_expansion((:- initialization(_, W)), []) :- cuttle_loader:entry_when(W)), R2),
    user:asserta((term_expansion(Term, _) :- cuttle_loader:redefine(Term), fail), R3),
    absolute_file_name(File, Path),
    nb_setval(cuttle_errors, 0),
    with_assertions(Path, load_files(user:File, [])),
    erase(R1), erase(R2), erase(R3),
    assertz(user_file(Path)),
    assertz(given_name(Path, File)),
    nb_getval(cuttle_errors, Errors),
    line(Out, 'I', Errors).
answer(library(Folder), Out) :-
    asserta(user:file_search_path(library, Folder)),
    line(Out, 'I', 0).
answer(redefined, Out) :-
    findall(Text, ( redefined(Head), term_to_atom(Head, Text) ), Heads),
    term(Out, Heads).
answer(operators, Out) :-
    forall(( current_op(P, T, user:N), atom(N) ), term(Out, op(P, T, N))),
    line(Out, 'E', '').
answer(resolve(M, N, A), Out) :-
    resolve(M, N, A, Out).
answer(goal(Text), Out) :-
    term_string(Goal, Text, [variable_names(Names), module(user)]),
    term(Out, Goal-Names).
answer(predicates, Out) :-
    forall(user_predicate(M, N, A, Exported), term(Out, pred(M, N, A, Exported))),
    line(Out, 'E', '').
answer(modes(N, A), Out) :-
    findall(Mode, mode(N, A, Mode), Modes),
    term(Out, Modes).
answer(seeds(N, A), Out) :-
    findall(G, seed(N, A, G), Seeds),
    term(Out, Seeds).
answer(assertions, Out) :-
    findall(Op, assertion_operator(Op), Ops),
    term(Out, Ops).
answer(files, Out) :-
    findall(F, program_file(F), Files),
    term(Out, Files).
answer(solve(M:Goal, Limit), Out) :-
    (   catch(findnsols(Limit, Goal, M:Goal, Solutions0), Ball0, true)
    ->  true
    ;   Solutions0 = []
    ),
    (   nonvar(Ball0)
    ->  without_cycles(Ball0, Ball),
        term(Out, '$threw'(Ball))
    ;   maplist(without_cycles, Solutions0, Solutions),
        ( has_handle(Solutions) -> term(Out, '$handle') ; term(Out, Solutions) )
    ).

% Streams, clauses, tries and the like: they mean nothing outside of this process.
has_handle(T) :- var(T), !, fail.
has_handle([T|Ts]) :- !, ( has_handle(T) -> true ; has_handle(Ts) ).
has_handle(T) :- compound(T), !, compound_name_arguments(T, _, Args), has_handle(Args).
has_handle(T) :- blob(T, Type), \+ memberchk(Type, [text, ucs_text, reserved_symbol]).

% Of a type of code_type/2: the ranges of its characters, ascending.
code_ranges(Type, Ranges) :-
    findall(C, code_type(C, Type), Codes),
    join_codes(Codes, Ranges).

join_codes([], []).
join_codes([C|Cs], [C-Last|Ranges]) :-
    join_codes(Cs, C, Last, Rest),
    join_codes(Rest, Ranges).

join_codes([C|Cs], Before, Last, Rest) :-
    C =:= Before+1,
    !,
    join_codes(Cs, C, Last, Rest).
join_codes(Rest, Last, Last, Rest).

% A program may have its own length/2: what it defines are its own predicates, not the system's.
:- dynamic redefined/1.
redefine(Term) :-
    ( Term = (Head :- _) -> true ; Head = Term ),
    callable(Head),
    \+ memberchk(Head, [(:- _), (?- _), (_ --> _), _:_, (_ => _), end_of_file]),
    prolog_load_context(module, M),
    prolog_load_context(source, File),
    \+ library_file(File),
    functor(Head, N, A),
    functor(H, N, A),
    predicate_property(system:H, defined),
    \+ predicate_property(system:H, multifile),
    \+ predicate_property(system:H, dynamic),
    \+ redefined(M:H),
    catch('$syspreds':redefine_system_predicate(M:H), _, fail),
    assertz(redefined(M:H)).

entry_goal(G) :- strip(G, main).
entry_when(W) :- W == main.
strip(_:G, P) :- !, strip(G, P).
strip(G, G).

:- multifile user:message_hook/3.
user:message_hook(_, error, _) :-
    nb_current(cuttle_errors, N),
    N1 is N+1,
    nb_setval(cuttle_errors, N1),
    fail.

program_file(F) :- user_file(F).
program_file(F) :-
    user_file(Top),
    source_file_property(F, load_context(_, Top:_, _)),
    \+ library_file(F).

library_file(F) :-
    current_prolog_flag(home, Home),
    sub_atom(F, 0, _, _, Home).

user_predicate(M, N, A, Exported) :-
    program_file(F),
    source_file(M:H, F),
    functor(H, N, A),
    \+ sub_atom(N, 0, _, _, '$'),
    ( predicate_property(M:H, exported) -> Exported = true ; Exported = false ).

% ---- predicates ---------------------------------------------------------------------------

resolve('$cuttle', N, A, Out) :-
    !,
    (   prelude_clause(N, A, _, _)
    ->  prelude(system, N, A, Out)
    ;   resolve(system, N, A, Out)
    ).
resolve(M, N, A, Out) :-
    functor(H, N, A),
    (   catch(predicate_property(M:H, defined), _, fail)
    ->  true
    ;   catch('$autoload'(M:N/A), _, true)
    ->  true
    ;   true
    ),
    (   catch(predicate_property(M:H, imported_from(D)), _, fail) -> true ; D = M ),
    (   replaced(D, N, A)
    ->  prelude(D, N, A, Out)
    ;   \+ predicate_property(D:H, defined), \+ predicate_property(D:H, dynamic)
    ->  line(Out, 'U', '')
    ;   properties(D, H, Properties),
        term(Out, predicate(D, Properties)),
        (   memberchk(foreign, Properties)
        ->  true
        ;   current_prolog_flag(access_level, Old),
            setup_call_cleanup(set_prolog_flag(access_level, system),
                               clauses(D, H, Out),
                               set_prolog_flag(access_level, Old))
        ),
        line(Out, 'E', '')
    ).

% What the prelude defines instead: assertion/1 shows the stack before it throws.
replaced(system, N, A) :- prelude_clause(N, A, _, _), !.
replaced(prolog_debug, assertion, 1).
replaced('$bags', findnsols, 4).
replaced('$bags', findnsols, 5).
replaced(aggregate, prove_list, 3).
replaced('$tabling', N, A) :- memberchk(N/A, [tnot/1, not_exists/1, undefined/0, abolish_all_tables/0]).
replaced('$syspreds', flag, 3).

prelude(D, N, A, Out) :-
    functor(H, N, A),
    (   predicate_property(D:H, meta_predicate(Meta))
    ->  Ps = [meta(Meta)]
    ;   H = current_predicate(_)  % it is transparent
    ->  Ps = [meta(current_predicate(:))]
    ;   Ps = []
    ),
    (   prelude_clause(N, A, _, fail) -> Kind = (dynamic) ; Kind = built_in ),
    term(Out, predicate('$cuttle', [Kind|Ps])),
    forall(prelude_clause(N, A, Head, Body),
           term(Out, clause(Head, Body, '$cuttle', 'prelude.pl', 0, false))),
    line(Out, 'E', '').

properties(_, H, [foreign, built_in, meta(Meta)]) :-
    counts_frames(H, Meta),
    !.
properties(D, H, Properties) :-
    findall(P, ( member(P, [dynamic, foreign, built_in, multifile, tabled, det, thread_local,
                            transparent, ssu]),
                 predicate_property(D:H, P) ), Flags),
    (   predicate_property(D:H, meta_predicate(Meta)) -> Rest = [meta(Meta)] ; Rest = [] ),
    (   moded_table(D, H) -> More = [moded|Rest] ; More = Rest ),
    append(Flags, More, Properties).

% What these say depends on how SWI-Prolog runs the goal.
counts_frames(call_with_depth_limit(_, _, _), call_with_depth_limit(0, +, -)).
counts_frames(call_with_inference_limit(_, _, _), call_with_inference_limit(0, +, -)).

% Tabled with a mode such as min: the tables do not hold all answers.
moded_table(D, H) :-
    predicate_property(D:H, tabled),
    catch(D:'$table_mode'(H, _, Mode), _, fail),
    \+ atomic(Mode).

clauses(D, H, Out) :-
    functor(H, N, A),
    functor(Head, N, A),
    ( predicate_property(D:H, ssu) -> Kind = ssu ; Kind = plain ),
    forall(( nth_clause(D:Head, _, Ref), catch(clause(D:Head, Body0, Ref), _, fail) ),
           ( committed(Kind, Body0, Body), one_clause(D, Head, Body, Ref, Out) )),
    no_rule(Kind, D, H, Out).

% Rules Head, Guard => Body come as Guard, !, Body; without a guard the commit is implied.
committed(plain, Body, Body).
committed(ssu, Body, Body) :- has_cut(Body), !.
committed(ssu, Body, (!, Body)).

has_cut(Body) :- var(Body), !, fail.
has_cut(!).
has_cut((A, B)) :- ( has_cut(A) -> true ; has_cut(B) ).

no_rule(plain, _, _, _).
no_rule(ssu, D, H, Out) :-
    ( D == user -> Culprit = H ; Culprit = D:H ),
    Throw = throw(error(existence_error(matching_rule, Culprit), _)),
    term(Out, clause(H, Throw, D, '', 0, false)).

one_clause(D, Head, Body, Ref, Out) :-
    (   clause_property(Ref, file(File)) -> true ; File = '' ),
    (   clause_property(Ref, line_count(Line)) -> true ; Line = 0 ),
    (   clause_property(Ref, module(BodyModule)) -> true ; BodyModule = D ),
    (   program_file_cached(File) -> User = true ; User = false ),
    strip_module(BodyModule:Body, M, Plain),
    shown_name(File, Shown),
    term(Out, clause(Head, Plain, M, Shown, Line, User)).

% Files as the user would name them.
shown_name(File, Shown) :- given_name(File, Shown), !.
shown_name(File, Shown) :-
    working_directory(Here, Here),
    atom_concat(Here, Shown, File),
    !.
shown_name(File, File).

program_file_cached(File) :- File \== '', program_file(File), !.

% A cyclic term has no end on the wire: its cycles are given as equations.
without_cycles(Term, Term) :- acyclic_term(Term), !.
without_cycles(Term, '$cuttle_cycles'(Skeleton, Equations)) :-
    '$factorize_term'(Term, Skeleton, Equations).

% ---- the wire -----------------------------------------------------------------------------

line(Out, Code, Text) :-
    format(Out, '~w~w~n', [Code, Text]).

term(Out, Term) :-
    \+ \+ ( number_variables(Term, 0), write_wire(Term, Out) ).

number_variables(Term, N) :-
    term_attvars(Term, Vs),
    maplist(del_attrs, Vs),
    term_variables(Term, Variables),
    number_all(Variables, N).

number_all([], _).
number_all(['$cuttle_var'(N)|Vs], N) :- N1 is N+1, number_all(Vs, N1).

write_wire('$cuttle_var'(N), Out) :- !, line(Out, 'V', N).
write_wire(T, Out) :- integer(T), !, line(Out, 'I', T).
write_wire(T, Out) :- rational(T, N, D), !, format(Out, 'Q~w/~w~n', [N, D]).
write_wire(T, Out) :- float(T), !, format(Out, 'F~15|~w~n', [T]).
write_wire(T, Out) :- T == [], !, line(Out, 'N', '').
write_wire(T, Out) :- atom(T), !, escaped(T, E), line(Out, 'A', E).
write_wire(T, Out) :- string(T), !, escaped(T, E), line(Out, 'S', E).
write_wire(T, Out) :- \+ compound(T), !, term_to_atom(T, A), escaped(A, E), line(Out, 'A', E).
write_wire(T, Out) :-
    T = [_|_],
    !,
    list_parts(T, Items, Tail),
    length(Items, N),
    line(Out, 'L', N),
    write_all(Items, Out),
    write_wire(Tail, Out).
write_wire(T, Out) :-
    is_dict(T),
    !,
    dict_pairs(T, Tag, Pairs),  % in standard order of the keys
    length(Pairs, N),
    Arity is 2*N+1,
    format(Out, 'C~d C\'dict\'~n', [Arity]),
    write_wire(Tag, Out),
    forall(member(Key-Value, Pairs), ( write_wire(Value, Out), write_wire(Key, Out) )).
write_wire(T, Out) :-
    compound_name_arity(T, Name, Arity),
    ( Name == [] -> Code = 'B', E = '[]' ; Code = 'C', escaped(Name, E) ),
    format(Out, '~w~d ~w~n', [Code, Arity, E]),
    compound_name_arguments(T, _, Args),
    write_all(Args, Out).

list_parts(T, [], T) :- T \= [_|_], !.
list_parts('$cuttle_var'(N), [], '$cuttle_var'(N)) :- !.
list_parts([H|T], [H|Hs], Tail) :- list_parts(T, Hs, Tail).

write_all([], _).
write_all([T|Ts], Out) :- write_wire(T, Out), write_all(Ts, Out).

escaped(Text, Escaped) :-
    (   ( sub_atom(Text, _, _, _, '\n') ; sub_atom(Text, _, _, _, '\\') ; sub_atom(Text, _, _, _, '\r') )
    ->  atom_codes(Text, Codes),
        escape(Codes, Out),
        atom_codes(Escaped, Out)
    ;   Escaped = Text
    ).

escape([], []).
escape([0'\n|T], [0'\\, 0'n|R]) :- !, escape(T, R).
escape([0'\r|T], [0'\\, 0'r|R]) :- !, escape(T, R).
escape([0'\\|T], [0'\\, 0'\\|R]) :- !, escape(T, R).
escape([C|T], [C|R]) :- escape(T, R).
