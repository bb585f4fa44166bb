%% SPDX-License-Identifier: Apache-2.0
%% main("12").
-module(caught).
-export([main/1]).

main(Text) ->
    try convert(Text) of
        N when N > 100 -> large;
        _ -> small
    catch
        error:badarg -> none;
        throw:{bad, What} -> What
    after
        put(done, true)
    end.

convert([]) -> throw({bad, empty});
convert([C | _] = Text) when C >= $0 -> list_to_integer(Text);
convert(Text) -> case catch hd(Text) of {'EXIT', _} -> 0; V -> V end.
