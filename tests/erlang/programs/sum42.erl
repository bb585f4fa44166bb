%% SPDX-License-Identifier: Apache-2.0
%% run: --function check/1
%% bug: erlang-error badmatch
-module(sum42).
-export([check/1]).

-spec check([integer()]) -> ok.
check(Numbers) when length(Numbers) > 2 ->
    true = sum(Numbers, 0) =/= 42,
    ok;
check(_) -> ok.

sum([N | Rest], Total) -> sum(Rest, Total + N);
sum([], Total) -> Total.
