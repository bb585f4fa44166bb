% SPDX-License-Identifier: Apache-2.0
% Quicksort on lists of integers.
% cuttle run quicksort.pl --goal 'qsort(L,S)' --depth 3
%! qsort(+L:list(integer), -S:list)
qsort([], []).
qsort([X|Xs], Sorted) :-
    partition(Xs, X, Small, Large),
    qsort(Small, S),
    qsort(Large, L),
    app(S, [X|L], Sorted).

partition([], _, [], []).
partition([Y|Ys], X, [Y|Small], Large) :- Y =< X, partition(Ys, X, Small, Large).
partition([Y|Ys], X, Small, [Y|Large]) :- Y > X, partition(Ys, X, Small, Large).

app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
