% SPDX-License-Identifier: Apache-2.0
% Concatenation, and the last element by means of it.
% cuttle run append.pl --goal 'last(L,X)' --ground 1
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).

last(L, X) :- app(_, [X], L).
