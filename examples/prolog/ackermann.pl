% SPDX-License-Identifier: Apache-2.0
% Ackermann's function on Peano numbers.
% cuttle run ackermann.pl --goal 'ack(M,N,R)' --ground 1,2 --depth 3
ack(0, N, s(N)).
ack(s(M), 0, R) :- ack(M, s(0), R).
ack(s(M), s(N), R) :- ack(s(M), N, R1), ack(M, R1, R).
