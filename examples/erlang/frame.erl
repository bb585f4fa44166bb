%% SPDX-License-Identifier: Apache-2.0
%% A decoder of frames: a length, that many bytes, and a check sum.
%% cuttle run frame.erl --function decode/1 --binary-length 6
-module(frame).
-export([decode/1]).

-spec decode(binary()) -> {ok, binary()} | {error, atom()}.
decode(<<Length, Data:Length/binary, Sum>>) ->
    case sum(Data, 0) of
        Sum -> {ok, command(Data)};
        _ -> {error, sum}
    end;
decode(_) -> {error, frame}.

command(<<"go", Steps>>) when Steps > 9 -> <<Steps>>;
command(<<"go", Steps>>) -> lists:nth(Steps, [<<"a">>, <<"b">>, <<"c">>]);
command(_) -> <<>>.

sum(<<Byte, Rest/binary>>, Sum) -> sum(Rest, (Sum + Byte) band 255);
sum(<<>>, Sum) -> Sum.
