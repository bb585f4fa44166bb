#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts valid data structures: by brute force, by computing, and by the tests that Cuttle makes."""

import itertools
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def graphs(nodes, fields):
    """Graphs of that many nodes, all of them reachable from node 0, one for each class of graphs
    that differ only in the names of their nodes: those whose names are in the order of a walk."""
    def extend(links, met):
        if len(links) == met * fields:  # all that was met has its links
            if met == nodes:
                yield [links[i * fields:(i + 1) * fields] for i in range(nodes)]
            return
        for target in [None, *range(met)]:
            yield from extend(links + [target], met)
        if met < nodes:
            yield from extend(links + [met], met + 1)

    return extend([], 1)


def is_list(graph):
    node, steps = 0, 0
    while node is not None and steps <= len(graph):
        node, steps = graph[node][0], steps + 1
    return node is None


def is_dlist(graph):
    links_agree = all(after is None or graph[after][1] == i for i, (after, _) in enumerate(graph))
    return graph[0][1] is None and links_agree and is_list(graph)


def is_tree(graph):
    targets = [target for node in graph for target in node if target is not None]
    return sorted(targets) == list(range(1, len(graph)))


def is_complete(graph):
    places = {0: 0}
    for node in range(len(graph)):
        for side in (0, 1):
            if graph[node][side] is not None:
                places[graph[node][side]] = 2 * places[node] + 1 + side
    return sorted(places.values()) == list(range(len(graph)))


def red_black_colourings(graph):
    def black_height(node, red, colours):
        if node is None:
            return 1
        if colours[node] and red:
            return 0
        heights = {black_height(child, colours[node], colours) for child in graph[node]}
        return heights.pop() + (not colours[node]) if len(heights) == 1 and 0 not in heights else 0

    return sum(not colours[0] and black_height(0, False, colours) > 0
               for colours in itertools.product((False, True), repeat=len(graph)))


def count(nodes, fields, weight):
    """The empty structure, and those of 1 to `nodes` nodes."""
    return 1 + sum(weight(graph) for n in range(1, nodes + 1) for graph in graphs(n, fields))


def brute_force(nodes, fields, weight):
    """The empty structure, and those of 1 to `nodes` nodes, among all graphs."""
    return 1 + sum(weight(graph) for n in range(1, nodes + 1) for graph in graphs(n, fields))


def search_trees(nodes):
    """By the sizes of the two subtrees."""
    shapes = [1]
    for n in range(1, nodes + 1):
        shapes.append(sum(shapes[left] * shapes[n - 1 - left] for left in range(n)))
    return sum(shapes)


def red_black_trees(nodes):
    """By the colour of the root, the black height and the number of nodes."""
    height = nodes + 1
    black, red = {(1, 0): 1}, {}  # the empty tree is black, too
    for n in range(1, nodes + 1):
        for h in range(1, height + 1):
            pairs = [(left, n - 1 - left) for left in range(n)]
            red[h, n] = sum(black.get((h, a), 0) * black.get((h, b), 0) for a, b in pairs)
            any_root = lambda size, h=h: black.get((h - 1, size), 0) + red.get((h - 1, size), 0)
            black[h, n] = sum(any_root(a) * any_root(b) for a, b in pairs)
    return sum(count for (_, n), count in black.items() if n <= nodes)


# Name, bound for brute force, a larger bound, how many there are by other considerations.
STRUCTURES = [
    ("list", 6, lambda n: brute_force(n, 1, is_list), 16, lambda n: n + 1),
    ("dlist", 4, lambda n: brute_force(n, 2, is_dlist), 8, lambda n: n + 1),
    ("search_tree", 4, lambda n: brute_force(n, 2, is_tree), 6, search_trees),
    ("heap", 4, lambda n: brute_force(n, 2, lambda g: is_tree(g) and is_complete(g)), 5, lambda n: n + 1),
    ("red_black_tree", 4,
     lambda n: brute_force(n, 2, lambda g: red_black_colourings(g) if is_tree(g) else 0), 5, red_black_trees),
]


def explore(tool, name, flags, options=()):
    with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
        summary = os.path.join(folder, "summary.json")
        command = [tool, "run", os.path.join(HERE, name + ".c"), "--cflags", flags, "--out",
                   os.path.join(folder, "out"), "--json", summary, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if not os.path.exists(summary):
            raise SystemExit(f"{command}: {done.stdout}{done.stderr}")
        with open(summary, encoding="utf-8") as file:
            return json.load(file)


def check(tool):
    for name, few, counted, many, computed in STRUCTURES:
        if counted(few) != computed(few):
            print(f"not ok {name}: {counted(few)} by brute force, {computed(few)} by computing")
            yield False
        for nodes, expected in ((few, counted(few)), (many, computed(many))):
            options = ("--max-objects", str(max(8, nodes + 1)))
            summary = explore(tool, name, f"-DNODES={nodes}", options)
            fine = (summary["tests"] == expected and summary["exhausted"] and not summary["bugs"]
                    and not summary["divergences"] and not summary["duplicate_paths"])
            print(f"{'ok' if fine else 'not ok'} {name}: {summary['tests']} of {expected} structures "
                  f"of at most {nodes} nodes, in {summary['runs']} runs", flush=True)
            if not fine:
                print("#", json.dumps(summary))
            yield fine


def check_linear(tool):
    """A doubly linked list of N nodes is completed in a few runs for each node, and not in as many
    as there are pairs of nodes: what a pointer must be is solved for, not tried out."""
    for strategy, runs_per_node in (("dfs", 2), ("auto", 5)):
        for nodes in (4, 8, 16, 32):
            summary = explore(tool, "dlist", f"-DNODES={nodes} -DFULL",
                              ("--max-objects", str(nodes), "--strategy", strategy, "--stop-on-bug"))
            fine = bool(summary["bugs"]) and summary["runs"] <= runs_per_node * nodes
            print(f"{'ok' if fine else 'not ok'} dlist of {nodes} nodes with {strategy}: completed in "
                  f"{summary['runs']} runs", flush=True)
            yield fine


def main():
    tool = os.environ["CUTTLE_TOOL"]
    results = [*check(tool), *check_linear(tool)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
