// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/events.h"

#include "languages/erlang/term/etf.h"

namespace cuttle::erlang::replay {

namespace {

bool has_term(EventKind kind) {
  switch (kind) {
    case EventKind::value:
    case EventKind::caught:
    case EventKind::callback:
    case EventKind::process:
    case EventKind::received:
    case EventKind::ended:
    case EventKind::mailbox:
    case EventKind::race:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Events::read() {
  event_ = {};
  if (at_ >= words_.size()) return;
  const uint64_t word = words_[at_++];
  const auto kind = static_cast<uint8_t>(word >> 56);
  if (kind == 0 || kind > static_cast<uint8_t>(EventKind::race)) {
    damaged_ = true;
    at_ = words_.size();
    return;
  }
  Event event;
  event.kind = static_cast<EventKind>(kind);
  event.module = static_cast<uint32_t>(word >> 32 & 0xFFFFF);
  event.number = static_cast<uint32_t>(word);
  if (has_term(event.kind)) {
    if (at_ >= words_.size()) return;  // cut off
    event.payload_bytes = words_[at_++];
    const uint64_t words = event.payload_bytes / 8 + (event.payload_bytes % 8 != 0);
    if (words > words_.size() - at_) {
      at_ = words_.size();
      return;
    }
    event.payload = words_.subspan(at_, words);
    at_ += words;
  }
  event_ = event;
}

std::optional<Term> Events::term() const {
  if (event_.payload.empty()) return {};
  auto term =
      decode_etf({reinterpret_cast<const uint8_t*>(event_.payload.data()), event_.payload_bytes});
  if (!term) return {};
  return std::move(*term);
}

}  // namespace cuttle::erlang::replay
