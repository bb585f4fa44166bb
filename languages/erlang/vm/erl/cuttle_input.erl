%% SPDX-License-Identifier: Apache-2.0
%% Inputs that are no plain data. The tool sends them as {'$cuttle', Kind, ..}:
%%
%%   {'$cuttle', 'fun', Arity, Results}   returns Results in order for each new list of arguments, the
%%                                        last one for all later ones, and the same for the same
%%   {'$cuttle', pid, N}, {'$cuttle', reference, N}
-module(cuttle_input).
-export([term/1]).

term({'$cuttle', 'fun', Arity, Results}) -> function(Arity, make_ref(), [term(R) || R <- Results]);
term({'$cuttle', pid, N}) -> element(1, remembered({pid, N}, fun() -> {spawn(fun() -> receive stop -> ok end end)} end));
term({'$cuttle', reference, N}) -> element(1, remembered({reference, N}, fun() -> {make_ref()} end));
term(T) when is_tuple(T) -> list_to_tuple([term(E) || E <- tuple_to_list(T)]);
term([H | T]) -> [term(H) | term(T)];
term(M) when is_map(M) -> maps:from_list([{term(K), term(V)} || {K, V} <- maps:to_list(M)]);
term(T) -> T.

remembered(Key, Make) ->
    case get({cuttle_input, Key}) of
        undefined ->
            Value = Make(),
            put({cuttle_input, Key}, Value),
            Value;
        Value -> Value
    end.

function(0, Id, Rs) -> fun() -> answer(Id, [], Rs) end;
function(1, Id, Rs) -> fun(A) -> answer(Id, [A], Rs) end;
function(2, Id, Rs) -> fun(A, B) -> answer(Id, [A, B], Rs) end;
function(3, Id, Rs) -> fun(A, B, C) -> answer(Id, [A, B, C], Rs) end;
function(4, Id, Rs) -> fun(A, B, C, D) -> answer(Id, [A, B, C, D], Rs) end;
function(_, Id, Rs) -> fun(A, B, C, D, E) -> answer(Id, [A, B, C, D, E], Rs) end.

%% The table lives in the process that asks first.
answer(Id, Args, Results) ->
    Known = case get({cuttle_fun, Id}) of undefined -> []; K -> K end,
    case [R || {Same, R} <- Known, Same =:= Args] of
        [Result] -> Result;
        [] ->
            N = min(length(Known) + 1, length(Results)),
            Result = lists:nth(N, Results),
            put({cuttle_fun, Id}, [{Args, Result} | Known]),
            Result
    end.
