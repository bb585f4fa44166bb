%% SPDX-License-Identifier: Apache-2.0
%% A calculator on a stack, without a spec: its inputs are made of what the module mentions.
%% cuttle run calculator.erl --function run/1 --depth 3
-module(calculator).
-export([run/1]).

run(Program) when is_list(Program) -> step(Program, []).

step([{push, N} | Rest], Stack) when is_integer(N) -> step(Rest, [N | Stack]);
step([add | Rest], [X, Y | Stack]) -> step(Rest, [X + Y | Stack]);
step([divide | Rest], [X, Y | Stack]) -> step(Rest, [Y div X | Stack]);
step([], [Result]) -> {ok, Result};
step(_, _) -> error.
