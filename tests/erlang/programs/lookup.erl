%% SPDX-License-Identifier: Apache-2.0
%% run: --function price/1
%% bug: erlang-error {badkey,_}
-module(lookup).
-export([price/1]).

-spec price(#{item := atom(), count => integer(), discount => integer()}) -> integer().
price(#{item := apple, count := N} = Order) when N > 10 ->
    N * 3 - maps:get(discount, Order);
price(#{item := apple} = Order) -> maps:get(count, Order, 1) * 3;
price(#{item := _}) -> 0.
