%% SPDX-License-Identifier: Apache-2.0
%% run: --function parse/1
%% bug: erlang-error {found,_}
-module(parser).
-export([parse/1]).

-spec parse(string()) -> {ok, string()} | error.
parse("cu" ++ Rest) -> tail(Rest);
parse(_) -> error.

tail([C, D | Rest]) when C - $a =:= 19, D =:= C -> error({found, Rest});
tail(Rest) -> {ok, Rest}.
