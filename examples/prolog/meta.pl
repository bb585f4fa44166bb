% SPDX-License-Identifier: Apache-2.0
% An interpreter for pure Prolog, run on a family tree.
% cuttle run meta.pl --goal 'solve(G)' --depth 2
solve(true).
solve((A, B)) :- solve(A), solve(B).
solve(H) :- rule(H, B), solve(B).

rule(parent(tom, bob), true).
rule(parent(bob, ann), true).
rule(grandparent(X, Z), (parent(X, Y), parent(Y, Z))).
