% SPDX-License-Identifier: Apache-2.0
% The N queens with finite domain constraints.
% cuttle run queens.pl --goal 'queens(N,Qs)' --type 1:'between(0,6)'
:- use_module(library(clpfd)).

%! queens(+N:nonneg, -Qs:list)
queens(N, Qs) :-
    length(Qs, N),
    Qs ins 1..N,
    safe(Qs),
    labeling([], Qs).

safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q #\= Q1,
    abs(Q-Q1) #\= D,
    D1 is D+1,
    no_attack(Q, Qs, D1).
