% SPDX-License-Identifier: Apache-2.0
% Matching of regular expressions.
% cuttle run regex.pl --goal 'match(E,W)' --depth 2
match(E, W) :- match(E, W, []).

match(empty, W, W).
match(char(C), [C|W], W).
match(seq(A, B), W, R) :- match(A, W, M), match(B, M, R).
match(alt(A, _), W, R) :- match(A, W, R).
match(alt(_, B), W, R) :- match(B, W, R).
