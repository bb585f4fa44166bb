# SPDX-License-Identifier: Apache-2.0
"""Programs in the style of device drivers: dispatch routines over a monitored state of requests.

Each routine decides by inputs (flags of the request, results of lower drivers) what to do, calls helpers, and must keep the
protocol: a request is completed, passed down or pended exactly once; a lock is held by at most one; power goes up before use."""

import random

MONITOR = """/* SPDX-License-Identifier: Apache-2.0 */
/* Written by bench/prune/drivers.py: {name}, {kind}, {requests} request(s). */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {{ abort(); }}

enum {{ FRESH, PASSED, PENDED, COMPLETED }};
static int status, compensated, lock_held, powered, open_handles, queued, level;

static void begin_request(void) {{
  status = FRESH;
  compensated = 0;
}}
static void complete_request(void) {{
  if (status == COMPLETED) reach_error();
  status = COMPLETED;
}}
static void pass_down(void) {{
  if (status != FRESH) reach_error();
  status = PASSED;
}}
static void mark_pending(void) {{
  if (status != FRESH) reach_error();
  status = PENDED;
}}
static void acquire(void) {{
  if (lock_held) reach_error();
  lock_held = 1;
}}
static void release(void) {{
  if (!lock_held) reach_error();
  lock_held = 0;
}}
static void raise_level(void) {{
  if (level != 0) reach_error();
  level = 2;
}}
static void lower_level(void) {{
  if (level != 2) reach_error();
  level = 0;
}}
static int lower_driver(void) {{
  int result = __VERIFIER_nondet_int();
  if (!powered) reach_error();
  return result;
}}
static void end_request(void) {{
  if (status == FRESH) reach_error();
  if (lock_held) reach_error();
  if (level != 0) reach_error();
}}
"""


class Driver:
    def __init__(self, name, routines, seed):
        self.name = name
        self.routines = routines
        self.random = random.Random(seed)

    def pick(self, *items):
        return self.random.choice(items)

    def helper(self, routine, index):
        """Code that decides and keeps the monitor's state, or changes it and back."""
        guard = self.pick("__VERIFIER_nondet_int()", "flags & %d" % (1 << self.random.randrange(8)),
                          "length > %d" % self.random.randrange(4, 64))
        kind = self.random.randrange(5)
        lines = [f"static int helper_{routine}_{index}(unsigned flags, int length) {{",
                 "  int done = 0;"]
        if kind == 0:
            lines += [f"  if ({guard}) {{", "    acquire();",
                      f"    if (length > {self.random.randrange(100, 200)}) done = 1;",
                      "    queued = queued + 1;", "    release();", "  } else {", "    done = 2;", "  }"]
        elif kind == 1:
            lines += ["  raise_level();", f"  if ({guard}) done = 1;",
                      "  if (done && length < 0) done = 3;", "  lower_level();"]
        elif kind == 2:
            lines += [f"  if ({guard}) {{", "    open_handles = open_handles + 1;",
                      "    done = 1;", "  }", "  if (done) open_handles = open_handles - 1;"]
        elif kind == 3:
            lines += ["  acquire();", f"  if ({guard}) {{", "    release();", "    return 1;", "  }",
                      "  done = 4;", "  release();"]
        else:
            lines += [f"  if ({guard}) done = done + 1;",
                      f"  if (flags & {1 << self.random.randrange(8)}) done = done + 2;",
                      "  if (done > 3) reach_error();"]
        return lines + ["  return done;", "}"]

    def dispatch(self, routine, helpers, broken):
        lines = [f"static void dispatch_{routine}(void) {{",
                 "  unsigned flags = __VERIFIER_nondet_uint();",
                 "  int length = __VERIFIER_nondet_int(), result = 0;"]
        for index in range(helpers):
            lines.append(f"  result = helper_{routine}_{index}(flags, length);")
        lines += [f"  if (flags & {1 << self.random.randrange(8)}) {{",
                  "    if (length < 0) {", "      complete_request();", "      return;", "    }",
                  "    pass_down();", "    result = lower_driver();",
                  "    if (result < 0) compensated = 1;", "    return;", "  }"]
        if broken:
            lines += [f"  if (length == {self.random.randrange(300, 400)}) acquire();"]
        lines += ["  if (result == 1) {", "    mark_pending();", "  } else {", "    complete_request();",
                  "  }", "}"]
        return lines

    def source(self, requests, safe):
        """`requests` times the body of main, as the paper does."""
        text = [MONITOR.format(name=self.name, kind="safe" if safe else "unsafe", requests=requests)]
        broken = self.random.randrange(self.routines)
        for routine in range(self.routines):
            helpers = 2 + self.random.randrange(3)
            for index in range(helpers):
                text += self.helper(routine, index) + [""]
            text += self.dispatch(routine, helpers, not safe and routine == broken) + [""]
        text += ["static void request(void) {", "  begin_request();",
                 "  switch (__VERIFIER_nondet_int()) {"]
        for routine in range(self.routines - 1):
            text += [f"    case {routine}:", f"      dispatch_{routine}();", "      break;"]
        text += ["    default:", f"      dispatch_{self.routines - 1}();", "      break;", "  }",
                 "  end_request();", "}", "", "int main(void) {", "  powered = 1;"]
        text += ["  request();"] * requests + ["  return 0;", "}"]
        return "\n".join(text) + "\n"


DRIVERS = {"audio": (14, 1), "disk": (18, 2), "floppy": (22, 3), "keyboard": (12, 4)}


def driver_source(name, requests, safe):
    routines, seed = DRIVERS[name]
    return Driver(name, routines, seed).source(requests, safe)


def locks_source(count):
    """Independent locks in a row: 2^count paths."""
    lines = ["extern int __VERIFIER_nondet_int(void);", "extern void abort(void);",
             "int main(void) {"]
    for i in range(count):
        lines += [f"  int p{i} = __VERIFIER_nondet_int(), l{i} = 0;"]
    for i in range(count):
        lines += [f"  if (p{i} != 0) l{i} = 1;"]
    for i in range(count):
        lines += [f"  if (p{i} != 0) {{ if (l{i} != 1) abort(); l{i} = 0; }}"]
    return "\n".join(lines + ["  return 0;", "}"]) + "\n"


if __name__ == "__main__":
    import sys
    print(driver_source(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "safe"))
