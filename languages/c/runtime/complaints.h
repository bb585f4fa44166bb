/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the library says that others look for. */

/* Of a schedule. In a replay on the standard error, behind "cuttle: ". */
#define CUTTLE_COMPLAINT_MISFIT \
  "the schedule does not fit the program: a thread that is to run cannot"
