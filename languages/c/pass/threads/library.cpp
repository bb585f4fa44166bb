// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/threads/library.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/threads/accesses.h"

using namespace llvm;

namespace cuttle {
namespace {

struct Row {
  const char* functions;
  const char* effect;
};

constexpr Row rows[] = {
    {"memcpy memmove mempcpy __memcpy_chk __memmove_chk", "r1:2 w0:2"},
    {"bcopy", "r0:2 w1:2"},
    {"memset __memset_chk", "w0:2"},
    {"bzero explicit_bzero", "w0:1"},
    {"memcmp bcmp", "r0:2 r1:2"},
    {"memchr memrchr", "r0:2"},
    {"memmem", "r0:1 r2:3"},
    {"strlen strdup puts fputs atoi atol atoll atof getenv perror remove strchr strrchr strchrnul "
     "index rindex rawmemchr fputs_unlocked puts_unlocked",
     "s0"},
    {"strcmp strcoll strcasecmp strstr strcasestr strpbrk strspn strcspn fopen rename setenv",
     "s0 s1"},
    {"strncmp strncasecmp", "s0:2 s1:2"},
    {"strnlen strndup", "s0:1"},
    {"strtol strtoll strtoul strtoull strtod strtof strtold __isoc23_strtol __isoc23_strtoll "
     "__isoc23_strtoul __isoc23_strtoull",
     "s0 w1=8"},
    {"strcpy stpcpy __strcpy_chk __stpcpy_chk", "c01"},
    {"strncpy stpncpy __strncpy_chk", "c01:2"},
    {"strcat __strcat_chk", "a01"},
    {"strncat __strncat_chk", "a01:2"},
    {"snprintf", "m0:1 s2 ?3"},
    {"vsnprintf", "m0:1 s2"},
    {"fgets fgets_unlocked", "m0:1"},
    {"read pread pread64 recv", "m1:2"},
    {"write pwrite pwrite64 send", "r1:2"},
    {"fread fread_unlocked", "m0:1*2"},
    {"fwrite fwrite_unlocked", "r0:1*2"},
    {"qsort", "w0:1*2"},
    {"bsearch", "r1:2*3"},
    {"rand_r", "w0=4"},
    {"time", "w0=8"},
    {"gettimeofday", "w0=16"},
    {"clock_gettime", "w1=16"},
    {"frexp frexpf frexpl", "w1=4"},
    {"modf", "w1=8"},
    {"modff", "w1=4"},
    // Nodes of trees and lists, as far as their links go.
    {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", "w1=32 w2=32 w3=32"},
    {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", "w0=32 w1=32"},
    {"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base "
     "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base "
     "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base "
     "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
     "r0=32"},
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "w0=16 w1=16"},
    {"_ZNSt8__detail15_List_node_base9_M_unhookEv", "w0=16"},
    {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", "w0=16 w1=16"},
    {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", "w0=16 w1=16 w2=16"},
    {"_ZNSt8__detail15_List_node_base10_M_reverseEv", "w0=16"},
    // Streams have locks of their own, or are those of their user; what is freed is announced.
    {"fclose fflush fgetc fputc fseek fseeko ftell ftello feof ferror clearerr rewind fileno getc "
     "putc ungetc getchar putchar fdopen pclose flockfile funlockfile ftrylockfile setbuf setvbuf "
     "getc_unlocked putc_unlocked fgetc_unlocked fputc_unlocked getchar_unlocked putchar_unlocked "
     "_IO_getc _IO_putc open open64 close access chdir unlink rmdir mkdir malloc calloc "
     "aligned_alloc "
     "memalign valloc posix_memalign free realloc reallocf exit abort atexit",
     ""},
    {"printf", "s0 ?1"},
    {"fprintf dprintf __printf_chk", "s1 ?2"},
    {"__fprintf_chk", "s2 ?3"},
    {"vprintf", "s0"},
    {"vfprintf", "s1"},
};

StringMap<StringRef> make_effects() {
  StringMap<StringRef> effects;
  for (const Row& row : rows) {
    SmallVector<StringRef, 32> names;
    StringRef(row.functions).split(names, ' ');
    for (StringRef name : names) effects[name] = row.effect;
  }
  return effects;
}

}  // namespace

StringRef library_effect(StringRef function) {
  static const StringMap<StringRef> effects = make_effects();
  if (const auto known = effects.find(function); known != effects.end()) return known->second;
  // What C++ itself and threads are made of; other functions say nothing of themselves.
  for (const char* prefix :
       {"_Z",      "__cxa_",      "_Unwind_", "__gxx_",        "pthread_",  "sem_",
        "mtx_",    "cnd_",        "thrd_",    "tss_",          "call_once", "setjmp",
        "_setjmp", "__sigsetjmp", "longjmp",  "__assert_fail", "__errno_",  "__cuttle_",
        "klee_",   "__VERIFIER_", "__CREST"})
    if (function.starts_with(prefix)) return "";
  return "?0";
}

namespace {

// Of no interest to other threads: no code but libc's gets its address.
bool only_libraries_see(const AllocaInst& local) {
  SmallVector<const Value*, 8> work = {&local};
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const User* user : value->users()) {
      if (isa<LoadInst>(user) || isa<IntrinsicInst>(user)) continue;
      if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user)) {
        work.push_back(user);
        continue;
      }
      if (const auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() != value)
        continue;
      const auto* call = dyn_cast<CallBase>(user);
      const auto* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr) return false;
      if (is_announcement(*call)) continue;
      StringRef name = callee->getName();
      name.consume_front("__cuttle_model_");
      // What gives a pointer may give this one.
      if (call->getType()->isPointerTy() || library_effect(name).empty()) return false;
    }
  }
  return true;
}

// Reads one word of an effect, and announces it.
class LibraryCall {
 public:
  LibraryCall(Builder& b, const Unit& unit, const CallBase& call, Value* site)
      : b_(b), unit_(unit), call_(call), site_(site) {}

  void announce(StringRef word) {
    const char what = word[0];
    const unsigned first = static_cast<unsigned>(word[1] - '0');
    if (what == '?') return leave_unknown(first);
    if (what == 'c' || what == 'a')
      return text(first, static_cast<unsigned>(word[2] - '0'), what == 'a',
                  size(word.drop_front(3)));
    Value* pointer = shared(first);
    if (pointer == nullptr) return;
    if (what == 's') return look_at_text(pointer, size(word.drop_front(2)));
    const uint32_t how = what == 'r'   ? CUTTLE_ACCESS_READ
                         : what == 'w' ? CUTTLE_ACCESS_WRITE
                                       : CUTTLE_ACCESS_WRITE | CUTTLE_ACCESS_ATOMIC;
    cuttle::announce(
        b_, unit_, "__cuttle_access",
        {pointer, size(word.drop_front(2)), unit_.abi.id(how), unit_.abi.number(0), site_});
  }

 private:
  // Null: others cannot reach it.
  Value* shared(unsigned argument) const {
    if (argument >= call_.arg_size()) return nullptr;
    Value* pointer = call_.getArgOperand(argument);
    return pointer->getType()->isPointerTy() && !stays_private(pointer) ? pointer : nullptr;
  }
  Value* number(unsigned argument) {
    if (argument >= call_.arg_size()) return unit_.abi.number(0);
    Value* value = call_.getArgOperand(argument);
    if (!value->getType()->isIntegerTy()) return unit_.abi.number(0);
    return b_.CreateZExtOrTrunc(value, unit_.abi.i64);
  }
  // ":2", ":1*2", "=8"; nothing: all there is.
  Value* size(StringRef text) {
    uint64_t bytes = 0;
    if (text.consume_front("=")) return unit_.abi.number(text.getAsInteger(10, bytes) ? 0 : bytes);
    if (!text.consume_front(":")) return unit_.abi.number(~uint64_t{0});
    Value* result = number(static_cast<unsigned>(text[0] - '0'));
    if (text.size() == 3)
      result = b_.CreateMul(result, number(static_cast<unsigned>(text[2] - '0')));
    return result;
  }
  void look_at_text(Value* pointer, Value* most) {
    cuttle::announce(
        b_, unit_, "__cuttle_access_text",
        {ConstantPointerNull::get(unit_.abi.pointer), pointer, most, unit_.abi.zero, site_});
  }
  void text(unsigned to, unsigned from, bool append, Value* most) {
    if (shared(to) == nullptr && shared(from) == nullptr) return;
    cuttle::announce(
        b_, unit_, "__cuttle_access_text",
        {call_.getArgOperand(to), call_.getArgOperand(from), most, unit_.abi.id(append), site_});
  }
  void leave_unknown(unsigned first) {
    for (unsigned i = first; !unit_.checks.nothing_else && i < call_.arg_size(); ++i)
      if (Value* pointer = shared(i); pointer != nullptr && !isa<ConstantPointerNull>(pointer)) {
        const auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
        if (local == nullptr || !only_libraries_see(*local))
          cuttle::announce(b_, unit_, "__cuttle_access_unknown", {pointer, callee(), site_});
      }
  }

  // Perhaps it is a function of the program's: the runtime knows. Models are not.
  Value* callee() const {
    const Function* function = call_.getCalledFunction();
    if (function != nullptr && !is_runtime_name(function->getName()))
      return call_.getCalledOperand();
    return ConstantPointerNull::get(unit_.abi.pointer);
  }

  Builder& b_;
  const Unit& unit_;
  const CallBase& call_;
  Value* site_;
};

}  // namespace

void announce_library_call(Builder& b, const Unit& unit, const CallBase& call, StringRef effect,
                           Value* site) {
  SmallVector<StringRef, 4> words;
  effect.split(words, ' ', -1, false);
  for (StringRef word : words) LibraryCall(b, unit, call, site).announce(word);
}

}  // namespace cuttle
