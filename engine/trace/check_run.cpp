// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/trace/check_view.h"
#include "engine/trace/layout.h"

namespace cuttle {
namespace {

bool is_reason(uint32_t reason) {
  return (reason >= CUTTLE_REASON_CONCRETISED && reason <= CUTTLE_REASON_TARGET) ||
         (reason >= CUTTLE_REASON_OBJECTS && reason <= CUTTLE_REASON_DIFFERS);
}

class RunCheck {
 public:
  explicit RunCheck(CheckView& view)
      : view_(view), threads_(std::max(view.count(CUTTLE_AREA_THREADS), 1u)) {}

  void threads() {
    for (uint32_t i = 0; i < view_.count(CUTTLE_AREA_THREADS); ++i) {
      const auto thread = view_.get<CuttleThreadRecord>(CUTTLE_AREA_THREADS, i);
      if (i == 0) {
        view_.want(thread.name == 0 && thread.parent == 0 && thread.child == 0, "thread", i,
                   "the first one has the name 0 and no parent");
        continue;
      }
      if (!view_.want(thread.parent < i && thread.child != 0, "thread", i,
                      "its parent is no earlier thread, or children are not counted from 1"))
        continue;
      const auto parent = view_.get<CuttleThreadRecord>(CUTTLE_AREA_THREADS, thread.parent);
      const bool nameless = thread.parent != 0 && parent.name == 0;
      const uint32_t name = nameless ? 0 : cuttle_thread_name(parent.name, thread.child);
      view_.want(thread.name == name, "thread", i, "its name is not that of its creation path");
    }
  }

  void blobs() {
    const uint32_t end = view_.count(CUTTLE_AREA_BLOBS);
    const uint64_t area = view_.header.areas[CUTTLE_AREA_BLOBS].offset;
    for (uint64_t at = sizeof(CuttleBlob); at < end;) {
      const auto blob = view_.at<CuttleBlob>(area + at).value_or(CuttleBlob{});
      if (!view_.want(end - at >= sizeof(CuttleBlob) && blob.size <= end - at - sizeof(CuttleBlob),
                      "blob", at, "it goes beyond the area's count"))
        return;
      view_.want(blob.kind >= CUTTLE_BLOB_INTEGER && blob.kind <= CUTTLE_BLOB_THREADS, "blob", at,
                 "there is no kind " + std::to_string(blob.kind));
      view_.want(blob.kind != CUTTLE_BLOB_INTEGER || blob.size != 0, "blob", at,
                 "an integer has at least one byte");
      blobs_[static_cast<uint32_t>(at)] = blob;
      at = (at + sizeof(CuttleBlob) + blob.size + 7) / 8 * 8;
    }
  }

  void records() {
    const uint32_t count = view_.count(CUTTLE_AREA_RECORDS);
    for (uint32_t i = 0; i < count; ++i) {
      const auto record = view_.get<CuttleRecord>(CUTTLE_AREA_RECORDS, i);
      view_.want(record.thread < threads_, "record", i,
                 "there is no thread " + std::to_string(record.thread));
      view_.want(view_.is_site(record.site), "record", i,
                 "there is no site " + std::to_string(record.site));
      if (record.kind >= CUTTLE_CHOICE_BRANCH && record.kind <= CUTTLE_CHOICE_ENVIRONMENT)
        choice(view_.get<CuttleChoice>(CUTTLE_AREA_RECORDS, i), i);
      else
        event(record, i);
    }
    view_.check().records = count;
    view_.check().choices = choices_;
    if (choices_ > view_.header.limits.choices)
      view_.problem("there are " + std::to_string(choices_) + " choices, more than limits.choices");
    if (view_.header.choices_total < choices_)
      view_.problem("choices_total is less than the choices in the stream");
  }

  void schedule() {
    bool asleep = false;
    for (uint32_t i = 0; i < view_.count(CUTTLE_AREA_SCHEDULE); ++i) {
      const auto step = view_.get<CuttleStep>(CUTTLE_AREA_SCHEDULE, i);
      view_.want(step.kind >= CUTTLE_STEP_RUN && step.kind <= CUTTLE_STEP_POLICY, "step", i,
                 "there is no kind " + std::to_string(step.kind));
      view_.want(step.kind != CUTTLE_STEP_RUN || !asleep, "step", i, "it comes after sleepers");
      asleep |= step.kind != CUTTLE_STEP_RUN;
    }
  }

  void reads() {
    for (uint32_t i = 0; i < view_.count(CUTTLE_AREA_READS); ++i) {
      const auto read = view_.get<CuttleRead>(CUTTLE_AREA_READS, i);
      view_.want(view_.is_site(read.site), "input read", i, "there is no such site");
      if (!view_.want(read.variable != 0 && read.variable < view_.count(CUTTLE_AREA_VARIABLES),
                      "input read", i, "there is no variable " + std::to_string(read.variable)))
        continue;
      const auto variable = view_.get<CuttleVariable>(CUTTLE_AREA_VARIABLES, read.variable);
      view_.want(variable.width >= 64 || read.value >> variable.width == 0, "input read", i,
                 "the value has more bits than the input");
      const bool given = variable.value_run == view_.header.run;
      view_.want(variable.blob != 0 || read.value == (given ? variable.value : 0), "input read", i,
                 "the value is not the one that the engine gave (0 where it gave none)");
    }
    view_.check().reads = view_.count(CUTTLE_AREA_READS);
  }

  void limitations() {
    for (uint32_t i = 0; i < view_.count(CUTTLE_AREA_LIMITATIONS); ++i) {
      const auto met = view_.get<CuttleLimitation>(CUTTLE_AREA_LIMITATIONS, i);
      view_.want(is_reason(met.reason), "limitation", i,
                 "there is no reason " + std::to_string(met.reason));
      view_.want(view_.is_site(met.site), "limitation", i, "there is no such site");
      view_.want(view_.is_string(met.detail), "limitation", i, "its detail is no string");
      view_.want(met.count != 0, "limitation", i, "its count is 0");
    }
    view_.check().limitations = view_.count(CUTTLE_AREA_LIMITATIONS);
  }

  void outcome() {
    const CuttleOutcome& end = view_.header.outcome;
    const auto terminated = [](const char* text, size_t size) {
      return std::find(text, text + size, '\0') != text + size;
    };
    if (end.kind > CUTTLE_OUTCOME_REDUNDANT) view_.problem("outcome: there is no such kind");
    if (end.bug > CUTTLE_BUG_DATA_RACE) view_.problem("outcome: there is no such bug");
    if (end.kind == CUTTLE_OUTCOME_BUG && end.bug == CUTTLE_BUG_NONE)
      view_.problem("outcome: a bug has a kind");
    if (!view_.is_site(end.site)) view_.problem("outcome: there is no such site");
    if (!terminated(end.message, sizeof end.message) || !terminated(end.file, sizeof end.file))
      view_.problem("outcome: its message or file is not terminated");
    if (end.frame_count > CUTTLE_MAX_FRAMES) view_.problem("outcome: too many frames");
    if (end.images_end > sizeof end.images) view_.problem("outcome: too many images");
  }

 private:
  void needs(uint32_t feature, const char* name, uint32_t i) {
    view_.want(view_.header.features_given & feature, "record", i,
               std::string("features_given does not have ") + name);
  }

  void choice(const CuttleChoice& record, uint32_t i) {
    ++choices_;
    const auto want = [&](bool condition, const char* text) {
      return view_.want(condition, "record", i, text);
    };
    want(record.flags == 0, "flags of a choice are 0");
    if (!want(record.condition != 0 && record.condition < view_.count(CUTTLE_AREA_NODES),
              "its condition is no node"))
      return;
    const uint32_t width = view_.get<CuttleNode>(CUTTLE_AREA_NODES, record.condition).width;
    want(width >= 64 || record.value >> width == 0, "the value has more bits than the condition");
    switch (record.kind) {
      case CUTTLE_CHOICE_SWITCH: {
        const uint32_t arms = arms_at(record.site);
        want(width <= 64, "what is switched on has more than 64 bits");
        want(arms != 0, "its site is no switch");
        want(arms == 0 || record.taken < arms, "there is no such arm");
        return;
      }
      case CUTTLE_CHOICE_CONCRETISE:
        want(is_reason(record.aux), "its aux is no reason");
        want(record.taken == 0, "taken is 0 when a value was put in place");
        return;
      default:
        want(width == 1, "its condition is not one bit wide");
        want(record.taken <= 1 && record.value == record.taken,
             "taken is not the condition's value");
        want(record.kind != CUTTLE_CHOICE_CHECK ||
                 (record.aux != CUTTLE_BUG_NONE && record.aux <= CUTTLE_BUG_DATA_RACE),
             "the aux of a check is the kind of bug");
    }
  }

  // The arms of the switch at a site; 0 when it is none.
  uint32_t arms_at(uint32_t site) const {
    for (uint32_t m = 0; m < view_.count(CUTTLE_AREA_MODULES); ++m) {
      const auto module = view_.get<CuttleModuleRecord>(CUTTLE_AREA_MODULES, m);
      if (site < module.first_site || site - module.first_site >= module.site_count) continue;
      const uint64_t index = site - module.first_site;
      const auto found = view_.at<CuttleSite>(module.sites_at + index * sizeof(CuttleSite));
      return found && found->kind == CUTTLE_SITE_SWITCH ? found->arm_count : 0;
    }
    return 0;
  }

  void event(const CuttleRecord& record, uint32_t i) {
    const auto want = [&](bool condition, const char* text) {
      return view_.want(condition, "record", i, text);
    };
    switch (record.kind) {
      case CUTTLE_RACE:
        needs(CUTTLE_FEATURE_RACES, "races", i);
        ++choices_;
        want(record.clock == races_++, "clock is not the number of races before it");
        race(record, i);
        return;
      case CUTTLE_ACCESS:
        needs(CUTTLE_FEATURE_ACCESSES, "accesses", i);
        want((record.flags & 3) != 0 && record.flags < 16, "an access reads or writes");
        want(record.aux != 0, "an access has at least one byte (aux)");
        return;
      case CUTTLE_SYNC:
        needs(CUTTLE_FEATURE_RACES, "races", i);
        want(record.flags >= CUTTLE_SYNC_START && record.flags <= CUTTLE_SYNC_BLOCKED,
             "there is no such operation of threads");
        if (record.flags == CUTTLE_SYNC_FORK || record.flags == CUTTLE_SYNC_JOIN)
          want(record.b < threads_, "b is no thread");
        if (record.flags == CUTTLE_SYNC_BLOCKED)
          want(record.aux >= CUTTLE_SYNC_START && record.aux < CUTTLE_SYNC_BLOCKED,
               "aux is not the operation that it waits in");
        return;
      case CUTTLE_SEGMENT:
        needs(CUTTLE_FEATURE_SEGMENTS, "segments", i);
        return;
      case CUTTLE_RESULT:
        needs(CUTTLE_FEATURE_RESULTS, "results", i);
        want(record.flags >= CUTTLE_RESULT_VALUE && record.flags <= CUTTLE_RESULT_EXCEPTION,
             "there is no such result");
        want(record.a == 0 || blobs_.contains(record.a), "a is no blob");
        return;
      default:
        view_.problem("record", i, "there is no kind " + std::to_string(record.kind));
    }
  }

  void race(const CuttleRecord& record, uint32_t i) {
    std::vector<uint32_t> enabled;
    for (uint32_t bit = 0; bit < 64; ++bit)
      if (record.value >> bit & 1) enabled.push_back(bit);
    if (record.a != 0) {
      const auto blob = blobs_.find(record.a);
      if (!view_.want(blob != blobs_.end() && blob->second.kind == CUTTLE_BLOB_THREADS &&
                          blob->second.size % 4 == 0,
                      "record", i, "a is no blob of threads"))
        return;
      const uint64_t bytes =
          view_.header.areas[CUTTLE_AREA_BLOBS].offset + record.a + sizeof(CuttleBlob);
      for (uint32_t n = 0; n < blob->second.size / 4; ++n)
        enabled.push_back(view_.at<uint32_t>(bytes + 4ull * n).value_or(0));
    }
    view_.want(std::is_sorted(enabled.begin(), enabled.end(), std::less_equal<>()), "record", i,
               "threads in its blob are in order and have an index of 64 or more");
    view_.want(enabled.empty() || enabled.back() < threads_, "record", i,
               "a thread that could run is not in the threads area");
    view_.want(std::find(enabled.begin(), enabled.end(), record.thread) != enabled.end(), "record",
               i, "the thread that ran is not among those that could");
    if (record.thread >= view_.count(CUTTLE_AREA_THREADS)) return;
    const auto ran = view_.get<CuttleThreadRecord>(CUTTLE_AREA_THREADS, record.thread);
    view_.want(record.b == ran.name, "record", i, "b is not the thread's name");
  }

  CheckView& view_;
  uint32_t threads_;
  uint32_t choices_ = 0, races_ = 0;
  std::unordered_map<uint32_t, CuttleBlob> blobs_;
};

}  // namespace

void check_run(CheckView& view) {
  RunCheck run(view);
  run.threads();
  run.blobs();
  run.records();
  run.schedule();
  run.reads();
  run.limitations();
  run.outcome();
  view.check().threads = std::max(view.count(CUTTLE_AREA_THREADS), 1u);
}

}  // namespace cuttle
