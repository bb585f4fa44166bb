%% SPDX-License-Identifier: Apache-2.0
%% main(4, [1, 2, 3]).
-module(messages).
-export([main/2]).

main(N, L) ->
    Self = self(),
    Child = spawn(fun() -> serve(Self, N) end),
    [Child ! {add, X} || X <- L],
    Child ! {stop, self()},
    receive
        {total, T} when T > 9 -> {large, T};
        {total, T} -> {small, T}
    after 5000 -> late
    end.

serve(Parent, Sum) ->
    receive
        {add, X} when X > 0 -> serve(Parent, Sum + X);
        {stop, From} when From =:= Parent -> From ! {total, Sum}, receive nothing -> ok after 0 -> done end
    end.
