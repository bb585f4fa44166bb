% SPDX-License-Identifier: Apache-2.0
% Answers come in another order, so they are collected and sorted.
:- table path/2, fib/2, even/1, odd/1, reach/2, twice/2, a/1, b/1, c/1, wrong/1, word//0, cost(_,_,min).
edge(a, b). edge(b, c). edge(c, a). edge(d, e).
node(N) :- member(N, [a,b,c,d,e]).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
reach(X, Y) :- edge(X, Y).
reach(X, Y) :- reach(X, Z), reach(Z, Y).
unreachable(X, Y) :- node(X), node(Y), \+ reach(X, Y).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, FA), fib(B, FB), F is FA+FB.
even(0).
even(N) :- N > 0, M is N-1, odd(M).
odd(N) :- N > 0, M is N-1, even(M).
twice(X, X).
twice(X, Y) :- twice(f(X), Z), Z == stop, Y = Z.
twice(_, _) :- fail.
% Three predicates that depend on each other, entered from several sides.
a(X) :- b(X).
a(1).
b(X) :- c(X).
b(2).
c(X) :- a(X).
c(3).
wrong(X) :- wrong(Y), X is Y+1, X < 5.
wrong(1).
wrong(X) :- X = x, throw(oops).
word --> word, "a".
word --> "b".
cost(X, Y, 1) :- edge(X, Y).
cost(X, Y, N) :- cost(X, Z, M), edge(Z, Y), N is M+1.
%? setof(Y, path(a,Y), S)
%? setof(X-Y, path(X,Y), S)
%? path(d,a)
%? setof(Y, path(Y,e), S)
%? setof(X-Y, reach(X,Y), S)
%? setof(X-Y, unreachable(X,Y), S)
%? fib(30,F)
%? even(20)
%? odd(20)
%? setof(X, a(X), S)
%? setof(X, b(X), S)
%? setof(X, c(X), S)
%? setof(X, (a(X),b(X),c(X)), S)
%? c(2), setof(X, a(X), S)
%? catch(wrong(1), E, true)
%? catch(wrong(1), _, true), setof(X, a(X), S)
%? phrase(word, `baaa`)
%? phrase(word, `abaa`)
%? path(a,b), abolish_all_tables, path(a,c)
%? setof(Y-N, cost(a,Y,N), S)
%? forall(path(a,X), path(X,a))
