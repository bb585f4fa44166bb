% SPDX-License-Identifier: Apache-2.0
% Natural numbers in Peano's notation.
% cuttle run nat.pl --goal 'nat(X)' --depth 5
nat(0).
nat(s(X)) :- nat(X).
