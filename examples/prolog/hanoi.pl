% SPDX-License-Identifier: Apache-2.0
% The towers of Hanoi: the list of moves.
% cuttle run hanoi.pl --goal 'hanoi(N,Moves)' --ground 1 --type 1:'between(0,5)'
%! hanoi(+N:nonneg, -Moves:list) is semidet.
hanoi(N, Moves) :- move(N, left, right, middle, Moves, []).

move(0, _, _, _, Moves, Moves).
move(N, From, To, Via, Moves, Rest) :-
    N > 0,
    M is N-1,
    move(M, From, Via, To, Moves, [From-To|Middle]),
    move(M, Via, To, From, Middle, Rest).
