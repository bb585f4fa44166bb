%% SPDX-License-Identifier: Apache-2.0
%% Properties of PropEr as functions of what they quantify over, with specs made of the generators:
%%
%%   prop_sorted() -> ?FORALL(L, list(integer()), sorted(sort(L))).
%%   -spec prop_sorted([integer()]) -> true.      prop_sorted(V1) -> holds((fun(L) -> sorted(sort(L)) end)(V1)).
%%
%% where what does not hold is an error {assertProperty, [{property, Name}, {value, V}]}.
%% Each variable is one that a generator without conditions stands for; ?LET makes a value of several, ?SUCHTHAT leaves
%% out others. PropEr itself is not needed.
-module(cuttle_proper).
-export([parse_transform/2]).

-define(WORDS, [{integer, integer}, {int, integer}, {float, float}, {real, float}, {number, number}, {boolean, boolean},
                {bool, boolean}, {atom, atom}, {binary, binary}, {utf8, binary}, {bitstring, bitstring}, {byte, byte},
                {char, char}, {string, string}, {any, any}, {term, any}, {non_neg_integer, non_neg_integer},
                {nat, non_neg_integer}, {pos_integer, pos_integer}, {neg_integer, neg_integer}, {tuple, tuple},
                {list, list}, {timeout, timeout}, {arity, arity}]).

parse_transform(Forms, _) ->
    put(cuttle_functions, maps:from_list([{F, Body} || {function, _, F, 0, [{clause, _, [], [], [Body]}]} <- Forms])),
    New = lists:append([form(F) || F <- Forms]),
    erase(cuttle_functions),
    Arities = maps:from_list([{N, A} || {function, _, N, A, _} <- New, is_property(N)]),
    %% Attributes that are no specs come before functions.
    {First, [{attribute, L, module, _} = Module | Rest]} =
        lists:splitwith(fun({attribute, _, module, _}) -> false; (_) -> true end, [exports(F, Arities) || F <- New]),
    First ++ [Module | [{attribute, L, cuttle_property, NA} || {_, A} = NA <- maps:to_list(Arities), A > 0]] ++ Rest.

is_property(Name) -> lists:prefix("prop_", atom_to_list(Name)).

exports({attribute, L, export, Names}, Arities) ->
    {attribute, L, export, [case Arities of
                                #{F := N} when A =:= 0 -> {F, N};
                                _ -> {F, A}
                            end || {F, A} <- Names]};
exports(Form, _) -> Form.

form({function, L, Name, 0, [{clause, CL, [], [], Body}]} = Form) ->
    case is_property(Name) of
        true ->
            put(cuttle_variables, []),
            {Before, [Last]} = lists:split(length(Body) - 1, Body),
            New = property(Last),
            case lists:reverse(erase(cuttle_variables)) of
                [] -> [Form];
                Variables ->
                    Spec = {type, L, 'fun', [{type, L, product, [T || {_, T} <- Variables]}, {atom, L, true}]},
                    Vars = [V || {V, _} <- Variables],
                    [{attribute, L, spec, {{Name, length(Vars)}, [Spec]}},
                     {function, L, Name, length(Vars), [{clause, CL, Vars, [], Before ++ [holds(New, Name, L)]}]}]
            end;
        false ->
            %% A generator: PropEr would run it.
            case uses_generators(Body) of
                true -> [{function, L, Name, 0, [{clause, CL, [], [], [{atom, CL, generator}]}]}];
                false -> [Form]
            end
    end;
form({function, L, Name, A, Clauses} = Form) ->
    case uses_generators(Clauses) of
        true -> [{function, L, Name, A, [{clause, L, [{var, L, '_'} || _ <- lists:seq(1, A)], [], [{atom, L, generator}]}]}];
        false -> [Form]
    end;
form(Form) -> [Form].

holds(Property, Name, L) ->
    Value = {var, L, 'CuttleValue'},
    Pair = fun(Key, V) -> {tuple, L, [{atom, L, Key}, V]} end,
    Reason = Pair(assertProperty, {cons, L, Pair(property, {atom, L, Name}), {cons, L, Pair(value, Value), {nil, L}}}),
    {'case', L, Property, [{clause, L, [{atom, L, true}], [], [{atom, L, true}]},
                           {clause, L, [Value], [], [{call, L, {remote, L, {atom, L, erlang}, {atom, L, error}}, [Reason]}]}]}.

uses_generators({call, _, {remote, _, {atom, _, ?MODULE}, _}, _}) -> true;
uses_generators({call, _, {atom, _, F}, Args}) ->
    is_generator(F, length(Args)) orelse uses_generators(Args);
uses_generators(T) when is_tuple(T) -> uses_generators(tuple_to_list(T));
uses_generators([H | T]) -> uses_generators(H) orelse uses_generators(T);
uses_generators(_) -> false.

is_generator(F, 0) -> lists:keymember(F, 1, ?WORDS);
is_generator(F, 1) -> lists:member(F, [list, oneof, union, elements, frequency, weighted_union, exactly, return, non_empty,
                                       loose_tuple, resize, sized]) andalso not is_map_key(F, get(cuttle_functions));
is_generator(F, 2) -> lists:member(F, [integer, range, choose, vector, map, function]);
is_generator(_, _) -> false.

%% ---- properties ----

property({call, L, {remote, _, {atom, _, ?MODULE}, {atom, _, forall}},
          [Generator, {'fun', _, {clauses, [{clause, CL, [Pattern], Guard, Body}]}}]}) ->
    {Value, Conditions} = generator(Generator),
    {Before, [Last]} = lists:split(length(Body) - 1, Body),
    Inside = applied(L, {clause, CL, [Pattern], Guard, Before ++ [property(Last)]}, Value),
    lists:foldr(fun(Condition, Then) ->
        {'case', L, Condition, [{clause, L, [{atom, L, true}], [], [Then]}, {clause, L, [{var, L, '_'}], [], [{atom, L, true}]}]}
    end, Inside, Conditions);
property({'case', L, E, Clauses}) ->
    {'case', L, E, [{clause, CL, P, G, lists:droplast(B) ++ [property(lists:last(B))]} || {clause, CL, P, G, B} <- Clauses]};
property({block, L, Body}) -> {block, L, lists:droplast(Body) ++ [property(lists:last(Body))]};
%% Statistics, and properties of several parts.
property({call, L, {atom, _, F}, Args}) when F =:= collect; F =:= aggregate; F =:= classify; F =:= measure; F =:= numtests;
                                             F =:= fails; F =:= on_output; F =:= with_title ->
    case F of
        fails -> {op, L, 'not', property(lists:last(Args))};
        _ -> property(lists:last(Args))
    end;
property({call, L, {atom, _, equals}, [A, B]}) -> {op, L, '=:=', A, B};
property({call, L, {atom, _, conjunction}, [Parts]}) -> conjunction(Parts, L);
property({op, L, Op, A, B}) when Op =:= 'andalso'; Op =:= 'orelse' -> {op, L, Op, property(A), property(B)};
property(E) -> E.

%% Variables of the clause are its own.
applied(L, Clause, Value) -> {call, L, {'fun', L, {clauses, [Clause]}}, [Value]}.

conjunction({cons, L, {tuple, _, [_, P]}, Rest}, _) -> {op, L, 'andalso', property(P), conjunction(Rest, L)};
conjunction(_, L) -> {atom, L, true}.

%% ---- generators ----

%% An expression for the value, and what has to hold before it is one: {Expression, [Condition]}.
generator(G) ->
    case type(G) of
        {ok, Type} -> {variable(element(2, G), Type), []};
        none -> made(G)
    end.

variable(L, Type) ->
    Variables = get(cuttle_variables),
    V = {var, L, list_to_atom("CuttleV" ++ integer_to_list(length(Variables) + 1))},
    put(cuttle_variables, [{V, Type} | Variables]),
    V.

made({call, L, {remote, _, {atom, _, ?MODULE}, {atom, _, made}}, [G, {'fun', _, {clauses, [{clause, CL, [P], [], [Made]}]}}]}) ->
    {Value, Conditions} = generator(G),
    {Result, More} = generator(Made),
    Bound = fun(E) -> applied(L, {clause, CL, [P], [], [E]}, Value) end,
    {Bound(Result), Conditions ++ [Bound(C) || C <- More]};
made({call, L, {remote, _, {atom, _, ?MODULE}, {atom, _, such_that}}, [G, {'fun', _, {clauses, [{clause, CL, [P], [], Test}]}}]}) ->
    {Value, Conditions} = generator(G),
    {Value, Conditions ++ [applied(L, {clause, CL, [P], [], Test}, Value)]};
made({call, L, {atom, _, vector}, [{integer, _, N}, G]}) ->
    made(lists:foldr(fun(_, Rest) -> {cons, L, G, Rest} end, {nil, L}, lists:seq(1, N)));
made({call, _, {atom, _, F}, [_, G]}) when F =:= resize; F =:= with_parameter -> generator(G);
made({call, _, {atom, _, F}, []} = Call) ->
    case get(cuttle_functions) of
        #{F := Body} = All ->
            put(cuttle_functions, maps:remove(F, All)),
            Result = generator(Body),
            put(cuttle_functions, All),
            Result;
        _ -> {Call, []}
    end;
made({call, L, {atom, _, F}, Args} = Call) ->
    case is_generator(F, length(Args)) of
        true -> {{call, L, {remote, L, {atom, L, erlang}, {atom, L, error}}, [{atom, L, generator_that_is_not_understood}]}, []};
        false -> {Call, []}
    end;
made({tuple, L, Es}) ->
    Parts = [generator(E) || E <- Es],
    {{tuple, L, [V || {V, _} <- Parts]}, lists:append([C || {_, C} <- Parts])};
made({cons, L, H, T}) ->
    {Head, One} = generator(H),
    {Tail, Two} = case T of {var, _, _} -> {T, []}; _ -> generator(T) end,
    {{cons, L, Head, Tail}, One ++ Two};
made(Value) -> {Value, []}.

%% A type, when the generator is as good as one.
type({call, L, {atom, _, list}, [G]}) -> of_type(G, fun(T) -> {type, L, list, [T]} end);
type({call, L, {atom, _, non_empty}, [{call, _, {atom, _, list}, [G]}]}) -> of_type(G, fun(T) -> {type, L, nonempty_list, [T]} end);
type({call, L, {atom, _, F}, [A, B]}) when F =:= integer; F =:= range; F =:= choose ->
    case {bound(A), bound(B)} of
        {{ok, Low}, {ok, High}} -> {ok, {type, L, range, [{integer, L, Low}, {integer, L, High}]}};
        _ -> {ok, {type, L, integer, []}}
    end;
type({call, L, {atom, _, F}, [List]}) when F =:= oneof; F =:= union; F =:= elements -> alternatives(List, L, fun(G) -> G end);
type({call, L, {atom, _, F}, [List]}) when F =:= frequency; F =:= weighted_union ->
    alternatives(List, L, fun({tuple, _, [_, G]}) -> G; (G) -> G end);
type({call, _, {atom, _, F}, [Value]}) when F =:= exactly; F =:= return -> literal(Value);
type({call, L, {atom, _, loose_tuple}, [_]}) -> {ok, {type, L, tuple, any}};
type({call, L, {atom, _, map}, [K, V]}) ->
    of_type(K, fun(Key) -> element(2, of_type(V, fun(T) -> {type, L, map, [{type, L, map_field_assoc, [Key, T]}]} end)) end);
type({call, L, {atom, _, function}, [{integer, _, N}, G]}) ->
    of_type(G, fun(T) -> {type, L, 'fun', [{type, L, product, [{type, L, any, []} || _ <- lists:seq(1, N)]}, T]} end);
type({call, L, {atom, _, F}, []}) ->
    case {get(cuttle_functions), lists:keyfind(F, 1, ?WORDS)} of
        {#{F := Body} = All, _} ->
            put(cuttle_functions, maps:remove(F, All)),
            Type = type(Body),
            put(cuttle_functions, All),
            Type;
        {_, {_, tuple}} -> {ok, {type, L, tuple, any}};
        {_, {_, Name}} -> {ok, {type, L, Name, []}};
        {_, false} -> none
    end;
type({tuple, L, Es}) ->
    Types = [type(E) || E <- Es],
    case lists:all(fun is_tuple/1, Types) of
        true -> {ok, {type, L, tuple, [T || {ok, T} <- Types]}};
        false -> none
    end;
type(E) -> literal(E).

literal({Kind, _, _} = E) when Kind =:= atom; Kind =:= integer; Kind =:= char -> {ok, E};
literal({nil, L}) -> {ok, {type, L, nil, []}};
literal(_) -> none.

of_type(G, Make) ->
    case type(G) of
        {ok, Type} -> {ok, Make(Type)};
        none -> none
    end.

alternatives(List, L, Of) ->
    Types = [type(Of(G)) || G <- elements(List)],
    case Types =/= [] andalso lists:all(fun is_tuple/1, Types) of
        true -> {ok, {type, L, union, [T || {ok, T} <- Types]}};
        false -> none
    end.

elements({cons, _, H, T}) -> [H | elements(T)];
elements({nil, _}) -> [];
elements(Other) -> [Other].

bound(E) ->
    try erl_eval:partial_eval(E) of
        {integer, _, N} -> {ok, N};
        {char, _, N} -> {ok, N};
        _ -> unknown
    catch
        _:_ -> unknown
    end.
