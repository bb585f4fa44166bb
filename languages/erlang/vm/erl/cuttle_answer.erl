%% SPDX-License-Identifier: Apache-2.0
%% What is told about the end of a run, as a map. Stack traces name the modules as the user knows them, and
%% end where our own functions begin.
-module(cuttle_answer).
-export([portable/1, shortened/1]).

portable(Answer) -> answer(Answer, fun(Term) -> Term end).

%% Without the terms: only how they look.
shortened(Answer) -> answer(Answer, fun(_) -> '$too_large' end).

answer({Outcome, Crashes, Orphans, Spawned, Killed}, Show) ->
    Map = outcome(Outcome, Show),
    Map#{crashes => [outcome(C, Show) || C <- Crashes], orphans => Orphans, processes => Spawned, killed => Killed}.

outcome({ok, Value}, Show) -> #{kind => returned, value => Show(Value), text => text(Value)};
outcome({exception, Class, Reason, Stack}, Show) ->
    #{kind => raised, class => Class, value => Show(Reason), text => text(Reason), stack => frames(Stack)};
outcome({halt, Status}, _) when is_integer(Status) -> #{kind => halted, status => Status};
outcome({halt, _}, _) -> #{kind => halted, status => 1};  % abort, or a message for the crash dump
outcome({limit, What}, _) -> #{kind => limit, what => What};
outcome(What, _) when What =:= deadlock; What =:= redundant -> #{kind => What}.

text(Term) ->
    Text = unicode:characters_to_binary(io_lib:format("~tP", [Term, 40])),
    binary:replace(Text, <<"cuttle$">>, <<>>, [global]).

frames(Stack) when is_list(Stack) -> frames(Stack, 60);
frames(_) -> [].

frames([{cuttle_server, _, _, _} | _], _) -> [];
frames([{M, _, _, _} | Rest], N) when M =:= cuttle_rt; M =:= cuttle_input -> frames(Rest, N);
frames([{M, F, A, Info} | Rest], N) when N > 0, is_atom(M), is_atom(F), is_list(Info) ->
    Arity = if is_list(A) -> length(A); is_integer(A) -> A; true -> 0 end,
    File = try unicode:characters_to_binary(proplists:get_value(file, Info, "")) of
               Bytes when is_binary(Bytes) -> Bytes;
               _ -> <<>>
           catch
               _:_ -> <<>>
           end,
    [{original(M), F, Arity, File, proplists:get_value(line, Info, 0)} | frames(Rest, N - 1)];
frames([_ | Rest], N) when N > 0 -> frames(Rest, N);
frames(_, _) -> [].

original(M) ->
    case atom_to_list(M) of
        "cuttle$" ++ Name -> list_to_atom(Name);
        _ -> M
    end.
