%% SPDX-License-Identifier: Apache-2.0
%% What instrumented code calls besides the events: functions whose name is known only at run time, and
%% those that have to do with other processes (cuttle_turns).
-module(cuttle_rt).
-compile({no_auto_import, [halt/0, halt/1, halt/2, spawn/1, spawn/2, spawn/3, spawn/4, spawn_link/1,
                           spawn_link/2, spawn_link/3, spawn_link/4, spawn_monitor/1, spawn_monitor/2,
                           spawn_monitor/3, spawn_monitor/4, spawn_opt/2, spawn_opt/3, spawn_opt/4,
                           spawn_opt/5, hibernate/3]}).
-export([stand_in/3, remote/4, runs_as/1, make_fun/3, calls_back/3, watched/3]).
-export([halt/0, halt/1, halt/2, sleep/1, hibernate/3, send_after/3, send_after/4, start_timer/3, start_timer/4]).
-export([spawn/1, spawn/2, spawn/3, spawn/4, spawn_link/1, spawn_link/2, spawn_link/3, spawn_link/4,
         spawn_monitor/1, spawn_monitor/2, spawn_monitor/3, spawn_monitor/4, spawn_opt/2, spawn_opt/3,
         spawn_opt/4, spawn_opt/5]).
-export([left/1, tell/2]).
-export([wait/1, received/2, timeout/1, child/1, child/3, awake/3]).

%% Functions that would take the machine with them, or leave the instrumented code, have another one in
%% their place.
stand_in(erlang, halt, A) when A =< 2 -> {?MODULE, halt};
stand_in(init, stop, A) when A =< 1 -> {?MODULE, halt};
stand_in(timer, sleep, 1) -> {?MODULE, sleep};
stand_in(erlang, F, A) ->
    Ours = case F of
               make_fun -> A =:= 3;
               hibernate -> A =:= 3;
               _ when F =:= spawn; F =:= spawn_link; F =:= spawn_monitor -> A >= 1 andalso A =< 4;
               spawn_opt -> A >= 2 andalso A =< 5;
               _ when F =:= send_after; F =:= start_timer -> A =:= 3 orelse A =:= 4;
               _ -> false
           end,
    case Ours of true -> {?MODULE, F}; false -> {erlang, F} end;
stand_in(M, F, _) -> {M, F}.

runs_as(M) -> persistent_term:get({cuttle_runs_as, M}, M).

%% M:F(Args), where it was not known before which function that is.
remote(Site, M, F, Args) ->
    case persistent_term:get({cuttle_runs_as, M}, none) of
        none -> opaque(Site, M, F, Args);
        M1 ->
            case is_atom(F) andalso is_list(Args) andalso erlang:is_builtin(M, F, length(Args)) of
                true -> opaque(Site, M, F, Args);
                false -> apply(M1, F, Args)
            end
    end.

opaque(Site, M, F, Args) ->
    {M1, F1, Visible, Names} =
        try
            A = length(Args),
            {M2, F2} = stand_in(M, F, A),
            {M2, F2, cuttle_visible:is(M, F, A), cuttle_visible:names(M, F, A)}
        catch
            error:badarg -> {M, F, false, false}
        end,
    _ = Visible andalso cuttle_visible:before(M, F, Args),
    cuttle_nif:opaque(Site),
    Value = apply(M1, F1, Args),
    _ = Names andalso cuttle_visible:done(M, F, Args, Value),
    cuttle_nif:value(Site, Value),
    Value.

%% Functions that are not followed into, and call funs in the same process.
calls_back(ets, F, 3) -> F =:= foldl orelse F =:= foldr;
calls_back(timer, tc, A) -> A =< 2;
calls_back(_, _, _) -> false.

watched(Site, P, F) when is_function(F, 0) -> fun() -> said(Site, P, F, []) end;
watched(Site, P, F) when is_function(F, 1) -> fun(A) -> said(Site, P, F, [A]) end;
watched(Site, P, F) when is_function(F, 2) -> fun(A, B) -> said(Site, P, F, [A, B]) end;
watched(_, _, Other) -> Other.

said(Site, Position, F, Args) ->
    cuttle_nif:callback(Site, Position, Args),
    Value = apply(F, Args),
    cuttle_nif:returned(Site),
    Value.

make_fun(M, F, A) -> erlang:make_fun(runs_as(M), F, A).

%% The end of the program, not of the machine.
halt() -> ?MODULE:halt(0).
halt(Status) -> ?MODULE:halt(Status, []).
halt(Status, _) ->
    cuttle_nif:flush(),
    cuttle_turns:server() ! {cuttle_halt, self(), Status},
    receive after infinity -> ok end.

%% ---- other processes ----
%%
%% One process of the program runs at a time. The turn goes to another one when this one is going to wait
%% for a message, and when it ends. Between wait/1 and received/2 or timeout/1 is only the `receive'.

%% How long the receive really waits: nobody has to wait for a time that passes without anything happening.
wait(Time) when is_integer(Time), Time >= 0, Time =< 16#ffffffff ->
    case Time =:= 0 andalso cuttle_visible:alone() of
        true -> given_away(0);
        false ->
            cuttle_nif:flush(),
            cuttle_turns:server() ! {cuttle_timed, self(), Time},
            receive {cuttle_at_most, Server, Real} when is_pid(Server) -> Real end
    end;
wait(Time) when Time =/= infinity ->
    %% No time: the receive fails, unless there is a message that it takes.
    case process_info(self(), message_queue_len) of
        {_, 0} -> erlang:error(timeout_value);
        _ ->
            given_away(0),
            Time
    end;
wait(Time) -> given_away(Time).

given_away(Time) ->
    cuttle_nif:flush(),
    cuttle_turns:server() ! {cuttle_wait, self(), Time},
    Time.

received(Site, Message) ->
    Left = left(self()),
    cuttle_visible:wait_turn([]),
    tell(self(), Left),
    cuttle_nif:received(Site, Message).

%% `again': there was no message, and its time has not come.
timeout(Site) ->
    Left = left(self()),
    case cuttle_visible:wait_turn([{look, self()}]) of
        again -> again;
        late ->
            tell(self(), Left),
            cuttle_nif:timeout(Site),
            late
    end.

%% The messages that wait: those that came before the one that was taken were looked at and left there.
left(Pid) ->
    case process_info(Pid, message_queue_len) of
        {_, 0} -> none;
        {_, N} when N =< 64 ->
            case process_info(Pid, messages) of
                {_, Messages} -> {0, Messages};
                undefined -> none
            end;
        {_, _} -> {1, []};
        undefined -> none
    end.

tell(_, none) -> ok;
tell(Pid, {More, Messages}) -> cuttle_nif:mailbox(Pid, More, Messages).

await_turn() -> receive {cuttle_go, Server} when is_pid(Server) -> ok end.

sleep(infinity) ->
    given_away(infinity),
    receive after infinity -> ok end;
sleep(Time) ->
    Real = wait(Time),
    receive after Real -> ok end,
    case cuttle_visible:wait_turn(slept) of
        again -> sleep(Time);
        late -> ok
    end.

hibernate(M, F, Args) ->
    wait(infinity),
    erlang:hibernate(?MODULE, awake, [M, F, Args]).

awake(M, F, Args) ->
    cuttle_visible:wait_turn([]),
    framed(fun() -> apply(runs_as(M), F, Args) end).

%% Whoever waits may be woken: that is no deadlock.
send_after(Time, To, Message) -> timer(Time, erlang:send_after(Time, To, Message)).
send_after(Time, To, Message, Options) -> timer(Time, erlang:send_after(Time, To, Message, Options)).
start_timer(Time, To, Message) -> timer(Time, erlang:start_timer(Time, To, Message)).
start_timer(Time, To, Message, Options) -> timer(Time, erlang:start_timer(Time, To, Message, Options)).

timer(Time, Reference) ->
    cuttle_turns:server() ! {cuttle_timer, Time},
    Reference.

spawn(F) -> started(erlang:spawn(body(F))).
spawn(N, F) when N =:= node() -> spawn(F);
spawn(N, F) -> erlang:spawn(N, F).
spawn(M, F, A) -> started(erlang:spawn(?MODULE, child, mfa(spawn, M, F, A))).
spawn(N, M, F, A) when N =:= node() -> spawn(M, F, A);
spawn(N, M, F, A) -> erlang:spawn(N, M, F, A).

spawn_link(F) -> started(erlang:spawn_link(body(F))).
spawn_link(N, F) when N =:= node() -> spawn_link(F);
spawn_link(N, F) -> erlang:spawn_link(N, F).
spawn_link(M, F, A) -> started(erlang:spawn_link(?MODULE, child, mfa(spawn_link, M, F, A))).
spawn_link(N, M, F, A) when N =:= node() -> spawn_link(M, F, A);
spawn_link(N, M, F, A) -> erlang:spawn_link(N, M, F, A).

spawn_monitor(F) -> started(erlang:spawn_monitor(body(F))).
spawn_monitor(N, F) when N =:= node() -> spawn_monitor(F);
spawn_monitor(N, F) -> erlang:spawn_monitor(N, F).
spawn_monitor(M, F, A) -> started(erlang:spawn_monitor(?MODULE, child, mfa(spawn_monitor, M, F, A))).
spawn_monitor(N, M, F, A) when N =:= node() -> spawn_monitor(M, F, A);
spawn_monitor(N, M, F, A) -> erlang:spawn_monitor(N, M, F, A).

spawn_opt(F, O) -> started(erlang:spawn_opt(body(F), O)).
spawn_opt(N, F, O) when N =:= node() -> spawn_opt(F, O);
spawn_opt(N, F, O) -> erlang:spawn_opt(N, F, O).
spawn_opt(M, F, A, O) -> started(erlang:spawn_opt(?MODULE, child, mfa(spawn_opt, M, F, A), O)).
spawn_opt(N, M, F, A, O) when N =:= node() -> spawn_opt(M, F, A, O);
spawn_opt(N, M, F, A, O) -> erlang:spawn_opt(N, M, F, A, O).

started(Started) ->
    Pid = case Started of {P, _} -> P; P -> P end,
    cuttle_turns:not_alone(),
    cuttle_turns:server() ! {cuttle_spawned, self(), Pid},
    Started.

body(F) when is_function(F, 0) -> fun() -> ?MODULE:child(F) end;
body(F) -> F.  % spawn will complain

%% Wrong arguments fail in the caller, as they should.
mfa(_, M, F, A) when is_atom(M), is_atom(F), length(A) >= 0 -> [M, F, A];
mfa(Function, M, F, A) -> erlang:error(badarg, [Function, M, F, A]).

child(M, F, A) ->
    await_turn(),
    framed(fun() -> apply(runs_as(M), F, A) end).

child(F) ->
    await_turn(),
    framed(F).

%% Tells how the process ends; its links and monitors see what they would see without us.
framed(F) ->
    try F() of
        _ ->
            ending(),
            cuttle_nif:ended(normal)
    catch
        Class:Reason:Stack ->
            ending(),
            cuttle_nif:ended({Class, Reason}),
            cuttle_turns:server() ! {cuttle_crashed, self(), Class, Reason, Stack},
            erlang:raise(Class, Reason, Stack)
    end.

ending() ->
    case cuttle_visible:alone() of
        true -> ok;
        false -> cuttle_visible:wait_turn(cuttle_visible:ending())
    end.
