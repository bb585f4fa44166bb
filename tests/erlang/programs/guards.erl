%% SPDX-License-Identifier: Apache-2.0
%% run: --function check/2
%% bug: erlang-error boom
-module(guards).
-export([check/2]).

-spec check(integer(), integer()) -> atom().
check(X, Y) when X rem 17 =:= 5, X div 17 =:= 11, Y bsl 3 =:= X + 24, Y band 1 =:= 1 -> error(boom);
check(X, _) when X bsr 4 > 100 -> large;
check(_, _) -> small.
