%% SPDX-License-Identifier: Apache-2.0
-module(paper).
-export([main/1]).

main(X) -> app(X, X).

app(X, Y) ->
    case X of
        [] -> Y;
        [H | T] -> [H | app(T, Y)]
    end.
