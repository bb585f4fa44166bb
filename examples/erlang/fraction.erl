%% SPDX-License-Identifier: Apache-2.0
%% Fractions. A sum has a bug that needs the right denominators.
%% cuttle run fraction.erl --function add/2
-module(fraction).
-export([add/2]).

-type fraction() :: {integer(), pos_integer()}.

-spec add(fraction(), fraction()) -> fraction().
add({N, D}, {M, D}) -> {N + M, D};
add({N, D}, {M, E}) when E rem D =:= 0 -> {N * (E div D) + M, E};
add({N, D}, {M, E}) -> {N * E + M * D, D * E div (D + E - 12)}.
