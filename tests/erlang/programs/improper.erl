%% SPDX-License-Identifier: Apache-2.0
%% run: --function walk/1
%% bug: erlang-error function_clause
-module(improper).
-export([walk/1]).

-spec walk(maybe_improper_list(a | b, a | [])) -> non_neg_integer().
walk([a | Rest]) -> 1 + walk(Rest);
walk([b, b | Rest]) -> walk(Rest);
walk([b]) -> 1;
walk([b | a]) -> 2;
walk([b, a | Rest]) -> walk(Rest);
walk([]) -> 0.
