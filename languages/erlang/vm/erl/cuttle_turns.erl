%% SPDX-License-Identifier: Apache-2.0
%% Which process of the program runs: one at a time, in the order in which they became ready. This is the
%% server's half; cuttle_rt has that of the processes. The messages of a run:
%%
%%   {cuttle_wait, Pid, Time}       gives the turn away and waits for a message, Time at most
%%   {cuttle_timed, Pid, Time}      the same, but waits for {cuttle_at_most, Server, Real} first
%%   {cuttle_ready, Pid}            has got it (or the time is over), waits for {cuttle_go, Server}
%%   {cuttle_spawned, Parent, Pid}  there is one more, which waits for its first turn
%%   {cuttle_crashed, Pid, Class, Reason, Stack}, {cuttle_halt, Pid, Status}, {cuttle_timer, Time}
%%   {cuttle_done, Outcome}         the first process has its result
%%   {cuttle_events, Pid, Bytes}    where there is no NIF
%%
%% Time is not real: who waits for a message and a time, without any message there, is held back until nobody
%% else can go on; then the time of the earliest has come, at once.
%%
%% Plain code sends none of them: there the trace of the machine tells which processes there are.
-module(cuttle_turns).
-export([server/0, run/3, trace/1]).

-record(s, {first, done = none, holder = none, ready = queue:new(),
            members = #{},       % pid => waiting | {waiting, Time} | {held, Until, Time} | ready | running | free | done
            clock = 0, late = 0, % the time that has passed; how often after the end of the first process
            crashes = [], spawned = 0, wake, begun, cpu, limit, plain, idle = 0, ports}).

-define(LOOK, 20).        % milliseconds between looks at what costs time
-define(QUIET_LOOKS, 50). % of a plain program: nobody did anything

server() -> persistent_term:get(cuttle_server).

%% Watches until the run is over. First is a process that waits for its first turn.
%% {Outcome, Crashes, Orphans, Spawned}
run(First, Milliseconds, Plain) ->
    erlang:monitor(process, First),
    Now = now_ms(),
    S = #s{first = First, holder = First, members = #{First => running}, begun = Now, wake = Now,
           cpu = cpu_ms(), limit = Milliseconds, plain = Plain, ports = length(erlang:ports())},
    First ! {cuttle_go, self()},
    loop(S).

%% Of a plain program: the processes that it starts, and how they end.
trace(Pid) -> erlang:trace(Pid, true, [procs, set_on_spawn, {tracer, self()}]).

loop(S0) ->
    case next(S0) of
        {over, Outcome} -> finish(Outcome, S0);
        S -> receive Message -> loop(handle(Message, S)) after pause(S) -> loop(look(S)) end
    end.

%% Somebody is about to say that it is ready.
pause(#s{holder = none, plain = false, idle = 0}) -> 1;
pause(_) -> ?LOOK.

now_ms() -> erlang:monotonic_time(millisecond).
cpu_ms() -> element(1, erlang:statistics(runtime)).

%% ---- what processes say ----

handle({cuttle_events, Pid, Bytes}, S) ->
    cuttle_nif:write(Pid, Bytes),
    S;
handle({cuttle_wait, Pid, Time}, S) -> given_away(Pid, case Time of infinity -> waiting; _ -> {waiting, Time} end, S);
handle({cuttle_timed, Pid, Time}, #s{members = Ms} = S) when is_map_key(Pid, Ms) ->
    given_away(Pid, {held, S#s.clock + Time, Time}, S);
handle({cuttle_timed, Pid, Time}, S) ->
    Pid ! {cuttle_at_most, self(), Time},
    S;
handle({cuttle_ready, Pid}, #s{members = Ms} = S) when is_map_key(Pid, Ms) -> ready(Pid, S);
handle({cuttle_ready, Pid}, S) ->
    Pid ! {cuttle_go, self()},  % started by somebody else: not under our control
    S;
handle({cuttle_spawned, _, Pid}, #s{members = Ms} = S) when is_map_key(Pid, Ms) -> S;
handle({cuttle_spawned, _, Pid}, S) ->
    erlang:monitor(process, Pid),
    ready(Pid, S#s{spawned = S#s.spawned + 1});
handle({cuttle_crashed, Pid, Class, Reason, Stack}, S) -> crashed(Pid, Class, Reason, Stack, S);
handle({cuttle_halt, _, Status}, S) -> S#s{done = {halt, Status}, members = #{}};
handle({cuttle_timer, Time}, S) when is_integer(Time) -> S#s{wake = max(S#s.wake, now_ms() + Time + 100)};
handle({cuttle_done, Outcome}, #s{first = First} = S) ->
    given_away(First, done, S#s{done = Outcome});
handle({'DOWN', _, process, Pid, Reason}, S) -> down(Pid, Reason, S);
handle({trace, _, spawn, Pid, _}, #s{plain = true, members = Ms} = S) ->
    S#s{members = Ms#{Pid => free}, spawned = S#s.spawned + 1};
handle({trace, Pid, exit, Reason}, #s{plain = true, first = First} = S) when Pid =/= First ->
    case Reason of
        {Why, [{_, _, _, _} | _] = Stack} -> gone(Pid, crashed(Pid, error, Why, Stack, S));
        _ -> gone(Pid, crashed(Pid, exit, Reason, [], S))
    end;
handle(_, S) -> S.

ready(Pid, #s{members = Ms, ready = Q} = S) -> S#s{members = Ms#{Pid => ready}, ready = queue:in(Pid, Q)}.

given_away(Pid, State, #s{members = Ms, holder = Holder} = S) when is_map_key(Pid, Ms) ->
    S#s{members = Ms#{Pid => State}, holder = if Holder =:= Pid -> none; true -> Holder end};
given_away(_, _, S) -> S.

gone(Pid, S) ->
    S1 = given_away(Pid, gone, S),
    S1#s{members = maps:remove(Pid, S1#s.members)}.

down(Pid, Reason, #s{first = Pid, done = none} = S) ->
    Outcome = case Reason of
                  killed -> {limit, memory};
                  _ -> {exception, exit, Reason, []}
              end,
    gone(Pid, S#s{done = Outcome});
down(Pid, _, S) -> gone(Pid, S).

%% Only what a developer would call a crash; those who were linked to it die of the same reason.
crashed(_, exit, Reason, _, S) when Reason =:= normal; Reason =:= shutdown; Reason =:= killed; Reason =:= kill -> S;
crashed(_, exit, {shutdown, _}, _, S) -> S;
crashed(_, Class, Reason, Stack, #s{crashes = Known} = S) when length(Known) < 20 ->
    case lists:keymember(Reason, 3, Known) of
        true -> S;
        false -> S#s{crashes = Known ++ [{exception, Class, Reason, Stack}]}
    end;
crashed(_, _, _, _, S) -> S.

%% ---- whose turn it is ----

next(#s{done = {halt, _} = Halt}) -> {over, Halt};
next(#s{done = {limit, _} = Limit}) -> {over, Limit};
next(#s{holder = none, ready = Q, members = Ms} = S) ->
    case queue:out(Q) of
        {{value, Pid}, Rest} when map_get(Pid, Ms) =:= ready ->
            Pid ! {cuttle_go, self()},
            S#s{holder = Pid, ready = Rest, members = Ms#{Pid => running}};
        {{value, _}, Rest} -> next(S#s{ready = Rest});
        {empty, _} -> nobody(S)
    end;
next(S) -> S.

%% Nobody is ready. Whoever has a message it waits for is about to say so; then time goes on; when all are at
%% rest, and the first process has its result, the run is over; when nothing can wake anybody, nothing will.
nobody(#s{plain = true, done = Done, members = Ms} = S) ->
    case Done =/= none andalso at_rest(Ms) andalso no_messages() of
        true -> {over, Done};
        false -> S
    end;
nobody(#s{members = Ms, done = Done} = S) ->
    Held = lists:keysort(2, [{Pid, Until, Time} || {Pid, {held, Until, Time}} <- maps:to_list(Ms)]),
    With_messages = [H || {Pid, _, _} = H <- Held, {message_queue_len, N} <- [process_info(Pid, message_queue_len)], N > 0],
    At_rest = at_rest(Ms) andalso no_messages(),
    if
        not At_rest -> S;
        %% They may be other ones than it waits for. It is the earliest, or has to wait in real time.
        With_messages =/= [], hd(With_messages) =/= hd(Held) ->
            {Pid, _, Time} = hd(With_messages),
            let_wait(Pid, Time, S);
        Held =/= [], S#s.late < 20 -> pass_time(hd(Held), S);
        Done =/= none -> {over, Done};
        true -> stuck(S)
    end.

let_wait(Pid, Time, #s{members = Ms} = S) ->
    Pid ! {cuttle_at_most, self(), Time},
    S#s{members = Ms#{Pid => {waiting, Time}}, idle = 0}.

%% Others may send messages in real time: timers, ports.
pass_time({Pid, Until, Time}, #s{clock = Clock, done = Done} = S) ->
    Late = if Done =:= none -> 0; true -> S#s.late + 1 end,
    Real = case alone(S) of true -> 0; false -> Time end,
    let_wait(Pid, Real, S#s{clock = max(Clock, Until), late = Late}).

alone(S) -> S#s.wake =< now_ms() andalso length(erlang:ports()) =< S#s.ports.

stuck(#s{members = Ms} = S) ->
    Timed = lists:any(fun({waiting, _}) -> true; (_) -> false end, maps:values(Ms)),
    case not Timed andalso alone(S) andalso S#s.idle > 1 of
        true -> {over, deadlock};
        false -> S
    end.

at_rest(Ms) ->
    lists:all(fun({_, done}) -> true;
                 ({Pid, _}) ->
                      case process_info(Pid, status) of
                          {status, waiting} -> true;
                          undefined -> true;
                          _ -> false
                      end
              end, maps:to_list(Ms)).

no_messages() -> {message_queue_len, 0} =:= process_info(self(), message_queue_len).

%% ---- time ----

look(S) ->
    Cpu = cpu_ms() - S#s.cpu,
    Clock = now_ms() - S#s.begun,
    Quiet = at_rest(S#s.members),
    Idle = if Quiet -> S#s.idle + 1; true -> 0 end,
    if
        Cpu > S#s.limit; Clock > 10 * S#s.limit; Quiet andalso Clock > 3 * S#s.limit -> S#s{done = {limit, time}};
        S#s.plain andalso Idle > ?QUIET_LOOKS andalso S#s.done =:= none -> S#s{done = {limit, waiting}};
        S#s.plain andalso S#s.done =/= none andalso Idle > 1 -> S#s{holder = none, idle = Idle};
        true -> blocked(S#s{idle = Idle})
    end.

%% The one whose turn it is waits inside of code that is not instrumented: the others go on.
blocked(#s{holder = Pid, idle = Idle, plain = false} = S) when is_pid(Pid), Idle > 0 ->
    case process_info(Pid, status) of
        {status, waiting} -> given_away(Pid, {waiting, unknown}, S);
        _ -> S
    end;
blocked(S) -> S.

%% What processes have not taken at the end may be why they wait.
finish(Outcome, #s{members = Ms, crashes = Crashes, spawned = Spawned, plain = Plain}) ->
    Waiting = [Pid || {Pid, State} <- lists:sort(maps:to_list(Ms)), is_waiting(State)],
    [cuttle_rt:tell(Pid, cuttle_rt:left(Pid)) || Pid <- Waiting, not Plain],
    Orphans = lists:sum([N || Pid <- maps:keys(Ms), {message_queue_len, N} <- [process_info(Pid, message_queue_len)]]),
    {Outcome, Crashes, Orphans, Spawned}.

is_waiting(waiting) -> true;
is_waiting({waiting, Time}) -> Time =/= unknown;
is_waiting({held, _, _}) -> true;
is_waiting(_) -> false.
