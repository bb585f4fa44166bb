%% SPDX-License-Identifier: Apache-2.0
%% Makes a program ready for exploration: compiles it, instruments it and what it calls, keeps the
%% results in a cache. Started once for a campaign: reads a request (a map in external format) and
%% writes the reply. User errors are {error, Message, Hint}.
-module(cuttle_prepare).
-export([main/0, prepare/1, build/5, models/1]).

main() ->
    [RequestFile, ReplyFile] = init:get_plain_arguments(),
    {ok, Bytes} = file:read_file(RequestFile),
    Reply = try prepare(binary_to_term(Bytes))
            catch
                throw:{error, _, _} = Error -> Error;
                Class:Reason:Stack -> {crash, iolist_to_binary(io_lib:format("~p: ~p~n~p", [Class, Reason, Stack]))}
            end,
    ok = file:write_file(ReplyFile, term_to_binary(Reply)),
    halt(0).

prepare(#{cache := Cache0, models := ModelText} = Request) ->
    Cache = unicode:characters_to_list(Cache0),
    ok = filelib:ensure_dir(filename:join(Cache, "x")),
    Models = models(ModelText),
    User = cuttle_source:load(Request),
    Names = [M || #{module := M} <- User],
    Entry = cuttle_entry:find(User, Request),
    Policy = cuttle_policy:new(Names, Models),
    put(cuttle_turns, maps:get(turns, Request, false)),
    Own = [instrument(Source, Policy, Cache, digest(Policy, ModelText)) || Source <- User],
    Modules = with_libraries(Own, cuttle_policy:new([], Models), Cache, ModelText),
    {ok, #{modules => [M#{user => lists:member(N, Names)} || #{module := N} = M <- Modules], entry => Entry}}.

models(Text) ->
    Lines = [L || L <- binary:split(Text, <<"\n">>, [global]), L =/= <<>>, binary:first(L) =/= $#],
    maps:from_list([{model(L), true} || L <- Lines]).

%% erlang:+/2, erlang://2
model(Line) ->
    [M, Rest] = binary:split(Line, <<":">>),
    {Slash, 1} = lists:last(binary:matches(Rest, <<"/">>)),
    <<F:Slash/binary, "/", A/binary>> = Rest,
    {binary_to_atom(M), binary_to_atom(F), binary_to_integer(A)}.

%% What the instrumented code of a module depends on besides the module.
digest(#{user := User}, ModelText) ->
    Ours = [M:module_info(md5) || M <- [cuttle_normal, cuttle_insert, cuttle_static, cuttle_policy, cuttle_rt, cuttle_visible, ?MODULE]],
    erlang:md5(term_to_binary({Ours, lists:sort(maps:keys(User)), ModelText, erlang:system_info(otp_release)})).

%% The library modules that these modules call, and those that they call. They know nothing of the
%% program, so that their instrumented copies serve all programs.
with_libraries(Done, Policy, Cache, ModelText) ->
    Names = [maps:get(module, D) || D <- Done],
    Called = lists:usort(lists:append([maps:get(calls, D) || D <- Done])) -- Names,
    case [M || M <- Called, cuttle_policy:is_library(M), code:which(M) =/= non_existing] of
        [] -> Done;
        More ->
            Digest = digest(Policy, ModelText),
            New = [instrument(cuttle_source:library(M), Policy, Cache, Digest) || M <- More],
            with_libraries(Done ++ New, Policy, Cache, ModelText)
    end.

%% ---- one module ----

instrument(#{module := M, forms := Forms, file := File, beam := Plain}, Policy, Cache, Digest) ->
    Hash = binary:encode_hex(erlang:md5([Digest, term_to_binary(Forms)])),
    Base = filename:join(Cache, atom_to_list(M) ++ "-" ++ binary_to_list(Hash)),
    Info = case file:consult(Base ++ ".info") of
               {ok, [Known]} -> Known;
               _ -> build(M, Forms, File, Base, Policy)
           end,
    ok = when_new(Base ++ ".plain", Plain),
    ok = with_turns(M, Forms, Base, Policy),
    Info#{module => M, runs_as => cuttle_policy:runs_as(M, Policy), file => unicode:characters_to_binary(File),
          instrumented => unicode:characters_to_binary(Base ++ ".beam"),
          core => unicode:characters_to_binary(Base ++ ".core"),
          turns => unicode:characters_to_binary(Base ++ ".turns"),
          plain => unicode:characters_to_binary(Base ++ ".plain")}.

build(M, Forms, File, Base, Policy) ->
    {Core, Key, Defs, Names, Points} = normal(M, Forms, Policy),
    Exports = [cerl:var_name(V) || V <- cerl:module_exports(Core)],
    Static = cuttle_static:module(M, Key, unicode:characters_to_binary(File), Exports, Defs, Names),
    write(Base ++ ".beam", inserted(Core, Key, Defs, Policy, events)),
    write(Base ++ ".core", term_to_binary(Static)),
    Info = #{key => Key, points => Points, calls => called(Defs)},
    write(Base ++ ".info", io_lib:format("~p.~n", [Info])),
    Info.

%% Without events, for orders of processes that are to be repeated: only for programs that have several.
with_turns(M, Forms, Base, Policy) ->
    case get(cuttle_turns) =:= true andalso not filelib:is_regular(Base ++ ".turns") of
        true ->
            {Core, Key, Defs, _, _} = normal(M, Forms, Policy),
            write(Base ++ ".turns", inserted(Core, Key, Defs, Policy, turns));
        false -> ok
    end.

normal(M, Forms, Policy) ->
    {ok, M, Core0} = compile:forms(Forms, [to_core, binary, no_spawn_compiler_process]),
    Core = cuttle_normal:receives(Core0),
    Decide = fun(Mod, F, A) -> cuttle_policy:decide(Policy, Mod, F, A) end,
    {Defs, Names, Points} = cuttle_normal:module(builtins(M, Core), Decide),
    {Core, erlang:phash2(M, 1 bsl 20), Defs, Names, Points}.

inserted(Core, Key, Defs, Policy, What) ->
    Inserted = cuttle_insert:module(Core, Defs, Key, fun(M) -> renamed(M, Policy) end, What),
    {ok, _, Beam} = compile:forms(Inserted, [from_core, binary, no_spawn_compiler_process, {no_auto_import, []}]),
    Beam.

renamed(M, #{user := User} = Policy) ->
    case is_map_key(M, User) orelse cuttle_policy:is_library(M) of
        true -> cuttle_policy:runs_as(M, Policy);
        false -> M
    end.

%% The module may have stubs for functions that the machine brings.
builtins(M, Core) ->
    Defs = [{Var, builtin(M, cerl:var_name(Var), Fun)} || {Var, Fun} <- cerl:module_defs(Core)],
    cerl:update_c_module(Core, cerl:module_name(Core), cerl:module_exports(Core), cerl:module_attrs(Core), Defs).

builtin(M, {F, A}, Fun) ->
    case erlang:is_builtin(M, F, A) of
        true -> cerl:update_c_fun(Fun, cerl:fun_vars(Fun),
                                  cerl:c_call(cerl:abstract(M), cerl:abstract(F), cerl:fun_vars(Fun)));
        false -> Fun
    end.

called(Defs) ->
    Fold = fun(Tree, Acc) ->
        case cerl:type(Tree) of
            call ->
                case proplists:get_value(cuttle_call, cerl:get_ann(Tree)) of
                    call -> [cerl:concrete(cerl:call_module(Tree)) | Acc];
                    _ -> Acc
                end;
            literal ->
                case cerl:concrete(Tree) of
                    Fun when is_function(Fun) -> [element(2, erlang:fun_info(Fun, module)) | Acc];
                    _ -> Acc
                end;
            _ -> Acc
        end
    end,
    lists:usort(lists:append([cerl_trees:fold(Fold, [], Fun) || {_, Fun} <- Defs])).

%% Others may read the cache: files appear whole or not at all.
write(File, Contents) ->
    Temporary = File ++ "." ++ os:getpid(),
    ok = file:write_file(Temporary, Contents),
    ok = file:rename(Temporary, File).

when_new(File, Contents) ->
    case filelib:is_regular(File) of
        true -> ok;
        false -> write(File, Contents)
    end.
