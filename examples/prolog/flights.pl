% SPDX-License-Identifier: Apache-2.0
% A transitive relation over many facts, with backtracking.
% cuttle run flights.pl --goal 'reach(X,Y)'
reach(X, Y) :- flight(X, Y).
reach(X, Z) :- flight(X, Y), reach(Y, Z).

flight(oslo, rome).
flight(oslo, paris).
flight(rome, lima).
flight(paris, lima).
flight(paris, quito).
flight(lima, tokyo).
flight(quito, tokyo).
flight(tokyo, sydney).
flight(berlin, oslo).
flight(madrid, berlin).
flight(madrid, paris).
flight(dublin, madrid).
