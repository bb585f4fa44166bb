%% SPDX-License-Identifier: Apache-2.0
%% Work for the benchmark: what is sorted or stored is the same each time.
-module(work).
-export([main/2]).

%% The milliseconds of CPU time that it took.
main(Work, N) ->
    {Before, _} = statistics(runtime),
    _ = work(Work, N),
    {After, _} = statistics(runtime),
    After - Before.

work(trees, N) -> gb_trees:size(lists:foldl(fun(X, T) -> gb_trees:enter(X, X, T) end, gb_trees:empty(), numbers(N, 1)));
work(sort, N) -> length(lists:sort(numbers(N, 1)));
work(quick, N) -> length(quick(numbers(N, 1)));
work(binary, N) -> erlang:crc32(<< <<(X band 255)>> || X <- numbers(N, 1) >>);
work(loop, N) -> loop(N, 0).

numbers(0, _) -> [];
numbers(N, X) -> [X | numbers(N - 1, (X * 1103515245 + 12345) band 16#7fffffff)].

quick([]) -> [];
quick([P | L]) -> quick([X || X <- L, X < P]) ++ [P | quick([X || X <- L, X >= P])].

loop(0, Sum) -> Sum;
loop(N, Sum) when N rem 2 =:= 0 -> loop(N - 1, Sum + N);
loop(N, Sum) -> loop(N - 1, Sum - N).
