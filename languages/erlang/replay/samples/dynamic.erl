%% SPDX-License-Identifier: Apache-2.0
%% main(dynamic, twice, [3, 1, 2]).
-module(dynamic).
-export([main/3, twice/1, less/2]).

main(M, F, L) ->
    A = M:F(hd(L)),
    B = apply(M, less, tl(L)),
    C = map(fun ?MODULE:twice/1, L),
    G = fun M:twice/1,
    D = fold(fun erlang:'+'/2, 0, L),
    Op = case F of twice -> '*'; _ -> '+' end,
    Length = erlang:Op(length(L), 2),
    {A, B, C, G(1), D, apply(fun(X, Y) -> X - Y end, [D, 1]), Length}.

map(F, [X | Rest]) -> [F(X) | map(F, Rest)];
map(_, []) -> [].

fold(F, Acc, [X | Rest]) -> fold(F, F(X, Acc), Rest);
fold(_, Acc, []) -> Acc.

twice(X) -> 2 * X.
less(X, Y) when X < Y -> less;
less(_, _) -> more.
