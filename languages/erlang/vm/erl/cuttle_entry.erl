%% SPDX-License-Identifier: Apache-2.0
%% Which function is explored, and what its arguments range over.
-module(cuttle_entry).
-export([find/2, nearest/2]).

find(User, Request) ->
    #{module := M, forms := Forms, file := File} = chosen(User, Request),
    Exports = lists:usort(exports(Forms)),
    {F, A} = pick(M, Exports, maps:get(function, Request, <<>>)),
    Property = lists:keymember({F, A}, 4, [Form || {attribute, _, cuttle_property, _} = Form <- Forms]),
    #{module => M, function => F, arity => A, property => Property, types => cuttle_types:arguments(M, F, A, Forms),
      signature => cuttle_types:signature(nearest_forms(Forms, User)), seeds => cuttle_seeds:find(M, F, A, File)}.

%% Its own, and those of modules beside it as long as they are few.
nearest_forms(Forms, User) ->
    Others = lists:append([F || #{forms := F} <- User, F =/= Forms]),
    case length(Others) < 400 of
        true -> Forms ++ Others;
        false -> Forms
    end.

chosen([First | _] = User, Request) ->
    case maps:get(module, Request, <<>>) of
        <<>> -> First;
        Name ->
            case [S || #{module := M} = S <- User, atom_to_binary(M) =:= Name] of
                [S | _] -> S;
                [] ->
                    Names = [atom_to_list(M) || #{module := M} <- User],
                    throw({error, text("there is no module `~ts'", [Name]), nearest(binary_to_list(Name), Names)})
            end
    end.

exports(Forms) ->
    All = lists:member(export_all, lists:append([options(O) || {attribute, _, compile, O} <- Forms])),
    Named = lists:append([L || {attribute, _, export, L} <- Forms]),
    Defined = [{F, A} || {function, _, F, A, _} <- Forms],
    case All of
        true -> Defined;
        false -> [FA || FA <- Named, lists:member(FA, Defined)]
    end.

options(O) when is_list(O) -> O;
options(O) -> [O].

pick(M, [], _) -> throw({error, text("module `~ts' exports no function", [M]), <<>>});
pick(_, [Only], <<>>) -> Only;
pick(M, Exports, <<>>) ->
    case {[FA || {main, _} = FA <- Exports], [FA || FA <- Exports, not is_test(FA)]} of
        {[One], _} -> One;
        {_, [One]} -> One;
        _ ->
            throw({error, text("which function of `~ts' is to be explored?", [M]),
                   text("Say --function with one of: ~ts", [names(Exports)])})
    end;
pick(M, Exports, Wanted) ->
    {Name, Arity} = case string:split(binary_to_list(Wanted), "/", trailing) of
                        [N, Digits] -> {N, catch list_to_integer(Digits)};
                        [N] -> {N, any}
                    end,
    case [FA || {F, A} = FA <- Exports, atom_to_list(F) =:= Name, Arity =:= any orelse Arity =:= A] of
        [One] -> One;
        [] -> property(M, Exports, Wanted, Name);
        Several ->
            throw({error, text("`~ts' has several arities", [Wanted]), text("Say one of: ~ts", [names(Several)])})
    end.

%% What EUnit exports by itself.
is_test({F, 0}) -> F =:= test orelse re:run(atom_to_list(F), "_test_?$", [{capture, none}]) =:= match;
is_test(_) -> false.

%% prop_x/0 is a function of what it quantifies over: cuttle_proper.
property(M, Exports, Wanted, Name) ->
    case [FA || {F, _} = FA <- Exports, atom_to_list(F) =:= Name, lists:prefix("prop_", Name), lists:suffix("/0", binary_to_list(Wanted))] of
        [One] -> One;
        _ -> unknown(M, Exports, Wanted, Name)
    end.

unknown(M, Exports, Wanted, Name) ->
    Hint = case [FA || {F, _} = FA <- Exports, atom_to_list(F) =:= Name] of
               [] -> nearest(Name, [name(FA) || FA <- Exports]);
               Same -> text("Did you mean ~ts?", [names(Same)])
           end,
    throw({error, text("module `~ts' exports no function `~ts'", [M, Wanted]), Hint}).

nearest(Wanted, Names) ->
    Ranked = lists:sort([{distance(Wanted, hd(string:split(N, "/", trailing))), N} || N <- Names]),
    case Ranked of
        [{D, N} | _] when 3 * D =< length(Wanted) + 1 -> text("Did you mean ~ts?", [N]);
        _ -> text("There are: ~ts", [lists:join(", ", lists:sublist(Names, 20))])
    end.

%% How many letters to add, drop or change.
distance(A, B) ->
    lists:last(lists:foldl(fun(C, [First | _] = Row) -> next_row(C, B, Row, [First + 1]) end,
                           lists:seq(0, length(B)), A)).

next_row(C, [D | B], [Above | [Right | _] = Row], [Left | _] = Done) ->
    Change = case C of D -> Above; _ -> Above + 1 end,
    next_row(C, B, Row, [lists:min([Change, Left + 1, Right + 1]) | Done]);
next_row(_, [], _, Done) -> lists:reverse(Done).

name({F, A}) -> lists:flatten(io_lib:format("~ts/~p", [F, A])).

names(FAs) -> lists:join(", ", [name(FA) || FA <- lists:sublist(FAs, 20)]).

text(Format, Args) -> unicode:characters_to_binary(io_lib:format(Format, Args)).
