// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/path/execution.h"
#include "engine/search/strategy.h"

namespace cuttle {

// Names the steps of runs, for strategies that count them.
class Steps {
 public:
  void begin(const Execution& execution);
  // Quick when the choices come in ascending order.
  Step of(uint32_t choice, AlternativeId way);

 private:
  // How often what was met in this run; emptied by starting a new era.
  class Counts {
   public:
    void clear();
    uint32_t& of(uint64_t key);

   private:
    struct Slot {
      uint64_t key = 0;
      uint32_t era = 0;
      uint32_t count = 0;
    };
    Slot& find(uint64_t key);
    void grow();

    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    uint32_t era_ = 0;
    size_t used_ = 0;
  };

  uint64_t place_of(uint32_t choice) const;

  const Execution* execution_ = nullptr;
  uint32_t counted_ = 0;  // the choices before this one are
  Counts counts_;
};

}  // namespace cuttle
