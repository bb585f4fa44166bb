% SPDX-License-Identifier: Apache-2.0
% Runs inside SWI-Prolog: has the user's program loaded and runs each test case in a fresh copy of
% the process. Shares wire and load predicates with loader.pl, which comes before it in the stream.

:- use_module(library(unix)).
:- dynamic traced/1, traced_count/1.

judge :-
    set_prolog_gc_thread(false),
    warm_up,
    serve.

% Loads now what every child would have to load again.
warm_up :-
    State = answers([]),
    plain_run(collect(true, true, 1, State), 1000, _),
    reverse([], _),
    memberchk(a, [a]),
    open_null_stream(Null),
    term(Null, result(more, [], none)),
    close(Null).

% check(Module, Goal, Answers, Inferences, Trace, Comments): `is det' of comments is checked like :- det
% when Comments is true. Reply result(End, Answers, Lines), where End is more (there
% may be more answers), false, error(Ball), limit or halted; Lines is none when nothing was traced.
answer(check(Module, Text, Max, Inferences, Trace, Comments), Out) :-
    term_string(Goal, Text, [module(Module)]),
    det_predicates(Comments, Det),
    flush_output(Out),
    findall(File, source_file(File), Before),
    pipe(Read, Write),
    fork(Pid),
    (   Pid == child
    ->  close(Read),
        forall(member(Head, Det), catch('$set_predicate_attribute'(Head, det, true), _, true)),
        child(Module:Goal, Goal, Max, Inferences, Trace, Out, Before-Write)
    ;   close(Write),
        call_cleanup(load_libraries(Read), close(Read)),
        wait(Pid, Status),
        (   Status == exited(42)
        ->  true
        ;   Status = exited(Code)
        ->  term(Out, result(halted(Code), [], none))
        ;   term(Out, result(crashed, [], none))
        )
    ).

det_predicates(false, []) :- !.
det_predicates(true, Det) :- nb_current(cuttle_det, Det), !.
det_predicates(true, Det) :-
    findall(Head, declared_det(Head), Det),
    nb_setval(cuttle_det, Det).

% Libraries that a child has loaded are wanted again: the next one finds them loaded.
load_libraries(Read) :-
    read_term(Read, File, []),
    (   File == end_of_file
    ->  true
    ;   catch(load_files(cuttle_libraries:File, [if(not_loaded), imports([]), silent(true)]), _, true),
        load_libraries(Read)
    ).

tell_libraries(Before-Write) :-
    forall(( source_file(File), \+ memberchk(File, Before), library_file(File) ),
           format(Write, '~q.~n', [File])),
    close(Write).

child(Call, Goal, Max, Inferences, Trace, Out, Libraries) :-
    open_null_stream(Null),
    set_output(Null),
    set_stream(Null, alias(user_output)),
    set_stream(Null, alias(user_error)),
    State = answers([]),
    (   Trace == true, \+ ( program_file(File), library_file(File) )  % libraries hide their steps
    ->  retractall(traced(_)),
        visible(+unify),
        leash(-all),
        catch(traced_run(collect(Call, Goal, Max, State), Inferences, End), E, End = error(E)),
        findall(L, traced(L), Lines)
    ;   Lines = none,
        catch(plain_run(collect(Call, Goal, Max, State), Inferences, End), E, End = error(E))
    ),
    arg(1, State, Reversed),
    reverse(Reversed, Answers0),
    maplist(without_cycles, Answers0, Answers),
    end_without_cycles(End, Sent),
    term(Out, result(Sent, Answers, Lines)),
    flush_output(Out),
    tell_libraries(Libraries),
    halt(42).

end_without_cycles(error(Ball0), error(Ball)) :- !, without_cycles(Ball0, Ball).
end_without_cycles(End, End).

plain_run(Goal, Inferences, End) :-
    (   call_with_inference_limit(Goal, Inferences, Result)
    ->  ( Result == inference_limit_exceeded -> End = limit ; End = more )
    ;   End = false
    ).

traced_run(Goal, _, End) :-
    trace,
    (   catch(Goal, E, true)
    ->  notrace, nodebug,
        ( nonvar(E) -> End = error(E) ; End = more )
    ;   notrace, nodebug,
        End = false
    ).

% Succeeds when the last wanted answer is found, fails when there are no more.
collect(Call, Goal, Max, State) :-
    call(Call),
    arg(1, State, Before),
    nb_setarg(1, State, [Goal|Before]),
    arg(1, State, Now),
    length(Now, N),
    N >= Max,
    !.

% Failing assertions throw at once, without the stack on the terminal.
:- multifile prolog:assertion_failed/2.
:- dynamic prolog:assertion_failed/2.
prolog:assertion_failed(Reason, Goal) :-
    throw(error(assertion_error(Reason, Goal), _)).

:- multifile user:prolog_trace_interception/4.
:- dynamic user:prolog_trace_interception/4.
user:prolog_trace_interception(Port, Frame, _, continue) :-
    (   Port == unify,
        prolog_frame_attribute(Frame, clause, Ref),
        clause_property(Ref, file(File)),
        cuttle_loader:program_file_cached(File),
        clause_property(Ref, line_count(Line))
    ->  assertz(cuttle_loader:traced(Line))
    ;   true
    ).
