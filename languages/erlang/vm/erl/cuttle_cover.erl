%% SPDX-License-Identifier: Apache-2.0
%% Runs test cases on the plain modules under OTP's `cover', and keeps what it counted as a file that
%% `cover:import/1' takes. The request is #{modules => [{Module, Beam}], module, function, tests => [Arguments],
%% milliseconds, file}.
-module(cuttle_cover).
-export([main/0]).

main() ->
    [RequestFile, ReplyFile] = init:get_plain_arguments(),
    {ok, Bytes} = file:read_file(RequestFile),
    Reply = try counted(binary_to_term(Bytes))
            catch Class:Reason -> {error, iolist_to_binary(io_lib:format("~p: ~p", [Class, Reason]))}
            end,
    ok = file:write_file(ReplyFile, term_to_binary(Reply)),
    halt(0, [{flush, false}]).

counted(#{modules := Modules, module := M, function := F, tests := Tests, milliseconds := Time, file := File}) ->
    logger:set_primary_config(level, none),
    {ok, _} = cover:start(),
    Names = [cover_compiled(Module, unicode:characters_to_list(Beam), filename:dirname(File)) || {Module, Beam} <- Modules],
    lists:foreach(fun(Arguments) -> run(M, F, Arguments, Time) end, Tests),
    ok = cover:export(unicode:characters_to_list(File)),
    {result, Counts, _} = cover:analyse(Names, coverage, line),
    {ok, length([1 || {{_, Line}, {1, _}} <- Counts, Line > 0]), length([1 || {{_, Line}, _} <- Counts, Line > 0])}.

%% `cover' wants to find a module's code under its own name.
cover_compiled(Module, Beam, Folder) ->
    Copy = filename:join(unicode:characters_to_list(Folder), atom_to_list(Module) ++ ".beam"),
    {ok, _} = file:copy(Beam, Copy),
    {ok, Module} = cover:compile_beam(Copy),
    ok = file:delete(Copy),
    Module.

%% One that does not come to an end is stopped: what it did until then counts.
run(M, F, Arguments, Time) ->
    {Pid, Ref} = spawn_monitor(fun() -> catch apply(M, F, [cuttle_input:term(A) || A <- Arguments]) end),
    receive {'DOWN', Ref, process, Pid, _} -> ok
    after Time ->
        exit(Pid, kill),
        receive {'DOWN', Ref, process, Pid, _} -> ok end
    end.
