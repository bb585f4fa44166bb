%% SPDX-License-Identifier: Apache-2.0
%% run: --function command/1
%% bug: erlang-error {reserved,_}
-module(atoms).
-export([command/1]).

-spec command(string()) -> atom().
command([C | _] = Text) when C >= $a, C =< $z, length(Text) =:= 4 ->
    case list_to_atom(Text) of
        stop -> error({reserved, stop});
        Other -> Other
    end;
command(_) -> none.
