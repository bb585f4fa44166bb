%% SPDX-License-Identifier: Apache-2.0
%% Which process of the program runs: one at a time. This is the server's half; cuttle_rt and cuttle_visible have that
%% of the processes. The messages of a run:
%%
%%   {cuttle_wait, Pid, Time}       gives the turn away and waits for a message, Time at most
%%   {cuttle_timed, Pid, Time}      the same, but waits for {cuttle_at_most, Server, Real} first
%%   {cuttle_ready, Pid, Touches}   is about to do something that others notice, has got its message (nothing is
%%                                  touched), or has got none (`slept' or that it looked): waits for
%%                                  {cuttle_go, Server}, or {cuttle_again, Server} if it is to wait on
%%   {cuttle_spawned, Parent, Pid}  there is one more, which waits for its first turn
%%   {cuttle_crashed, Pid, Class, Reason, Stack}, {cuttle_halt, Pid, Status}, {cuttle_timer, Time}
%%   {cuttle_done, Outcome}         the first process has its result
%%   {cuttle_events, Pid, Bytes}    where there is no NIF
%%
%% Once there are several processes each turn is a race, which cuttle_order decides. Before it all are at rest:
%% who waits for a message that is there has taken it. Time is not real: a time-out is late, it fires when nobody else
%% can go on; then the time of the earliest has come, at once. Where it is short, it is also one that could go on.
%%
%% Plain code sends none of them: there the trace of the machine tells which processes there are.
-module(cuttle_turns).
-export([server/0, run/4, trace/1, not_alone/0]).

-record(s, {first, done = none, holder = none, order, early,
            %% pid => running | waiting | {waiting, Time} | {ready, Touches, Early} | done | free
            %%      | {held, Until, Time, Seen} | {looking, Until, Time, Seen}: Seen messages were looked at
            members = #{}, numbers = #{}, % pid => how many came before
            clock = 0, late = 0, % the time that has passed; how often after the end of the first process
            crashes = [], spawned = 0, killed = 0, turns = 0, wake, begun, cpu, limit, plain, idle = 0, ports}).

-define(LOOK, 20).        % milliseconds between looks at what costs time
-define(QUIET_LOOKS, 50). % of a plain program: nobody did anything

server() -> persistent_term:get(cuttle_server).

%% The program has more than one process.
not_alone() -> atomics:put(persistent_term:get(cuttle_others), 1, 1).

%% Watches until the run is over. First is a process that waits for its first turn.
%% {Outcome, Crashes, Orphans, Spawned, Killed}
run(First, Milliseconds, Plain, #{early := Early} = Schedule) ->
    erlang:monitor(process, First),
    Now = now_ms(),
    atomics:put(persistent_term:get(cuttle_others), 1, 0),
    S = #s{first = First, holder = First, members = #{First => running}, numbers = #{First => 0}, begun = Now, wake = Now,
           cpu = cpu_ms(), limit = Milliseconds, plain = Plain, ports = length(erlang:ports()),
           order = cuttle_order:new(First, Schedule), early = Early},
    First ! {cuttle_go, self()},
    loop(S).

%% Of a plain program: the processes that it starts, and how they end.
trace(Pid) -> erlang:trace(Pid, true, [procs, set_on_spawn, {tracer, self()}]).

loop(#s{turns = Turns} = S) when Turns > 256 -> loop(look(S#s{turns = 0}));
loop(S0) ->
    case next(S0) of
        {over, Outcome, S} -> finish(Outcome, S);
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
handle({cuttle_timed, Pid, Time}, #s{members = Ms, clock = Clock} = S) when is_map_key(Pid, Ms) ->
    Held = case map_get(Pid, Ms) of
               {again, Until, Seen} -> {held, Until, Time, Seen};
               _ -> {held, Clock + Time, Time, 0}
           end,
    given_away(Pid, Held, S);
handle({cuttle_timed, Pid, Time}, S) ->
    Pid ! {cuttle_at_most, self(), Time},
    S;
handle({cuttle_ready, Pid, Touches}, #s{members = Ms} = S) when is_map_key(Pid, Ms) ->
    ready(Pid, map_get(Pid, Ms), Touches, S);
handle({cuttle_ready, Pid, _}, S) ->
    Pid ! {cuttle_go, self()},  % started by somebody else: not under our control
    S;
handle({cuttle_spawned, _, Pid}, #s{members = Ms} = S) when is_map_key(Pid, Ms) -> S;
handle({cuttle_spawned, Parent, Pid}, #s{spawned = N, numbers = Numbers, order = Order, members = Ms} = S) ->
    erlang:monitor(process, Pid),
    S#s{spawned = N + 1, numbers = Numbers#{Pid => N + 1}, order = cuttle_order:started(Parent, Pid, Order),
        members = Ms#{Pid => {ready, [], false}}};
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

%% It only looked whether there is a message: no, and it waits on.
ready(Pid, {looking, Until, _, Seen}, Touches, #s{members = Ms} = S) when Touches =/= [] ->
    Pid ! {cuttle_again, self()},
    S#s{members = Ms#{Pid => {again, Until, Seen}}};
ready(Pid, State, Touches, #s{early = Early} = S) ->
    Short = case State of
                {looking, _, Time, _} -> Time =< Early;
                {waiting, _} -> Touches =/= [];
                _ -> false
            end,
    given_away(Pid, {ready, case Touches of slept -> []; _ -> Touches end, Short}, S).

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
down(Pid, _, #s{holder = Pid} = S) -> gone(Pid, S);
%% Another one ended it. It could have come further, or less far.
down(Pid, _, #s{killed = Killed} = S) -> gone(Pid, S#s{killed = Killed + 1}).

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

next(#s{done = {halt, _} = Halt} = S) -> {over, Halt, S};
next(#s{done = {limit, _} = Limit} = S) -> {over, Limit, S};
next(#s{holder = none, plain = true, done = Done, members = Ms} = S) ->
    case Done =/= none andalso at_rest(Ms) andalso no_messages() of
        true -> {over, Done, S};
        false -> S
    end;
next(#s{holder = none} = S) -> settle(S, 1000);
next(S) -> S.

%% Until all that are about to say something have said it: they need the processor for that.
settle(S0, Patience) ->
    case said(S0) of
        #s{done = {halt, _}} = S -> next(S);
        S ->
            case at_rest(S#s.members) andalso no_messages() of
                true ->
                    case look_at_mail(S) of
                        S -> rested(S);
                        Looking -> settle(Looking, Patience)
                    end;
                false when Patience > 0 ->
                    process_flag(priority, normal),
                    erlang:yield(),
                    process_flag(priority, high),
                    settle(S, Patience - 1);
                false -> S
            end
    end.

said(S) -> receive Message -> said(handle(Message, S)) after 0 -> S end.

%% Who waits for a message and a time, and has messages that it has not seen yet, looks at them.
look_at_mail(#s{members = Ms} = S) ->
    maps:fold(fun(Pid, {held, Until, Time, Seen}, #s{members = Now} = Acc) ->
                      case process_info(Pid, message_queue_len) of
                          {_, N} when N =/= Seen ->
                              Pid ! {cuttle_at_most, self(), 0},
                              Acc#s{members = Now#{Pid => {looking, Until, Time, N}}};
                          _ -> Acc
                      end;
                 (_, _, Acc) -> Acc
              end, S, Ms).

rested(#s{members = Ms, early = Early, numbers = Numbers, late = Passed} = S) ->
    Ready = lists:sort([{map_get(Pid, Numbers), Pid} || {Pid, {ready, _, _}} <- maps:to_list(Ms)]),
    Held = lists:sort([{Until, map_get(Pid, Numbers), Pid, Time} || {Pid, {held, Until, Time, _}} <- maps:to_list(Ms)]),
    Soon = [{Pid, true} || {_, _, Pid, Time} <- Held, Time =< Early],
    Alone = alone(S),
    case Ready of
        [_ | _] -> decide([{Pid, false} || {_, Pid} <- Ready] ++ Soon, S);
        [] when Held =:= []; Passed >= 20 -> nobody(S);
        [] when not Alone -> let_wait(hd(Held), S);
        [] ->
            {_, _, Next, _} = hd(Held),
            decide([{Next, true} | lists:delete({Next, true}, Soon)], S)
    end.

decide([{First, _} | _] = Candidates, #s{members = Ms, order = Order} = S) ->
    case S#s.spawned > 0 andalso cuttle_order:choose(Candidates, Order) of
        false -> goes_on(First, S);
        redundant -> {over, redundant, S};
        {Pid, Chosen} -> goes_on(Pid, S#s{order = race(Pid, Candidates, Ms, Chosen)})
    end.

race(Pid, Candidates, Ms, Order) ->
    {Touches, Early} = touches(map_get(Pid, Ms), Pid),
    Others = [{P, cuttle_order:resolve(element(1, touches(map_get(P, Ms), P)), Order)} || {P, _} <- Candidates, P =/= Pid],
    Resolved = cuttle_order:resolve(Touches, Order),
    cuttle_order:took(Pid, Resolved, Others, cuttle_order:race(Early, Candidates, Resolved, Pid, Order)).

goes_on(Pid, #s{members = Ms, turns = Turns} = S) ->
    S1 = S#s{turns = Turns + 1, holder = Pid, members = Ms#{Pid => running}},
    case map_get(Pid, Ms) of
        {held, Until, _, _} ->
            %% There is no message for it: it will give up at once.
            Pid ! {cuttle_at_most, self(), 0},
            receive {cuttle_ready, Pid, _} -> ok end,
            Pid ! {cuttle_go, self()},
            pass_time(Until, S1);
        _ ->
            Pid ! {cuttle_go, self()},
            S1
    end.

touches({ready, Touches, Early}, _) -> {Touches, Early};
touches({held, _, _, _}, Pid) -> {[{look, Pid}], true}.

pass_time(Until, #s{clock = Clock, done = Done} = S) ->
    S#s{clock = max(Clock, Until), late = if Done =:= none -> 0; true -> S#s.late + 1 end}.

%% Others may send messages in real time: timers, ports.
let_wait({Until, _, Pid, Time}, S) ->
    Pid ! {cuttle_at_most, self(), Time},
    S1 = pass_time(Until, S),
    S1#s{members = (S1#s.members)#{Pid => {waiting, Time}}, idle = 0}.

%% When all are at rest, and the first process has its result, the run is over; when nothing can wake anybody,
%% nothing will.
nobody(#s{done = Done} = S) when Done =/= none -> {over, Done, S};
nobody(S) -> stuck(S).

alone(S) -> S#s.wake =< now_ms() andalso length(erlang:ports()) =< S#s.ports.

stuck(#s{members = Ms} = S) ->
    Timed = lists:any(fun({waiting, _}) -> true; (_) -> false end, maps:values(Ms)),
    case not Timed andalso alone(S) andalso S#s.idle > 1 of
        true -> {over, deadlock, S};
        false -> S
    end.

%% Those who run will say so; all others wait for a message, of the program's or of ours.
at_rest(Ms) -> lists:all(fun({Pid, State}) -> rests(State, Pid) end, maps:to_list(Ms)).

rests({looking, _, _, _}, _) -> false;
rests({again, _, _}, _) -> false;
rests(done, _) -> true;
rests(_, Pid) -> {status, waiting} =:= process_info(Pid, status).

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
finish(Outcome, #s{members = Ms, crashes = Crashes, spawned = Spawned, plain = Plain, killed = Killed}) ->
    Waiting = [Pid || {Pid, State} <- lists:sort(maps:to_list(Ms)), is_waiting(State)],
    [cuttle_rt:tell(Pid, cuttle_rt:left(Pid)) || Pid <- Waiting, not Plain],
    Orphans = lists:sum([N || Pid <- maps:keys(Ms), {message_queue_len, N} <- [process_info(Pid, message_queue_len)]]),
    {Outcome, Crashes, Orphans, Spawned, Killed}.

is_waiting(waiting) -> true;
is_waiting({waiting, Time}) -> Time =/= unknown;
is_waiting({held, _, _, _}) -> true;
is_waiting(_) -> false.
