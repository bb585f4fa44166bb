% SPDX-License-Identifier: Apache-2.0
% Calls random programs with all inputs of a type and prints what R can be.
% swipl native_inputs.pl -- PROGRAMS < lines of call(Name, Type).
% Loaded before inferences are counted.
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(library(assoc)).
:- use_module(library(aggregate)).
:- use_module(library(yall)).
:- use_module(library(sort)).
:- use_module(library(error)).
:- use_module(library(backcomp)).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, Argv),
    append(_, [File], Argv),
    load_files(user:File, [silent(true)]),
    repeat,
    read(Term),
    (   Term = call(Name, Type)
    ->  findall(R, outcome(Name, Type, R), Rs),
        sort(Rs, Set),
        forall(member(R, Set), format("~q ~q~n", [Name, R])),
        fail
    ;   true
    ),
    !.

outcome(Name, Type, R) :-
    input(Type, X),
    Goal =.. [Name, X, R],
    (   call_with_inference_limit(user:Goal, 1000000, Limit)
    ->  Limit \== inference_limit_exceeded
    ;   R = [no]
    ).

input(between(Low, High), X) :- between(Low, High, X).
input(oneof(Atoms), X) :- member(X, Atoms).
input(list(Type), X) :- list(3, Type, X).
input(string, X) :- between(0, 2, Length), length(Codes, Length), printable(Codes), string_codes(X, Codes).
input(any(_, Constants, _), X) :- member(X, Constants).
input(any(Depth, Constants, Functors), X) :-
    Depth > 0,
    Less is Depth-1,
    member(Name/Arity, Functors),
    functor(X, Name, Arity),
    X =.. [_|Args],
    maplist(input(any(Less, Constants, Functors)), Args).
input(atom, X) :- between(0, 2, Length), length(Codes, Length), printable(Codes), atom_codes(X, Codes).

list(_, _, []).
list(Depth, Type, [X|Xs]) :-
    Depth > 0,
    input(Type, X),
    Less is Depth-1,
    list(Less, Type, Xs).

printable([]).
printable([C|Cs]) :- between(32, 126, C), printable(Cs).
