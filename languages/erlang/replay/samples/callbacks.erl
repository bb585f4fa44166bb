%% SPDX-License-Identifier: Apache-2.0
%% main(callbacks, [3, 1, 2]).
-module(callbacks).
-export([main/2, twice/1]).

main(M, L) ->
    Table = ets:new(table, [ordered_set]),
    [ets:insert(Table, {X}) || X <- L],
    Sum = ets:foldl(fun({X}, Acc) when X > 1 -> X + Acc; (_, Acc) -> Acc end, 0, Table),
    {_, Found} = timer:tc(fun() -> found(Sum) end),
    F = fun M:twice/1,
    case F(Sum) of
        10 -> {ten, Found};
        _ -> Found
    end.

found(5) -> five;
found(_) -> other.

twice(X) -> 2 * X.
