%% SPDX-License-Identifier: Apache-2.0
%% Modules as forms, from source or from a compiled file with debug information.
-module(cuttle_source).
-export([load/1, library/1]).

%% The modules to explore, and those beside them that they mention. The first one is the one that was
%% named, or that is in the first file.
load(#{files := Files} = Request) ->
    Folders = [F || F <- paths(Files), filelib:is_dir(F)],
    Named = paths(Files) -- Folders,
    [code:add_pathz(P) || F <- Folders, P <- filelib:wildcard(filename:join(F, "_build/default/lib/*/ebin"))],
    Index = maps:from_list([{module_of(F), F} || F <- lists:append([beside(F) || F <- Named])
                                                      ++ lists:append([inside(F) || F <- Folders]) ++ Named]),
    First = first(Named, Folders, Index, maps:get(module, Request, <<>>)),
    siblings([source(F, Request) || F <- First ++ (Named -- First)], Index, Request).

paths(Files) -> [unicode:characters_to_list(F) || F <- Files].

module_of(File) -> list_to_atom(filename:basename(filename:rootname(File))).

first(Named, _, Index, Name) when Name =/= <<>> ->
    case [F || {M, F} <- maps:to_list(Index), atom_to_binary(M) =:= Name] of
        [F | _] -> [F];
        [] when Named =/= [] -> [];  % a file may have a module of another name
        [] -> throw({error, text("there is no module `~ts'", [Name]),
                     cuttle_entry:nearest(binary_to_list(Name), [atom_to_list(M) || M <- maps:keys(Index)])})
    end;
first([First | _], _, _, _) -> [First];
first([], [Folder | _], Index, _) ->
    case maps:to_list(Index) of
        [{_, Only}] -> [Only];
        [] -> throw({error, text("there is no Erlang module in `~ts'", [Folder]),
                     <<"Name a file, or a folder with src/*.erl, *.erl or ebin/*.beam.">>});
        Several ->
            Names = lists:join(", ", [atom_to_list(M) || {M, _} <- lists:sublist(lists:sort(Several), 20)]),
            throw({error, text("which module of `~ts' is to be explored?", [Folder]),
                   text("Say --module with one of: ~ts", [Names])})
    end.

%% Files of an application, of several under apps/, or just of a folder; what it depends on comes first,
%% so that its own modules win.
inside(Folder) ->
    Patterns = [["_build/default/lib/*/ebin/*.beam"], ["src/**/*.erl", "apps/*/src/**/*.erl"], ["*.erl"],
                ["ebin/*.beam", "*.beam"]],
    [Dependencies | Own] = [lists:append([filelib:wildcard(filename:join(Folder, P)) || P <- Ps]) || Ps <- Patterns],
    Dependencies ++ hd([Files || Files <- Own, Files =/= []] ++ [[]]).

%% Modules of OTP are not taken for parts of the program because one of them is explored.
beside(File) ->
    Folder = filename:dirname(filename:absname(File)),
    case lists:prefix(code:root_dir(), Folder) of
        true -> [];
        false -> filelib:wildcard(filename:join(Folder, "*" ++ filename:extension(File)))
    end.

siblings(Sources, Index, Request) ->
    Names = [M || #{module := M} <- Sources],
    Mentioned = lists:usort(lists:append([atoms(Forms, []) || #{forms := Forms} <- Sources])),
    case [maps:get(M, Index) || M <- Mentioned -- Names, is_map_key(M, Index), not cuttle_policy:is_library(M)] of
        [] -> Sources;
        More ->
            New = [S || #{module := M} = S <- [source(F, Request) || F <- More], not lists:member(M, Names)],
            siblings(Sources ++ New, maps:without(Mentioned, Index), Request)
    end.

atoms(A, Acc) when is_atom(A) -> [A | Acc];
atoms(T, Acc) when is_tuple(T) -> atoms(tuple_to_list(T), Acc);
atoms([H | T], Acc) -> atoms(T, atoms(H, Acc));
atoms(_, Acc) -> Acc.

source(File, Request) ->
    case filename:extension(File) of
        ".beam" ->
            case file:read_file(File) of
                {ok, Beam} -> from_beam(File, Beam);
                {error, Why} -> unreadable(File, Why)
            end;
        _ -> compile(File, Request)
    end.

unreadable(File, Why) -> throw({error, text("cannot read `~ts': ~ts", [File, file:format_error(Why)]), <<>>}).

compile(File, Request) ->
    Options = [binary, debug_info, return_errors, return_warnings, nowarn_unused_vars]
              ++ [{i, F} || F <- includes(filename:dirname(File), Request)] ++ defines(Request),
    case compile:file(File, Options) of
        {ok, _, Beam, _} -> from_beam(File, Beam);
        {ok, _, Beam} -> from_beam(File, Beam);
        {error, Errors, _} -> throw({error, errors(Errors), <<>>})
    end.

includes(Folder, Request) ->
    paths(maps:get(includes, Request, [])) ++ [Folder]
        ++ [filename:join(Folder, F) || F <- ["include", "../include", "../src", "../../include", "../../../apps"]]
        ++ [filename:join(filename:dirname(code:which(?MODULE)), "erl")].  % proper/include/proper.hrl

%% Tests are entry points when they are asked for.
defines(Request) ->
    Name = hd(binary:split(maps:get(function, Request, <<>>), <<"/">>)),
    Test = re:run(Name, "(_test_?$|^prop_)", [{capture, none}]) =:= match,
    [{d, 'TEST'} || Test] ++ [define(D) || D <- maps:get(defines, Request, [])].

define(Text) ->
    case binary:split(Text, <<"=">>) of
        [Name] -> {d, binary_to_atom(Name)};
        [Name, Value] ->
            try
                {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list([Value, "."])),
                {ok, Term} = erl_parse:parse_term(Tokens),
                {d, binary_to_atom(Name), Term}
            catch
                _:_ -> throw({error, text("`~ts' is no Erlang term", [Value]), <<"Say NAME or NAME=TERM.">>})
            end
    end.

from_beam(File, Beam) ->
    case beam_lib:chunks(Beam, [abstract_code]) of
        {ok, {M, [{abstract_code, {raw_abstract_v1, Forms}}]}} ->
            #{module => M, forms => Forms, file => File, beam => Beam};
        {ok, {_, [{abstract_code, _}]}} ->
            throw({error, text("`~ts' has no debug information", [File]),
                   <<"Compile it with `erlc +debug_info', or name its source.">>});
        {error, beam_lib, Why} ->
            throw({error, text("`~ts' is no compiled module: ~ts",
                               [File, lists:flatten(beam_lib:format_error(Why))]), <<>>})
    end.

library(M) ->
    Path = code:which(M),
    {ok, Beam} = file:read_file(Path),
    from_beam(Path, Beam).

errors(Errors) ->
    Lines = [[where(File, Place), Module:format_error(What), "\n"]
             || {File, Infos} <- Errors, {Place, Module, What} <- normal(Infos)],
    unicode:characters_to_binary(string:trim(unicode:characters_to_list(Lines))).

normal(Infos) ->
    lists:map(fun({Module, What}) -> {none, Module, What}; (Info) -> Info end, Infos).

where(File, none) -> io_lib:format("~ts: ", [File]);
where(File, {Line, Column}) -> io_lib:format("~ts:~p:~p: ", [File, Line, Column]);
where(File, Line) -> io_lib:format("~ts:~p: ", [File, Line]).

text(Format, Args) -> unicode:characters_to_binary(io_lib:format(Format, Args)).
