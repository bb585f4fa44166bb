%% SPDX-License-Identifier: Apache-2.0
%% Core Erlang in normal form: variables have unique names, arguments are values (variables, literals,
%% and tuples and cells of them), `catch' has become `try', and everything that will have events has a
%% number in its annotation:
%%
%%   clauses of `case'       {cuttle_point, N}
%%   calls, `try', traces    {cuttle_site, N}
%%   calls                   {cuttle_call, call | bif | opaque | remote | apply}
%%
%% Guards stay as they are but for the names of variables: nothing may be inserted there.
-module(cuttle_normal).
-export([module/2, receives/1, line/1, receive_name/1]).

%% Policy is fun(M, F, A) -> call | bif | opaque | apply. Gives the normalised definitions, what the
%% programmer called the variables, and the number of points.
module(Core, Policy) ->
    put(cuttle_counters, {0, 0, 0}),
    put(cuttle_names, #{}),
    Defs = [{Name, function(Fun, #{}, Policy)} || {Name, Fun} <- cerl:module_defs(Core)],
    {_, Points, _} = erase(cuttle_counters),
    {Defs, erase(cuttle_names), Points}.

function(Fun, Env, P) ->
    {Vars, Inner} = fresh_vars(cerl:fun_vars(Fun), Env),
    cerl:update_c_fun(Fun, Vars, body(cerl:fun_body(Fun), Inner, P)).

%% An expression whose parts are values.
body(E, Env, P) ->
    case cerl:type(E) of
        literal -> literal(E, Env, P);
        var -> variable(E, Env);
        values -> with_values(cerl:values_es(E), Env, P, fun(Vs) -> cerl:update_c_values(E, Vs) end);
        'let' -> let_(E, Env, P);
        seq -> cerl:update_c_seq(E, body(cerl:seq_arg(E), Env, P), body(cerl:seq_body(E), Env, P));
        'case' -> case_(E, Env, P);
        'fun' -> function(E, Env, P);
        letrec -> letrec(E, Env, P);
        apply -> apply_(E, Env, P);
        call -> call(E, Env, P);
        primop -> primop(E, Env, P);
        'try' -> try_(E, Env, P);
        'catch' -> catch_(E, Env, P);
        binary -> binary(E, Env, P);
        map -> map(E, Env, P);
        cons -> with_value(E, Env, P, fun(V) -> V end);
        tuple -> with_value(E, Env, P, fun(V) -> V end)
    end.

%% ---- values ----

%% Brings E to a value; what has to be evaluated before is bound around the result of Then.
with_value(E, Env, P, Then) ->
    {Binds, V} = value(E, Env, P),
    bind(Binds, Then(V)).

with_values(Es, Env, P, Then) ->
    {Binds, Vs} = values(Es, Env, P),
    bind(Binds, Then(Vs)).

bind(Binds, E) ->
    lists:foldl(fun({V, Rhs}, Body) -> cerl:ann_c_let([], [V], Rhs, Body) end, E, Binds).

%% The bindings come last first.
values(Es, Env, P) ->
    {Binds, Vs} = lists:foldl(
        fun(E, {Before, Done}) ->
            {Binds, V} = value(E, Env, P),
            {Binds ++ Before, [V | Done]}
        end, {[], []}, Es),
    {Binds, lists:reverse(Vs)}.

value(E, Env, P) ->
    case cerl:type(E) of
        literal ->
            case literal(E, Env, P) of
                {lambda, Fun} -> name(Fun);
                Literal ->
                    case cerl:type(Literal) of
                        literal -> {[], Literal};
                        _ -> name(Literal)
                    end
            end;
        var ->
            Var = variable(E, Env),
            case cerl:var_name(Var) of
                {_, _} -> name(Var);
                _ -> {[], Var}
            end;
        cons ->
            {Binds, [H, T]} = values([cerl:cons_hd(E), cerl:cons_tl(E)], Env, P),
            {Binds, cerl:update_c_cons_skel(E, H, T)};
        tuple ->
            {Binds, Vs} = values(cerl:tuple_es(E), Env, P),
            {Binds, cerl:update_c_tuple_skel(E, Vs)};
        _ ->
            name(body(E, Env, P))
    end.

name(E) ->
    V = fresh(),
    {[{V, E}], V}.

variable(E, Env) ->
    case maps:find(cerl:var_name(E), Env) of
        {ok, Name} -> cerl:update_c_var(E, Name);
        error -> E
    end.

%% A fun of other modules inside of a literal is called like everything else: through us.
literal(E, Env, P) ->
    case cerl:concrete(E) of
        Fun when is_function(Fun) -> exported(Fun, Env, P);
        _ -> E
    end.

exported(Fun, Env, Policy) ->
    {module, M} = erlang:fun_info(Fun, module),
    {name, F} = erlang:fun_info(Fun, name),
    {arity, A} = erlang:fun_info(Fun, arity),
    case Policy(M, F, A) of
        call -> cerl:ann_abstract([{cuttle_call, call}], Fun);
        _ ->
            Vars = [cerl:c_var({eta, I}) || I <- lists:seq(1, A)],
            Call = cerl:c_call(cerl:abstract(M), cerl:abstract(F), Vars),
            function(cerl:c_fun(Vars, Call), Env, Policy)
    end.

%% ---- control ----

let_(E, Env, P) ->
    Arg = body(cerl:let_arg(E), Env, P),
    {Vars, Inner} = fresh_vars(cerl:let_vars(E), Env),
    cerl:update_c_let(E, Vars, Arg, body(cerl:let_body(E), Inner, P)).

case_(E, Env, P) ->
    Arg = cerl:case_arg(E),
    Es = case cerl:type(Arg) of values -> cerl:values_es(Arg); _ -> [Arg] end,
    case Es of
        [One] -> several(E, One, Env, P);
        _ ->
            with_values(Es, Env, P, fun(Vs) ->
                cerl:update_c_case(E, cerl:c_values(Vs), clauses(E, Env, P))
            end)
    end.

%% One expression that gives several values (a call of a primop, say) is named first.
several(E, Arg, Env, P) ->
    case cerl:clause_arity(hd(cerl:case_clauses(E))) of
        1 ->
            with_value(Arg, Env, P, fun(V) -> cerl:update_c_case(E, V, clauses(E, Env, P)) end);
        N ->
            Vars = [fresh() || _ <- lists:seq(1, N)],
            Case = cerl:update_c_case(E, cerl:c_values(Vars), clauses(E, Env, P)),
            cerl:c_let(Vars, body(Arg, Env, P), Case)
    end.

clauses(E, Env, P) -> [clause(C, Env, P) || C <- cerl:case_clauses(E)].

clause(C, Env, P) ->
    {Pats, Inner} = patterns(cerl:clause_pats(C), Env),
    Guard = rename(cerl:clause_guard(C), Inner),
    New = cerl:update_c_clause(C, Pats, Guard, body(cerl:clause_body(C), Inner, P)),
    cerl:add_ann([{cuttle_point, next_point()}], New).

%% Variables of patterns are new; sizes of segments and keys of maps are not.
patterns(Pats, Env) ->
    Names = lists:usort(lists:flatmap(fun pattern_vars/1, Pats)),
    Inner = lists:foldl(fun(N, Acc) -> Acc#{N => fresh_name(N)} end, Env, Names),
    {[rename_pattern(Pat, Inner, Env) || Pat <- Pats], Inner}.

pattern_vars(Pat) ->
    case cerl:type(Pat) of
        var -> [cerl:var_name(Pat)];
        alias -> [cerl:var_name(cerl:alias_var(Pat)) | pattern_vars(cerl:alias_pat(Pat))];
        literal -> [];
        cons -> pattern_vars(cerl:cons_hd(Pat)) ++ pattern_vars(cerl:cons_tl(Pat));
        tuple -> lists:flatmap(fun pattern_vars/1, cerl:tuple_es(Pat));
        map -> lists:flatmap(fun(Pair) -> pattern_vars(cerl:map_pair_val(Pair)) end, cerl:map_es(Pat));
        binary -> lists:flatmap(fun(S) -> pattern_vars(cerl:bitstr_val(S)) end, cerl:binary_segments(Pat))
    end.

rename_pattern(Pat, Inner, Env) ->
    Again = fun(Q) -> rename_pattern(Q, Inner, Env) end,
    case cerl:type(Pat) of
        var -> variable(Pat, Inner);
        alias -> cerl:update_c_alias(Pat, variable(cerl:alias_var(Pat), Inner), Again(cerl:alias_pat(Pat)));
        literal -> Pat;
        cons -> cerl:update_c_cons_skel(Pat, Again(cerl:cons_hd(Pat)), Again(cerl:cons_tl(Pat)));
        tuple -> cerl:update_c_tuple_skel(Pat, [Again(Q) || Q <- cerl:tuple_es(Pat)]);
        map ->
            Pairs = [cerl:update_c_map_pair(Pair, cerl:map_pair_op(Pair), rename(cerl:map_pair_key(Pair), Env),
                                            Again(cerl:map_pair_val(Pair))) || Pair <- cerl:map_es(Pat)],
            cerl:update_c_map(Pat, cerl:map_arg(Pat), Pairs);
        binary ->
            %% A size may be an earlier segment of the same pattern.
            cerl:update_c_binary(Pat, [segment(S, Again(cerl:bitstr_val(S)), Inner)
                                       || S <- cerl:binary_segments(Pat)])
    end.

segment(S, Val, Env) ->
    cerl:update_c_bitstr(S, Val, rename(cerl:bitstr_size(S), Env), cerl:bitstr_unit(S),
                         cerl:bitstr_type(S), cerl:bitstr_flags(S)).

%% Other names, nothing else: for guards.
rename(E, Env) ->
    case cerl:type(E) of
        var -> variable(E, Env);
        literal -> E;
        'let' ->
            Arg = rename(cerl:let_arg(E), Env),
            {Vars, Inner} = fresh_vars(cerl:let_vars(E), Env),
            cerl:update_c_let(E, Vars, Arg, rename(cerl:let_body(E), Inner));
        'case' ->
            Arg = rename(cerl:case_arg(E), Env),
            cerl:update_c_case(E, Arg, [rename_clause(C, Env) || C <- cerl:case_clauses(E)]);
        'try' ->
            Arg = rename(cerl:try_arg(E), Env),
            {Vars, Inner} = fresh_vars(cerl:try_vars(E), Env),
            {EVars, EInner} = fresh_vars(cerl:try_evars(E), Env),
            cerl:update_c_try(E, Arg, Vars, rename(cerl:try_body(E), Inner), EVars,
                              rename(cerl:try_handler(E), EInner));
        _ ->
            cerl:update_tree(E, [[rename(S, Env) || S <- Group] || Group <- cerl:subtrees(E)])
    end.

rename_clause(C, Env) ->
    {Pats, Inner} = patterns(cerl:clause_pats(C), Env),
    cerl:update_c_clause(C, Pats, rename(cerl:clause_guard(C), Inner), rename(cerl:clause_body(C), Inner)).

letrec(E, Env, P) ->
    Defs = [{Name, function(Fun, Env, P)} || {Name, Fun} <- cerl:letrec_defs(E)],
    cerl:update_c_letrec(E, Defs, body(cerl:letrec_body(E), Env, P)).

%% The body of a loop that waits for messages: no calls are allowed in it.
receive_name({Name, 0}) -> lists:prefix("recv$^", atom_to_list(Name));
receive_name(_) -> false.

try_(E, Env, P) ->
    {Vars, Inner} = fresh_vars(cerl:try_vars(E), Env),
    {EVars, EInner} = fresh_vars(cerl:try_evars(E), Env),
    New = cerl:update_c_try(E, body(cerl:try_arg(E), Env, P), Vars, body(cerl:try_body(E), Inner, P),
                            EVars, body(cerl:try_handler(E), EInner, P)),
    cerl:add_ann([{cuttle_site, next_site()}], New).

%% catch E  ==>  try E of V -> V catch <throw, R, _> -> R; <exit, ..> -> {'EXIT', R}; <error, ..> -> ..
catch_(E, Env, P) ->
    [V, C, R, S, T] = [fresh() || _ <- lists:seq(1, 5)],
    Exit = fun(Reason) -> cerl:c_tuple([cerl:abstract('EXIT'), Reason]) end,
    Site = {cuttle_site, next_site()},
    Trace = cerl:c_let([T], cerl:ann_c_primop([Site], cerl:abstract(build_stacktrace), [S]), Exit(cerl:c_tuple([R, T]))),
    Clauses = [numbered(cerl:ann_c_clause([compiler_generated], [Pat], Body))
               || {Pat, Body} <- [{cerl:abstract(throw), R}, {cerl:abstract(exit), Exit(R)}, {fresh(), Trace}]],
    Handler = cerl:c_case(C, Clauses),
    cerl:ann_c_try([{cuttle_site, next_site()} | cerl:get_ann(E)], body(cerl:catch_body(E), Env, P), [V], V,
                   [C, R, S], Handler).

numbered(Clause) -> cerl:add_ann([{cuttle_point, next_point()}], Clause).

%% ---- calls ----

apply_(E, Env, P) ->
    Op = cerl:apply_op(E),
    case cerl:is_c_var(Op) andalso cerl:var_name(Op) of
        {_, _} ->
            with_values(cerl:apply_args(E), Env, P, fun(Vs) -> cerl:update_c_apply(E, Op, Vs) end);
        _ ->
            with_values([Op | cerl:apply_args(E)], Env, P, fun([F | Vs]) ->
                cerl:add_ann([{cuttle_site, next_site()}], cerl:update_c_apply(E, F, Vs))
            end)
    end.

call(E, Env, P) ->
    [M, F | Args] = [cerl:call_module(E), cerl:call_name(E) | cerl:call_args(E)],
    case cerl:is_c_atom(M) andalso cerl:is_c_atom(F) of
        true ->
            Kind = P(cerl:concrete(M), cerl:concrete(F), length(Args)),
            with_values(Args, Env, P, fun(Vs) ->
                cerl:add_ann([{cuttle_call, Kind}, {cuttle_site, next_site()}], cerl:update_c_call(E, M, F, Vs))
            end);
        false ->
            with_values([M, F | Args], Env, P, fun([Mv, Fv | Vs]) ->
                cerl:add_ann([{cuttle_call, remote}, {cuttle_site, next_site()}],
                             cerl:update_c_call(E, Mv, Fv, Vs))
            end)
    end.

primop(E, Env, P) ->
    with_values(cerl:primop_args(E), Env, P, fun(Vs) ->
        New = cerl:update_c_primop(E, cerl:primop_name(E), Vs),
        case cerl:concrete(cerl:primop_name(E)) of
            build_stacktrace -> cerl:add_ann([{cuttle_site, next_site()}], New);
            _ -> New
        end
    end).

binary(E, Env, P) ->
    Segments = cerl:binary_segments(E),
    with_values(lists:append([[cerl:bitstr_val(S), cerl:bitstr_size(S)] || S <- Segments]), Env, P,
                fun(Vs) -> cerl:update_c_binary(E, segments(Segments, Vs)) end).

segments([S | Rest], [Val, Size | Vs]) ->
    [cerl:update_c_bitstr(S, Val, Size, cerl:bitstr_unit(S), cerl:bitstr_type(S), cerl:bitstr_flags(S))
     | segments(Rest, Vs)];
segments([], []) -> [].

map(E, Env, P) ->
    Pairs = cerl:map_es(E),
    Parts = lists:append([[cerl:map_pair_key(Pair), cerl:map_pair_val(Pair)] || Pair <- Pairs]),
    with_values([cerl:map_arg(E) | Parts], Env, P,
                fun([Arg | Vs]) -> cerl:update_c_map(E, Arg, pairs(Pairs, Vs)) end).

pairs([Pair | Rest], [K, V | Vs]) ->
    [cerl:update_c_map_pair(Pair, cerl:map_pair_op(Pair), K, V) | pairs(Rest, Vs)];
pairs([], []) -> [].

%% ---- names and numbers ----

fresh_vars(Vars, Env) ->
    lists:mapfoldl(
        fun(V, Acc) ->
            Name = fresh_name(cerl:var_name(V)),
            {cerl:update_c_var(V, Name), Acc#{cerl:var_name(V) => Name}}
        end, Env, Vars).

fresh() -> cerl:c_var(fresh_name('')).

fresh_name(Original) ->
    {Name, Points, Sites} = get(cuttle_counters),
    put(cuttle_counters, {Name + 1, Points, Sites}),
    case is_atom(Original) andalso Original =/= '' of
        true -> put(cuttle_names, (get(cuttle_names))#{Name => Original});
        false -> ok
    end,
    Name.

next_point() ->
    {Name, Points, Sites} = get(cuttle_counters),
    put(cuttle_counters, {Name, Points + 1, Sites}),
    Points.

next_site() ->
    {Name, Points, Sites} = get(cuttle_counters),
    put(cuttle_counters, {Name, Points, Sites + 1}),
    Sites.

line(E) -> line_of(cerl:get_ann(E)).

line_of([Line | _]) when is_integer(Line) -> Line;
line_of([{Line, Column} | _]) when is_integer(Line), is_integer(Column) -> Line;
line_of([_ | Rest]) -> line_of(Rest);
line_of([]) -> 0.

%% Clauses of a receive that return nothing of use: there is always something after the message is removed.
receives(Core) ->
    cerl_trees:map(fun(Tree) ->
        case cerl:type(Tree) =:= clause andalso cerl:type(cerl:clause_body(Tree)) =:= primop of
            true -> with_result(Tree, cerl:clause_body(Tree));
            false -> Tree
        end
    end, Core).

with_result(Clause, Body) ->
    case cerl:concrete(cerl:primop_name(Body)) of
        remove_message ->
            cerl:update_c_clause(Clause, cerl:clause_pats(Clause), cerl:clause_guard(Clause),
                                 cerl:c_seq(Body, cerl:abstract(ok)));
        _ -> Clause
    end.
