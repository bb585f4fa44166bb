%% SPDX-License-Identifier: Apache-2.0
%% run: --function withdraw/2
%% bug: erlang-bad-return
-module(account).
-export([withdraw/2]).

-record(account, {owner :: atom(), balance = 0 :: non_neg_integer(), limit = 0 :: 0..500}).

-spec withdraw(#account{}, pos_integer()) -> {ok, #account{}} | {error, short}.
withdraw(#account{balance = B} = A, Sum) when Sum =< B -> {ok, A#account{balance = B - Sum}};
withdraw(#account{balance = B, limit = L} = A, Sum) when Sum - B < L div 7, L rem 7 =:= 3 ->
    {ok, A#account{balance = B - Sum}};
withdraw(#account{}, _) -> {error, short}.
