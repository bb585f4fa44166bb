// SPDX-License-Identifier: Apache-2.0
#include "bench/solver/structures.h"

#include <deque>

namespace cuttle::bench {

namespace {

struct Node {
  ExprId key;
  Node* child[2] = {nullptr, nullptr};
  Node* parent = nullptr;
  bool red = true;
};

struct Tree {
  std::deque<Node> nodes;
  Node* root = nullptr;

  int side(const Node* n) const { return n->parent->child[1] == n; }

  // Null when the key is there already.
  Node* insert(Run& run, ExprId key) {
    Node** place = &root;
    Node* parent = nullptr;
    while (*place) {
      parent = *place;
      if (run.equal(key, parent->key)) return nullptr;
      place = &parent->child[run.less(parent->key, key) ? 1 : 0];
    }
    nodes.push_back({.key = key, .parent = parent});
    *place = &nodes.back();
    return *place;
  }

  // Lifts n over its parent.
  void rotate_up(Node* n) {
    Node* parent = n->parent;
    Node* grandparent = parent->parent;
    const int at = side(n);
    if (grandparent) {
      grandparent->child[side(parent)] = n;
    } else {
      root = n;
    }
    parent->child[at] = n->child[1 - at];
    if (parent->child[at]) parent->child[at]->parent = parent;
    n->child[1 - at] = parent;
    parent->parent = n;
    n->parent = grandparent;
  }

  void rebalance(Node* n) {
    while (n->parent && n->parent->red) {
      Node* parent = n->parent;
      Node* grandparent = parent->parent;
      Node* uncle = grandparent->child[1 - side(parent)];
      if (uncle && uncle->red) {
        parent->red = uncle->red = false;
        grandparent->red = true;
        n = grandparent;
        continue;
      }
      if (side(n) != side(parent)) {
        rotate_up(n);
        std::swap(n, parent);
      }
      parent->red = false;
      grandparent->red = true;
      rotate_up(parent);
    }
    root->red = false;
  }

  void collect(const Node* n, std::vector<ExprId>& out) const {
    if (!n) return;
    collect(n->child[0], out);
    out.push_back(n->key);
    collect(n->child[1], out);
  }

  void check_order(Run& run) const {
    std::vector<ExprId> keys;
    collect(root, keys);
    for (size_t i = 1; i < keys.size(); ++i) {
      if (!run.less(keys[i - 1], keys[i])) return;
    }
  }
};

}  // namespace

void search_tree(Run& run, const std::vector<ExprId>& keys) {
  Tree tree;
  for (ExprId key : keys) tree.insert(run, key);
  tree.check_order(run);
}

void red_black_tree(Run& run, const std::vector<ExprId>& keys) {
  Tree tree;
  for (ExprId key : keys) {
    if (Node* added = tree.insert(run, key)) tree.rebalance(added);
  }
  tree.check_order(run);
}

}  // namespace cuttle::bench
