%% SPDX-License-Identifier: Apache-2.0
%% main(10, 61).
-module(guards).
-export([main/2]).

main(X, Y) when X rem 7 =:= 3, Y div X > 5; X =:= Y -> first;
main(X, Y) when is_atom(X) orelse (is_integer(Y) andalso Y bsl 2 =:= X) -> second;
main({X, X}, _) -> third;
main(X, Y) -> if X > Y -> fourth; X == Y + 0.5 -> fifth; true -> sixth end.
