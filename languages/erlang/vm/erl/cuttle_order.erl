%% SPDX-License-Identifier: Apache-2.0
%% Which process goes on, where several could: as the schedule says, and behind it as its policy chooses
%% (engine/trace/policy.h). Processes have names that come from their path of creation alone, and so do the
%% things that they share; both are the same in all orders.
-module(cuttle_order).
-export([new/2, started/3, choose/2, took/4, resolve/2, race/5]).

-record(o, {names = #{}, made = #{}, fresh = [], steps = [], asleep = [], races = 0, last = none, policy = stay,
            seed = 0, drops = [], operations = #{}, redrawn = #{}}).

-define(MASK, 16#ffffffffffffffff).

new(First, Schedule) ->
    #{steps := Steps, asleep := Asleep, policy := Policy, seed := Seed, depth := Depth, length := Length} = Schedule,
    Drops = case Policy of
                pct -> [{draw(Seed, 1, I, 0) rem max(1, Length), none} || I <- lists:seq(0, min(Depth - 2, 15))];
                _ -> []
            end,
    #o{names = #{First => 0}, steps = Steps, asleep = Asleep, policy = Policy, seed = Seed, drops = Drops}.

%% Another process: the n-th of its parent.
started(Parent, Pid, #o{names = Names, made = Made, fresh = Fresh} = O) ->
    From = maps:get(Parent, Names, 0),
    N = maps:get(From, Made, 0) + 1,
    Name = erlang:phash2({From, N}, 1 bsl 32 - 1) + 1,
    O#o{names = Names#{Pid => Name}, made = Made#{From => N}, fresh = [{Name, From, N, Pid} | Fresh]}.

name(Pid, #o{names = Names}) -> maps:get(Pid, Names, none).

%% ---- choosing ----

%% Of [{Pid, Late}], in the order of their creation or of the time that they wait for: who is late goes on only when
%% there is nobody else. {Pid, O}, or `redundant': all of them are asleep.
choose(Candidates, #o{steps = [Wanted | _]} = O) ->
    case [Pid || {Pid, _} <- Candidates, name(Pid, O) =:= Wanted] of
        [Pid] -> {Pid, O};
        [] -> choose_freely(Candidates, O)
    end;
choose(Candidates, #o{asleep = Asleep} = O) ->
    case [C || {Pid, _} = C <- Candidates, not lists:member(name(Pid, O), Asleep)] of
        [] -> redundant;
        Awake -> choose_freely(Awake, O)
    end.

choose_freely(Candidates, #o{races = N, last = Last, drops = Drops} = O0) ->
    O = O0#o{drops = [if At =:= N -> {At, Last}; true -> Drop end || {At, _} = Drop <- Drops]},
    {by_policy(Candidates, O), O}.

by_policy(Awake, #o{policy = stay, last = Last} = O) ->
    case {[Pid || {Pid, false} <- Awake], [Pid || {Pid, true} <- Awake]} of
        {[], [Pid | _]} -> Pid;
        {[First | _] = Now, _} ->
            case [Pid || Pid <- Now, name(Pid, O) =:= Last] of
                [Pid] -> Pid;
                [] -> First
            end
    end;
by_policy(Awake, O) ->
    Priorities = [{if Late -> 0; true -> priority(name(Pid, O), O) end, I, Pid}
                  || {I, {Pid, Late}} <- lists:zip(lists:seq(length(Awake), 1, -1), Awake)],
    element(3, lists:max(Priorities)).

priority(Name, #o{policy = random, seed = Seed, races = N}) -> draw(Seed, 2, N, Name) bor 256;
priority(Name, #o{policy = pos, seed = Seed, operations = Done, redrawn = Redrawn}) ->
    draw(Seed, Name, maps:get(Name, Done, 0), maps:get(Name, Redrawn, 0)) bor 256;
priority(Name, #o{policy = pct, seed = Seed, drops = Drops}) ->
    Dropped = lists:reverse(lists:zip(lists:seq(length(Drops), 1, -1), Drops)),
    case [P || {P, {_, Who}} <- Dropped, Who =:= Name] of
        [Low | _] -> Low;
        [] -> draw(Seed, 3, Name, 0) bor 256
    end.

mix(X0) ->
    X1 = ((X0 bxor (X0 bsr 30)) * 16#BF58476D1CE4E5B9) band ?MASK,
    X2 = ((X1 bxor (X1 bsr 27)) * 16#94D049BB133111EB) band ?MASK,
    X2 bxor (X2 bsr 31).

draw(Seed, A, B, C) ->
    mix((mix((mix((Seed + A) band ?MASK) + 16#9E3779B97F4A7C15 * (B + 1)) band ?MASK) + C) band ?MASK).

%% ---- what is touched ----

%% The same by names: {How, Object, From, Size}.
resolve(Touches, O) -> lists:usort(lists:append([resolve_one(T, O) || T <- Touches])).

resolve_one({How, To}, O) when How =:= send; How =:= look ->
    case cuttle_visible:process_of(To) of
        Pid when is_pid(Pid) -> [{How, object({mailbox, name(Pid, O)}), 0, 1}];
        _ -> []
    end;
resolve_one({How, {life, Who}}, O) ->
    case cuttle_visible:process_of(Who) of
        Pid when is_pid(Pid) -> [{How, object({life, name(Pid, O)}), 0, 1}];
        _ -> []
    end;
resolve_one({How, {key, Table, Hash}}, O) -> [{How, object(table(Table, O)), Hash, 1}];
resolve_one({How, {table, _} = Table}, O) -> [{How, object(table(Table, O)), 0, 1 bsl 32 - 1}];
resolve_one({How, What}, _) -> [{How, object(What), 0, 1}].

table({table, {Pid, N}}, O) when is_pid(Pid) -> {table, name(Pid, O), N};
table(Table, _) -> Table.

object(What) -> erlang:phash2(What, 1 bsl 32 - 1) + 1.

%% ---- what was done ----

%% Pid goes on and does what touches this; the others wait for theirs: [{Pid, Touches}].
took(Pid, Touches, Others, #o{steps = Steps, asleep = Asleep, races = N, operations = Done, redrawn = Redrawn} = O) ->
    Name = name(Pid, O),
    Woken = [name(P, O) || {P, Theirs} <- Others, P =/= Pid, dependent(Touches, Theirs)],
    Again = case O#o.policy of
                pos -> lists:foldl(fun(W, R) -> R#{W => maps:get(W, R, 0) + 1} end, maps:remove(Name, Redrawn), Woken);
                _ -> Redrawn
            end,
    O#o{steps = case Steps of [] -> []; [_ | Rest] -> Rest end,
        asleep = case Steps of [] -> Asleep -- [Name | Woken]; _ -> Asleep end,
        races = N + 1, last = Name, operations = Done#{Name => maps:get(Name, Done, 0) + 1}, redrawn = Again}.

dependent(A, B) -> lists:any(fun(X) -> lists:any(fun(Y) -> conflict(X, Y) end, B) end, A).

conflict({How, X, From, Size}, {Other, X, Begin, Length}) ->
    (How =/= read orelse Other =/= read) andalso From < Begin + Length andalso Begin < From + Size;
conflict(_, _) -> false.

%% The event of a race: whether the one that goes on gave up waiting, or looked before it had to; who could go on;
%% which processes are new; what is touched.
race(Early, Candidates, Touches, Pid, #o{fresh = Fresh} = O) ->
    Enabled = lists:sort([name(P, O) || {P, _} <- Candidates]),
    Coded = [{case How of read -> 1; write -> 2; send -> 3; look -> 4 end, Object, From, Size}
             || {How, Object, From, Size} <- Touches],
    cuttle_nif:race(Pid, name(Pid, O), {Early, Enabled, lists:reverse(Fresh), Coded}),
    O#o{fresh = []}.
