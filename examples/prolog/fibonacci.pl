% SPDX-License-Identifier: Apache-2.0
% Fibonacci numbers, with integers.
% cuttle run fibonacci.pl --goal 'fib(N,F)' --type 1:'between(-2,8)'
%! fib(+N:integer, -F:integer)
fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    A is N-1,
    B is N-2,
    fib(A, FA),
    fib(B, FB),
    F is FA+FB.
