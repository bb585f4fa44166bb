%% SPDX-License-Identifier: Apache-2.0
%% main(<<3, 1, 2, 3, 6, "rest">>).
-module(binaries).
-export([main/1]).

main(<<Len, Data:Len/binary, Crc, Rest/binary>>) when byte_size(Rest) > 1 ->
    case sum([B || <<B>> <= Data]) band 255 of
        Crc -> {frame, << <<(B + 1)>> || <<B>> <= Data >>, signed(Data)};
        _ -> damaged
    end;
main(<<1:3, Flag:1, Small:4/little, _/bits>>) -> {bits, Flag, Small};
main(_) -> none.

sum([X | Rest]) -> X + sum(Rest);
sum([]) -> 0.

signed(<<A:16/signed, _/binary>>) when A > 0 -> <<A:24/little, 2.5:32/float>>;
signed(_) -> <<>>.
