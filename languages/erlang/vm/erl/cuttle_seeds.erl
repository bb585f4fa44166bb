%% SPDX-License-Identifier: Apache-2.0
%% Calls of the function in tests and examples, with constant arguments: good inputs to begin with. They are
%% looked for in the tokens, so that neither macros nor headers of test frameworks are needed.
-module(cuttle_seeds).
-export([find/4]).

-define(MOST, 64).

%% Lists of arguments, in the order in which they stand there. File is the module's source.
find(M, F, A, File) ->
    Own = [Seed || Tokens <- tokens(File), Seed <- calls(Tokens, M, F, A, true)],
    Tests = [Seed || T <- tests(M, File), Tokens <- tokens(T), Seed <- calls(Tokens, M, F, A, false)],
    lists:sublist(unique(Tests ++ Own), ?MOST).

unique([S | Rest]) -> [S | unique([R || R <- Rest, R =/= S])];
unique([]) -> [].

tests(M, File) ->
    Folder = filename:dirname(File),
    Names = [io_lib:format(N, [M]) || N <- ["~ts_tests", "~ts_test", "prop_~ts", "~ts_SUITE", "test_~ts"]],
    [T || N <- Names, D <- [".", "test", "../test"],
          T <- [filename:join([Folder, D, lists:flatten(N) ++ ".erl"])], filelib:is_regular(T)].

tokens(File) ->
    case filename:extension(File) =:= ".erl" andalso file:read_file(File) of
        {ok, Bytes} ->
            case erl_scan:string(unicode:characters_to_list(Bytes)) of
                {ok, Tokens, _} -> [Tokens];
                _ -> []
            end;
        _ -> []
    end.

%% M:F(..), or F(..) in the module itself.
calls([{atom, _, M}, {':', _}, {atom, _, F}, {'(', _} | Rest], M, F, A, Own) ->
    seed(Rest, A) ++ calls(Rest, M, F, A, Own);
calls([{':', _}, {atom, _, F} | Rest], M, F, A, Own) -> calls(Rest, M, F, A, Own);
calls([{'?', _}, {var, _, 'MODULE'}, {':', _} | Rest], M, F, A, true) -> calls(Rest, M, F, A, true);
calls([{atom, _, F}, {'(', _} | Rest], M, F, A, true) -> seed(Rest, A) ++ calls(Rest, M, F, A, true);
calls([_ | Rest], M, F, A, Own) -> calls(Rest, M, F, A, Own);
calls([], _, _, _, _) -> [].

seed(_, 0) -> [];
seed(Tokens, A) ->
    try
        {ok, Exprs} = erl_parse:parse_exprs(arguments(Tokens, 0)),
        Args = [constant(E) || E <- Exprs],
        true = length(Args) =:= A,
        [Args]
    catch
        _:_ -> []
    end.

%% Up to the parenthesis that closes the call.
arguments([{')', Where} | _], 0) -> [{dot, Where}];
arguments([{Open, _} = T | Rest], N) when Open =:= '('; Open =:= '['; Open =:= '{'; Open =:= '<<' ->
    [T | arguments(Rest, N + 1)];
arguments([{Close, _} = T | Rest], N) when Close =:= ')'; Close =:= ']'; Close =:= '}'; Close =:= '>>' ->
    [T | arguments(Rest, N - 1)];
arguments([T | Rest], N) when element(1, T) =/= dot -> [T | arguments(Rest, N)].

constant(Expr) ->
    case erl_eval:partial_eval(Expr) of
        {op, _, _, _, _} -> throw(not_constant);
        E -> erl_parse:normalise(E)
    end.
