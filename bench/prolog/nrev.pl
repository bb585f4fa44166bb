% SPDX-License-Identifier: Apache-2.0
% Naive reverse of a list of 30 elements takes 496 inferences.
bench(0) :- !.
bench(N) :- numbers(1, 30, L), nrev(L, _), N1 is N-1, bench(N1).

numbers(N, N, [N]) :- !.
numbers(N, M, [N|L]) :- N1 is N+1, numbers(N1, M, L).

nrev([], []).
nrev([X|Xs], Zs) :- nrev(Xs, Ys), app(Ys, [X], Zs).

app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
