% SPDX-License-Identifier: Apache-2.0
% Heads in which a variable occurs twice.
% cuttle run nonlinear.pl --goal 'p(X,Y)' --depth 2
p(X, X).
p(f(X), X).
p(X, f(Y)) :- q(X, Y).

q(X, X).
q(a, b).
