% SPDX-License-Identifier: Apache-2.0
% Runs inside SWI-Prolog, as part of loader.pl: modes, types and first values that programs declare.

% Modes of pldoc comments are read from the source text: comments are not kept after loading.
mode(N, A, Mode) :-
    program_file(File),
    catch(file_modes(File, Modes), _, fail),
    member(Mode0, Modes),
    functor(Mode0, N, A),
    Mode = Mode0.

file_modes(File, Modes) :-
    with_assertions(File,
                    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                                       comment_modes(In, Modes),
                                       close(In))).

comment_modes(In, Modes) :-
    read_term(In, Term, [comments(Comments), module(user), syntax_errors(dec10)]),
    findall(M, ( member(_-C, Comments), comment_mode(C, M) ), Here),
    (   assertion_mode(Term, M) -> Own = [M|Here] ; Own = Here ),
    (   Term == end_of_file
    ->  Modes = Own
    ;   append(Own, Rest, Modes),
        comment_modes(In, Rest)
    ).

comment_mode(Comment, Mode) :-
    split_string(Comment, "\n", " \t", Lines),
    member(Line, Lines),
    (   string_concat("%!", Text, Line)
    ->  true
    ;   string_concat("%%", Text, Line)
    ->  true
    ;   string_concat("/**", Text, Line)
    ),
    catch(mode_text(Text, Mode), _, fail).

mode_text(Text, Mode) :-
    split_string(Text, "", " \t.", [Clean]),
    Clean \== "",
    read_mode(Clean, Term),
    mode_term(Term, Mode).

read_mode(Text, Term) :-
    op_module(M),
    term_string(Term, Text, [module(M)]).

op_module(cuttle_modes) :-
    forall(member(Op, [+, -, ?, :, @, !, ++, --]), op(200, fy, cuttle_modes:Op)),
    op(1150, xfx, cuttle_modes:is),
    op(700, xfx, cuttle_modes:(:)),
    op(150, xfx, cuttle_modes:(:)).

mode_term(Term is Det, M) :- !, mode_term(Term, M0), M0 =.. L, append(L, [], L1), M =.. L1, note_det(M, Det).
mode_term(Term, Term) :- callable(Term).

:- dynamic declared_det/3.
note_det(M, Det) :-
    functor(M, N, A),
    ( atom(Det) -> true ; Det = none ),
    ( declared_det(N, A, Det) -> true ; assertz(declared_det(N, A, Det)) ).

% Predicates of the program whose comments say `is det', for all of their modes.
declared_det(M:H) :-
    program_file(File),
    catch(file_modes(File, _), _, fail),
    source_file(M:H, File),
    functor(H, N, A),
    declared_det(N, A, det),
    \+ ( declared_det(N, A, Other), Other \== det ).

% The operators of Ciao's assertions.
:- op(1150, fx, pred).
:- op(1150, fx, mode).

% Programs that are written for Ciao do not declare its operators, nor define its directives: while
% such a program is read the operators are there, and the directives mean nothing.
:- dynamic assertion_directive/2, assertion_operator/1.

with_assertions(File, Goal) :-
    (   assertion_directive(File, _)
    ->  true
    ;   catch(read_file_to_string(File, Text, [encoding(utf8)]), _, Text = ""),
        forall(( member(Op, [pred, mode, calls, success, comp, entry, regtype, prop]),
                 starts_directive(Op, Text) ),
               assertz(assertion_directive(File, Op)))
    ),
    findall(Op, ( assertion_directive(File, Op), \+ current_op(_, fx, user:Op) ), Ops),
    (   Ops == []
    ->  call(Goal)
    ;   Expand = (user:term_expansion((:- D), []) :- cuttle_loader:meaningless(D, Ops)),
        setup_call_cleanup(( add_assertion_operators(Ops), asserta(Expand, Ref) ),
                           Goal,
                           ( erase(Ref), remove_assertion_operators(Ops) ))
    ).

% `=>' has a higher priority than in Ciao, so the prefix operators must allow for it.
add_assertion_operators(Ops) :-
    op(1200, fy, user:(:-)),
    op(978, xfx, user:(#)),
    forall(member(Op, Ops), op(1200, fy, user:Op)).

% Those that the program has declared itself stay.
remove_assertion_operators(Ops) :-
    op(1200, fx, user:(:-)),
    op(0, xfx, user:(#)),
    forall(( member(Op, Ops), current_op(1200, fy, user:Op) ),
           ( op(0, fy, user:Op),
             ( assertion_operator(Op) -> true ; assertz(assertion_operator(Op)) ) )).

meaningless(Directive, Ops) :-
    compound(Directive),
    compound_name_arity(Directive, Name, 1),
    memberchk(Name, Ops),
    prolog_load_context(module, M),
    \+ current_predicate(M:Name/1).

starts_directive(Op, Text) :-
    string_concat("\n", Text, Lines),
    member(Between, [":- ", ":-"]),
    format(string(Start), "\n~w~w ", [Between, Op]),
    sub_string(Lines, _, _, _, Start),
    !.

% Ciao: :- pred p(+int, -list).   :- pred p(X, Y) : int * list => list * int.
assertion_mode((:- pred Spec), Mode) :- pred_mode(Spec, Mode).
assertion_mode((:- mode Spec), Mode) :- pred_mode(Spec, Mode).

pred_mode(Spec, _) :- var(Spec), !, fail.
pred_mode(Spec is _, M) :- !, pred_mode(Spec, M).
pred_mode(#(Spec, _), M) :- !, pred_mode(Spec, M).
pred_mode(Spec + _, M) :- compound(Spec), \+ Spec = (_/_), !, pred_mode(Spec, M).
pred_mode((Spec => _), M) :- !, pred_mode(Spec, M).
pred_mode(A * T, M) :- !, colon_first(A, T, Spec), pred_mode(Spec, M).
pred_mode(Spec : Types, M) :-
    !,
    Spec =.. [N|Args],
    star(Types, Ts),
    maplist(typed_input, Args, Ts, Modes),
    M =.. [N|Modes].
pred_mode(Spec, Spec) :- callable(Spec).

% p(X, Y) : int * atm reads as (p(X, Y) : int) * atm.
colon_first(Spec : A, B, Spec : (A * B)) :- !.
colon_first(A * B, C, Spec : (Types * C)) :- colon_first(A, B, Spec : Types).

star(A * B, Ts) :- !, star(A, T1), append(T1, [B], Ts).
star(T, [T]).

typed_input(_, T, ?(T)) :- memberchk(T, [var, term, any]), !.
typed_input(_, T, +(T)).

% Goals of plunit tests that call the predicate with ground arguments.
seed(N, A, Goal) :-
    functor(Goal, N, A),
    current_module(M),
    sub_atom(M, 0, _, _, plunit_),
    current_predicate(M:'unit body'/2),
    clause(M:'unit body'(_, _), Body),
    subgoal(Body, Goal).

subgoal(G, _) :- var(G), !, fail.
subgoal((A, B), G) :- !, ( subgoal(A, G) ; subgoal(B, G) ).
subgoal((A ; B), G) :- !, ( subgoal(A, G) ; subgoal(B, G) ).
subgoal((A -> B), G) :- !, ( subgoal(A, G) ; subgoal(B, G) ).
subgoal(\+ A, G) :- !, subgoal(A, G).
subgoal(once(A), G) :- !, subgoal(A, G).
subgoal(_:A, G) :- !, subgoal(A, G).
subgoal(G, G).
