/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* How the engine tells a program that is not traced (in C a plain build with the replay library)
 * which test to run, and how the program tells what happened. Both are lines of text, read and
 * written without any library, so that they also work in a program that is about to crash.
 *
 * The test file, named by the environment variable CUTTLE_TEST:
 *
 *     report PATH                       where to write the report (appended; optional)
 *     input WIDTH OCCURRENCE INDEX VALUE NAME
 *     file PATH                         the program's file PATH is an input: opening it ...
 *     becomes PATH                      ... opens this one instead
 *     accept PORT PATH                  what the first connection to the port brings: a file
 *     unset NAME                        this environment variable is not set
 *     world KEY=VALUE                   what the program is told of the world (docs/world.md)
 *     random DIGITS                     the first random bytes, hexadecimal
 *     schedule NAME NAME ...            who runs at each step, all lines together. A line without
 *                                       names: threads are controlled
 *
 * with VALUE unsigned decimal, INDEX "-" when there is none, and NAME up to the end of the line.
 * Standard input, arguments and environment variables are given to the process itself.
 * Inputs that are not mentioned are 0. Unknown lines are ignored. Without the variable the program
 * runs as without Cuttle.
 *
 * The report:
 *
 *     outcome KIND                      ok | rejected | bug (words of cuttle_outcome_words)
 *     bug WORD                          "assertion", "segfault", ... (cuttle_bug_words)
 *     signal NUMBER
 *     exit CODE
 *     fault ADDRESS                     hexadecimal
 *     at LINE FILE                      place of an assertion
 *     message TEXT                      newlines replaced by spaces
 *     frame OFFSET PC RETURN IMAGE      hexadecimal twice, 0 or 1, path; innermost first
 *     end                               the report is complete
 *
 * A program that ends without `end` in its report was killed; its wait status tells how.
 */

#define CUTTLE_TEST_VARIABLE "CUTTLE_TEST"

/* By CuttleOutcomeKind and CuttleBug (engine/trace/format.h). */
static const char* const cuttle_outcome_words[] = {"none", "ok", "rejected", "bug"};
static const char* const cuttle_bug_words[] = {
    "none",     "assertion",          "error-call",
    "abort",    "segfault",           "division-by-zero",
    "overflow", "out-of-bounds",      "use-after-free",
    "leak",     "uncaught-exception", "timeout",
    "deadlock", "data-race",
};
