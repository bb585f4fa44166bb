%% SPDX-License-Identifier: Apache-2.0
%% main([{deposit, 50}, {withdraw, 20}, close], 7).
-module(records).
-export([main/2]).
-record(account, {owner, balance = 0 :: integer(), open = true :: boolean()}).

main(Orders, Owner) ->
    Account = fold(fun order/2, #account{owner = Owner}, Orders),
    case Account of
        #account{open = false, balance = B} when B =:= 30 -> {closed, Account#account.owner};
        #account{balance = B} when is_record(Account, account) -> B
    end.

fold(F, Acc, [X | Rest]) -> fold(F, F(X, Acc), Rest);
fold(_, Acc, []) -> Acc.

order({deposit, N}, #account{balance = B} = A) when N > 0 -> A#account{balance = B + N};
order({withdraw, N}, #account{balance = B} = A) when N =< B -> A#account{balance = B - N};
order(close, A) -> A#account{open = false}.
