%% SPDX-License-Identifier: Apache-2.0
%% Runs the program again and again, as the tool asks for it. Each run has a process of its own, with
%% bounds; whatever it leaves behind (processes, names, tables, messages) is cleaned away after it.
-module(cuttle_server).
-export([main/0, run/5]).

-define(HELLO, 1).
-define(RUN, 2).
-define(STARTED, 3).
-define(DONE, 4).

%% The plan is #{version, code => instrumented | turns | plain, modules => [{Module, RunsAs, BeamFile, Key, FirstCoveragePoint}]}.
main() ->
    [PlanFile] = init:get_plain_arguments(),
    logger:set_primary_config(level, none),
    process_flag(priority, high),
    persistent_term:put(cuttle_server, self()),
    {ok, Bytes} = file:read_file(PlanFile),
    #{version := Version, code := Code, modules := Modules} = binary_to_term(Bytes),
    ok = cuttle_nif:attach(),
    persistent_term:put(cuttle_others, atomics:new(1, [])),
    cuttle_visible:forgotten(),
    lists:foreach(fun load/1, Modules),
    %% What is loaded at first use would be told from what a run leaves behind.
    [code:ensure_loaded(M) || M <- [io_lib, io_lib_pretty, io_lib_format, queue, unicode, cuttle_input, cuttle_answer]],
    %% What was there before belongs to the machine.
    put(machine_processes, maps:from_keys(processes(), true)),
    put(machine_tables, maps:from_keys(ets:all(), true)),
    cuttle_nif:control_send(?HELLO, Version),
    loop(Code).

load({Module, RunsAs, File, Key, Base}) ->
    persistent_term:put({cuttle_runs_as, Module}, RunsAs),
    cuttle_nif:base(Key, Base),
    {ok, Beam} = file:read_file(File),
    code:unstick_mod(RunsAs),
    code:purge(RunsAs),
    {module, RunsAs} = code:load_binary(RunsAs, unicode:characters_to_list(File), Beam).

loop(Code) ->
    case cuttle_nif:control_receive() of
        ?RUN ->
            cuttle_nif:control_send(?STARTED, 0),
            {run, M, F, Args, Limits} = binary_to_term(cuttle_nif:request()),
            reply(run(M, F, Args, Limits, Code)),
            cuttle_nif:control_send(?DONE, 0),
            loop(Code);
        _ -> erlang:halt(0, [{flush, false}])
    end.

reply(Answer) ->
    Bytes = term_to_binary(cuttle_answer:portable(Answer)),
    case cuttle_nif:answer(Bytes) of
        ok -> ok;
        too_large -> cuttle_nif:answer(term_to_binary(cuttle_answer:shortened(Answer)))
    end.

%% {Outcome, Crashes, Orphans, Spawned, Killed}, where the outcome is
%% {ok, Value} | {exception, Class, Reason, Stack} | {limit, time | memory | waiting} | {halt, Status} | deadlock | redundant
run(M, F, Args0, #{milliseconds := Time, words := Words} = Schedule, Code) ->
    %% Of all processes that are made from now on.
    erlang:system_flag(max_heap_size, #{size => Words, kill => true, error_logger => false}),
    RunsAs = persistent_term:get({cuttle_runs_as, M}, M),
    Server = self(),
    First = spawn(fun() ->
        Args = [cuttle_input:term(A) || A <- Args0],
        receive {cuttle_go, Server} -> ok end,
        Outcome = outcome(RunsAs, F, Args),
        Server ! {cuttle_done, Outcome},
        receive after infinity -> ok end
    end),
    cuttle_visible:forgotten(),
    case Code of
        plain -> cuttle_turns:trace(First);
        turns -> ok;
        instrumented -> cuttle_nif:record(1)
    end,
    Answer = cuttle_turns:run(First, Time, Code =:= plain, Schedule),
    cuttle_nif:record(0),
    finish([First]),
    Answer.

outcome(M, F, Args) ->
    try apply(M, F, Args) of
        Value ->
            cuttle_nif:ended(normal),
            {ok, Value}
    catch
        Class:Reason:Stack ->
            cuttle_nif:ended({Class, Reason}),
            {exception, Class, Reason, Stack}
    end.

%% A process that is killed may have started another one just before.
finish([]) ->
    Tables = get(machine_tables),
    [catch ets:delete(T) || T <- ets:all(), not is_map_key(T, Tables)],
    flush();
finish(Pids) ->
    Watched = [erlang:monitor(process, P) || P <- Pids],
    [exit(P, kill) || P <- Pids],
    [receive {'DOWN', Ref, process, _, _} -> ok end || Ref <- Watched],
    Before = get(machine_processes),
    finish([P || P <- processes(), not is_map_key(P, Before)]).

flush() -> receive _ -> flush() after 0 -> ok end.
