% SPDX-License-Identifier: Apache-2.0
% Does what a program under test must not be able to do, one thing in each clause.
:- use_module(library(socket)).

file(File) :- getenv('PRECIOUS', File).

port(Port) :- getenv('PORT', Text), atom_number(Text, Port).

quietly(Goal) :- catch(Goal, _, true), !.
quietly(_).

act(delete) :- file(File), quietly(delete_file(File)).
act(write) :- file(File), quietly((open(File, write, Stream), close(Stream))).
act(shell) :- quietly(shell('rm -f "$PRECIOUS"', _)).
act(here) :- open(left, write, Stream), close(Stream), quietly(delete_file('precious-here')).
act(again) :- \+ exists_file(left), open(left, write, Stream), close(Stream).
act(connect) :- port(Port), quietly((tcp_connect(localhost:Port, Stream, []), close(Stream))).
act(listen) :-
    port(Port),
    Next is Port + 1,
    quietly((tcp_socket(Socket), tcp_bind(Socket, Next), tcp_listen(Socket, 1))).
act(kill) :- quietly(shell('kill -9 $VICTIM; kill -STOP $VICTIM', _)).
act(stay) :- quietly(shell('setsid sleep $MARK > /dev/null 2>&1 &', _)).
