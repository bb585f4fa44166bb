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
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                       comment_modes(In, Modes),
                       close(In)).

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
    retractall(declared_det(N, A, _)),
    assertz(declared_det(N, A, Det)).

% The operators of Ciao's assertions.
:- op(1150, fx, pred).
:- op(1150, fx, mode).

% Ciao: :- pred p(+int, -list).   :- pred p(X, Y) : int * list => list * int.
assertion_mode((:- pred Spec), Mode) :- pred_mode(Spec, Mode).
assertion_mode((:- mode Spec), Mode) :- pred_mode(Spec, Mode).

pred_mode(Spec, _) :- var(Spec), !, fail.
pred_mode(Spec is _, M) :- !, pred_mode(Spec, M).
pred_mode(#(Spec, _), M) :- !, pred_mode(Spec, M).
pred_mode(Spec + _, M) :- compound(Spec), \+ Spec = (_/_), !, pred_mode(Spec, M).
pred_mode((Spec => _), M) :- !, pred_mode(Spec, M).
pred_mode(Spec : Types, M) :-
    !,
    Spec =.. [N|Args],
    star(Types, Ts),
    maplist(typed_input, Args, Ts, Modes),
    M =.. [N|Modes].
pred_mode(Spec, Spec) :- callable(Spec).

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
