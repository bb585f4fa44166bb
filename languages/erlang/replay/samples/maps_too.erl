%% SPDX-License-Identifier: Apache-2.0
%% main(#{name => "x", count => 4, {a, 1} => 2}, count).
-module(maps_too).
-export([main/2]).

main(#{name := Name} = M, Key) ->
    case M of
        #{Key := N} when N > 3 -> changed(M#{Key := N * 2, new => Name});
        #{Key := _} -> small;
        _ when is_map_key(other, M) -> other;
        #{} -> map_get(missing, M)
    end;
main(#{}, _) -> nameless.

changed(#{new := [C | _], count := N} = M) when C > $a -> {map_size(M), N, maps:put(more, C, M)};
changed(M) -> maps:remove(new, M).
