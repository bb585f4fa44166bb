% SPDX-License-Identifier: Apache-2.0
% X never becomes an instance of Pattern, or Goal holds then. Waits for a variable that keeps it from
% being one.
unlike(X, Pattern) :-
    unlike(X, Pattern, fail).

unlike(X, Pattern, _) :-
    X \= Pattern,
    !.
unlike(X, Pattern, Goal) :-
    subsumes_term(Pattern, X),
    !,
    X = Pattern,
    call(Goal).
unlike(X, Pattern, Goal) :-
    term_variables(X, Variables),
    copy_term_nat(c(X, Pattern, Variables), c(Y, Y, Bound)),
    (   unlike_bound(Variables, Bound, V)
    ->  freeze(V, unlike(X, Pattern, Goal))
    ;   unlike_equal(Variables, Bound, V, W)
    ->  when(?=(V, W), unlike(X, Pattern, Goal))
    ).

unlike_bound([V|Vs], [B|Bs], X) :- ( nonvar(B) -> X = V ; unlike_bound(Vs, Bs, X) ).

unlike_equal([V|Vs], [B|Bs], X, Y) :-
    (   unlike_same(Vs, Bs, B, W)
    ->  X = V, Y = W
    ;   unlike_equal(Vs, Bs, X, Y)
    ).

unlike_same([V|Vs], [B|Bs], A, X) :- ( A == B -> X = V ; unlike_same(Vs, Bs, A, X) ).
