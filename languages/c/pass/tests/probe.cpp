// SPDX-License-Identifier: Apache-2.0
// probe PROGRAM [NAME:WIDTH=VALUE]... [-- ARGUMENT...]
//
// One run of an instrumented program with given inputs, for tests of the pass: what the program
// recorded, as lines of text on stdout.
//
//     status N          as of wait()
//     choices N
//     choice KIND FILE:LINE TAKEN     (one for each)
//     event REASON COUNT FILE:LINE DETAIL
//     outcome KIND bug KIND signal N MESSAGE
//     frame OFFSET      of the outcome, when it is a bug
//     covered N of M arms
//     damaged WHAT      (one for each thing that the trace's format does not allow)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "engine/process/fork_server.h"
#include "engine/trace/check.h"
#include "engine/trace/memory.h"

namespace {

using namespace cuttle;

std::string place(const TraceMemory& trace, uint32_t site) {
  for (uint32_t m = 0; m < trace.count(CUTTLE_AREA_MODULES); ++m) {
    const auto module = trace.get<CuttleModuleRecord>(CUTTLE_AREA_MODULES, m);
    if (site < module->first_site || site >= module->first_site + module->site_count) continue;
    const auto found = trace.at<CuttleSite>(module->sites_at, site - module->first_site);
    return trace.text_at(module->strings_at + found->file, 4096) + ":" +
           std::to_string(found->line);
  }
  return "?";
}

void print_coverage(const TraceMemory& trace) {
  unsigned covered = 0, all = 0;
  for (uint32_t m = 0; m < trace.count(CUTTLE_AREA_MODULES); ++m) {
    const auto module = trace.get<CuttleModuleRecord>(CUTTLE_AREA_MODULES, m);
    for (uint32_t p = 0; p < module->point_count; ++p) {
      const auto point = trace.at<CuttlePoint>(module->points_at, p);
      if (point->kind != CUTTLE_POINT_ARM || point->flags != 0) continue;
      ++all;
      covered += trace.bytes(CUTTLE_AREA_COVERAGE)[module->first_coverage + p];
    }
  }
  std::printf("covered %u of %u arms\n", covered, all);
}

bool set_input(TraceMemory& trace, const char* text) {
  const char* colon = std::strrchr(text, ':');
  const char* equals = colon != nullptr ? std::strchr(colon, '=') : nullptr;
  if (equals == nullptr) return false;
  return trace.set_input(std::string(text, colon), CUTTLE_NO_INDEX, 1,
                         static_cast<uint32_t>(std::atoi(colon + 1)), "",
                         std::strtoull(equals + 1, nullptr, 0));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto trace = TraceMemory::create();
  if (!trace) return 3;
  ForkServer::Options options;
  options.walls.on = false;  // the programs tell their results in a file
  options.program = argv[1];
  options.trace_fd = (*trace)->fd();
  std::vector<const char*> inputs;
  int i = 2;
  for (; i < argc && std::strcmp(argv[i], "--") != 0; ++i) inputs.push_back(argv[i]);
  for (++i; i < argc; ++i) options.arguments.push_back(argv[i]);
  auto server = ForkServer::start(options);
  if (!server) {
    std::fprintf(stderr, "probe: %s\n", server.error().message.c_str());
    return 3;
  }
  cuttle_trace_begin_run((*trace)->header());
  for (const char* input : inputs)
    if (!set_input(**trace, input)) return 2;
  const auto ending = (*server)->run(20, false);
  std::fputs((*server)->said().c_str(), stderr);
  std::printf("status %d\n",
              ending.how == ForkServer::Ending::How::ended ? ending.wait_status : -1);
  const TraceMemory& seen = **trace;
  std::printf("choices %u\n", seen.count(CUTTLE_AREA_RECORDS));
  for (uint32_t c = 0; c < seen.count(CUTTLE_AREA_RECORDS); ++c) {
    const auto choice = seen.get<CuttleChoice>(CUTTLE_AREA_RECORDS, c);
    std::printf("choice %u %s %u\n", choice->kind, place(seen, choice->site).c_str(),
                choice->taken);
  }
  for (uint32_t e = 0; e < seen.count(CUTTLE_AREA_LIMITATIONS); ++e) {
    const auto event = seen.get<CuttleLimitation>(CUTTLE_AREA_LIMITATIONS, e);
    std::printf("event %u %llu %s %s\n", event->reason,
                static_cast<unsigned long long>(event->count), place(seen, event->site).c_str(),
                seen.string(event->detail).c_str());
  }
  const CuttleOutcome& outcome = seen.header()->outcome;
  std::printf("outcome %u bug %u signal %u %s\n", outcome.kind, outcome.bug, outcome.signal,
              outcome.message);
  for (uint32_t f = 0; f < outcome.frame_count && f < CUTTLE_MAX_FRAMES; ++f)
    std::printf("frame 0x%llx\n", static_cast<unsigned long long>(outcome.frames[f].offset));
  print_coverage(seen);
  const auto* bytes = reinterpret_cast<const uint8_t*>(seen.header());
  for (const std::string& problem : check_trace({bytes, seen.header()->total_size}).problems)
    std::printf("damaged %s\n", problem.c_str());
  return 0;
}
