# SPDX-License-Identifier: Apache-2.0
"""The campaigns that are recorded: what is copied beside each other, and how `cuttle run` is called."""

import dataclasses

BENCH = "bench/exploration/"
C = "tests/c/programs/"
EXAMPLES = "examples/c/"
PROLOG = "examples/prolog/"

# Atoms whose text is looked at: their characters are inputs.
WORDS = """%! kind(+Word:atom, -Kind) is semidet.
kind(Word, Kind) :- atom_length(Word, N), N < 4, atom_codes(Word, Codes), codes(Codes, Kind).
codes([0'a|Rest], first) :- Rest = [0'z|_], !.
codes([C], digit) :- C >= 0'0, C =< 0'9, !.
codes(_, other).
"""


# One clause with several errors.
ERRORS = """p(X) :- ( X =:= 1 -> Y is 1 / 0 ; X =:= 2 -> atom_length(_, Y) ; X =:= 3 -> Y is foo + 1 ; Y = X ), Y > 0.
"""


@dataclasses.dataclass
class Campaign:
    name: str
    program: str                # a file of the repository, or the name of the one in `text`
    arguments: list[str]
    text: str = ""              # the program itself
    beside: tuple[str, ...] = ()  # other files of the repository that it needs
    legs: tuple[int, ...] = ()  # --max-runs of each session but the last; the later ones have --resume


def c(name, program, options="", **more):
    return Campaign(name, program, options.split(), **more)


CAMPAIGNS = [
    # Every program of bench/exploration, every strategy.
    c("bubble_sort_dfs", BENCH + "bubble_sort_6.c", "--strategy dfs"),
    c("insertion_sort_random", BENCH + "insertion_sort_6.c", "--strategy random --seed 7"),
    c("heap_sort_bfs", BENCH + "heap_sort_5.c", "--strategy bfs"),
    c("quick_sort_generational", BENCH + "quick_sort_5.c", "--strategy generational"),
    c("search_tree_cfg", BENCH + "search_tree_5.c", "--strategy cfg"),
    c("red_black_tree_auto", BENCH + "red_black_tree_5.c"),
    c("maze_rare", C + "find_maze.c", "--input stdin:16 --strategy rare --max-runs 300"),
    c("repetition_repeat", C + "find_repetition.c", "--input stdin:32 --strategy repeat --max-runs 300"),
    # C: open choices, switches, concretised values, inputs of several kinds, bugs.
    c("switch_loop", EXAMPLES + "switch_loop.c"),
    c("symbolic_index", C + "symbolic_index.c"),
    c("max_depth", EXAMPLES + "nested_loops.c", "--max-depth 6"),
    c("checks", C + "checks_asked_for.c", "--detect signed-overflow,shift,cast"),
    c("stdin", C + "input_stdin.c", "--input stdin:8"),
    c("seed_input", C + "find_off_by_one.c", "--input stdin:16 --seed-input find_off_by_one.seed --max-runs 60",
      beside=(C + "find_off_by_one.seed",)),
    c("unit_graph", C + "unit_graph.c", "--function testme"),
    c("unit_persistent", C + "unit_array.c", "--function sum --array values:count --max-array 3 --persistent always"),
    c("unit_forked", C + "unit_array.c", "--function sum --array values:count --max-array 3 --persistent never"),
    c("threads", C + "threads_values.c", "--threads free"),
    c("sequence", C + "sequence_create.c",
      "--sequence stack_create,stack_push,stack_pop,stack_destroy:4 --max-runs 200"),
    # Sessions that end and go on.
    c("resume_dfs", BENCH + "quick_sort_5.c", "--strategy dfs", legs=(37, 1, 40)),
    c("resume_auto", EXAMPLES + "switch_loop.c", "", legs=(20, 50)),
    # Prolog: ground calls, types, texts, goals of coverage, constrained calls.
    Campaign("prolog_ground", PROLOG + "append.pl", ["--goal", "last(L,X)", "--ground", "1", "--depth", "6"]),
    Campaign("prolog_typed", PROLOG + "roman.pl", ["--goal", "roman(N,R)", "--type", "1:between(0,20)"]),
    Campaign("prolog_lists", PROLOG + "quicksort.pl", ["--goal", "qsort(L,S)", "--depth", "4"]),
    Campaign("prolog_texts", "words.pl", ["--predicate", "kind/2", "--text-length", "3"], text=WORDS),
    Campaign("prolog_errors", "errors.pl", ["--goal", "p(X)", "--type", "1:integer"], text=ERRORS),
    Campaign("prolog_cover", PROLOG + "simplify.pl",
             ["--goal", "simp(E,S)", "--ground", "1", "--depth", "2", "--cover", "clauses"]),
    Campaign("prolog_constrained", PROLOG + "grammar.pl",
             ["--goal", "sentence(Words,[])", "--ground", "1", "--depth", "3", "--constrained"]),
    Campaign("prolog_resume", PROLOG + "redblack.pl",
             ["--goal", "insert(T,K,R)", "--ground", "1,2", "--type", "2:integer", "--depth", "2",
              "--max-runs", "80"], legs=(10, 30)),
]
