// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/steps/segment_reader.h"

namespace cuttle {

// The texts of all modules of a program, read when they are first needed.
class StepTables {
 public:
  explicit StepTables(const ProgramImage& image) : image_(image) {}

  const StepTable& at(uint64_t address);  // in the file
  const ProgramImage& image() const { return image_; }
  // The name of a segment, reached by these calls.
  PointId point(uint64_t calls, uint64_t table, uint32_t segment);
  // Where a point is, for who asks later.
  struct Where {
    uint64_t table = 0;
    uint32_t segment = 0;
    uint64_t function = 0, key = 0;  // of the frame
    uint32_t depth = 0;
  };
  void remember(PointId point, uint64_t table, uint32_t segment, const StepFrame& frame) {
    where_.try_emplace(point, Where{table, segment, frame.function, frame.key, frame.depth});
  }
  const Where* where(PointId point) const {
    const auto found = where_.find(point);
    return found == where_.end() ? nullptr : &found->second;
  }
  std::string place_of(PointId point);

 private:
  const ProgramImage& image_;
  std::map<uint64_t, StepTable> tables_;
  std::unordered_map<PointId, Where> where_;
};

// What the segment at a point does, when no run is needed to know.
std::optional<StraightStep> read_straight(PointId point, StateVariables& variables,
                                          Objects& objects, StepTables& tables);

// Makes steps of the log of one run.
class RunReader {
 public:
  RunReader(const Execution& run, StateVariables& variables, Objects& objects, StepTables& tables)
      : run_(run),
        variables_(variables),
        pool_(variables.pool()),
        objects_(objects),
        tables_(tables) {}

  RunSteps read();

 private:
  // One execution of a segment: its record, its notes, and the record of the next.
  struct Passage {
    const RunEvent* begin;
    std::span<const RunEvent> notes;
    const RunEvent* next;  // null: the run ended in this segment
    uint64_t table;
    const StepSegment* segment;
    uint32_t first_choice, end_choice;
  };
  bool next_passage(Passage& passage);
  bool pass(const Passage& passage);
  bool enter(const Passage& passage);
  bool arrive(const Passage& passage);
  void finish(SegmentReader& reader, ProgramStep step);
  bool stop(PointId point, std::string why);
  bool crashed(SegmentReader& reader, PointId point);

  // The line at the end of a segment. False: nothing more is to be read.
  bool end(const Passage& passage, SegmentReader& reader, const StepLine& line, PointId point);
  bool branch(const Passage& passage, SegmentReader& reader, const StepLine& line,
              ProgramStep& step);
  bool select(const Passage& passage, SegmentReader& reader, const StepLine& line,
              ProgramStep& step);
  bool demand(const Passage& passage, SegmentReader& reader, const StepLine& line,
              ProgramStep& step);
  bool call(const Passage& passage, SegmentReader& reader, const StepLine& line, ProgramStep& step);
  bool leave(SegmentReader& reader, const StepLine& line);
  PointId target(const Passage& passage, uint32_t segment);
  bool take_choice(const Passage& passage, ProgramStep& step);

  const Execution& run_;
  StateVariables& variables_;
  ExprPool& pool_;
  Objects& objects_;
  StepTables& tables_;
  Placement placement_;
  std::map<uint64_t, uint64_t> allocations_;
  std::vector<StepFrame> frames_;
  size_t at_ = 0;  // into the events
  uint64_t bias_ = 0;
  RunSteps result_;
  bool returned_ = false;  // from a function: its result is to be taken
};

}  // namespace cuttle
