%% SPDX-License-Identifier: Apache-2.0
%% The events (docs/erlang-protocol.md) and the driving of the machine, written in C (nif/cuttle_nif.c).
-module(cuttle_nif).
-export([clause/1, opaque/1, value/2, caught/3, callback/3, returned/1, received/2, timeout/1, ended/1, mailbox/3, race/3, flush/0]).
-export([attach/0, base/2, request/0, record/1, answer/1, control_receive/0, control_send/2, write/2]).
-on_load(load/0).

load() -> erlang:load_nif(filename:join(filename:dirname(code:which(?MODULE)), "cuttle_nif"), 0).

clause(_) -> missing().
opaque(_) -> missing().
value(_, _) -> missing().
caught(_, _, _) -> missing().
callback(_, _, _) -> missing().
returned(_) -> missing().
received(_, _) -> missing().
timeout(_) -> missing().
ended(_) -> missing().
mailbox(_, _, _) -> missing().
race(_, _, _) -> missing().
%% What the other cuttle_nif needs (port/): here events are written at once.
flush() -> ok.
write(_, _) -> ok.

attach() -> missing().
base(_, _) -> missing().
request() -> missing().
record(_) -> missing().
answer(_) -> missing().
control_receive() -> missing().
control_send(_, _) -> missing().

missing() -> erlang:nif_error(not_loaded).
