% SPDX-License-Identifier: Apache-2.0
% A bank account in CLP(Q): deposits, withdrawals and interest.
% cuttle run bank.pl --goal 'account(Ops,B)' --ground 1 --depth 3
:- use_module(library(clpq)).

account(Operations, Balance) :- run(Operations, 0, Balance).

run([], B, B).
run([deposit(X)|Ops], B0, B) :-
    { X > 0, B1 = B0 + X },
    run(Ops, B1, B).
run([withdraw(X)|Ops], B0, B) :-
    { X > 0, X =< B0, B1 = B0 - X },
    run(Ops, B1, B).
