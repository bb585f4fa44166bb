%% SPDX-License-Identifier: Apache-2.0
%% Inserts the events into Core in normal form (cuttle_normal):
%%
%%   pattern -> Body                  pattern -> clause(Point), Body
%%   opaque M:F(..)                   opaque(Site), V = M:F(..), value(Site, V), V
%%   opaque M:F(.., Fun, ..)          the same, Fun says callback(Site, Position, Args) and returned(Site)
%%   library M:F(..)                  'cuttle$M':F(..)
%%   try .. catch C:R:S -> Handler    try .. catch C:R:S -> caught(Site, C, R), Handler
%%   build_stacktrace                 V = build_stacktrace, value(Site, V), V
%%   V:W(..)                          cuttle_rt:remote(Site, V, W, [..])
%%   receive P -> Body after T ->     Again: R = wait(T), receive P -> received(Point, Message), Body
%%     Late end                         after R -> case timeout(Site) of again -> goto Again; late -> Late end end
%%   calls that others can notice     before(M, F, Args), and what they were here
%%
%% Nothing is inserted into guards, into loops that wait for messages, or after a tail call. Code that is only to take
%% turns (`turns') has the last two, and no events.
-module(cuttle_insert).
-export([module/5]).

%% Rename is fun(M) -> the module's name as it runs.
module(Core, Defs, Key, Rename, What) ->
    put(cuttle_fresh, 0),
    put(cuttle_events, What =:= events),
    New = [{Name, cerl:update_c_fun(Fun, cerl:fun_vars(Fun), expr(cerl:fun_body(Fun), {Key bsl 32, Rename}))}
           || {Name, Fun} <- Defs],
    erase(cuttle_fresh),
    erase(cuttle_events),
    Name = cerl:abstract(Rename(cerl:concrete(cerl:module_name(Core)))),
    cerl:update_c_module(Core, Name, cerl:module_exports(Core), cerl:module_attrs(Core), New).

expr(E, X) ->
    case cerl:type(E) of
        'let' -> cerl:update_c_let(E, cerl:let_vars(E), expr(cerl:let_arg(E), X), expr(cerl:let_body(E), X));
        seq -> cerl:update_c_seq(E, expr(cerl:seq_arg(E), X), expr(cerl:seq_body(E), X));
        'case' -> cerl:update_c_case(E, cerl:case_arg(E), [clause(C, X) || C <- cerl:case_clauses(E)]);
        'fun' -> cerl:update_c_fun(E, cerl:fun_vars(E), expr(cerl:fun_body(E), X));
        letrec -> letrec(E, X);
        'try' -> try_(E, X);
        call -> call(E, proplists:get_value(cuttle_call, cerl:get_ann(E)), X);
        literal -> literal(E, X);
        primop -> primop(E, number(cuttle_site, E), X);
        _ -> E
    end.

primop(E, undefined, _) -> E;
primop(E, N, {Key, _}) ->
    V = fresh(),
    cerl:c_let([V], E, event(value, [cerl:abstract(Key bor N), V], V)).

clause(C, {Key, _} = X) ->
    Body = event(clause, [cerl:abstract(Key bor number(cuttle_point, C))], expr(cerl:clause_body(C), X)),
    cerl:update_c_clause(C, cerl:clause_pats(C), cerl:clause_guard(C), Body).

letrec(E, X) ->
    case [F || {Name, F} <- cerl:letrec_defs(E), cuttle_normal:receive_name(cerl:var_name(Name))] of
        [] -> letrec(E, cerl:letrec_defs(E), X);
        [Fun] ->
            %% The runtime says how long it really waits, and whether it was long enough.
            Time = fresh(),
            Again = cerl:c_var({list_to_atom("again$" ++ atom_to_list(cerl:var_name(Time))), 0}),
            Wait = cerl:c_call(cerl:abstract(cuttle_rt), cerl:abstract(wait), [time_limit(cerl:fun_body(Fun))]),
            Defs = [{N, cerl:update_c_fun(F, cerl:fun_vars(F), set_time(cerl:fun_body(F), Time, Again))}
                    || {N, F} <- cerl:letrec_defs(E)],
            Once = cerl:c_fun([], cerl:c_let([Time], Wait, letrec(E, Defs, X))),
            cerl:ann_c_letrec([letrec_goto], [{Again, Once}], cerl:c_apply(Again, []))
    end.

letrec(E, Defs, X) ->
    New = [{Name, definition(cerl:var_name(Name), Fun, X)} || {Name, Fun} <- Defs],
    cerl:update_c_letrec(E, New, expr(cerl:letrec_body(E), X)).

set_time(E, Time, Again) ->
    case cerl:type(E) of
        'let' ->
            Arg = cerl:let_arg(E),
            Is = primop_name(Arg) =:= recv_wait_timeout,
            NewArg = if
                         Is -> cerl:update_c_primop(Arg, cerl:primop_name(Arg), [Time]);
                         true -> Arg
                     end,
            Body = if
                       Is -> cerl:add_ann([{cuttle_again, Again}], cerl:let_body(E));
                       true -> set_time(cerl:let_body(E), Time, Again)
                   end,
            cerl:update_c_let(E, cerl:let_vars(E), NewArg, Body);
        'case' ->
            Clauses = [cerl:update_c_clause(C, cerl:clause_pats(C), cerl:clause_guard(C),
                                            set_time(cerl:clause_body(C), Time, Again)) || C <- cerl:case_clauses(E)],
            cerl:update_c_case(E, cerl:case_arg(E), Clauses);
        _ -> E
    end.

%% How long a receive waits: a value that is known before.
time_limit(E) ->
    Find = fun(T, Found) ->
        case primop_name(T) of
            recv_wait_timeout -> hd(cerl:primop_args(T));
            _ -> Found
        end
    end,
    own_fold(Find, cerl:abstract(infinity), E).

%% Of the loop itself: not of what is done with the message.
own_fold(F, Acc, E) ->
    case cerl:type(E) of
        'let' -> own_fold(F, F(cerl:let_arg(E), Acc), cerl:let_body(E));
        'case' -> lists:foldl(fun(C, A) -> own_fold(F, A, cerl:clause_body(C)) end, Acc, cerl:case_clauses(E));
        _ -> Acc
    end.

definition(Name, Fun, X) ->
    Body = cerl:fun_body(Fun),
    New = case cuttle_normal:receive_name(Name) of
              true -> scan(Body, none, X);
              false -> expr(Body, X)
          end,
    cerl:update_c_fun(Fun, cerl:fun_vars(Fun), New).

%% The loop of a receive: events may come after the message is removed, or the time is over.
scan(E, Message, X) ->
    case cerl:type(E) of
        'let' -> scan_let(E, Message, X);
        'case' ->
            Clauses = [cerl:update_c_clause(C, cerl:clause_pats(C), cerl:clause_guard(C),
                                            scan_clause(C, Message, X)) || C <- cerl:case_clauses(E)],
            cerl:update_c_case(E, cerl:case_arg(E), Clauses);
        letrec ->
            Defs = [{N, cerl:update_c_fun(F, cerl:fun_vars(F), scan(cerl:fun_body(F), Message, X))}
                    || {N, F} <- cerl:letrec_defs(E)],
            cerl:update_c_letrec(E, Defs, scan(cerl:letrec_body(E), Message, X));
        seq -> scan_seq(E, Message, X);
        _ -> E
    end.

scan_let(E, Message, X) ->
    Arg = cerl:let_arg(E),
    Vars = cerl:let_vars(E),
    case primop_name(Arg) of
        recv_peek_message ->
            cerl:update_c_let(E, Vars, Arg, scan(cerl:let_body(E), lists:last(Vars), X));
        recv_wait_timeout ->
            %% <'true'> means that the time is over.
            cerl:update_c_let(E, Vars, Arg, timed_out(cerl:let_body(E), X));
        _ ->
            cerl:update_c_let(E, Vars, Arg, scan(cerl:let_body(E), Message, X))
    end.

timed_out(E, {Key, _} = X) ->
    'case' = cerl:type(E),
    Again = proplists:get_value(cuttle_again, cerl:get_ann(E)),
    Clauses = [case cerl:clause_pats(C) of
                   [P] ->
                       case cerl:is_literal(P) andalso cerl:concrete(P) of
                           true ->
                               Point = cerl:abstract(Key bor number(cuttle_point, C)),
                               Late = expr(cerl:clause_body(C), X),
                               cerl:update_c_clause(C, [P], cerl:clause_guard(C), or_again(Point, Again, Late));
                           false -> C
                       end
               end || C <- cerl:case_clauses(E)],
    cerl:update_c_case(E, cerl:case_arg(E), Clauses).

or_again(Point, Again, Late) ->
    Call = cerl:c_call(cerl:abstract(cuttle_rt), cerl:abstract(timeout), [Point]),
    cerl:c_case(Call, [cerl:c_clause([cerl:abstract(again)], cerl:c_apply(Again, [])), cerl:c_clause([fresh()], Late)]).

scan_clause(C, Message, {Key, _} = X) ->
    Body = cerl:clause_body(C),
    case cerl:type(Body) =:= seq andalso primop_name(cerl:seq_arg(Body)) of
        remove_message ->
            After = always(cuttle_rt, received, [cerl:abstract(Key bor number(cuttle_point, C)), Message],
                          expr(cerl:seq_body(Body), X)),
            cerl:update_c_seq(Body, cerl:seq_arg(Body), After);
        _ -> scan(Body, Message, X)
    end.

%% A message that is removed deeper inside (binaries with sizes, say): after that all is ordinary.
scan_seq(E, Message, X) ->
    case primop_name(cerl:seq_arg(E)) of
        remove_message -> cerl:update_c_seq(E, cerl:seq_arg(E), expr(cerl:seq_body(E), X));
        _ -> cerl:update_c_seq(E, cerl:seq_arg(E), scan(cerl:seq_body(E), Message, X))
    end.

primop_name(E) ->
    case cerl:type(E) of
        primop -> cerl:concrete(cerl:primop_name(E));
        _ -> none
    end.

try_(E, {Key, _} = X) ->
    [Class, Reason | _] = cerl:try_evars(E),
    Site = cerl:abstract(Key bor number(cuttle_site, E)),
    Handler = event(caught, [Site, Class, Reason], expr(cerl:try_handler(E), X)),
    cerl:update_c_try(E, expr(cerl:try_arg(E), X), cerl:try_vars(E), expr(cerl:try_body(E), X),
                      cerl:try_evars(E), Handler).

call(E, bif, _) -> E;
call(E, call, {_, Rename}) ->
    M = cerl:abstract(Rename(cerl:concrete(cerl:call_module(E)))),
    cerl:update_c_call(E, M, cerl:call_name(E), cerl:call_args(E));
call(E, opaque, {Key, _}) -> opaque(E, cerl:abstract(Key bor number(cuttle_site, E)));
call(E, remote, {Key, _}) ->
    Site = cerl:abstract(Key bor number(cuttle_site, E)),
    Args = cerl:make_list(cerl:call_args(E)),
    cerl:ann_c_call(cerl:get_ann(E), cerl:abstract(cuttle_rt), cerl:abstract(remote),
                    [Site, cerl:call_module(E), cerl:call_name(E), Args]);
call(E, apply, {Key, _}) ->
    Site = cerl:abstract(Key bor number(cuttle_site, E)),
    case cerl:call_args(E) of
        [_, _] -> E;
        [M, F, Args] ->
            cerl:ann_c_call(cerl:get_ann(E), cerl:abstract(cuttle_rt), cerl:abstract(remote), [Site, M, F, Args])
    end.

opaque(E, Site) ->
    M0 = cerl:concrete(cerl:call_module(E)),
    F0 = cerl:concrete(cerl:call_name(E)),
    Arity = length(cerl:call_args(E)),
    {M, F} = cuttle_rt:stand_in(M0, F0, Arity),
    Args = case cuttle_rt:calls_back(M0, F0, Arity) of
               true -> watched(cerl:call_args(E), Site, 0);
               false -> cerl:call_args(E)
           end,
    Call = cerl:update_c_call(E, cerl:abstract(M), cerl:abstract(F), Args),
    V = fresh(),
    Value = case {M0, F0} of
                {erlang, make_fun} ->
                    %% The fun as the user knows it.
                    W = fresh(),
                    cerl:c_let([W], E, event(value, [Site, W], V));
                _ -> event(value, [Site, V], V)
            end,
    Name = [cerl:abstract(M0), cerl:abstract(F0)],
    After = case cuttle_visible:names(M0, F0, Arity) of
                true -> always(cuttle_visible, done, Name ++ [cerl:make_list(cerl:call_args(E)), V], Value);
                false -> Value
            end,
    Done = case erl_bifs:is_exit_bif(M, F, Arity) of
               true -> event(opaque, [Site], Call);  % it has no value, and may stand where several are wanted
               false -> event(opaque, [Site], cerl:c_let([V], Call, After))
           end,
    case cuttle_visible:is(M0, F0, Arity) of
        true -> always(cuttle_visible, before, Name ++ [cerl:make_list(cerl:call_args(E))], Done);
        false -> Done
    end.

%% Funs say when they are called.
watched([Arg | Rest], Site, Position) ->
    New = case cerl:type(Arg) of
              var -> cerl:c_call(cerl:abstract(cuttle_rt), cerl:abstract(watched), [Site, cerl:abstract(Position), Arg]);
              _ -> Arg
          end,
    [New | watched(Rest, Site, Position + 1)];
watched([], _, _) -> [].

%% `fun M:F/A' of an instrumented module.
literal(E, {_, Rename}) ->
    case cerl:concrete(E) of
        Fun when is_function(Fun) ->
            {module, M} = erlang:fun_info(Fun, module),
            {name, F} = erlang:fun_info(Fun, name),
            {arity, A} = erlang:fun_info(Fun, arity),
            cerl:abstract(erlang:make_fun(Rename(M), F, A));
        _ -> E
    end.

event(Name, Args, Then) ->
    case get(cuttle_events) of
        true -> always(cuttle_nif, Name, Args, Then);
        false -> Then
    end.

always(Module, Name, Args, Then) ->
    cerl:c_seq(cerl:c_call(cerl:abstract(Module), cerl:abstract(Name), Args), Then).

number(What, E) -> proplists:get_value(What, cerl:get_ann(E)).

fresh() ->
    N = get(cuttle_fresh),
    put(cuttle_fresh, N + 1),
    cerl:c_var(list_to_atom("cuttle" ++ integer_to_list(N))).
