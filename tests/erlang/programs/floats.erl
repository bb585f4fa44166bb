%% SPDX-License-Identifier: Apache-2.0
%% run: --function area/2
%% bug: erlang-error {area,_}
-module(floats).
-export([area/2]).

-spec area(float(), float()) -> float().
area(W, H) when W > 0.0, H > W ->
    A = 2.5 * W + 1.25,
    if
        A =:= 13.75, H < 5.5 -> error({area, A});
        true -> A * H
    end;
area(_, _) -> 0.0.
