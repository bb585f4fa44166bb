// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/opaque.h"

#include <string_view>
#include <unordered_set>

namespace cuttle::erlang::replay {

namespace {

using Names = std::unordered_set<std::string_view>;

std::string_view module_of(std::string_view name) {
  return name.substr(0, name.find(':'));
}

}  // namespace

bool is_pure(const std::string& name) {
  static const Names modules = {
      "math",          "re",           "binary",        "unicode",  "lists",     "maps",
      "string",        "io_lib",       "base64",        "erl_scan", "erl_parse", "erl_pp",
      "erl_lint",      "erl_eval",     "zlib",          "filename", "proplists", "io_lib_format",
      "io_lib_pretty", "erl_internal", "unicode_util",  "erl_anno", "sets",      "dict",
      "gb_sets",       "gb_trees",     "orddict",       "ordsets",  "array",     "queue",
      "calendar",      "uri_string",   "digraph_utils", "sofs",     "json",      "erl_bits"};
  static const Names functions = {"erlang:adler32",
                                  "erlang:adler32_combine",
                                  "erlang:atom_to_binary",
                                  "erlang:atom_to_list",
                                  "erlang:binary_to_atom",
                                  "erlang:binary_to_existing_atom",
                                  "erlang:binary_to_float",
                                  "erlang:binary_to_integer",
                                  "erlang:binary_to_list",
                                  "erlang:binary_to_term",
                                  "erlang:bitstring_to_list",
                                  "erlang:crc32",
                                  "erlang:crc32_combine",
                                  "erlang:delete_element",
                                  "erlang:external_size",
                                  "erlang:float_to_binary",
                                  "erlang:float_to_list",
                                  "erlang:fun_info",
                                  "erlang:fun_to_list",
                                  "erlang:function_exported",
                                  "erlang:insert_element",
                                  "erlang:integer_to_binary",
                                  "erlang:integer_to_list",
                                  "erlang:iolist_size",
                                  "erlang:iolist_to_iovec",
                                  "erlang:is_builtin",
                                  "erlang:list_to_atom",
                                  "erlang:list_to_binary",
                                  "erlang:list_to_bitstring",
                                  "erlang:list_to_existing_atom",
                                  "erlang:list_to_float",
                                  "erlang:list_to_integer",
                                  "erlang:list_to_pid",
                                  "erlang:list_to_ref",
                                  "erlang:make_fun",
                                  "erlang:make_tuple",
                                  "erlang:md5",
                                  "erlang:phash",
                                  "erlang:phash2",
                                  "erlang:pid_to_list",
                                  "erlang:port_to_list",
                                  "erlang:raise",
                                  "erlang:ref_to_list",
                                  "erlang:split_binary",
                                  "erlang:term_to_binary",
                                  "erlang:term_to_iovec",
                                  "erlang:tuple_to_list",
                                  "erlang:apply",
                                  "erlang:get_stacktrace",
                                  "erlang:nif_error",
                                  "erlang:get_module_info",
                                  "erlang:module_info",
                                  "erlang:md5_init",
                                  "erlang:md5_update",
                                  "erlang:md5_final",
                                  "erlang:decode_packet",
                                  "erlang:halt",
                                  "erlang:convert_time_unit",
                                  "erlang:system_info",
                                  "crypto:hash",
                                  "crypto:mac",
                                  "crypto:hash_equals",
                                  "init:stop",
                                  "erts_internal:map_next",
                                  "erts_internal:cmp_term",
                                  "erlang:node",
                                  "erlang:nodes",
                                  "erlang:is_alive",
                                  "erlang:bump_reductions",
                                  "erlang:yield",
                                  "erlang:garbage_collect"};
  return modules.contains(module_of(name)) || functions.contains(name) ||
         name.ends_with(":module_info");
}

bool is_of_the_machine(const std::string& name) {
  static const Names modules = {"ets",   "atomics", "counters",     "persistent_term",
                                "timer", "global",  "erts_internal"};
  static const Names functions = {"erlang:!",
                                  "erlang:alias",
                                  "erlang:cancel_timer",
                                  "erlang:check_process_code",
                                  "erlang:demonitor",
                                  "erlang:erase",
                                  "erlang:exit",
                                  "erlang:get",
                                  "erlang:get_keys",
                                  "erlang:group_leader",
                                  "erlang:hibernate",
                                  "erlang:is_process_alive",
                                  "erlang:link",
                                  "erlang:make_ref",
                                  "erlang:monitor",
                                  "erlang:process_display",
                                  "erlang:process_flag",
                                  "erlang:process_info",
                                  "erlang:processes",
                                  "erlang:put",
                                  "erlang:read_timer",
                                  "erlang:register",
                                  "erlang:registered",
                                  "erlang:resume_process",
                                  "erlang:self",
                                  "erlang:send",
                                  "erlang:send_after",
                                  "erlang:send_nosuspend",
                                  "erlang:spawn",
                                  "erlang:spawn_link",
                                  "erlang:spawn_monitor",
                                  "erlang:spawn_opt",
                                  "erlang:start_timer",
                                  "erlang:suspend_process",
                                  "erlang:unalias",
                                  "erlang:unlink",
                                  "erlang:unregister",
                                  "erlang:whereis",
                                  "erlang:seq_trace",
                                  "erlang:trace",
                                  "erlang:dt_spread_tag",
                                  "erlang:dt_restore_tag",
                                  "logger:allow",
                                  "logger:macro_log",
                                  "logger:log",
                                  "erlang:exit_signal",
                                  "seq_trace:reset_trace"};
  return modules.contains(module_of(name)) || functions.contains(name);
}

bool is_of_the_world(const std::string& name) {
  static const Names modules = {"os",     "file", "filelib", "io",         "rand",
                                "random", "inet", "net",     "gen_tcp",    "gen_udp",
                                "init",   "code", "crypto",  "application"};
  static const Names functions = {
      "erlang:now",         "erlang:monotonic_time", "erlang:system_time", "erlang:timestamp",
      "erlang:time_offset", "erlang:unique_integer", "erlang:statistics",  "erlang:memory",
      "erlang:date",        "erlang:time",           "erlang:localtime",   "erlang:universaltime",
      "erlang:open_port",   "erlang:ports"};
  return modules.contains(module_of(name)) || functions.contains(name);
}

bool is_output(const std::string& name) {
  static const Names modules = {"logger", "error_logger"};
  static const Names functions = {
      "io:format", "io:fwrite",      "io:put_chars", "io:nl",
      "io:write",  "erlang:display", "io:requests",  "erlang:display_string"};
  return modules.contains(module_of(name)) || functions.contains(name);
}

bool is_shared(const std::string& name) {
  static const Names modules = {"ets", "atomics", "counters", "persistent_term", "global"};
  static const Names functions = {
      "erlang:register",  "erlang:unregister",       "erlang:whereis",     "erlang:registered",
      "erlang:processes", "erlang:is_process_alive", "erlang:process_info"};
  return modules.contains(module_of(name)) || functions.contains(name);
}

bool has_orders_of_its_own(const std::string& name) {
  static const Names functions = {"erlang:registered", "erlang:processes",   "erlang:send_after",
                                  "erlang:read_timer", "erlang:start_timer", "erlang:cancel_timer"};
  static const Names harmless = {"timer:sleep",   "timer:tc",    "timer:seconds",
                                 "timer:minutes", "timer:hours", "timer:hms"};
  const auto module = module_of(name);
  return module == "global" || (module == "timer" && !harmless.contains(name)) ||
         functions.contains(name);
}

bool reads_memory(const std::string& name) {
  static const Names others = {"ets:new",     "ets:insert",    "ets:lookup",
                               "ets:member",  "ets:delete",    "ets:delete_all_objects",
                               "ets:info",    "ets:whereis",   "ets:first",
                               "ets:next",    "ets:last",      "ets:prev",
                               "ets:setopts", "ets:give_away", "ets:rename"};
  if (module_of(name) == "ets") return !others.contains(name);
  return name == "erlang:process_info";
}

}  // namespace cuttle::erlang::replay
