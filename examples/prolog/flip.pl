% SPDX-License-Identifier: Apache-2.0
% The mirror image of a binary tree.
% cuttle run flip.pl --goal 'flip(T,F)' --ground 1,2 --depth 2
flip(leaf(X), leaf(X)).
flip(node(L, R), node(FR, FL)) :- flip(L, FL), flip(R, FR).
