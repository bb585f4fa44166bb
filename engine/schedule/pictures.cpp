// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/pictures.h"

#include <algorithm>
#include <cstdio>

namespace cuttle {
namespace {

// By step: thread, and what it did, in words.
struct Line {
  uint32_t thread;
  std::string text;
};

bool is_shown(const RunEvent& record) {
  if (record.kind != RunEvent::Kind::sync) return record.kind == RunEvent::Kind::access;
  const bool lets_go = record.sync() == Sync::yield && record.other != 0;
  return record.sync() != Sync::blocked && !lets_go;
}

std::vector<Line> lines_of(const Execution& run, const PlaceOf& place_of) {
  std::vector<Line> lines;
  if (run.study == nullptr) return lines;
  const std::vector<RunEvent>& records = run.log.events;
  size_t at = 0;
  for (const Event& event : run.study->events()) {
    Line& line = lines.emplace_back(Line{event.thread, {}});
    while (at < records.size() && records[at].choice <= event.race) ++at;
    for (; at < records.size() && records[at].choice <= event.end; ++at) {
      const RunEvent& record = records[at];
      if (is_shown(record))
        line.text += (line.text.empty() ? "" : "; ") + event_text(record, place_of);
    }
  }
  for (const RunEvent& record : records)
    if (record.kind == RunEvent::Kind::sync && record.sync() == Sync::blocked)
      lines.push_back({record.thread, event_text(record, place_of)});
  return lines;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

size_t threads_of(const Execution& run) {
  return std::max<size_t>(run.log.threads.size(), 1);
}

const char* word_of(Sync sync) {
  constexpr const char* words[] = {"",      "starts",  "ends",        "makes",  "joins",
                                   "locks", "tries",   "unlocks",     "shares", "waits",
                                   "wakes", "signals", "signals all", "posts",  "acquires",
                                   "meets", "sends",   "receives",    "yields", "is blocked"};
  const auto index = static_cast<size_t>(sync);
  return index < std::size(words) ? words[index] : "?";
}

}  // namespace

std::string event_text(const RunEvent& event, const PlaceOf& place_of) {
  std::string text;
  if (event.kind == RunEvent::Kind::access) {
    const bool reads = (event.how & RunEvent::kRead) != 0;
    const bool writes = (event.how & RunEvent::kWrite) != 0;
    text = reads && writes ? "changes to " : writes ? "writes " : "reads ";
    text += std::to_string(event.value);
  } else {
    const Sync sync = event.sync();
    text = word_of(sync);
    if (sync == Sync::blocked)
      text += std::string(" where it ") + word_of(static_cast<Sync>(event.size));
    if (sync == Sync::fork || sync == Sync::join) text += " " + thread_text(event.other);
    if (sync == Sync::try_lock) text += event.value != 0 ? " and locks" : " in vain";
    if (sync == Sync::signal && event.other != 0) text += " " + thread_text(event.other - 1);
  }
  const std::string place = place_of(event.site);
  return place.empty() ? text : text + " at " + place;
}

std::string columns(const Execution& run, const PlaceOf& place_of) {
  const std::vector<Line> lines = lines_of(run, place_of);
  std::vector<size_t> widths(threads_of(run));
  for (size_t i = 0; i < widths.size(); ++i)
    widths[i] = thread_text(static_cast<uint32_t>(i)).size();
  for (const Line& line : lines)
    widths[line.thread] = std::max(widths[line.thread], line.text.size());
  const auto row = [&](const std::string& step, uint32_t thread, const std::string& text) {
    std::string result = step + std::string(6 - std::min<size_t>(step.size(), 6), ' ');
    for (uint32_t i = 0; i < thread; ++i) result += std::string(widths[i] + 2, ' ');
    return result + text + "\n";
  };
  std::string header = "step  ";
  for (uint32_t i = 0; i < widths.size(); ++i) {
    const std::string name = thread_text(i);
    header += name + std::string(widths[i] + 2 - name.size(), ' ');
  }
  header.erase(header.find_last_not_of(' ') + 1);
  std::string result = header + "\n";
  for (size_t i = 0; i < lines.size(); ++i)
    result += row(std::to_string(i), lines[i].thread, lines[i].text);
  return result;
}

std::string chrome_trace(const Execution& run, const PlaceOf& place_of) {
  std::string result = "{\"traceEvents\": [\n";
  for (uint32_t i = 0; i < threads_of(run); ++i)
    result +=
        "{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 1, \"tid\": " + std::to_string(i) +
        ", \"args\": {\"name\": " + quoted(thread_text(i)) + "}},\n";
  size_t step = 0;
  for (const Line& line : lines_of(run, place_of)) {
    result += "{\"name\": " + quoted(line.text) +
              ", \"ph\": \"X\", \"pid\": 1, \"tid\": " + std::to_string(line.thread) +
              ", \"ts\": " + std::to_string(step++) + ", \"dur\": 1},\n";
  }
  result.erase(result.size() - 2, 1);
  return result + "], \"displayTimeUnit\": \"ns\"}\n";
}

std::string happens_before_dot(const Execution& run, const PlaceOf& place_of) {
  std::string result = "digraph happens_before {\n  node [shape=box, fontname=monospace];\n";
  if (run.study == nullptr) return result + "}\n";
  const Study& study = *run.study;
  const std::vector<Line> lines = lines_of(run, place_of);
  const auto count = static_cast<uint32_t>(study.events().size());
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t thread = study.events()[i].thread;
    result += "  e" + std::to_string(i) +
              " [label=" + quoted(thread_text(thread) + ": " + lines[i].text) + "];\n";
    // Of each other thread the latest event that it depends on, unless another one implies it.
    std::vector<uint32_t> before;
    for (uint32_t k = i; k-- > 0;) {
      const bool implied = std::any_of(before.begin(), before.end(),
                                       [&](uint32_t later) { return study.before(k, later); });
      if (study.before(k, i) && !implied) before.push_back(k);
    }
    for (const uint32_t k : before)
      result += "  e" + std::to_string(k) + " -> e" + std::to_string(i) +
                (study.events()[k].thread == thread ? " [weight=9];\n" : " [style=dashed];\n");
  }
  return result + "}\n";
}

uint32_t preemptions(const Execution& run) {
  uint32_t result = 0;
  const Choice* last = nullptr;
  for (const Choice& choice : run.choices) {
    if (choice.kind != ChoiceKind::race) continue;
    if (last != nullptr && last->taken != choice.taken) {
      const auto others = run.others(choice);
      result += std::any_of(others.begin(), others.end(),
                            [&](const Alternative& other) { return other.id == last->taken; });
    }
    last = &choice;
  }
  return result;
}

}  // namespace cuttle
