%% SPDX-License-Identifier: Apache-2.0
%% What a process does that others can notice: it waits for its turn before each of these, so that every order of
%% them can be tried (cuttle_turns). What an operation touches is said as far as the process knows it; the
%% server gives it names that are the same in all orders (cuttle_order):
%%
%%   {send, To}            puts a message into a mailbox, or ends a process: an order among those who do that
%%   {look, Pid}           finds that a message is not there
%%   {read | write, What}  something else that is shared: {name, Atom}, {life, Pid}, {table, T}, {key, T, Hash}, ..
-module(cuttle_visible).
-export([is/3, names/3, before/3, done/4, forgotten/0, alone/0, wait_turn/1, ending/0, process_of/1]).

%% What is known of references: {Alias or monitor, Pid}, {Table, {Pid, Number}}.
-define(KNOWN, cuttle_known).

is(ets, F, _) -> not lists:member(F, [new, fun2ms, module_info, is_compiled_ms, match_spec_compile, match_spec_run]);
is(M, F, _) when M =:= atomics; M =:= counters -> F =/= new;
is(persistent_term, _, _) -> true;
is(erlang, F, A) ->
    case F of
        _ when F =:= '!'; F =:= register; F =:= is_process_alive; F =:= process_flag -> A =:= 2 orelse A =:= 1;
        _ when F =:= send; F =:= monitor -> A =:= 2 orelse A =:= 3;
        _ when F =:= send_nosuspend; F =:= exit -> A >= 2;
        _ when F =:= unregister; F =:= whereis; F =:= link; F =:= unlink -> A =:= 1;
        _ -> F =:= demonitor orelse F =:= process_info orelse F =:= registered orelse F =:= processes
    end;
is(_, _, _) -> false.

%% Calls whose value stands for something (done/4).
names(erlang, monitor, A) -> A =:= 2 orelse A =:= 3;
names(erlang, alias, A) -> A =< 1;
names(ets, new, 2) -> true;
names(_, _, _) -> false.

%% Before the call: others may go first.
before(M, F, Args) ->
    case alone() of
        true -> ok;
        false ->
            case try touches(M, F, Args) catch _:_ -> [] end of
                [] -> ok;
                Touches -> wait_turn(Touches)
            end
    end.

%% Is there no other process of the program?
alone() -> atomics:get(persistent_term:get(cuttle_others), 1) =:= 0.

%% `again': to look for a message was all that it was for.
wait_turn(Touches) ->
    cuttle_nif:flush(),
    cuttle_turns:server() ! {cuttle_ready, self(), Touches},
    receive
        {cuttle_go, Server} when is_pid(Server) -> late;
        {cuttle_again, Server} when is_pid(Server) -> again
    end.

%% ---- what references stand for ----

forgotten() ->
    case ets:info(?KNOWN, size) of
        undefined -> ets:new(?KNOWN, [named_table, public]);
        _ -> ets:delete_all_objects(?KNOWN)
    end.

%% After the call: what its value stands for.
done(erlang, monitor, [process, To | _], Ref) -> known(Ref, {process_of(To), self()});
done(erlang, alias, _, Ref) -> known(Ref, {self(), self()});
done(ets, new, _, Table) -> known(Table, {self(), ets:update_counter(?KNOWN, {tables, self()}, 1, {x, 0})});
done(_, _, _, _) -> ok.

known(Key, Value) -> ets:insert(?KNOWN, {Key, Value}).

look_up(Key) ->
    case ets:lookup(?KNOWN, Key) of
        [{_, Value}] -> Value;
        [] -> none
    end.

process_of(Pid) when is_pid(Pid) -> Pid;
process_of(Name) when is_atom(Name) -> whereis(Name);
process_of({Name, Node}) when Node =:= node() -> whereis(Name);
process_of(Ref) when is_reference(Ref) ->
    case look_up(Ref) of
        {_, Owner} when is_pid(Owner) -> Owner;
        _ -> undefined
    end;
process_of(_) -> undefined.

%% ---- what operations touch ----

touches(erlang, F, [To | _]) when F =:= '!'; F =:= send; F =:= send_nosuspend -> [{send, To} | name_of(To)];
touches(erlang, exit, [Pid, _]) -> [{send, Pid}, {write, {life, Pid}}];
touches(erlang, register, [Name, Pid]) -> [{write, {name, Name}}, {read, {life, Pid}}];
touches(erlang, unregister, [Name]) -> [{write, {name, Name}}];
touches(erlang, whereis, [Name]) -> [{read, {name, Name}}];
touches(erlang, F, [Pid]) when F =:= link; F =:= unlink; F =:= is_process_alive -> [{read, {life, Pid}}];
touches(erlang, process_info, [Pid | _]) -> [{read, {life, Pid}}, {look, Pid}];
touches(erlang, process_flag, [trap_exit, _]) -> [{look, self()}];
touches(erlang, monitor, [process, To | _]) -> [{read, {life, process_of(To)}} | name_of(To)];
touches(erlang, demonitor, [Ref | _]) ->
    case look_up(Ref) of
        {Pid, _} -> [{read, {life, Pid}}, {look, self()}];
        none -> []
    end;
touches(erlang, _, _) -> [];
touches(ets, F, [Table | Rest]) -> table(F, Table, Rest, read_only(F));
touches(M, F, [What | _]) when M =:= atomics; M =:= counters ->
    %% All of a kind are one: they have no name.
    [{case F of get -> read; info -> read; _ -> write end, {M, is_reference(What)}}];
touches(persistent_term, get, [Key | _]) -> [{read, {term, erlang:phash2(Key)}}];
touches(persistent_term, F, [Key | _]) when F =:= put; F =:= erase -> [{write, {term, erlang:phash2(Key)}}];
touches(_, _, _) -> [].

name_of(Name) when is_atom(Name) -> [{read, {name, Name}}];
name_of({Name, _}) -> [{read, {name, Name}}];
name_of(_) -> [].

table(F, T, [Key | _], Mode) when F =:= lookup; F =:= member; F =:= lookup_element; F =:= delete; F =:= take;
                                  F =:= update_counter; F =:= update_element -> [{Mode, key(T, Key)}];
table(F, T, [Objects], Mode) when F =:= insert; F =:= insert_new ->
    At = ets:info(T, keypos),
    [{Mode, key(T, element(At, O))} || O <- case Objects of [_ | _] -> Objects; _ -> [Objects] end];
table(_, T, _, Mode) -> [{Mode, table_of(T)}].

table_of(T) when is_atom(T) -> {table, T};
table_of(T) -> {table, look_up(T)}.

%% 1 and 1.0 are one key in tables that are ordered.
key(T, Key) when is_float(Key) -> table_of(T);
key(T, Key) when is_integer(Key) -> {key, table_of(T), erlang:phash2(Key)};
key(T, Key) ->
    case ets:info(T, type) of
        ordered_set when not is_atom(Key), not is_binary(Key) -> table_of(T);
        _ -> {key, table_of(T), erlang:phash2(Key)}
    end.

read_only(F) ->
    case lists:member(F, [lookup, member, lookup_element, tab2list, foldl, foldr, info, first, last, next, prev, select,
                          select_count, select_reverse, match, match_object, slot, whereis, all, to_dets, tab2file]) of
        true -> read;
        false -> write
    end.

%% What others notice when this process ends: messages to those who watch it, and that it is gone.
ending() ->
    {_, Links} = process_info(self(), links),
    {_, Watchers} = process_info(self(), monitored_by),
    Names = case process_info(self(), registered_name) of
                {_, Name} -> [{write, {name, Name}}];
                _ -> []
            end,
    [{send, P} || P <- Links ++ Watchers, is_pid(P), P =/= cuttle_turns:server()] ++ [{write, {life, self()}} | Names].
