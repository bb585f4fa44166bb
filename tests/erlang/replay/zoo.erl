%% SPDX-License-Identifier: Apache-2.0
%% What Erlang programs do, in small functions. calls/0 says with which arguments: each run is
%% replayed with all of them unknown, and must be followed to its end.
-module(zoo).
-export([main/2, calls/0, exported/1, remote/2]).
-export([lists_/1, sort/1, tuples/1, binary/1, frame/1, build/2, utf/1, bits/1, floats/2, maps_/1, map_update/2,
         catches/1, nested/1, after_/1, throws/1, funs/2, higher/1, comprehension/1, bincomp/1, records/1,
         improper/1, guards/2, shifts/2, strings/1, processes/2, timeout/1, dictionary/1, ets_/2, loop/1,
         opaque/1, atoms/1, deep/1, compare/2, order/1, dict/1, gb/1, queue_/1, proplist/1, format/1, tail/1, mutual/1,
         words/1, arity/1, maybe_fun/1, exit_/1, old_catch/1, letrec/1, case_of/1, fold/1, fresh/1, list_bif/2]).
-record(point, {x = 0, y = 0}).

main(F, Args) -> apply(?MODULE, F, Args).

calls() ->
    [{lists_, [[3, 1, 2]]}, {lists_, [[]]}, {lists_, [a]}, {sort, [[3, 1, 2, 7, 5, 4]]}, {sort, [[b, 1, {}]]},
     {tuples, [{a, 1, 2}]}, {tuples, [{}]}, {tuples, [x]},
     {binary, [<<1, 2, 3>>]}, {binary, [<<>>]}, {frame, [<<2, "ab", 195>>]}, {frame, [<<9, 1>>]}, {frame, [x]},
     {build, [5, 300]}, {build, [a, 1]}, {utf, [<<"aé"/utf8>>]}, {utf, [<<255>>]}, {bits, [<<16#A5, 1>>]},
     {floats, [1.5, 2]}, {floats, [1, 0]}, {floats, [a, 1]},
     {maps_, [#{a => 1}]}, {maps_, [#{}]}, {maps_, [x]}, {map_update, [#{k => 1}, 2]}, {map_update, [#{}, 2]},
     {catches, [0]}, {catches, [5]}, {catches, [a]}, {nested, [1]}, {nested, [2]}, {nested, [x]},
     {after_, [1]}, {after_, [0]}, {throws, [3]}, {throws, [0]},
     {funs, [3, 4]}, {higher, [[1, 2, 3]]}, {comprehension, [[1, a, 2, {3, 4}]]}, {bincomp, [<<1, 2, 3>>]},
     {records, [{point, 1, 2}]}, {records, [{point, 5, 0}]}, {records, [x]},
     {improper, [[1, 2 | 3]]}, {improper, [[1, 2]]}, {guards, [1, 2]}, {guards, [a, {b}]}, {guards, ["x", 1.0]},
     {shifts, [5, 3]}, {shifts, [-5, -3]}, {strings, ["12,34"]}, {strings, ["a"]},
     {processes, [3, 4]}, {timeout, [1]}, {dictionary, [v]}, {ets_, [k, 1]}, {loop, [20]},
     {opaque, [[1, 2]]}, {opaque, ["x"]}, {atoms, ["abc"]}, {atoms, ["ok"]}, {deep, [{[1, {2, [3]}], x}]},
     {compare, [1, 1.0]}, {compare, [a, b]}, {compare, [{1, 2}, {1, 3}]}, {order, [[c, 1, "a", {}, 2.5, <<1>>]]},
     {dict, [a]}, {gb, [[3, 1, 2]]}, {queue_, [5]}, {proplist, [[{a, 1}, b]]}, {format, [7]}, {tail, [30]}, {mutual, [7]},
     {words, ["ab cd"]}, {arity, [x]}, {maybe_fun, [y]}, {exit_, [a]}, {old_catch, [0]}, {old_catch, [1]},
     {letrec, [3]}, {case_of, [{ok, 1}]}, {case_of, [error]}, {fold, [[1, 2, 3]]}, {fresh, [1]},
     {list_bif, [[a, b, a], a]}, {exported, [5]}, {no_such, [1]}, {remote, [lists, [1, 2]]}].

lists_([X | Rest]) when is_list(Rest) -> [length(Rest), hd([X]), lists:reverse(Rest), lists:member(1, Rest), [X] ++ Rest, lists:last([X | Rest])];
lists_([]) -> lists:nth(1, []).
sort(L) -> {lists:sort(L), lists:usort(L), lists:max(L)}.
tuples(T) when tuple_size(T) > 1 -> setelement(1, T, element(2, T));
tuples(T) -> tuple_to_list(T).
binary(<<A, B/binary>>) -> {A, byte_size(B), binary(B)};
binary(<<>>) -> done.
frame(<<Len, Data:Len/binary, Crc>>) -> case lists:sum(binary_to_list(Data)) rem 256 of Crc -> ok; Other -> {bad, Other} end;
frame(<<_/binary>>) -> short.
build(A, B) -> C = <<A:8, B:16/little>>, <<D:12, _/bits>> = C, {C, D, <<C/binary, 1:3>>, bit_size(C)}.
utf(<<C/utf8, Rest/binary>>) -> [C | utf(Rest)];
utf(<<>>) -> [];
utf(_) -> bad.
bits(<<A:3, B:1/signed, C:4, D:8/signed-little>>) -> {A, B, C, D}.
floats(A, B) when A > B -> A / B;
floats(A, B) when A == B -> same;
floats(A, B) -> round(A * 2.5) + trunc(B) - A / B.
maps_(#{a := A} = M) -> {A, maps:get(b, M, none), M#{b => A, a := 2}, map_size(M), maps:to_list(M)};
maps_(M) -> maps:put(x, 1, M).
map_update(M, V) -> M1 = M#{k := V}, #{k := X} = M1, {X, is_map_key(z, M1)}.
catches(N) -> try 10 div N of 2 -> two; V -> {value, V} catch error:badarith -> zero; error:E -> E end.
nested(N) -> try try inner(N) catch throw:T -> {inner, T} end catch C:R -> {outer, C, R} end.
inner(1) -> throw(one);
inner(2) -> error({two, 2}).
after_(N) -> try 1 = N catch error:{badmatch, V} -> V after put(done, N) end.
throws(0) -> throw(zero);
throws(N) -> try throws(N - 1) catch throw:zero -> {caught, N} end.
funs(A, B) -> F = fun(X) -> X + A end, G = fun(H, X) -> H(H(X)) end, {G(F, B), (fun exported/1)(B), apply(F, [A])}.
higher(L) -> {lists:map(fun(X) -> X * 2 end, L), lists:filter(fun(X) -> X > 1 end, L), lists:foldl(fun(X, S) -> X + S end, 0, L)}.
comprehension(L) -> [{X, Y} || X <- L, is_integer(X), X > 0, {Y, _} <- L].
bincomp(B) -> {<< <<(X + 1)>> || <<X>> <= B >>, [X || <<X>> <= B, X > 1]}.
records(#point{x = X, y = Y}) when X < Y -> {up, X};
records(#point{} = P) -> P#point{y = 1};
records(_) -> #point{}.
improper([H | T]) -> [H | improper(T)];
improper([]) -> none;
improper(X) -> {tail, X}.
guards(A, B) when is_atom(A), is_tuple(B); A =:= "x", B < 2 -> one;
guards(A, B) when (A + B) rem 2 =:= 1 orelse element(1, A) > B -> two;
guards(_, _) -> three.
shifts(A, B) -> {A bsl 3, A bsr 1, A band 7, A bor B, A bxor B, bnot A, A bsl B}.
strings(S) -> case string:split(S, ",") of [A, B] -> {list_to_integer(A) + list_to_integer(B), string:length(S)}; [A] -> list_to_atom(A ++ "z") end.
processes(A, B) ->
    Me = self(),
    Pid = spawn(fun() -> receive {Me, X} when X > 2 -> Me ! {self(), X + B}; {Me, _} -> Me ! {self(), small} end end),
    Pid ! {Me, A},
    receive {Pid, 7} -> seven; {Pid, V} -> {got, V} end.
timeout(N) -> receive never -> ok after N -> late end.
dictionary(V) -> put(k, V), case get(k) of undefined -> none; X -> {X, erase(k)} end.
ets_(K, V) -> T = ets:new(t, [set]), ets:insert(T, {K, V}), [{_, X}] = ets:lookup(T, K), ets:foldl(fun({_, Y}, S) -> Y + S end, X, T).
loop(0) -> done;
loop(N) -> loop(N - 1).
opaque(L) -> {erlang:phash2(L), lists:flatten(io_lib:format("~p", [L])), math:sqrt(4)}.
atoms(S) -> case list_to_atom(S) of ok -> yes; A -> {A, atom_to_list(A), atom_to_binary(A)} end.
deep({[A, {B, [C]}], D}) -> [A, B, C, D].
compare(A, B) -> {A == B, A =:= B, A < B, A >= B, max(A, B), A /= B}.
order(L) -> lists:sort(L).
dict(K) -> D = orddict:store(K, 1, orddict:new()), {orddict:find(K, D), orddict:is_key(b, D)}.
gb(L) -> T = lists:foldl(fun(X, S) -> gb_sets:add(X, S) end, gb_sets:new(), L), {gb_sets:to_list(T), gb_sets:is_member(2, T)}.
queue_(X) -> Q = queue:in(X, queue:new()), {{value, Y}, _} = queue:out(Q), Y.
proplist(L) -> {proplists:get_value(a, L), proplists:get_bool(b, L)}.
format(N) -> io_lib:format("~w", [N]), if N > 5 -> big; true -> small end.
tail(0) -> 0;
tail(N) -> case N rem 2 of 0 -> tail(N - 1); 1 -> tail(N - 2 + 1) end.
mutual(N) -> even(N).
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).
words(S) -> [W || W <- string:tokens(S, " ")].
arity(X) -> F = fun(A, B) -> {A, B} end, try F(X) catch error:{badarity, _} -> arity end.
maybe_fun(X) -> try X(1) catch error:{badfun, Y} -> Y end.
exit_(R) -> try exit(R) catch exit:X -> {exit, X} end.
old_catch(N) -> case catch 1 div N of {'EXIT', {badarith, _}} -> bad; V -> V end.
letrec(N) -> F = fun Fac(0) -> 1; Fac(K) -> K * Fac(K - 1) end, F(N).
case_of(X) -> Y = case X of {ok, V} -> V; error -> none end, {Y, Y}.
fold(L) -> maps:fold(fun(_, V, S) -> V + S end, 0, maps:from_list([{X, X} || X <- L])).
fresh(N) -> R = make_ref(), {is_reference(R), R =:= R, N}.
list_bif(L, X) -> {L -- [X], lists:keyfind(X, 1, [{Y, 1} || Y <- L]), lists:delete(X, L), lists:zip(L, L)}.
exported(X) when X > 3 -> {big, X};
exported(X) -> X.
remote(M, L) -> M:reverse(L).
