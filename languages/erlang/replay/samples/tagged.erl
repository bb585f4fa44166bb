%% SPDX-License-Identifier: Apache-2.0
%% main({add, 7, {mul, 11, stop}}).
-module(tagged).
-export([main/1]).

main(Message) -> run(Message, 0).

run({add, A, Next}, Sum) when is_integer(A) -> run(Next, Sum + A);
run({mul, A, Next}, Sum) when is_integer(A), A > 1 -> run(Next, Sum * A);
run(stop, 77) -> error(reached);
run(stop, Sum) -> {ok, Sum}.
