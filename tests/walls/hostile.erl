%% SPDX-License-Identifier: Apache-2.0
%% Does what a program under test must not be able to do, one thing in each clause.
-module(hostile).
-export([act/1]).

-spec act(0..9) -> term().
act(1) -> os:cmd("rm -f \"$PRECIOUS\"");
act(2) -> file:write_file(os:getenv("PRECIOUS"), <<>>);
act(3) -> file:delete(os:getenv("PRECIOUS"));
act(4) -> gen_tcp:connect({127, 0, 0, 1}, list_to_integer(os:getenv("PORT")), [], 1000);
act(5) -> gen_tcp:listen(list_to_integer(os:getenv("PORT")) + 1, []);
act(6) -> os:cmd("kill -9 $VICTIM; kill -STOP $VICTIM");
act(7) -> os:cmd("setsid sleep $MARK > /dev/null 2>&1 &");
act(8) -> file:write_file("left", <<>>), file:delete("precious-here");
act(_) -> ok.
