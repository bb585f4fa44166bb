%% SPDX-License-Identifier: Apache-2.0
%% run: --function ask/1
%% bug: erlang-error {wrong,_}
-module(two).
-export([ask/1]).

-spec ask(integer()) -> integer().
ask(N) ->
    Self = self(),
    Server = spawn(fun() -> serve(Self) end),
    Server ! {double, N},
    receive
        {answer, 86} -> error({wrong, N});
        {answer, A} -> A
    end.

serve(Client) ->
    receive
        {double, N} -> Client ! {answer, 2 * N}
    end.
