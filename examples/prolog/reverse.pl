% SPDX-License-Identifier: Apache-2.0
% List reversal with an accumulator that is checked to be a list.
% cuttle run reverse.pl --goal 'main([a,b],s(0),R)' --cover clauses
:- redefine_system_predicate(length(_, _)).

main(L, N, R) :-
    length(L, N),
    rev(L, [], R).
main(_L, _N, error).

rev([], A, A).
rev([H|T], Acc, Res) :-
    is_list(Acc),
    rev(T, [H|Acc], Res).

is_list([]).
is_list([_H|T]) :-
    is_list(T).

length([], 0).
length([_H|R], s(N)) :-
    length(R, N).
