% SPDX-License-Identifier: Apache-2.0
% Roman numerals.
% cuttle run roman.pl --goal 'roman(N,R)' --type 1:'between(0,20)'
%! roman(+N:nonneg, -Numeral:list)
roman(N, R) :- N > 0, digits(N, R).

digits(0, []).
digits(N, [D|Ds]) :-
    N > 0,
    value(D, V),
    N >= V,
    !,
    M is N-V,
    digits(M, Ds).

value(x, 10).
value(ix, 9).
value(v, 5).
value(iv, 4).
value(i, 1).
