%% SPDX-License-Identifier: Apache-2.0
%% The description of a module for the replay (docs/erlang-protocol.md), from Core in normal form
%% (cuttle_normal). Funs and local functions are lifted: their free variables become parameters.
-module(cuttle_static).
-export([module/6]).

-record(fn, {slots = #{}, count = 0, locals = #{}}).

module(Module, Key, File, Exports, Defs, Names) ->
    put(cuttle_functions, []),
    put(cuttle_index, length(Defs)),
    put(cuttle_originals, Names),
    Tops = maps:from_list([{cerl:var_name(N), {I, []}}
                           || {I, {N, _}} <- lists:zip(lists:seq(0, length(Defs) - 1), Defs)]),
    lists:foreach(
        fun({Var, Fun}) ->
            {Name, _} = NA = cerl:var_name(Var),
            {Index, []} = maps:get(NA, Tops),
            function(Index, Name, lists:member(NA, Exports), [], Fun, Tops)
        end, Defs),
    Functions = lists:keysort(1, erase(cuttle_functions)),
    erase(cuttle_index),
    erase(cuttle_originals),
    {cuttle_core, 1, Module, Key, File, Functions}.

%% ---- functions ----

function(Index, Name, Exported, Captured, Fun, Locals) ->
    Params = Captured ++ [cerl:var_name(V) || V <- cerl:fun_vars(Fun)],
    Fn0 = lists:foldl(fun(V, Fn) -> element(2, new_slot(V, Fn)) end, #fn{locals = Locals}, Params),
    {Body, Fn1} = body(cerl:fun_body(Fun), Fn0),
    Function = {Index, Name, cerl:fun_arity(Fun), length(Captured), Exported, cuttle_normal:line(Fun),
                slot_names(Fn1), Body},
    put(cuttle_functions, [Function | get(cuttle_functions)]).

slot_names(#fn{slots = Slots}) ->
    Originals = get(cuttle_originals),
    [maps:get(V, Originals, '') || {_, V} <- lists:sort([{S, V} || {V, S} <- maps:to_list(Slots)])].

new_slot(V, #fn{slots = Slots, count = N} = Fn) -> {N, Fn#fn{slots = Slots#{V => N}, count = N + 1}}.

new_slots(Vars, Fn) -> lists:mapfoldl(fun(V, F) -> new_slot(cerl:var_name(V), F) end, Fn, Vars).

next_index() ->
    I = get(cuttle_index),
    put(cuttle_index, I + 1),
    I.

%% What a fun or a group of local functions needs from outside: variables, also those that the local
%% functions which it uses need.
free(Trees, Locals) ->
    Names = lists:usort(lists:append([cerl_trees:free_variables(T) || T <- Trees])),
    Plain = [N || N <- Names, not is_tuple(N)],
    lists:usort(Plain ++ lists:append([element(2, maps:get(N, Locals)) || N <- Names, is_map_key(N, Locals)])).

%% ---- bodies ----

body(E, Fn) ->
    case cerl:type(E) of
        'let' -> let_(cerl:let_vars(E), cerl:let_arg(E), fun(F) -> body(cerl:let_body(E), F) end, Fn);
        seq -> seq(cerl:seq_arg(E), fun(F) -> body(cerl:seq_body(E), F) end, Fn);
        letrec ->
            case is_receive(E) of
                true -> receive_(E, Fn);
                false -> body(cerl:letrec_body(E), lift(E, Fn))
            end;
        _ -> rhs(E, Fn)
    end.

%% let Vars = Arg in Then, where Arg may itself be a sequence.
let_(Vars, Arg, Then, Fn) ->
    case cerl:type(Arg) of
        'let' ->
            let_(cerl:let_vars(Arg), cerl:let_arg(Arg), fun(F) -> let_(Vars, cerl:let_body(Arg), Then, F) end, Fn);
        seq -> seq(cerl:seq_arg(Arg), fun(F) -> let_(Vars, cerl:seq_body(Arg), Then, F) end, Fn);
        _ ->
            case cerl:type(Arg) =:= letrec andalso not is_receive(Arg) of
                true ->
                    Old = Fn#fn.locals,
                    let_(Vars, cerl:letrec_body(Arg), fun(F) -> Then(F#fn{locals = Old}) end, lift(Arg, Fn));
                false ->
                    {Rhs, Fn1} = rhs(Arg, Fn),
                    {Slots, Fn2} = new_slots(Vars, Fn1),
                    {Rest, Fn3} = Then(Fn2),
                    {{'let', Slots, Rhs, Rest}, Fn3}
            end
    end.

seq(Arg, Then, Fn) ->
    case cerl:type(Arg) of
        'let' ->
            let_(cerl:let_vars(Arg), cerl:let_arg(Arg), fun(F) -> seq(cerl:let_body(Arg), Then, F) end, Fn);
        seq -> seq(cerl:seq_arg(Arg), fun(F) -> seq(cerl:seq_body(Arg), Then, F) end, Fn);
        _ ->
            case cerl:type(Arg) =:= letrec andalso not is_receive(Arg) of
                true ->
                    Old = Fn#fn.locals,
                    seq(cerl:letrec_body(Arg), fun(F) -> Then(F#fn{locals = Old}) end, lift(Arg, Fn));
                false ->
                    {Rhs, Fn1} = rhs(Arg, Fn),
                    {Rest, Fn2} = Then(Fn1),
                    {{seq, Rhs, Rest}, Fn2}
            end
    end.

lift(E, #fn{locals = Locals} = Fn) ->
    Defs = cerl:letrec_defs(E),
    Captured = free([F || {_, F} <- Defs], maps:without([cerl:var_name(N) || {N, _} <- Defs], Locals)),
    Indexed = [{cerl:var_name(N), next_index(), F} || {N, F} <- Defs],
    Inner = lists:foldl(fun({N, I, _}, Acc) -> Acc#{N => {I, Captured}} end, Locals, Indexed),
    [function(I, Name, false, Captured, F, Inner) || {{Name, _}, I, F} <- Indexed],
    Fn#fn{locals = Inner}.

is_receive(E) ->
    lists:any(fun({N, _}) -> cuttle_normal:receive_name(cerl:var_name(N)) end, cerl:letrec_defs(E)).

%% ---- right-hand sides ----

rhs(E, Fn) ->
    Line = cuttle_normal:line(E),
    case cerl:type(E) of
        values -> {{values, vals(cerl:values_es(E), Fn)}, Fn};
        'case' ->
            {Clauses, Fn1} = lists:mapfoldl(fun clause/2, Fn, cerl:case_clauses(E)),
            {{'case', Line, vals(arguments(cerl:case_arg(E)), Fn), Clauses}, Fn1};
        'fun' -> {lambda(E, Fn), Fn};
        apply -> {apply_(E, Line, Fn), Fn};
        call -> {call(E, ann(cuttle_call, E), Line, Fn), Fn};
        primop ->
            case ann(cuttle_site, E) of
                undefined -> {{primop, Line, cerl:concrete(cerl:primop_name(E)), vals(cerl:primop_args(E), Fn)}, Fn};
                Site -> {{stacktrace, Site, Line}, Fn}
            end;
        'try' -> try_(E, Line, Fn);
        binary -> {{binary, Line, [segment(S, fun val/2, Fn) || S <- cerl:binary_segments(E)]}, Fn};
        map -> {{map, Line, val(cerl:map_arg(E), Fn), [pair(Pair, Fn) || Pair <- cerl:map_es(E)]}, Fn};
        letrec -> receive_(E, Fn);
        var ->
            case maps:find(cerl:var_name(E), Fn#fn.locals) of
                {ok, {Index, Captured}} -> {{'fun', Index, [{v, slot(V, Fn)} || V <- Captured]}, Fn};
                error -> {val(E, Fn), Fn}
            end;
        _ -> {val(E, Fn), Fn}
    end.

arguments(Arg) ->
    case cerl:type(Arg) of
        values -> cerl:values_es(Arg);
        _ -> [Arg]
    end.

lambda(E, #fn{locals = Locals} = Fn) ->
    Captured = free([E], Locals),
    Index = next_index(),
    function(Index, 'fun', false, Captured, E, Locals),
    {'fun', Index, [{v, slot(V, Fn)} || V <- Captured]}.

apply_(E, Line, Fn) ->
    Op = cerl:apply_op(E),
    Args = vals(cerl:apply_args(E), Fn),
    case maps:find(cerl:var_name(Op), Fn#fn.locals) of
        {ok, {Index, Captured}} -> {local, Line, Index, [{v, slot(V, Fn)} || V <- Captured] ++ Args};
        error -> {apply, ann(cuttle_site, E), Line, val(Op, Fn), Args}
    end.

call(E, remote, Line, Fn) ->
    {remote, ann(cuttle_site, E), Line, val(cerl:call_module(E), Fn), val(cerl:call_name(E), Fn),
     vals(cerl:call_args(E), Fn)};
call(E, apply, Line, Fn) ->
    case vals(cerl:call_args(E), Fn) of
        [F, Args] -> {apply_list, ann(cuttle_site, E), Line, F, Args};
        [M, F, Args] -> {remote_list, ann(cuttle_site, E), Line, M, F, Args}
    end;
call(E, Kind, Line, Fn) ->
    [M, F] = [cerl:concrete(X) || X <- [cerl:call_module(E), cerl:call_name(E)]],
    Args = vals(cerl:call_args(E), Fn),
    case Kind of
        opaque -> {opaque, ann(cuttle_site, E), Line, M, F, Args};
        _ -> {Kind, Line, M, F, Args}
    end.

try_(E, Line, Fn) ->
    {Arg, Fn1} = body(cerl:try_arg(E), Fn),
    {Vars, Fn2} = new_slots(cerl:try_vars(E), Fn1),
    {Of, Fn3} = body(cerl:try_body(E), Fn2#fn{locals = Fn#fn.locals}),
    {EVars, Fn4} = new_slots(cerl:try_evars(E), Fn3),
    {Handler, Fn5} = body(cerl:try_handler(E), Fn4#fn{locals = Fn#fn.locals}),
    {{'try', ann(cuttle_site, E), Line, Arg, Vars, Of, EVars, Handler}, Fn5#fn{locals = Fn#fn.locals}}.

clause(C, Fn) ->
    {Pats, Fn1} = lists:mapfoldl(fun pattern/2, Fn, cerl:clause_pats(C)),
    {Guard, Fn2} = guard(cerl:clause_guard(C), Fn1),
    {Body, Fn3} = body(cerl:clause_body(C), Fn2),
    {{ann(cuttle_point, C), clause_line(C), Pats, Guard, Body}, Fn3#fn{locals = Fn#fn.locals}}.

%% 0: the compiler made it.
clause_line(C) ->
    case lists:member(compiler_generated, cerl:get_ann(C)) of
        true -> 0;
        false -> cuttle_normal:line(C)
    end.

%% ---- receive ----

%% letrec recv$() = let <Any, Message> = peek in case Any of true -> case Message of Clauses; false -> wait
receive_(E, Fn) ->
    [{_, Fun}] = cerl:letrec_defs(E),
    Let = cerl:fun_body(Fun),
    {Clauses, Empty, Fn1} = case cerl:let_vars(Let) of
                                [_, Message] ->
                                    {_, Fn0} = new_slot(cerl:var_name(Message), Fn),
                                    [Found, None] = cerl:case_clauses(cerl:let_body(Let)),
                                    Slot = slot(cerl:var_name(Message), Fn0),
                                    {Taken, FnM} = messages(Found, Slot, Fn0),
                                    {Taken, cerl:clause_body(None), FnM};
                                [_] -> {[], Let, Fn}  % it only waits
                            end,
    {Site, Time, After, Fn2} = waiting(Empty, Fn1),
    {{'receive', Site, cuttle_normal:line(E), Clauses, Time, After}, Fn2#fn{locals = Fn#fn.locals}}.

%% Guards may mention the message as such.
messages(Found, Slot, Fn) ->
    E = cerl:clause_body(Found),
    case cerl:type(E) of
        seq ->  % any message
            true = takes_message(E),
            {Body, Fn1} = body(cerl:seq_body(E), Fn),
            {[{ann(cuttle_point, Found), clause_line(Found), [{v, Slot}], true, Body}], Fn1#fn{locals = Fn#fn.locals}};
        'case' ->
            Taken = [C || C <- cerl:case_clauses(E), takes_message(cerl:clause_body(C))],
            {Clauses, Fn1} = lists:mapfoldl(fun message/2, Fn, Taken),
            {[{Point, Line, [{alias, Slot, P}], Guard, Body} || {Point, Line, [P], Guard, Body} <- Clauses], Fn1};
        _ -> {[], Fn}
    end.

takes_message(Body) ->
    cerl:type(Body) =:= seq andalso cerl:type(cerl:seq_arg(Body)) =:= primop
        andalso cerl:concrete(cerl:primop_name(cerl:seq_arg(Body))) =:= remove_message.

message(C, Fn) ->
    Body = cerl:seq_body(cerl:clause_body(C)),
    clause(cerl:update_c_clause(C, cerl:clause_pats(C), cerl:clause_guard(C), Body), Fn).

waiting(E, Fn) ->
    case cerl:type(E) of
        'let' ->
            [Time] = cerl:primop_args(cerl:let_arg(E)),
            [Over | _] = [C || C <- cerl:case_clauses(cerl:let_body(E)), cerl:is_literal(hd(cerl:clause_pats(C))),
                               cerl:concrete(hd(cerl:clause_pats(C)))],
            {After, Fn1} = body(cerl:clause_body(Over), Fn),
            {ann(cuttle_point, Over), val(Time, Fn), After, Fn1};
        _ -> {0, {l, infinity}, {l, timeout}, Fn}
    end.

%% ---- values, patterns, guards ----

vals(Es, Fn) -> [val(E, Fn) || E <- Es].

val(E, Fn) ->
    case cerl:type(E) of
        var -> {v, slot(cerl:var_name(E), Fn)};
        literal -> {l, cerl:concrete(E)};
        cons -> {cons, val(cerl:cons_hd(E), Fn), val(cerl:cons_tl(E), Fn)};
        tuple -> {tuple, vals(cerl:tuple_es(E), Fn)}
    end.

slot(V, #fn{slots = Slots}) -> maps:get(V, Slots).

pair(Pair, Fn) ->
    {cerl:concrete(cerl:map_pair_op(Pair)), val(cerl:map_pair_key(Pair), Fn), val(cerl:map_pair_val(Pair), Fn)}.

segment(S, Val, Fn) ->
    {Val(cerl:bitstr_val(S), Fn), val(cerl:bitstr_size(S), Fn), cerl:concrete(cerl:bitstr_unit(S)),
     cerl:concrete(cerl:bitstr_type(S)), cerl:concrete(cerl:bitstr_flags(S))}.

pattern(P, Fn) ->
    case cerl:type(P) of
        var ->
            {Slot, Fn1} = new_slot(cerl:var_name(P), Fn),
            {{v, Slot}, Fn1};
        alias ->
            {Slot, Fn1} = new_slot(cerl:var_name(cerl:alias_var(P)), Fn),
            {Inner, Fn2} = pattern(cerl:alias_pat(P), Fn1),
            {{alias, Slot, Inner}, Fn2};
        literal -> {{l, cerl:concrete(P)}, Fn};
        cons ->
            {[H, T], Fn1} = lists:mapfoldl(fun pattern/2, Fn, [cerl:cons_hd(P), cerl:cons_tl(P)]),
            {{cons, H, T}, Fn1};
        tuple ->
            {Es, Fn1} = lists:mapfoldl(fun pattern/2, Fn, cerl:tuple_es(P)),
            {{tuple, Es}, Fn1};
        map ->
            {Pairs, Fn1} = lists:mapfoldl(
                fun(Pair, F) ->
                    {V, F1} = pattern(cerl:map_pair_val(Pair), F),
                    {{val(cerl:map_pair_key(Pair), F), V}, F1}
                end, Fn, cerl:map_es(P)),
            {{map, Pairs}, Fn1};
        binary ->
            {Segments, Fn1} = lists:mapfoldl(
                fun(S, F) ->
                    {V, F1} = pattern(cerl:bitstr_val(S), F),
                    {setelement(1, segment(S, fun(_, _) -> none end, F), V), F1}
                end, Fn, cerl:binary_segments(P)),
            {{binary, Segments}, Fn1}
    end.

guard(E, Fn) ->
    case cerl:is_literal(E) andalso cerl:concrete(E) of
        true -> {true, Fn};
        _ -> formula(E, Fn)
    end.

formula(E, Fn) ->
    case cerl:type(E) of
        call ->
            {Args, Fn1} = lists:mapfoldl(fun formula/2, Fn, cerl:call_args(E)),
            {{bif, cerl:concrete(cerl:call_name(E)), Args}, Fn1};
        'let' ->
            {Arg, Fn1} = formula(cerl:let_arg(E), Fn),
            {Slots, Fn2} = new_slots(cerl:let_vars(E), Fn1),
            {Body, Fn3} = formula(cerl:let_body(E), Fn2),
            {{'let', Slots, Arg, Body}, Fn3};
        seq -> formula(cerl:seq_body(E), Fn);
        'case' ->
            {Args, Fn1} = lists:mapfoldl(fun formula/2, Fn, arguments(cerl:case_arg(E))),
            {Clauses, Fn2} = lists:mapfoldl(fun guard_clause/2, Fn1, cerl:case_clauses(E)),
            {{'case', Args, Clauses}, Fn2};
        'try' ->
            {Arg, Fn1} = formula(cerl:try_arg(E), Fn),
            {{'try', Arg, val(cerl:try_handler(E), Fn1)}, Fn1};
        values ->
            {Es, Fn1} = lists:mapfoldl(fun formula/2, Fn, cerl:values_es(E)),
            {{values, Es}, Fn1};
        binary -> {{binary, 0, [segment(S, fun val/2, Fn) || S <- cerl:binary_segments(E)]}, Fn};
        map -> {{map, 0, val(cerl:map_arg(E), Fn), [pair(Pair, Fn) || Pair <- cerl:map_es(E)]}, Fn};
        primop -> {{bif, cerl:concrete(cerl:primop_name(E)), vals(cerl:primop_args(E), Fn)}, Fn};
        _ -> {val(E, Fn), Fn}
    end.

guard_clause(C, Fn) ->
    {Pats, Fn1} = lists:mapfoldl(fun pattern/2, Fn, cerl:clause_pats(C)),
    {Guard, Fn2} = guard(cerl:clause_guard(C), Fn1),
    {Body, Fn3} = formula(cerl:clause_body(C), Fn2),
    {{Pats, Guard, Body}, Fn3}.

ann(What, E) -> proplists:get_value(What, cerl:get_ann(E)).
