% SPDX-License-Identifier: Apache-2.0
% Addition and multiplication of Peano numbers.
% cuttle run peano.pl --goal 'mult(X,Y,Z)' --ground 1,2
add(0, Y, Y).
add(s(X), Y, s(Z)) :- add(X, Y, Z).

mult(0, _, 0).
mult(s(X), Y, Z) :- mult(X, Y, W), add(Y, W, Z).
