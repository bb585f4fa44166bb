// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/overlay.h"

#include <algorithm>

namespace cuttle {

void Overlay::add(const Write& write) {
  if (!write.cell.overlaps(cell_)) return;
  const uint64_t first = std::max(cell_.offset, write.cell.offset);
  const uint64_t end = std::min(cell_.end(), write.cell.end());
  for (uint64_t at = first; at < end; ++at) {
    const Write*& owner = owner_[at - cell_.offset];
    if (owner != nullptr) continue;
    owner = &write;
    --left_;
  }
}

ExprId Overlay::value(ExprPool& pool, const std::function<ExprId(const Cell&)>& before,
                      const std::function<ExprId(const Cell&)>& unknown) const {
  ExprId result;
  for (uint32_t at = 0; at < cell_.size;) {
    uint32_t end = at + 1;
    while (end < cell_.size && owner_[end] == owner_[at]) ++end;
    const Cell part{cell_.object, cell_.offset + at, end - at};
    ExprId piece;
    if (const Write* write = owner_[at]; write == nullptr)
      piece = before(part);
    else if (write->kind == Write::Kind::zero)
      piece = pool.bits(part.size * 8, 0);
    else if (write->kind == Write::Kind::unknown)
      piece = unknown(part);
    else
      piece = pool.extract(write->value, (part.offset - write->cell.offset) * 8, part.size * 8);
    result = result ? pool.concat(piece, result) : piece;
    at = end;
  }
  return result;
}

}  // namespace cuttle
