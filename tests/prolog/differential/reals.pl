% SPDX-License-Identifier: Apache-2.0
:- use_module(library(clpr)).
account(B0, Deposit, B) :- { B = B0 + Deposit, Deposit > 0 }.
triangle(A, B, C) :- { A > 0, B > 0, C > 0, A + B > C, A + C > B, B + C > A }.
%? {X = 2+3}
%? {2*X + 1 = 7}
%? {X > 3}, X = 2
%? {X > 3}, X = 4
%? {X >= 2, X =< 2}
%? {X + Y = 10, X - Y = 2}
%? {X > 1, X < 1}
%? account(10,5,B)
%? account(10,D,12)
%? account(10,D,9)
%? triangle(3,4,5)
%? triangle(1,1,3)
%? {X =\= 2}, X = 2
%? {X =\= 2}, X = 3
%? {X = 1/4}
%? {X > 2, Y > X, Y < 3}, X = 5
%? {X >= 0, X =< 10}, sup(X,S)
%? {X >= 0, X =< 10}, inf(X,I)
%? {X >= 0, Y >= 0, X + Y =< 4}, maximize(2*X+Y)
%? {X >= 0, X =< 10}, minimize(X)
%? entailed(1 < 2)
%? {X > 3}, entailed(X > 1)
%? {X*Y = 6}, X = 2
%? {X = foo}
%? {a}
%? {X = Y}, Y = 2
