#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cuttle export --format c|gtest`: what it writes compiles without Cuttle and shows what the campaign saw."""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import support  # pylint: disable=wrong-import-position

LIST = """
#include <assert.h>
#include <stdlib.h>
typedef struct node { int key; struct node *next; } node;
"""


class ExportTest(support.ProgramTest):
    def shell(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=120, check=False)

    def exported(self, *options, name="unit.c", text=None, code=1, left_out=None, also=None):
        """Runs the campaign and its tests as plain C; those that fail are those with a bug."""
        if text is not None:
            self.write(name, text)
        self.cuttle("run", name, *options, "--out", "campaign", expect=code)
        done = self.cuttle("export", "campaign", "--format", "c", "--to", "tests", expect=0)
        self.assertEqual(left_out, (re.findall(r"left out (.*)", done.stdout_text) or [None])[0])
        command = re.search(r"to run them: (.*)", done.stdout_text)[1]
        built = self.shell(command.rpartition(" && ")[0] + " -Wall -Wno-unused -Werror")
        self.assertEqual(0, built.returncode, f"{command}\n{built.stderr}")
        bugs, others = set(), set()
        for file in (self.folder / "campaign" / "tests").glob("*.json"):
            test = json.loads(file.read_text(encoding="utf-8"))
            (bugs if test["outcome"] == "bug" else others).add(test["run"])
        self.assertTrue(others or bugs)
        ran = self.shell("tests/unit_tests")
        self.assertEqual(bugs, {int(n) for n in re.findall(r"test (\d+) failed", ran.stdout)}, ran.stdout + ran.stderr)
        self.assertEqual(1 if bugs else 0, ran.returncode)
        source = next(path for path in (self.folder / "tests").glob("unit_tests.c*"))
        text = source.read_text(encoding="utf-8")
        if also is not None:
            self.assertIn(also, text)
        self.assertNotIn("__cuttle", text)
        return bugs, others, text

    def google(self, bugs, others):
        done = self.cuttle("export", "campaign", "--format", "gtest", "--to", "google", expect=0)
        command = re.search(r"to run them: (.*)", done.stdout_text)[1]
        ran = self.shell(command.replace("-lgtest_main", "-lgtest_main -lpthread"))
        failed = {int(n) for n in re.findall(r"FAILED  \] \w+\.Run(\d+) \(", ran.stdout)}
        self.assertEqual(bugs, failed, ran.stdout + ran.stderr)
        passed = {int(n) for n in re.findall(r"OK \] \w+\.Run(\d+) \(", ran.stdout)}
        self.assertEqual(others, passed)

    def test_graph(self):
        bugs, others, _ = self.exported("--function", "last", text=LIST + """
int last(node *list, node *other, const char *name, double weight) {
  if (list && list->next == list) return 1;
  if (list && other == list->next && other && weight > 1.5) return *(int *)(name[0] == 'x' ? NULL : &list->key);
  return 0;
}
""", also="node1->next = ")
        self.google(bugs, others)

    def test_array_of_structures(self):
        self.exported("--function", "sum", "--array", "points:n", text="""
#include <assert.h>
struct point { short x, y; char name[4]; unsigned flag : 3; };
void sum(const struct point *points, unsigned char n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    if (points[i].name[1] == 'b' && points[i].flag == 5) total += points[i].x;
  assert(total != -3);
}
""")

    def test_beyond_the_end(self):
        """Nothing but AddressSanitizer notices it outside of Cuttle."""
        self.exported("--function", "get", "--array", "a:n", text="int get(int *a, int n, int i) "
                      "{ return i >= 0 && i <= n ? a[i] : 0; }\n")

    def test_exit_code(self):
        self.exported("--function", "f", code=0, text="#include <stdlib.h>\n"
                      "void f(int x) { if (x == 3) exit(7); }\n", also=", 7}")

    def test_functions_as_parameters(self):
        bugs, others, _ = self.exported("--function", "use", text=LIST + """
struct handler { int (*on)(int code, const char *text); node *(*find)(void *, ...); void (*done)(void); void *data; };
void use(struct handler *h, int (*compare)(const int *, const int *)) {
  int a = 1, b = 2;
  if (compare && compare(&a, &b) < 0 && compare(&b, &a) < 0) assert(0);
  if (!h || !h->on || !h->find) return;
  node *found = h->on(1, "t") == 7 ? h->find(h->data, 1, 2) : NULL;
  if (found && found->key == 3) assert(found != found->next);
  if (h->done) h->done();
}
""", also="compare_stub")
        self.google(bugs, others)

    def test_stubs(self):
        """Functions that nobody defines, and one that is replaced."""
        bugs, others, _ = self.exported("--function", "work", "--stub", "clock_now", text=LIST + """
int read_sensor(int channel);
double scale(double);
node *lookup(int);
void note(const char *);
long clock_now(void) { return 5; }
void work(int x) {
  note("begin");
  node *n = lookup(x);
  if (read_sensor(1) > read_sensor(2) && scale(2.0) > 1e6) assert(clock_now() != 99);
  if (n && n->key == x && x) assert(!n->next);
}
""", also="read_sensor_results[1] = ")
        self.google(bugs, others)

    def test_static_function_cannot_be_replaced(self):
        self.write("unit.c", "static int f(int x) { return x; }\nint g(int x) { if (f(x) > 3) return 1; return 0; }\n")
        self.cuttle("run", "unit.c", "--function", "g", "--stub", "f", "--out", "campaign", expect=0)
        done = self.cuttle("export", "campaign", "--format", "c", expect=0)
        self.assertIn("left out 2 tests: they replace a static function (f)", done.stdout_text)

    def test_sequence(self):
        bugs, others, _ = self.exported("--sequence", "stack_create,stack_push,stack_pop,stack_free:4", text="""
#include <stdlib.h>
typedef struct { int n; int v[2]; } stack;
stack *stack_create(void) { return calloc(1, sizeof(stack)); }
void stack_push(stack *s, int v) { if (v != 8) s->v[s->n++] = v; }
int stack_pop(stack *s) { return s->n ? s->v[--s->n] : 0; }
void stack_free(stack *s) { free(s); }
""", also="object1 = (stack *)stack_create();")
        self.google(bugs, others)

    def test_sequence_of_two_objects(self):
        self.exported("--sequence", "push,concat:4", text=LIST + """
node *push(node *list, int key) {
  node *n = malloc(sizeof *n);
  n->key = key;
  n->next = list;
  return n;
}
node *concat(node *a, node *b) {
  node *end = a;
  while (end->next) end = end->next;
  end->next = b;
  return a;
}
""", also="object2")

    def test_sequence_with_init(self):
        self.exported("--sequence", "ring_init,ring_put,ring_get:3", text="""
#include <assert.h>
struct ring { unsigned char size, first, count; int slots[4]; };
void ring_init(struct ring *r, unsigned char size) { r->size = size; }
void ring_put(struct ring *r, int v) { r->slots[(r->first + r->count++) % r->size] = v; }
int ring_get(struct ring *r) { assert(r->count); return r->slots[r->first++]; }
""")

    def test_method(self):
        bugs, others, _ = self.exported("--function", "bank::Account::withdraw", name="unit.cpp", text="""
#include <cassert>
namespace bank {
enum class State : char { open, closed };
class Account {
 public:
  virtual ~Account() {}
  virtual int fee() const { return 1; }
  bool withdraw(int amount, const int &limit) {
    if (state_ == State::closed || amount > limit) return false;
    balance_ -= amount + fee();
    if (balance_ == 77) assert(limit < 0);
    return true;
  }
 private:
  int balance_;
  State state_;
};
Account first;
}
""", also="->bank::Account::withdraw(")
        self.google(bugs, others)

    def test_classes(self):
        """Base classes, an object by value, a function of a template, an rvalue reference."""
        text = """
#include <cassert>
struct Base { const int id; int kind; };
struct Item : Base { explicit Item(int i) : Base{i, 0}, weight(i) {} double weight; Item *next; };
template <class T> T pick(Item item, Item &&moved, T value) {
  if (item.id == 5 && item.next && item.next->kind == 9) assert(value != moved.kind);
  return value;
}
template int pick<int>(Item, Item &&, int);
"""
        self.exported("--function", "pick<int>", name="unit.cpp", text=text, also="pick<int>(")

    def test_array_behind_a_member(self):
        source = support.ROOT / "tests" / "c" / "programs" / "unit_array_member.c"
        self.exported("--function", "trace", "--array", "matrix.cells:4", text=source.read_text(encoding="utf-8"),
                      also="matrix1->cells = ")

    def test_one_of_several_classes(self):
        source = support.ROOT / "tests" / "c" / "programs" / "unit_classes.cpp"
        self.exported("--function", "check", name="unit.cpp", text=source.read_text(encoding="utf-8"),
                      also="Cube1 = (Cube *)calloc")

    def test_several_sources_and_flags(self):
        self.write("include/part.h", "int half(int);\n")
        self.write("part.c", '#include "part.h"\nint half(int x) { return x / TWO; }\nint main(void) { return 0; }\n')
        self.exported("part.c", "--function", "f", "--cflags", "-Iinclude -DTWO=2", text="""
#include <assert.h>
#include "part.h"
void f(int x) { assert(half(x) != 21); }
int main(void) { return 1; }
""")

    def test_own_header(self):
        self.exported("--function", "f", text="#include <cuttle/cuttle.h>\n"
                      "void f(int x) { CUTTLE_assume(x > 0); CUTTLE_assert(x != 9); }\n")

    def test_leak(self):
        self.exported("--function", "f", "--sanitize", "address,leak", text=LIST + """
node *f(node *list, int key) {
  node *n = malloc(sizeof *n);
  n->key = key;
  if (key == 4) return list;
  n->next = list;
  return n;
}
""")

    def test_opaque_types_and_strings(self):
        self.exported("--function", "f", text="""
#include <string.h>
#include <assert.h>
struct handle;
typedef struct { struct handle *h; union { long l; char c[8]; } u; __int128 wide; } owner;
void f(owner *o, const char *const *names, void *data) {
  if (o && o->h && o->u.c[1] == 3 && o->wide == 17 && names && *names) assert(strcmp(*names, "ab"));
  if (data && ((char *)data)[2] == 'z') assert(o);
}
""")

    def test_rows_streams_and_open_arrays(self):
        self.exported("--function", "f", "--array", "rows:n,m", "--max-array", "2", text="""
#include <assert.h>
#include <stdio.h>
struct packet { unsigned char length; short data[]; };
void f(int **rows, unsigned char n, unsigned char m, FILE *log, struct packet *p) {
  if (n == 2 && m == 2 && rows[1][0] == 7 && log) assert(fprintf(log, "x") == 0);
  if (p && p->length == 2) assert(p->data[1] != -4);
}
""")

    def test_needs_a_unit(self):
        self.write("unit.c", "#include <cuttle/cuttle.h>\nint main(void) { int x; CUTTLE_input(x); return x > 1; }\n")
        self.cuttle("run", "unit.c", "--out", "campaign", expect=0)
        done = self.cuttle("export", "campaign", "--format", "gtest", expect=2)
        self.assertIn("--function or --sequence", done.stderr_text)


if __name__ == "__main__":
    support.main()
