%% SPDX-License-Identifier: Apache-2.0
%% Which calls are followed (call), modelled by the replay (bif), or run as they are (opaque).
-module(cuttle_policy).
-export([new/2, decide/4, runs_as/2, is_library/1, libraries/0]).

%% User is the list of modules under test, Models the set of {M, F, A} that are modelled.
new(User, Models) ->
    #{user => maps:from_keys(User, true), models => Models}.

decide(#{user := User, models := Models}, M, F, A) ->
    case Models of
        #{{M, F, A} := _} -> bif;
        _ when M =:= erlang, F =:= apply, A =:= 2; M =:= erlang, F =:= apply, A =:= 3 -> apply;
        _ ->
            case erlang:is_builtin(M, F, A) of
                true -> opaque;
                false when is_map_key(M, User) -> call;
                false -> case is_library(M) of true -> call; false -> opaque end
            end
    end.

%% Modules of OTP run as copies: the machine and we need the originals.
runs_as(M, _) ->
    case lists:prefix("cuttle", atom_to_list(M)) of
        true -> M;
        false ->
            case in_otp(M) of
                true -> list_to_atom("cuttle$" ++ atom_to_list(M));
                false -> M
            end
    end.

in_otp(M) ->
    case is_library(M) of
        true -> true;
        false ->
            case code:which(M) of
                preloaded -> true;
                Path when is_list(Path) -> lists:prefix(code:root_dir(), Path);
                _ -> false
            end
    end.

%% One that is followed into, and whose code is known.
is_library(M) -> lists:member(M, libraries()) andalso has_forms(M).

has_forms(M) ->
    case get({cuttle_has_forms, M}) of
        undefined ->
            Has = case code:which(M) of
                      Path when is_list(Path) ->
                          case beam_lib:chunks(Path, [abstract_code]) of
                              {ok, {_, [{abstract_code, {_, _}}]}} -> true;
                              _ -> false
                          end;
                      _ -> false
                  end,
            put({cuttle_has_forms, M}, Has),
            Has;
        Has -> Has
    end.

%% Modules of OTP that are followed into: they compute, and do not talk to the world; and those that run
%% processes, whose turns we have to know.
libraries() ->
    [array, base64, binary, calendar, dict, gb_sets, gb_trees, lists, maps, orddict, ordsets, proplists, queue,
     sets, string, unicode_util, uri_string,
     gen, gen_event, gen_server, gen_statem, proc_lib, supervisor, sys].
