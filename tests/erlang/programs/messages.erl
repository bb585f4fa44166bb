%% SPDX-License-Identifier: Apache-2.0
%% run: --function eval/1
%% bug: erlang-error badarith
-module(messages).
-export([eval/1]).

%% An interpreter of tagged messages without a spec: the division fails when the divisor is computed to be zero.
eval({num, N}) when is_integer(N) -> N;
eval({add, A, B}) -> eval(A) + eval(B);
eval({'div', A, B}) -> eval(A) div eval(B);
eval(_) -> 1.
