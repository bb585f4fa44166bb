/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* How a program that makes many runs keeps up with its folders (messages of engine/trace/format.h).
 * What a run wrote is gone before the next one, but not for a process that is in the folder: it
 * must enter its working folder again by its name. */

enum CuttleHelloFlags { /* `b` of HELLO */
                        CUTTLE_HELLO_ENTERS_AGAIN =
                            1, /* knows the flag below; other programs are started again then */
};

enum CuttleRunFlags { /* `a` of RUN */
                      CUTTLE_RUN_ENTER_AGAIN = 1,
};
