%% SPDX-License-Identifier: Apache-2.0
%% run: --function apply_twice/2
%% bug: erlang-error {answer,_}
-module(callback).
-export([apply_twice/2]).

-spec apply_twice(fun((integer()) -> integer()), integer()) -> integer().
apply_twice(F, X) ->
    Y = F(X),
    Z = F(Y),
    if
        Y > X + 100, Z =:= Y - 7 -> error({answer, Y});
        true -> Z
    end.
