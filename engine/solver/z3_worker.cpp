// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_worker.h"

#include <string>

#include "engine/solver/child_process.h"
#include "engine/solver/solver.h"
#include "engine/solver/z3_handles.h"
#include "engine/solver/z3_translator.h"

namespace cuttle {

namespace {

class Z3Worker {
 public:
  explicit Z3Worker(Z3_context context) : z3_(context), translator_(context) {}

  void handle(ByteReader& in, ByteWriter& out) {
    const unsigned timeout_ms = static_cast<unsigned>(in.number());
    const unsigned work = static_cast<unsigned>(in.number());
    const uint64_t nodes = in.number();
    for (uint64_t i = 0; i < nodes && in.ok(); ++i) translator_.define(decoder_.next(in));
    const Z3SolverObject owner(z3_, timeout_ms, work);
    const Z3_solver solver = owner.get();
    bool translatable = true;
    const uint64_t constraints = in.number();
    for (uint64_t i = 0; i < constraints && in.ok(); ++i) {
      const Z3_ast term = translator_.term(ExprId{static_cast<uint32_t>(in.number())});
      if (!term) {
        translatable = false;
        break;
      }
      Z3_solver_assert(z3_, solver, term);
    }
    if (translatable && in.ok()) {
      reply(solver, Z3_solver_check(z3_, solver), out);
    } else {
      refuse("unsupported", out);
    }
  }

 private:
  void reply(Z3_solver solver, Z3_lbool result, ByteWriter& out) {
    if (result == Z3_L_TRUE) return reply_model(Z3_solver_get_model(z3_, solver), out);
    if (result == Z3_L_FALSE && Z3_get_error_code(z3_) == Z3_OK) {
      return out.byte(static_cast<uint8_t>(Answer::unsat));
    }
    refuse(Z3_solver_get_reason_unknown(z3_, solver), out);
  }

  void reply_model(Z3_model model, ByteWriter& out) {
    Z3_model_inc_ref(z3_, model);
    out.byte(static_cast<uint8_t>(Answer::sat));
    for (const Z3Translator::Z3Variable& variable : translator_.variables()) {
      Value value;
      if (!translator_.model_value(model, variable, value)) continue;
      out.number(variable.var);
      out.value(value);
    }
    Z3_model_dec_ref(z3_, model);
  }

  void refuse(const std::string& reason, ByteWriter& out) {
    out.byte(static_cast<uint8_t>(Answer::unknown));
    const bool is_timeout = reason == "timeout" || reason == "canceled";
    const bool is_memory = reason.find("memory") != std::string::npos;
    const bool is_work = reason.find("resource") != std::string::npos;
    out.text(is_timeout ? "timeout" : is_memory ? "memory" : is_work ? "hard" : reason);
  }

  Z3_context z3_;
  Z3Translator translator_;
  ExprDecoder decoder_;
};

}  // namespace

void run_z3_worker(int channel, unsigned memory_megabytes) {
  Z3_global_param_set("memory_max_size", std::to_string(memory_megabytes).c_str());
  const Z3Context context;
  Z3Worker worker(context.get());
  std::vector<uint8_t> request;
  ByteWriter answer;
  while (read_message(channel, request)) {
    ByteReader in(request);
    answer.clear();
    worker.handle(in, answer);
    if (!write_message(channel, answer.bytes())) break;
  }
}

}  // namespace cuttle
