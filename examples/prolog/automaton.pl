% SPDX-License-Identifier: Apache-2.0
% A finite automaton: words over a and b with an even number of a's.
% cuttle run automaton.pl --goal 'accept(W)' --depth 4
accept(Word) :- run(even, Word).

run(State, []) :- final(State).
run(State, [Symbol|Rest]) :- step(State, Symbol, Next), run(Next, Rest).

final(even).

step(even, a, odd).
step(even, b, even).
step(odd, a, even).
step(odd, b, odd).
