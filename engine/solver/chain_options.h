// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuttle {

// Which layers of the chain take part. All can be left out without changing any answer, but what no
// layer can solve is unknown.
struct ChainOptions {
  bool fast_unsat = true;
  bool slice = true;
  bool reuse = true;
  bool word = true;
  bool finite = true;
  bool sat = true;
  bool search = true;
  bool floats = true;
  bool z3 = true;
  bool polish = true;  // models near the hint and with small values
};

}  // namespace cuttle
