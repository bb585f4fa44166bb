% SPDX-License-Identifier: Apache-2.0
% Simplification of arithmetic expressions.
% cuttle run simplify.pl --goal 'simp(E,S)' --ground 1 --depth 2
simp(X+Y, S) :- !, simp(X, A), simp(Y, B), plus(A, B, S).
simp(X*Y, S) :- !, simp(X, A), simp(Y, B), times(A, B, S).
simp(X, X).

plus(zero, B, B) :- !.
plus(A, zero, A) :- !.
plus(A, B, A+B).

times(zero, _, zero) :- !.
times(_, zero, zero) :- !.
times(one, B, B) :- !.
times(A, one, A) :- !.
times(A, B, A*B).
