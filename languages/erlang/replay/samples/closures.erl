%% SPDX-License-Identifier: Apache-2.0
%% main(3, [1, 2, 3]).
-module(closures).
-export([main/2]).

main(N, L) ->
    Add = fun(X) when is_integer(X) -> X + N; (_) -> N end,
    Loop = fun Self([], Acc) -> Acc; Self([H | T], Acc) -> Self(T, Add(H) + Acc) end,
    Squares = [X * X || X <- L, X > 1],
    {Loop(Squares, 0), apply(fun erlang:max/2, [N, 3]), #{n => N}, <<N:16>>}.
