%% SPDX-License-Identifier: Apache-2.0
%% main([a, 0, 5, {x, 2}, {y, 2}, {z, 1}]).
-module(raised).
-export([main/1]).

main(L) -> [attempt(X) || X <- L].

attempt(X) ->
    try calc(X) of
        5 -> five;
        N -> N
    catch
        error:badarith:Stack -> {arithmetic, is_list(Stack)};
        error:{case_clause, _} -> clause;
        exit:_ -> left;
        throw:T -> {thrown, T}
    after
        put(count, 1)
    end.

calc({x, N}) -> throw(N);
calc({y, N}) -> exit(N);
calc({Z, _}) -> case Z of never -> 1 end;
calc(X) when is_atom(X) -> catch atom_to_list(X) + 1, catch throw(X);
calc(X) -> 25 div X.
