%% SPDX-License-Identifier: Apache-2.0
%% What the arguments of a function range over: its -spec, brought to a small language of types, and
%% what the module itself mentions, for arguments without a type.
%%
%%   Type ::= any | none | integer | float | atom | nil | tuple | map | pid | reference | port
%%          | {bits, Least, Unit}
%%          | {literal, Term} | {range, Low | minus_infinity, High | plus_infinity}
%%          | {list, Type} | {nonempty_list, Type} | {cons, Head, Tail} | {tuple, [Type]}
%%          | {map, [{required | optional, Term, Type}], {Key, Value} | none}
%%          | {'fun', Arity | any, Result} | {union, [Type]} | {named, Number}
%%
%% Named types are numbered, so that they can be recursive.
-module(cuttle_types).
-export([arguments/4, signature/1]).

%% #{specified, arguments, result, clauses, named}; any() for all when there is no spec.
arguments(M, F, A, Forms) ->
    put(cuttle_named, #{}),
    put(cuttle_bodies, #{}),
    put(cuttle_forms, #{M => Forms}),
    Specs = [S || {attribute, _, spec, {FA, S}} <- Forms, FA =:= {F, A} orelse FA =:= {M, F, A}],
    Reply = case Specs of
                [] -> #{specified => false, arguments => lists:duplicate(A, any), result => any};
                [Alternatives | _] -> specified(Alternatives, M)
            end,
    Named = lists:keysort(1, maps:to_list(get(cuttle_bodies))),
    [erase(K) || K <- [cuttle_named, cuttle_bodies, cuttle_forms]],
    Reply#{named => [Type || {_, Type} <- Named]}.

%% Alternatives of an overloaded spec become unions, argument by argument.
specified(Alternatives, M) ->
    Each = [alternative(T, M) || T <- Alternatives],
    Arguments = [union(Types) || Types <- transposed([Args || {Args, _} <- Each])],
    Clauses = case Each of [_] -> []; _ -> Each end,
    #{specified => true, arguments => Arguments, result => union([R || {_, R} <- Each]), clauses => Clauses}.

transposed([[] | _]) -> [];
transposed(Rows) -> [[hd(R) || R <- Rows] | transposed([tl(R) || R <- Rows])].

alternative({type, _, bounded_fun, [Fun, Constraints]}, M) ->
    Vars = maps:from_list([{V, T} || {type, _, constraint, [_, [{var, _, V}, T]]} <- Constraints]),
    function(Fun, {M, Vars});
alternative(Fun, M) -> function(Fun, {M, #{}}).

function({type, _, 'fun', [{type, _, product, Args}, Result]}, Env) ->
    {[type(T, Env) || T <- Args], type(Result, Env)}.

%% ---- types ----

type({ann_type, _, [_, T]}, Env) -> type(T, Env);
type({paren_type, _, [T]}, Env) -> type(T, Env);
type({var, _, '_'}, _) -> any;
type({var, _, V}, {M, Vars}) ->
    case Vars of
        #{V := {closed, T}} -> T;
        #{V := T} -> type(T, {M, maps:remove(V, Vars)});  % a variable that names itself is any()
        _ -> any
    end;
type({atom, _, A}, _) -> {literal, A};
type({user_type, _, Name, Args}, {M, _} = Env) -> named(M, Name, [type(T, Env) || T <- Args]);
type({remote_type, _, [{atom, _, M}, {atom, _, Name}, Args]}, Env) ->
    named(M, Name, [type(T, Env) || T <- Args]);
type({type, _, record, [{atom, _, Name} | Fields]}, Env) -> record(Name, Fields, Env);
type({type, _, Name, Args}, Env) -> builtin(Name, Args, Env);
type(Number, _) ->
    try erl_eval:partial_eval(Number) of
        {integer, _, N} -> {literal, N};
        {char, _, N} -> {literal, N};
        _ -> any
    catch _:_ -> any
    end.

builtin(union, Ts, Env) -> union([type(T, Env) || T <- Ts]);
builtin(range, [Low, High], Env) ->
    {{literal, L}, {literal, H}} = {type(Low, Env), type(High, Env)},
    {range, L, H};
builtin(tuple, any, _) -> tuple;
builtin(tuple, Ts, Env) -> {tuple, [type(T, Env) || T <- Ts]};
builtin(list, [T], Env) -> {list, type(T, Env)};
builtin(nonempty_list, [T], Env) -> {nonempty_list, type(T, Env)};
builtin(maybe_improper_list, [T, Tail], Env) -> union([nil, improper(type(T, Env), union([nil, type(Tail, Env)]))]);
builtin(nonempty_improper_list, [T, Tail], Env) -> improper(type(T, Env), type(Tail, Env));
builtin(nonempty_maybe_improper_list, [T, Tail], Env) -> improper(type(T, Env), union([nil, type(Tail, Env)]));
builtin(map, any, _) -> map;
builtin(map, Fields, Env) -> map_type(Fields, Env);
builtin('fun', [], _) -> {'fun', any, any};
builtin('fun', [{type, _, any}, R], Env) -> {'fun', any, type(R, Env)};
builtin('fun', [{type, _, product, Args}, R], Env) -> {'fun', length(Args), type(R, Env)};
builtin(binary, [Least, Unit], Env) ->
    case {type(Least, Env), type(Unit, Env)} of
        {{literal, M}, {literal, N}} -> {bits, M, N};
        _ -> {bits, 0, 1}
    end;
builtin(Name, _, _) -> simple(Name).

simple(any) -> any;
simple(term) -> any;
simple(none) -> none;
simple(no_return) -> none;
simple(integer) -> integer;
simple(float) -> float;
simple(atom) -> atom;
simple(nil) -> nil;
simple(binary) -> {bits, 0, 8};
simple(bitstring) -> {bits, 0, 1};
simple(nonempty_binary) -> {bits, 8, 8};
simple(nonempty_bitstring) -> {bits, 1, 1};
simple(pid) -> pid;
simple(port) -> port;
simple(reference) -> reference;
simple(tuple) -> tuple;
simple(map) -> map;
simple(list) -> {list, any};
simple(nonempty_list) -> {nonempty_list, any};
simple(maybe_improper_list) -> union([nil, {cons, any, any}]);
simple(number) -> union([integer, float]);
simple(boolean) -> union([{literal, true}, {literal, false}]);
simple(byte) -> {range, 0, 255};
simple(char) -> {range, 0, 16#10ffff};
simple(non_neg_integer) -> {range, 0, plus_infinity};
simple(pos_integer) -> {range, 1, plus_infinity};
simple(neg_integer) -> {range, minus_infinity, -1};
simple(arity) -> {range, 0, 255};
simple(string) -> {list, {range, 0, 16#10ffff}};
simple(nonempty_string) -> {nonempty_list, {range, 0, 16#10ffff}};
simple(module) -> atom;
simple(node) -> atom;
simple(identifier) -> union([pid, reference, port]);
simple(timeout) -> union([{literal, infinity}, {range, 0, plus_infinity}]);
simple(mfa) -> {tuple, [atom, atom, {range, 0, 255}]};
simple(iodata) -> union([iolist(), simple(binary)]);
simple(iolist) -> iolist();
simple('fun') -> {'fun', any, any};
simple(function) -> {'fun', any, any};
simple(_) -> any.

%% Cells, and behind the last one what ends them.
improper(Head, End) ->
    Id = {builtin, improper, Head, End},
    named_as(Id, fun() -> {cons, Head, union([End, {named, number(Id)}])} end).

iolist() ->
    named_as({builtin, iolist}, fun() ->
        [Self, Tail] = [{named, number({builtin, iolist})}, union([nil, simple(binary)])],
        union([nil, {cons, union([{range, 0, 255}, simple(binary), Self]), union([Self, Tail])}])
    end).

union(Types) ->
    Flat = lists:usort(lists:append([case T of {union, Us} -> Us; none -> []; _ -> [T] end || T <- Types])),
    case {lists:member(any, Flat), Flat} of
        {true, _} -> any;
        {_, []} -> none;
        {_, [One]} -> One;
        _ -> {union, Flat}
    end.

map_type(Fields, Env) ->
    {Known, Rest} = lists:foldl(
        fun({type, _, Kind, [K, V]}, {Pairs, Others}) ->
            Value = type(V, Env),
            Need = case Kind of map_field_exact -> required; map_field_assoc -> optional end,
            case literals(type(K, Env)) of
                {ok, Keys} -> {Pairs ++ [{Need, Key, Value} || Key <- Keys], Others};
                no -> {Pairs, {type(K, Env), Value}}
            end
        end, {[], none}, Fields),
    {map, Known, Rest}.

literals({literal, Key}) -> {ok, [Key]};
literals({union, Ts}) ->
    case [K || {literal, K} <- Ts] of
        Keys when length(Keys) =:= length(Ts) -> {ok, Keys};
        _ -> no
    end;
literals(_) -> no.

%% ---- named types ----

named(M, Name, Args) -> named_as({M, Name, Args}, fun() -> definition(M, Name, Args) end).

named_as(Id, Definition) ->
    case get(cuttle_named) of
        #{Id := N} -> {named, N};
        _ ->
            N = number(Id),
            Body = Definition(),  % which names others
            put(cuttle_bodies, (get(cuttle_bodies))#{N => Body}),
            {named, N}
    end.

number(Id) ->
    case get(cuttle_named) of
        #{Id := N} -> N;
        Known ->
            put(cuttle_named, Known#{Id => map_size(Known)}),
            put(cuttle_bodies, (get(cuttle_bodies))#{map_size(Known) => any}),
            map_size(Known)
    end.

definition(M, Name, Args) ->
    Found = [{T, Vars} || {attribute, _, Kind, {N, T, Vars}} <- forms(M), Kind =:= type orelse Kind =:= opaque,
                          N =:= Name, length(Vars) =:= length(Args)],
    case Found of
        [{T, Vars} | _] ->
            Env = maps:from_list(lists:zip([V || {var, _, V} <- Vars], [{closed, A} || A <- Args])),
            type(T, {M, Env});
        [] -> any
    end.

forms(M) ->
    case get(cuttle_forms) of
        #{M := Forms} -> Forms;
        Known ->
            Forms = try maps:get(forms, cuttle_source:library(M)) catch _:_ -> [] end,
            put(cuttle_forms, Known#{M => Forms}),
            Forms
    end.

record(Name, Overrides, {M, _} = Env) ->
    Id = {record, M, Name, Overrides},
    named_as(Id, fun() ->
        case [Fields || {attribute, _, record, {N, Fields}} <- forms(M), N =:= Name] of
            [Fields | _] ->
                Given = maps:from_list([{F, T} || {type, _, field_type, [{atom, _, F}, T]} <- Overrides]),
                {tuple, [{literal, Name} | [field(F, Given, Env) || F <- Fields]]};
            [] -> tuple
        end
    end).

field({typed_record_field, Field, T}, Given, Env) ->
    type(maps:get(field_name(Field), Given, T), Env);
field(Field, Given, Env) ->
    case Given of
        #{} ->
            case maps:find(field_name(Field), Given) of
                {ok, T} -> type(T, Env);
                error -> any
            end
    end.

field_name({typed_record_field, Field, _}) -> field_name(Field);
field_name({record_field, _, {atom, _, F}}) -> F;
field_name({record_field, _, {atom, _, F}, _}) -> F.

%% ---- what the module mentions ----

signature(Forms) ->
    Records = maps:from_list([{N, length(Fs) + 1} || {attribute, _, record, {N, Fs}} <- Forms]),
    Seen = walk([F || {function, _, _, _, _} = F <- Forms], #{}),
    Sizes = [S || {size, S} <- maps:keys(Seen)] ++ [maps:get(N, Records, 1) || {record, N} <- maps:keys(Seen)],
    Atoms = [A || {atom, A} <- maps:keys(Seen)] ++ [N || {record, N} <- maps:keys(Seen)]
            ++ lists:append([neighbours(A) || {neighbour, A} <- maps:keys(Seen)]),
    #{atoms => lists:usort(Atoms), tuples => lists:usort(Sizes), keys => lists:sort([K || {key, K} <- maps:keys(Seen)]),
      funs => lists:sort([A || {'fun', A} <- maps:keys(Seen)]), floats => is_map_key(float, Seen),
      binaries => is_map_key(binary, Seen), bitstrings => is_map_key(bitstring, Seen), maps => is_map_key(map, Seen), pids => is_map_key(pid, Seen),
      references => is_map_key(reference, Seen)}.

walk({function, _, _, _, Clauses}, S) -> walk(Clauses, S);
walk({atom, _, A}, S) -> S#{{atom, A} => true};
walk({float, _, _}, S) -> S#{float => true};
walk({tuple, _, Es}, S) -> walk(Es, S#{{size, length(Es)} => true});
walk({record, _, N, Fields}, S) -> walk(Fields, S#{{record, N} => true});
walk({record, _, E, N, Fields}, S) -> walk([E | Fields], S#{{record, N} => true});
walk({record_field, _, E, N, _}, S) -> walk(E, S#{{record, N} => true});
walk({record_field, _, _, V}, S) -> walk(V, S);
walk({record_index, _, N, _}, S) -> S#{{record, N} => true};
walk({bin, _, Es}, S) -> lists:foldl(fun segment/2, S#{binary => true}, Es);
walk({map, _, Fields}, S) -> walk(Fields, S#{map => true});
walk({map, _, E, Fields}, S) -> walk([E | Fields], S#{map => true});
walk({Field, _, K, V}, S) when Field =:= map_field_assoc; Field =:= map_field_exact ->
    walk(V, key(K, S));
walk({call, _, {remote, _, M, F}, Args}, S) -> walk(Args, called(M, F, Args, S));
walk({call, _, {atom, _, F}, Args}, S) -> walk(Args, tested(F, Args, S));
walk({call, _, F, Args}, S) -> walk([F | Args], S#{{'fun', length(Args)} => true});
walk({op, _, '/', A, B}, S) -> walk([A, B], S#{float => true});
walk({op, _, Op, A, B}, S) when Op =:= '<'; Op =:= '>'; Op =:= '=<'; Op =:= '>=' ->
    lists:foldl(fun({atom, _, Atom}, Acc) -> Acc#{{neighbour, Atom} => true}; (E, Acc) -> walk(E, Acc) end,
                ordered([A, B], S), [A, B]);
walk({op, _, Op, A, B}, S) when Op =:= 'and'; Op =:= 'or'; Op =:= 'xor'; Op =:= 'andalso'; Op =:= 'orelse' ->
    walk([A, B], booleans(S));
walk({op, _, 'not', A}, S) -> walk(A, booleans(S));
walk({clause, _, Patterns, Guards, Body}, S) ->
    Bare = lists:any(fun({var, _, _}) -> true; (_) -> false end, lists:append(Guards)),
    walk([Patterns, Guards, Body], case Bare of true -> booleans(S); false -> S end);
walk({'fun', _, {clauses, Cs}}, S) -> walk(Cs, S);
walk({'fun', _, _}, S) -> S;
walk({var, _, _}, S) -> S;
walk(T, S) when is_tuple(T) -> walk(tuple_to_list(T), S);
walk([H | T], S) -> walk(T, walk(H, S));
walk(_, S) -> S.

booleans(S) -> S#{{atom, true} => true, {atom, false} => true}.

%% What is compared with a term that is no number may be of any kind.
ordered(Operands, S) ->
    Other = fun(E) -> is_tuple(E) andalso lists:member(element(1, E), [atom, tuple, nil, cons, string, bin, map]) end,
    case lists:any(Other, Operands) of
        true -> maps:merge(S, maps:from_keys([float, binary, map, pid, {size, 1}, {size, 2}], true));
        false -> S
    end.

%% An atom that others are compared with: itself, one before it and one behind it.
neighbours(Atom) ->
    Name = atom_to_list(Atom),
    Before = case Name of [] -> []; _ -> [list_to_atom(lists:droplast(Name))] end,
    Behind = case length(Name) < 255 of true -> [list_to_atom(Name ++ "a")]; false -> [] end,
    Before ++ [Atom] ++ Behind.

%% One that may end within a byte.
segment({bin_element, _, V, Size, Types}, S0) ->
    S = walk(V, S0),
    case {Size, Types} of
        {{integer, _, N}, _} when N rem 8 =/= 0, not is_list(Types) -> S#{bitstring => true};
        {_, [_ | _]} ->
            case lists:member(bitstring, Types) orelse lists:member(bits, Types) of
                true -> S#{bitstring => true};
                false -> S
            end;
        _ -> S
    end;
segment(_, S) -> S.

key({atom, _, K}, S) -> S#{{key, K} => true};
key({integer, _, K}, S) -> S#{{key, K} => true};
key({string, _, K}, S) -> S#{{key, K} => true};
key({bin, _, [{bin_element, _, {string, _, K}, default, default}]}, S) -> S#{{key, list_to_binary(K)} => true};
key(E, S) -> walk(E, S).

called({atom, _, maps}, _, [K | _], S) -> key(K, S#{map => true});
called({atom, _, lists}, {atom, _, F}, [_ | _], S) when F =:= keyfind; F =:= keymember; F =:= keysearch ->
    S#{{size, 2} => true};
called({atom, _, math}, _, _, S) -> S#{float => true};
called({atom, _, erlang}, {atom, _, F}, Args, S) -> tested(F, Args, S);
called(_, _, _, S) -> S.

tested(F, Args, S) ->
    case F of
        is_boolean -> booleans(S);
        _ when F =:= tuple_size; F =:= size; F =:= tuple_to_list; F =:= setelement ->
            maps:merge(S, maps:from_keys([{size, N} || N <- lists:seq(0, 4)], true));
        is_binary -> S#{binary => true};
        is_bitstring -> S#{binary => true, bitstring => true};
        byte_size -> S#{binary => true};
        bit_size -> S#{binary => true, bitstring => true};
        binary_to_list -> S#{binary => true};
        is_float -> S#{float => true};
        is_map -> S#{map => true};
        map_get -> key(hd(Args), S#{map => true});
        is_map_key -> key(hd(Args), S#{map => true});
        map_size -> S#{map => true};
        _ when F =:= is_pid; F =:= node -> S#{pid => true};
        is_reference -> S#{reference => true};
        is_tuple -> S#{{size, 1} => true};
        is_function ->
            case Args of [_, {integer, _, N}] -> S#{{'fun', N} => true}; _ -> S#{{'fun', 1} => true} end;
        element -> case Args of [{integer, _, N}, _] -> S#{{size, N} => true}; _ -> S end;
        is_record when length(Args) =:= 3 ->
            case Args of [_, _, {integer, _, N}] when N > 0 -> S#{{size, N} => true}; _ -> S end;
        is_record -> case Args of [_, {atom, _, N} | _] -> S#{{record, N} => true}; _ -> S end;
        _ -> S
    end.
