% SPDX-License-Identifier: Apache-2.0
% Predicates that SWI-Prolog defines in C, written in Prolog: the machine runs them symbolically.
% The loader only reads these clauses (as module $cuttle); SWI-Prolog itself never runs them.

'$wakeup'([]).
'$wakeup'(['$cleanup'-(Catcher-Cleanup)|Rest]) :-  % a cut
    !,
    '$clean_up'(Catcher, !, Cleanup),
    '$wakeup'(Rest).
'$wakeup'([Attributes-Value|Rest]) :-
    '$attvar':call_all_attr_uhooks(Attributes, Value),
    '$wakeup'(Rest).

'$freeze'(Var, Goal) :-
    var(Var),
    (   get_attr(Var, freeze, Before)
    ->  put_attr(Var, freeze, '$and'(Before, Goal))
    ;   put_attr(Var, freeze, Goal)
    ).

% library(assoc): Positions holds the arguments of key, left and right, a byte each.
'$btree_find_node'(Key, Tree, Positions, Node, Relation) :-
    K is Positions>>16,
    L is (Positions>>8) /\ 255,
    R is Positions /\ 255,
    '$btree_find'(Key, Tree, p(K, L, R), Node, Relation).

'$btree_find'(Key, Tree, P, Node, Relation) :-
    P = p(K, L, R),
    (   compound(Tree), functor(Tree, Name, Arity), Arity >= max(K, max(L, R))
    ->  true
    ;   throw(error(type_error(btree, Tree), _))
    ),
    arg(K, Tree, Here),
    compare(Order, Key, Here),
    (   Order == (=)
    ->  Next = none
    ;   Order == (<)
    ->  arg(L, Tree, Next)
    ;   arg(R, Tree, Next)
    ),
    (   compound(Next), functor(Next, Name, Arity)
    ->  '$btree_find'(Key, Next, P, Node, Relation)
    ;   Node = Tree,
        Relation = Order
    ).

% when/2: what its condition still waits for.
'$eval_when_condition'(C, _) :- var(C), !, throw(error(instantiation_error, _)).
'$eval_when_condition'(nonvar(X), C) :- !, ( nonvar(X) -> C = true ; C = nonvar(X) ).
'$eval_when_condition'(ground(X), C) :- !, ( ground(X) -> C = true ; C = ground(X) ).
'$eval_when_condition'(?=(X, Y), C) :- !, ( ?=(X, Y) -> C = true ; C = ?=(X, Y) ).
'$eval_when_condition'((A, B), C) :-
    !,
    '$eval_when_condition'(A, A1),
    '$eval_when_condition'(B, B1),
    (   A1 == true
    ->  C = B1
    ;   B1 == true
    ->  C = A1
    ;   C = (A1, B1)
    ).
'$eval_when_condition'((A ; B), C) :-
    !,
    '$eval_when_condition'(A, A1),
    '$eval_when_condition'(B, B1),
    (   ( A1 == true ; B1 == true )
    ->  C = true
    ;   '$when_list'(A1, As),
        '$when_list'(B1, Bs),
        '$concat'(As, Bs, List),
        C = or(List)
    ).
'$eval_when_condition'(C, _) :- throw(error(domain_error(when_condition, C), _)).

'$when_list'(or(List), Conditions) :- !, Conditions = List.
'$when_list'(Condition, [Condition]).

'$suspend'(Var, Module, Goal0) :-
    var(Var),
    strip_module(Goal0, _, Goal),
    (   get_attr(Var, Module, call(Before))
    ->  put_attr(Var, Module, call((Before, Module:Goal)))
    ;   put_attr(Var, Module, call(Module:Goal))
    ).

between(Low, High, X) :-
    must_be_integer(Low),
    high_bound(High),
    (   nonvar(X)
    ->  must_be_integer(X),
        X >= Low,
        below(X, High)
    ;   below(Low, High),
        enumerate(Low, High, X)
    ).

high_bound(High) :- var(High), !, throw(error(instantiation_error, _)).
high_bound(inf) :- !.
high_bound(infinite) :- !.
high_bound(High) :- must_be_integer(High).

below(_, inf) :- !.
below(_, infinite) :- !.
below(X, High) :- X =< High.

enumerate(Low, High, X) :-
    (   Low == High
    ->  X = Low
    ;   X = Low
    ;   Next is Low+1,
        below(Next, High),
        enumerate(Next, High, X)
    ).

must_be_integer(X) :- integer(X), !.
must_be_integer(X) :- var(X), !, throw(error(instantiation_error, _)).
must_be_integer(X) :- throw(error(type_error(integer, X), _)).

length(List, Length) :-
    walk(List, 0, Count, Tail),
    length_tail(Tail, List, Count, Length).

% The spine as far as it goes.
walk(List, N, N, List) :- var(List), !.
walk([_|Tail], N0, N, Rest) :- !, N1 is N0+1, walk(Tail, N1, N, Rest).
walk(Rest, N, N, Rest).

length_tail(Tail, _, Count, Length) :-
    Tail == [],
    !,
    length_result(Length),
    Length = Count.
length_tail(Tail, List, Count, Length) :-
    var(Tail),
    !,
    (   var(Length)
    ->  Tail \== Length,
        extend(Tail, Count, Length)
    ;   integer(Length)
    ->  (   Length < 0
        ->  ( Count =:= 0 -> throw(error(domain_error(not_less_than_zero, Length), _)) ; fail )
        ;   Missing is Length-Count,
            Missing >= 0,
            fill(Missing, Tail)
        )
    ;   throw(error(type_error(integer, Length), context(length/2, List)))
    ).
length_tail(_, List, _, _) :-
    throw(error(type_error(list, List), context(length/2, _))).

length_result(Length) :- var(Length), !.
length_result(Length) :-
    integer(Length),
    !,
    ( Length >= 0 -> true ; throw(error(domain_error(not_less_than_zero, Length), _)) ).
length_result(Length) :- throw(error(type_error(integer, Length), _)).

extend([], Count, Count).
extend([_|Tail], Count, Length) :-
    Count1 is Count+1,
    extend(Tail, Count1, Length).

fill(N, Tail) :- N =:= 0, !, Tail = [].
fill(N, [_|Tail]) :- N1 is N-1, fill(N1, Tail).

repeat.
repeat :- repeat.

nonground(Term, Variable) :- term_variables(Term, [First|_]), Variable = First.

divmod(Dividend, Divisor, Quotient, Remainder) :-
    must_be_integer(Dividend),
    must_be_integer(Divisor),
    Q is Dividend div Divisor,
    R is Dividend mod Divisor,
    Quotient = Q,
    Remainder = R.

'$skip_list'(Length, List, Tail) :- walk(List, 0, Length, Tail).

memberchk(X, List) :- '$member_once'(List, X).

'$member_once'(List, X) :- var(List), !, List = [X|_].
'$member_once'([Y|Ys], X) :- !, ( X = Y -> true ; '$member_once'(Ys, X) ).
'$member_once'([], _) :- !, fail.
'$member_once'(List, _) :- throw(error(type_error(list, List), _)).

nb_getval(Key, Value) :- '$value'(Key, Value).
b_getval(Key, Value) :- '$value'(Key, Value).
nb_current(Key, Value) :- nonvar(Key), '$getval'(Key, Value).

'$value'(Key, Value) :- '$getval'(Key, Current), !, Value = Current.
'$value'(Key, Value) :-
    '$defined'(user:exception(_, _, _)),
    user:exception(undefined_global_variable, Key, retry),
    !,
    '$value'(Key, Value).
'$value'(Key, _) :- throw(error(existence_error(variable, Key), _)).

findnsols(Count, Template, Goal, List) :- findnsols(Count, Template, Goal, List, []).

findnsols(Count, Template, Goal, List, Tail) :-
    integer(Count),
    !,
    '$findnsols'(count(Count), Template, Goal, List, Tail).
findnsols(Count, Template, Goal, List, Tail) :-
    nonvar(Count),
    Count = count(N),
    integer(N),
    !,
    '$findnsols'(Count, Template, Goal, List, Tail).
findnsols(Count, _, _, _, _) :- throw(error(type_error(integer, Count), _)).

% The count may change while it runs: it is looked up for each chunk.
'$findnsols'(count(N), _, _, List, Tail) :- N =:= 0, !, Tail = List.
'$findnsols'(count(N), _, _, _, _) :- N < 0, !, throw(error(domain_error(not_less_than_zero, N), _)).
'$findnsols'(Count, Template, Goal, List, Tail) :-
    copy_term(Template+Goal, Found+Call),
    State = state(0, []),
    (   call_cleanup(Call, Det = true),
        arg(1, State, Before),
        arg(2, State, Earlier),
        Now is Before+1,
        nb_setarg(1, State, Now),
        nb_setarg(2, State, [Found|Earlier]),
        Det \== true,
        arg(1, Count, N),
        Now >= N,
        '$take_solutions'(State, Solutions),
        '$concat'(Solutions, Tail, List)
    ;   '$take_solutions'(State, Solutions),
        '$concat'(Solutions, Tail, List)
    ).

'$take_solutions'(State, List) :-
    arg(2, State, Found),
    '$reversed'(Found, [], List0),
    nb_setarg(1, State, 0),
    nb_setarg(2, State, []),
    List = List0.

'$reversed'([], L, L).
'$reversed'([X|Xs], L0, L) :- '$reversed'(Xs, [X|L0], L).

current_prolog_flag(Flag, Value) :- nonvar(Flag), '$flag'(Flag, Value).

flag(Key, Old, New) :-
    '$record_key'(Key, K),
    ( '$flag_value'(K, Current) -> true ; Current = 0 ),
    (   Old == New
    ->  Old = Current
    ;   Old = Current,
        ( atom(New) -> Value = New ; Value is New ),
        retractall('$flag_value'(K, _)),
        assertz('$flag_value'(K, Value))
    ).

'$flag_value'(_, _) :- fail.

get_flag(Key, Value) :- flag(Key, Value, Value).
set_flag(Key, Value) :- flag(Key, _, Value).

with_mutex(_, Goal) :- once(Goal).

current_op(P, T, N0) :-
    strip_module(N0, _, N),
    '$operators'(Ops),
    '$select'(op(P, T, N), Ops).

'$select'(X, [X|_]).
'$select'(X, [_|Xs]) :- '$select'(X, Xs).

statistics(Key, Value) :- '$statistics'(Key, Value).

'$statistics'(inferences, N) :- !, '$inferences'(N).
'$statistics'(Key, [0, 0]) :- '$select'(Key, [runtime, cputime, process_cputime, walltime, real_time, system_time]), !.
'$statistics'(_, 0).

get_time(0.0).

'$seek_list'(Index, List, Index, List).

% bagof/3, setof/3: the goal without its V^ prefixes, and v(...) of its free variables.
'$free_variable_set'(Templ^Spec, Goal, Vars) :-
    '$strip_carets'(Spec, Templ, Bound, Goal),
    term_variables(Bound, BoundVariables),
    term_variables(Goal, GoalVariables),
    '$without'(GoalVariables, BoundVariables, Free),
    Vars =.. [v|Free].

'$strip_carets'(Spec, Bound, Bound, Spec) :- var(Spec), !.
'$strip_carets'(V^Spec, Bound0, Bound, Goal) :- !, '$strip_carets'(Spec, Bound0-V, Bound, Goal).
'$strip_carets'(M:Spec, Bound0, Bound, M:Goal) :- !, '$strip_carets'(Spec, Bound0, Bound, Goal).
'$strip_carets'(Goal, Bound, Bound, Goal).

'$without'([], _, []).
'$without'([V|Vs], Bound, Free) :-
    (   '$occurs'(V, Bound)
    ->  Free = Rest
    ;   Free = [V|Rest]
    ),
    '$without'(Vs, Bound, Rest).

'$occurs'(V, [X|_]) :- V == X, !.
'$occurs'(V, [_|Xs]) :- '$occurs'(V, Xs).

setup_call_cleanup(Setup, Goal, Cleanup) :- setup_call_catcher_cleanup(Setup, Goal, _, Cleanup).

% A choice point below the goal cleans up when the goal has no more answers, or when it is cut.
setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    '$cleanup_point'(Catcher, Cleanup),
    '$level'(Before),
    catch(Goal, E, true),
    '$level'(After),
    (   nonvar(E)
    ->  '$drop_cleanup_point'(Before),
        '$clean_up'(Catcher, exception(E), Cleanup),
        throw(E)
    ;   Before == After
    ->  '$drop_cleanup_point'(Before),
        '$clean_up'(Catcher, exit, Cleanup)
    ;   true
    ).

'$clean_up_and_fail'(Catcher, Cleanup) :- '$clean_up'(Catcher, fail, Cleanup), fail.

% Errors of the clean-up count unless there is one already.
'$clean_up'(Catcher, Reason, Cleanup) :-
    (   Catcher \= Reason
    ->  true
    ;   Catcher = Reason,
        ( Reason = exception(_) -> ignore(catch(Cleanup, _, true)) ; ignore(Cleanup) )
    ).

call_cleanup(Goal, Cleanup) :- setup_call_cleanup(true, Goal, Cleanup).

with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$push_output',
    (   catch(Goal, E, true)
    ->  '$pop_output'(Text),
        ( nonvar(E) -> throw(E) ; true )
    ;   '$pop_output'(_),
        fail
    ),
    '$to_sink'(Sink, Text).

'$to_sink'(Sink, _) :- var(Sink), !, throw(error(instantiation_error, _)).
'$to_sink'(atom(A), Text) :- atom_string(A, Text).
'$to_sink'(string(Text), Text).
'$to_sink'(codes(Codes), Text) :- string_codes(Text, Codes).
'$to_sink'(chars(Chars), Text) :- string_chars(Text, Chars).
'$to_sink'(codes(Codes, Tail), Text) :- string_codes(Text, List), '$concat'(List, Tail, Codes).
'$to_sink'(chars(Chars, Tail), Text) :- string_chars(Text, List), '$concat'(List, Tail, Chars).

'$check_sink'(Sink) :- var(Sink), !, throw(error(instantiation_error, _)).
'$check_sink'(Sink) :- '$select'(Sink, [atom(_), string(_), codes(_), chars(_), codes(_, _), chars(_, _)]), !.
'$check_sink'(Sink) :- throw(error(type_error(output, Sink), _)).

term_to_atom(Term, Atom) :-
    nonvar(Term),
    !,
    '$term_text'(Term, true, Text),
    atom_string(Atom, Text).
term_to_atom(Term, Atom) :- '$read_text'(Atom, Term).

term_string(Term, String) :-
    nonvar(Term),
    !,
    '$term_text'(Term, true, String).
term_string(Term, String) :- '$read_text'(String, Term).

atomics_to_string(List, String) :- atomic_list_concat(List, Atom), atom_string(Atom, String).

sformat(String, Format, Arguments) :- format(string(String), Format, Arguments).

unifiable(X, Y, Unifier) :-
    term_variables(X-Y, Variables),
    copy_term_nat(Variables-X-Y, Copies-X1-Y1),
    X1 = Y1,
    '$bindings'(Variables, Copies, Variables, Copies, [], Unifier).

% Variables whose copies were bound, or became equal to an earlier one.
'$bindings'([], [], _, _, Unifier, Unifier).
'$bindings'([V|Vs], [C|Cs], All, Copies, Seen, Unifier) :-
    (   var(C), '$first'(All, Copies, C, First), First == V
    ->  '$bindings'(Vs, Cs, All, Copies, Seen, Unifier)
    ;   '$back'(C, All, Copies, Value),
        '$bindings'(Vs, Cs, All, Copies, [V=Value|Seen], Unifier)
    ).

'$first'([V|_], [C|_], X, First) :- C == X, !, First = V.
'$first'([_|Vs], [_|Cs], X, First) :- '$first'(Vs, Cs, X, First).

% A term over the copies as a term over the originals.
'$back'(C, All, Copies, Value) :-
    var(C),
    !,
    ( '$first'(All, Copies, C, First) -> Value = First ; Value = C ).
'$back'(C, All, Copies, Value) :-
    compound(C),
    !,
    C =.. [F|Args],
    '$back_all'(Args, All, Copies, Values),
    Value =.. [F|Values].
'$back'(C, _, _, C).

'$back_all'([], _, _, []).
'$back_all'([C|Cs], All, Copies, [V|Vs]) :-
    '$back'(C, All, Copies, V),
    '$back_all'(Cs, All, Copies, Vs).

% Wakes nobody, unlike \=.
?=(X, Y) :- ( X == Y -> true ; \+ unifiable(X, Y, _) ).

subsumes_term(General, Specific) :-
    \+ \+ ( term_variables(Specific, Before),
            copy_term_nat(General, Copy),
            '$subsume'(Copy, Specific),
            term_variables(Before, After),
            Before == After ).

'$subsume'(X, X).

=@=(X, Y) :-
    \+ \+ ( copy_term_nat(X, X1),
            copy_term_nat(Y, Y1),
            numbervars(X1, 0, N),
            numbervars(Y1, 0, N),
            X1 == Y1 ).
\=@=(X, Y) :- \+ X =@= Y.

current_predicate(Spec) :-
    strip_module(Spec, M, Indicator),
    '$current_predicate'(Indicator, M).

'$current_predicate'(Indicator, M) :-
    var(Indicator),
    !,
    '$user_predicates'(M, Indicators),
    '$among'(Indicator, Indicators),
    '$current_predicate'(Indicator, M).
'$current_predicate'(N//A0, M) :-
    !,
    ( integer(A0) -> A is A0+2 ; true ),
    '$current_predicate'(N/A, M),
    A0 is A-2.
'$current_predicate'(N/A, M) :-
    ( var(N) ; atom(N) ),
    ( var(A) ; integer(A) ),
    !,
    ( integer(A), A < 0 -> throw(error(domain_error(not_less_than_zero, A), _)) ; true ),
    (   atom(N), integer(A)
    ->  true
    ;   '$user_predicates'(M, Indicators),
        '$among'(N/A, Indicators)
    ),
    functor(H, N, A),
    '$defined'(M:H).
'$current_predicate'(Indicator, _) :-
    throw(error(type_error(predicate_indicator, Indicator), _)).

'$among'(X, [X|_]).
'$among'(X, [_|Xs]) :- '$among'(X, Xs).

string_code(Index, Text, Code) :-
    var(Index),
    !,
    string_length(Text, N),
    between(1, N, Index),
    '$string_code'(Index, Text, Code).
string_code(Index, Text, Code) :-
    '$string_code'(Index, Text, Code).

char_type(Char, Type) :- '$known_type'(Char, Type), '$char_type'(Char, Type).
code_type(Code, Type) :- '$known_type'(Code, Type), '$code_type'(Code, Type).

% In the order of SWI-Prolog.
'$known_type'(_, Type) :- nonvar(Type), !.
'$known_type'(Char, _) :- var(Char), !, throw(error(instantiation_error, _)).
'$known_type'(_, Type) :-
    '$among'(Type,
             [ alnum, alpha, csym, csymf, prolog_var_start, prolog_atom_start,
               prolog_identifier_continue, prolog_symbol, decimal, decimal(_), csymf, ascii, white,
               cntrl, digit, print, graph, space, end_of_line, lower, upper, punct, newline, period,
               quote, lower(_), upper(_), to_lower(_), to_upper(_), paren(_), digit(_), xdigit(_),
               end_of_file
             ]).

get_dict(Key, Dict, Value) :-
    ( is_dict(Dict) -> true ; throw(error(type_error(dict, Dict), _)) ),
    '$dict_value'(Key, Dict, Value).

% Of Dict.key: fails for functions, and for what is no dict.
'$get_dict_ex'(Key, Dict, Value) :-
    is_dict(Dict),
    ( var(Key) -> true ; atomic(Key) ),
    (   '$dict_value'(Key, Dict, Found)
    *-> Value = Found
    ;   throw(error(existence_error(key, Key, Dict), _))
    ).

'$dict_value'(Key, Dict, Value) :-
    Dict =.. [_, _|Entries],
    (   var(Key)
    ->  '$dict_entry'(Entries, Key, Value)
    ;   ( atom(Key) ; integer(Key) )
    ->  '$dict_entry'(Entries, Here, Found),
        Here == Key,
        !,
        Value = Found
    ;   throw(error(type_error('dict-key', Key), _))
    ).

'$dict_entry'([Value, Key|_], Key, Value).
'$dict_entry'([_, _|Entries], Key, Value) :- '$dict_entry'(Entries, Key, Value).

predicate_property(Spec, Property) :-
    nonvar(Property),
    '$property'(Property, Spec).

'$property'(defined, Spec) :- '$defined'(Spec).
'$property'(dynamic, Spec) :- '$is_dynamic'(Spec).
'$property'(visible, Spec) :- '$defined'(Spec).

cyclic_term(X) :- \+ acyclic_term(X).

nb_duplicate(X, X).

% Standard input is empty.
read(X) :- X = end_of_file.
read_term(X, _) :- X = end_of_file.
read_term(Stream, X, _) :- '$stdin'(Stream), X = end_of_file.
read(Stream, X) :- '$stdin'(Stream), X = end_of_file.
get_char(X) :- X = end_of_file.
get_char(Stream, X) :- '$stdin'(Stream), X = end_of_file.
peek_char(X) :- X = end_of_file.
peek_char(Stream, X) :- '$stdin'(Stream), X = end_of_file.
get_code(X) :- X = -1.
get_code(Stream, X) :- '$stdin'(Stream), X = -1.
peek_code(X) :- X = -1.
peek_code(Stream, X) :- '$stdin'(Stream), X = -1.
at_end_of_stream.
at_end_of_stream(Stream) :- '$stdin'(Stream).

'$stdin'(Stream) :- var(Stream), !, throw(error(instantiation_error, _)).
'$stdin'(user_input) :- !.
'$stdin'(Stream) :- throw(error(existence_error(stream, Stream), _)).

apply(Goal, Extra) :-
    Goal =.. L0,
    '$concat'(L0, Extra, L),
    G =.. L,
    call(G).

'$concat'([], L, L).
'$concat'([X|Xs], L, [X|Ys]) :- '$concat'(Xs, L, Ys).

not(G) :- \+ G.


assertion(Goal) :- \+ \+ catch(Goal, E, '$assertion_error'(E, Goal)), !.
assertion(Goal) :- '$assertion_error'(fail, Goal).
'$assertion_error'(Reason, Goal) :- throw(error(assertion_error(Reason, Goal), _)).

thread_self(main).
prolog_load_context(_, _) :- fail.
source_location(_, _) :- fail.
prolog_current_frame(1).

functor(Term, Name, Arity, Type) :-
    (   nonvar(Term)
    ->  (   compound(Term)
        ->  compound_name_arity(Term, Name, Arity),
            '$functor_type'(Type, [compound, callable])
        ;   Name = Term,
            Arity = 0,
            ( ( atom(Term) ; Term == [] ) -> '$functor_type'(Type, [atom, callable]) ; '$functor_type'(Type, [atomic]) )
        )
    ;   ( var(Name) ; var(Arity) )
    ->  throw(error(instantiation_error, _))
    ;   '$make_functor'(Type, Name, Arity, Term)
    ).

'$functor_type'(Type, Types) :- '$check_functor_type'(Type), '$select'(Type, Types), !.

'$check_functor_type'(Type) :- var(Type), !.
'$check_functor_type'(Type) :- atom(Type), !.
'$check_functor_type'(Type) :- throw(error(type_error(atom, Type), _)).

'$make_functor'(Type, Name, Arity, Term) :-
    '$check_functor_type'(Type),
    (   Arity == 0, atom(Name)
    ->  ( var(Type) -> throw(error(instantiation_error, _)) ; true ),
        (   Type == compound
        ->  compound_name_arity(Term, Name, 0)
        ;   Type \== atomic,
            Term = Name
        )
    ;   functor(Made, Name, Arity),
        ( compound(Made) -> '$select'(Type, [compound, callable]) ; Type = atomic ),
        !,
        Term = Made
    ).

% The recorded database.
recorda(Key, Value) :- recorda(Key, Value, _).
recorda(Key, Value, Ref) :- '$new_record'(Key, Ref, K), asserta('$record'(K, Ref, Value)).
recordz(Key, Value) :- recordz(Key, Value, _).
recordz(Key, Value, Ref) :- '$new_record'(Key, Ref, K), assertz('$record'(K, Ref, Value)).

'$new_record'(_, Ref, _) :- nonvar(Ref), !, throw(error(uninstantiation_error(Ref), _)).
'$new_record'(Key, Ref, K) :-
    '$record_key'(Key, K),
    '$counter'(N),
    atomic_list_concat(['<record>(', N, ')'], Ref).

'$record_key'(Key, _) :- var(Key), !, throw(error(instantiation_error, _)).
'$record_key'(Key, key(Name, Arity)) :- compound(Key), !, compound_name_arity(Key, Name, Arity).
'$record_key'(Key, Key) :- ( atom(Key) -> true ; integer(Key) ), !.
'$record_key'(Key, _) :- throw(error(type_error(key, Key), _)).

recorded(Key, Value) :- recorded(Key, Value, _).
recorded(Key, Value, Ref) :- nonvar(Key), !, '$record_key'(Key, K), '$record'(K, Ref, Value).
recorded(Key, Value, Ref) :-
    '$record'(K, Ref, Value),
    ( K = key(Name, Arity) -> compound_name_arity(Key, Name, Arity) ; Key = K ).

instance(Ref, _) :- var(Ref), !, throw(error(instantiation_error, _)).
instance(Ref, Term) :- '$record'(_, Ref, Value), !, Term = Value.
instance(Ref, Term) :- '$clause'(Ref, Head, Body), !, Term = (Head :- Body).
instance(Ref, _) :- '$check_reference'(Ref), fail.

erase(Ref) :- var(Ref), !, throw(error(instantiation_error, _)).
erase(Ref) :- retract('$record'(_, Ref, _)), !.
erase(Ref) :- '$erase_clause'(Ref), !.
erase(Ref) :- '$check_reference'(Ref), throw(error(existence_error(db_reference, Ref), _)).

'$check_reference'(Ref) :-
    atom(Ref),
    ( sub_atom(Ref, 0, _, _, '<record>(') -> true ; sub_atom(Ref, 0, _, _, '<clause>(') ),
    !.
'$check_reference'(Ref) :- throw(error(type_error(db_reference, Ref), _)).

clause(Head, Body, Ref) :- nonvar(Ref), !, strip_module(Head, _, H), '$clause'(Ref, H, Body).
clause(Head, Body, Ref) :- '$clause_reference'(Head, Body, Ref).

'$record'(_, _, _) :- fail.

% Tabling. A call finds the table of its variant, or evaluates the clauses until nothing is added.
% Calls of what is being evaluated get the answers so far; then the evaluation that they belong to
% (the lowest one, by depth) goes round again. What depends on nothing below is complete.
'$tabled'(Goal) :-
    '$table_id'(Goal, Id),
    (   '$table_complete'(Id)
    ->  true
    ;   '$table_active'(Id, Depth)
    ->  '$table_depends'(Depth)
    ;   '$table_value'('$table_answers', Version),
        '$table_done'(Id, Version, Lowest)
    ->  '$table_depends'(Lowest)
    ;   '$table_evaluate'(Id, Goal)
    ),
    '$table_answer'(Id, Goal).

'$table_id'(Goal, Id) :-
    '$table'(Id, Variant),
    Variant =@= Goal,
    !.
'$table_id'(Goal, Id) :-
    '$table_value'('$tables', Id0),
    Id is Id0+1,
    nb_setval('$tables', Id),
    assertz('$table'(Id, Goal)).

'$table_value'(Key, Value) :- nb_current(Key, Value0), !, Value = Value0.
'$table_value'('$table_lowest', 1000000000) :- !.
'$table_value'(_, 0).

'$table_depends'(Depth) :-
    '$table_value'('$table_lowest', Before),
    Lowest is min(Before, Depth),
    nb_setval('$table_lowest', Lowest).

'$table_evaluate'(Id, Goal) :-
    '$table_value'('$table_depth', Outside),
    '$table_value'('$table_lowest', Before),
    Depth is Outside+1,
    nb_setval('$table_depth', Depth),
    assertz('$table_active'(Id, Depth)),
    catch('$table_rounds'(Id, Goal, Depth, Lowest), Error, true),
    retract('$table_active'(Id, Depth)),
    nb_setval('$table_depth', Outside),
    nb_setval('$table_lowest', Before),
    (   nonvar(Error)
    ->  '$table_abandon',
        throw(Error)
    ;   Lowest >= Depth
    ->  forall(( '$table'(Later, _), Later >= Id, \+ '$table_complete'(Later) ),
               assertz('$table_complete'(Later)))
    ;   '$table_value'('$table_answers', Version),
        assertz('$table_done'(Id, Version, Lowest)),
        '$table_depends'(Lowest)
    ).

'$table_rounds'(Id, Goal, Depth, Lowest) :-
    nb_setval('$table_lowest', 1000000000),
    '$table_value'('$table_answers', Before),
    '$table_round'(Id, Goal),
    '$table_value'('$table_lowest', Here),
    '$table_value'('$table_answers', After),
    (   After =\= Before,
        Here =< Depth
    ->  '$table_rounds'(Id, Goal, Depth, Later),
        Lowest is min(Here, Later)
    ;   Lowest = Here
    ).

'$table_round'(Id, Goal) :-
    '$untabled'(Goal),
    \+ ( '$table_answer'(Id, Old), Old =@= Goal ),
    assertz('$table_answer'(Id, Goal)),
    '$table_value'('$table_answers', Before),
    After is Before+1,
    nb_setval('$table_answers', After),
    fail.
'$table_round'(_, _).

% After an error nothing that was not complete is kept.
'$table_abandon' :-
    forall(( '$table'(Id, _), \+ '$table_complete'(Id), \+ '$table_active'(Id, _) ),
           ( retractall('$table'(Id, _)), retractall('$table_answer'(Id, _)),
             retractall('$table_done'(Id, _, _)) )).

% Without clauses: dynamic.
'$table'(_, _) :- fail.
'$table_complete'(_) :- fail.
'$table_active'(_, _) :- fail.
'$table_done'(_, _, _) :- fail.
'$table_answer'(_, _) :- fail.

abolish_all_tables :-
    forall('$table_complete'(Id),
           ( retractall('$table'(Id, _)), retractall('$table_answer'(Id, _)) )),
    retractall('$table_complete'(_)).

% What fails while it is still being evaluated may be undefined.
tnot(Goal) :-
    strip_module(Goal, Module, Plain),
    functor(Plain, Name, Arity),
    functor(General, Name, Arity),
    '$tnot_implementation'(Module:General, _),  % is it tabled?
    '$table_value'('$table_lowest', Before),
    nb_setval('$table_lowest', 1000000000),
    ( \+ Goal -> Fails = true ; Fails = false ),
    '$table_value'('$table_lowest', Here),
    Lowest is min(Before, Here),
    nb_setval('$table_lowest', Lowest),
    Fails == true,
    ( Here < 1000000000 -> '$unsupported'('tnot/1 of a goal that depends on itself') ; true ).

not_exists(Goal) :- tnot(Goal).
undefined :- '$unsupported'('the truth value undefined').

reset(_, _, _) :- '$unsupported'('delimited continuations: reset/3').
shift(_) :- '$unsupported'('delimited continuations: shift/1').
shift_for_copy(_) :- '$unsupported'('delimited continuations: shift_for_copy/1').
call_continuation(_) :- '$unsupported'('delimited continuations: call_continuation/1').

% foreach/2 of library(aggregate): an instance of the goal for each answer, which shares the others' variables.
prove_list([], _, _).
prove_list([Answer|Answers], Template, Goal) :-
    term_variables(Template, Bound),
    term_variables(Goal, Variables),
    '$without'(Variables, Bound, Shared),
    copy_term_nat(t(Template, Goal, Shared), t(Answer, Instance, Shared)),
    call(Instance),
    prove_list(Answers, Template, Goal).
