%% SPDX-License-Identifier: Apache-2.0
%% Do instrumented modules behave as the plain ones? For each module all exported functions are called with
%% arguments from a pool, in both codes. Prints a line for each difference, and a summary.
-module(compare).
-export([compile/1, run/1]).

%% Instruments all modules of an application; those that fail are printed.
compile([Application]) ->
    Folder = filename:join(code:lib_dir(list_to_atom(Application)), "ebin"),
    Modules = [list_to_atom(filename:rootname(F)) || F <- lists:sort(filelib:wildcard("*.beam", Folder))],
    Failed = [M || M <- Modules, not compiles(M)],
    io:format("~p modules, ~p failed: ~p~n", [length(Modules), length(Failed), Failed]),
    halt(length(Failed)).

compiles(M) ->
    try build(M) of
        _ -> true
    catch
        throw:{error, _, _} -> true;  % no debug information: it runs as it is
        Class:Reason:Stack ->
            io:format("~p: ~p ~P~n~P~n", [M, Class, Reason, 20, Stack, 20]),
            false
    end.

policy() ->
    {ok, Text} = file:read_file(os:getenv("MODELS")),
    cuttle_policy:new([], cuttle_prepare:models(Text)).

build(M) ->
    #{forms := Forms, file := File} = cuttle_source:library(M),
    Base = filename:join(os:getenv("OUT"), atom_to_list(M)),
    Info = cuttle_prepare:build(M, Forms, File, Base, policy()),
    {Base ++ ".beam", Info}.

%% ---- the same calls in both codes ----

run([Seed, Calls | Names]) ->
    rand:seed(exsss, list_to_integer(Seed)),
    persistent_term:put(cuttle_server, spawn(fun sink/0)),
    persistent_term:put(cuttle_others, atomics:new(1, [])),
    cuttle_visible:forgotten(),
    Modules = [list_to_atom(N) || N <- Names],
    Loaded = load(Modules, []),
    Each = list_to_integer(Calls),
    Results = [compare(M, F, A, Each) || M <- Modules, {F, A} <- lists:sort(M:module_info(exports)),
                                         F =/= module_info, not skipped(M, F, A)],
    Different = lists:sum([D || {_, _, D} <- Results]),
    io:format("~p modules, ~p functions, ~p calls, ~p returned, ~p different~n",
              [length(Loaded), length(Results), Each * length(Results), lists:sum([R || {_, R, _} <- Results]), Different]),
    halt(min(Different, 100)).

sink() -> receive _ -> sink() end.

load([], Done) -> Done;
load([M | Rest], Done) ->
    Known = lists:member(M, Done) orelse not cuttle_policy:is_library(M),
    case Known of
        true -> load(Rest, Done);
        false ->
            {Beam, #{calls := Called}} = build(M),
            As = cuttle_policy:runs_as(M, none),
            {ok, Bytes} = file:read_file(Beam),
            {module, As} = code:load_binary(As, Beam, Bytes),
            persistent_term:put({cuttle_runs_as, M}, As),
            load(Called ++ Rest, [M | Done])
    end.

%% What gives another answer each time, or has effects.
skipped(_, _, A) when A > 5 -> true;
skipped(calendar, F, _) -> lists:member(F, [local_time, universal_time, now_to_datetime, system_time_to_local_time,
                                            system_time_to_universal_time, local_time_to_universal_time,
                                            local_time_to_universal_time_dst, universal_time_to_local_time,
                                            now_to_local_time, now_to_universal_time, rfc3339_to_system_time,
                                            system_time_to_rfc3339]);
skipped(_, _, _) -> false.

compare(M, F, A, Times) ->
    As = cuttle_policy:runs_as(M, none),
    Pairs = [begin
                 Args = [argument() || _ <- lists:seq(1, A)],
                 {Args, outcome(M, F, Args), outcome(As, F, Args)}
             end || _ <- lists:seq(1, Times)],
    Different = [P || {_, Plain, Ours} = P <- Pairs, Plain =/= late, Ours =/= late, Plain =/= Ours],
    [io:format("~p:~p~p~n  plain: ~P~n  ours:  ~P~n", [M, F, Args, P, 30, O, 30])
     || {Args, P, O} <- lists:sublist(Different, 3)],
    {A, length([ok || {_, {ok, _}, _} <- Pairs]), length(Different)}.

outcome(M, F, Args) ->
    Limits = [monitor, {max_heap_size, #{size => 4000000, kill => true, error_logger => false}}],
    {Pid, Ref} = spawn_opt(fun() -> exit(try {ok, plain(apply(M, F, Args))} catch C:R -> {C, plain(R)} end) end, Limits),
    receive
        {'DOWN', Ref, process, Pid, killed} -> late;
        {'DOWN', Ref, process, Pid, Result} -> Result
    after 5000 ->
        exit(Pid, kill),
        receive {'DOWN', Ref, process, Pid, _} -> late end
    end.

%% Funs and references are never equal.
plain(F) when is_function(F) -> {'fun', erlang:fun_info(F, arity)};
plain(R) when is_reference(R) -> reference;
plain(T) when is_tuple(T) -> list_to_tuple(plain(tuple_to_list(T)));
plain([H | T]) -> [plain(H) | plain(T)];
plain(M) when is_map(M) -> maps:from_list(plain(maps:to_list(M)));
plain(T) -> T.

argument() ->
    Pool = pool(),
    element(rand:uniform(tuple_size(Pool)), Pool).

pool() ->
    {0, 1, 2, -1, 7, 3.5, a, b, true, [], [1], [3, 1, 2], [c, a, b], "hello World", "12", [{a, 1}, {b, 2}],
     [{1, x}, {2, y, z}, a], [[1, 2], [3]], ["ab", $c], {}, {a}, {1, 2}, {a, 1, b}, {2020, 2, 29}, {{2021, 3, 1}, {1, 2, 3}},
     <<>>, <<"abc">>, <<"a b,c">>, <<"aGVsbG8=">>, <<1:3>>, #{}, #{a => 1}, #{1 => b, c => d},
     fun() -> 1 end, fun(X) -> X end, fun(X) -> X > 1 end, fun(X) -> {X, X} end, fun(X, Y) -> X =< Y end, fun(X, Y) -> [X | Y] end,
     fun(_, V) -> V end, fun(X, Y, Z) -> {X, Y, Z} end, fun(_, _, Acc) -> Acc end, self(),
     gb_trees:from_orddict([{1, a}, {2, b}, {5, c}]), gb_sets:from_list([1, 2, 3]), gb_sets:from_list([a, b]),
     dict:from_list([{a, 1}, {b, 2}]), sets:from_list([1, 2, 3]), queue:from_list([1, 2, 3]), array:from_list([1, 2, 3]),
     [1, 2, 3 | 4], "http://a.b:80/c?d=e#f", [{a, 2}, {a, 1}, b], 1 bsl 70, infinity, trailing, both, all}.
