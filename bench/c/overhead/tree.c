/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

/* A binary search tree: pointer chasing and small structures. */
typedef struct Node {
  struct Node *left, *right;
  unsigned key;
} Node;

static Node* insert(Node* tree, unsigned key) {
  if (!tree) {
    Node* node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    return node;
  }
  if (key < tree->key)
    tree->left = insert(tree->left, key);
  else if (key > tree->key)
    tree->right = insert(tree->right, key);
  return tree;
}

static unsigned depth(const Node* tree) {
  if (!tree) return 0;
  const unsigned left = depth(tree->left), right = depth(tree->right);
  return 1 + (left > right ? left : right);
}

int main(void) {
  Node* tree = NULL;
  unsigned seed = 1, all = 0;
  for (int i = 0; i < 200000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    tree = insert(tree, seed >> 8);
  }
  for (int i = 0; i < 10; ++i) all += depth(tree);
  printf("%u\n", all);
  return 0;
}
