%% SPDX-License-Identifier: Apache-2.0
%% Stands in for the NIF where that cannot be built or loaded: the same events, written to the file behind
%% the mapping. Processes gather events in batches; the server writes them (cuttle_turns), because a file
%% belongs to one process. What a process that is killed had gathered is lost.
-module(cuttle_nif).
-export([clause/1, opaque/1, value/2, caught/3, callback/3, returned/1, received/2, timeout/1, ended/1, mailbox/3, race/3, flush/0]).
-export([attach/0, base/2, request/0, record/1, answer/1, control_receive/0, control_send/2, write/2]).

-define(BATCH, 500).
-define(BUFFER, '$cuttle_events').

clause(Id) -> word(1, Id).
opaque(Id) -> word(2, Id).
value(Id, Term) -> term(3, Id, Term).
caught(Id, Class, Reason) -> term(4, Id, {Class, Reason}).
callback(Id, Position, Args) -> term(5, Id, {Position, Args}).
returned(Id) -> word(6, Id).
received(Id, Message) -> term(8, Id, Message).
timeout(Id) -> word(9, Id).

%% The server knows the number of the process.
ended(How) ->
    term(10, 0, How),
    flush().

%% Of this process, or of another one that waits.
mailbox(Pid, More, Messages) when Pid =:= self() -> term(11, More, Messages);
mailbox(Pid, More, Messages) -> write(Pid, term_bytes(11, More, Messages)).
%% The server says that this process goes on.
race(Pid, Name, What) -> write(Pid, term_bytes(12, Name, What)).

word(Kind, Id) -> add(<<Id:56/little, Kind>>).

term(Kind, Id, Term) -> add(term_bytes(Kind, Id, Term)).

term_bytes(Kind, Id, Term) ->
    Bytes = term_to_binary(Term),
    Size = byte_size(Bytes),
    Padding = (8 - Size rem 8) rem 8,
    <<Id:56/little, Kind, Size:64/little, Bytes/binary, 0:(8 * Padding)>>.

add(Event) ->
    case get(?BUFFER) of
        undefined -> put(?BUFFER, {1, [Event]});
        {N, Events} when N < ?BATCH -> put(?BUFFER, {N + 1, [Event | Events]});
        {_, Events} ->
            put(?BUFFER, {0, []}),
            send([Event | Events])
    end,
    ok.

flush() ->
    case erase(?BUFFER) of
        {N, Events} when N > 0 -> send(Events);
        _ -> ok
    end.

send(Events) ->
    cuttle_turns:server() ! {cuttle_events, self(), list_to_binary(lists:reverse(Events))},
    ok.

%% ---- the server's half: its state is in its process dictionary ----

attach() ->
    {ok, File} = file:open(os:getenv("CUTTLE_TRACE_FILE"), [read, write, raw, binary]),
    put(file, File),
    {ok, Socket} = gen_tcp:connect({local, os:getenv("CUTTLE_CONTROL_SOCKET")}, 0, [local, binary, {active, false}]),
    put(socket, Socket),
    put(bases, #{}),
    put(recording, false),
    ok.

%% Offsets as in mapping.h.
field(Offset) ->
    {ok, <<Value:64/little>>} = file:pread(get(file), Offset, 8),
    Value.

set_field(Offset, Value) -> ok = file:pwrite(get(file), Offset, <<Value:64/little>>).

base(Key, First) -> put(bases, (get(bases))#{Key => First}), ok.

request() ->
    {ok, Bytes} = file:pread(get(file), field(40), field(56)),
    Bytes.

record(1) ->
    put(recording, true),
    put(used, 0),
    put(processes, #{}),
    put(current, none),
    put(covered, #{}),
    set_field(104, 0),
    ok = file:pwrite(get(file), 12, <<0:32>>);
record(0) ->
    case put(recording, false) of
        true ->
            Offset = field(24),
            ok = file:pwrite(get(file), [{Offset + P, <<1>>} || P <- maps:keys(get(covered))]);
        _ -> ok
    end.

write(Pid, Bytes) ->
    case get(recording) of
        true ->
            Known = get(processes),
            Number = maps:get(Pid, Known, map_size(Known)),
            put(processes, Known#{Pid => Number}),
            Current = put(current, Pid),
            Announced = if
                            Current =:= Pid -> <<>>;
                            true -> process(Number, Pid)
                        end,
            append(<<Announced/binary, (cover(Bytes, Number, <<>>))/binary>>);
        _ -> ok
    end.

process(Number, Pid) ->
    Term = term_to_binary(Pid),
    Size = byte_size(Term),
    <<Number:56/little, 7, Size:64/little, Term/binary, 0:(8 * ((8 - Size rem 8) rem 8))>>.

append(Bytes) ->
    Used = get(used),
    case Used =/= full andalso Used + byte_size(Bytes) =< field(96) of
        true ->
            ok = file:pwrite(get(file), field(88) + Used, Bytes),
            put(used, Used + byte_size(Bytes)),
            set_field(104, Used + byte_size(Bytes));
        false ->
            put(used, full),
            ok = file:pwrite(get(file), 12, <<1:32/little>>)
    end.

%% Notes which clauses were chosen, and fills in the number of the process that ended.
cover(<<Id:56/little, Kind, Rest/binary>>, Number, Done) when Kind =:= 1; Kind =:= 2; Kind =:= 6; Kind =:= 9 ->
    if Kind =:= 1; Kind =:= 9 -> covered(Id); true -> ok end,
    cover(Rest, Number, <<Done/binary, Id:56/little, Kind>>);
cover(<<Id0:56/little, Kind, Size:64/little, Rest0/binary>>, Number, Done) ->
    Padded = (Size + 7) div 8 * 8,
    <<Term:Padded/binary, Rest/binary>> = Rest0,
    Id = if Kind =:= 10 -> Number; true -> Id0 end,
    if Kind =:= 8 -> covered(Id); true -> ok end,
    cover(Rest, Number, <<Done/binary, Id:56/little, Kind, Size:64/little, Term/binary>>);
cover(<<>>, _, Done) -> Done.

covered(Id) ->
    case get(bases) of
        #{(Id bsr 32) := First} -> put(covered, (get(covered))#{First + (Id band 16#ffffffff) => true});
        _ -> ok
    end.

answer(Bytes) ->
    case byte_size(Bytes) =< field(72) of
        true ->
            ok = file:pwrite(get(file), field(64), Bytes),
            set_field(80, byte_size(Bytes));
        false -> too_large
    end.

%% A message is {Kind, A: 32 bits, B, C: 64 bits}.
control_receive() ->
    case gen_tcp:recv(get(socket), 24) of
        {ok, <<Kind:32/little, _/binary>>} -> Kind;
        _ -> 0
    end.

control_send(Kind, A0) ->
    A = if Kind =:= 3 -> list_to_integer(os:getpid()); true -> A0 end,
    _ = gen_tcp:send(get(socket), <<Kind:32/little, A:32/little, 0:128>>),
    24.
