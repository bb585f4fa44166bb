% SPDX-License-Identifier: Apache-2.0
% Insertion into a red-black tree.
% cuttle run redblack.pl --goal 'insert(T,K,R)' --ground 1,2 --type 2:integer --depth 2
insert(T, K, t(black, L, X, R)) :- ins(T, K, t(_, L, X, R)).

ins(empty, K, t(red, empty, K, empty)).
ins(t(C, L, X, R), K, T) :- K < X, !, ins(L, K, L1), balance(C, L1, X, R, T).
ins(t(C, L, X, R), K, T) :- K > X, !, ins(R, K, R1), balance(C, L, X, R1, T).
ins(T, _, T).

balance(black, t(red, t(red, A, X, B), Y, C), Z, D, t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :- !.
balance(black, t(red, A, X, t(red, B, Y, C)), Z, D, t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :- !.
balance(black, A, X, t(red, t(red, B, Y, C), Z, D), t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :- !.
balance(black, A, X, t(red, B, Y, t(red, C, Z, D)), t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :- !.
balance(C, L, X, R, t(C, L, X, R)).
