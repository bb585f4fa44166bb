%% SPDX-License-Identifier: Apache-2.0
%% run: --function decode/1
%% bug: erlang-error {overrun,_}
-module(frame).
-export([decode/1]).

-spec decode(binary()) -> {ok, binary()} | {error, atom()}.
decode(<<Len, Data:Len/binary, Crc>>) ->
    case sum(Data, 0) band 255 of
        Crc when Len > 2 -> error({overrun, Data});
        Crc -> {ok, Data};
        _ -> {error, crc}
    end;
decode(_) -> {error, frame}.

sum(<<B, Rest/binary>>, S) -> sum(Rest, S + B);
sum(<<>>, S) -> S.
