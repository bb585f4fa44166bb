%% SPDX-License-Identifier: Apache-2.0
%% main([40, 1, 1]).
-module(sum).
-export([main/1]).

main(L) ->
    case sum(L) of
        42 when length(L) =:= 3 -> error(found);
        _ -> ok
    end.

sum([]) -> 0;
sum([X | Rest]) when is_integer(X) -> X + sum(Rest).
