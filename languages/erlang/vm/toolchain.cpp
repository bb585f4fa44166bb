// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/toolchain.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <vector>

#include "engine/support/files.h"
#include "engine/support/subprocess.h"
#include "languages/erlang/vm/digest.h"
#include "languages/erlang/vm/sources.h"

namespace cuttle::erlang {
namespace {

namespace fs = std::filesystem;

constexpr double build_seconds = 300;
constexpr const char* info_name = "toolchain.txt";

Result<CommandResult> run(std::vector<std::string> arguments, const fs::path& folder) {
  Command command;
  command.arguments = std::move(arguments);
  command.directory = folder;
  command.environment = quiet_erlang();
  command.timeout_seconds = build_seconds;
  command.patient = true;
  return run_command(command);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// For those who do not want C in their virtual machine, and for tests.
bool nif_is_off() {
  const char* value = getenv("CUTTLE_ERLANG_NIF");
  return value != nullptr && std::string(value) == "off";
}

// Everything that the built files depend on.
std::string key_of(const fs::path& erl) {
  Digest digest;
  for (const EmbeddedFile& file : embedded_files()) digest.add(file.name).add(file.text);
  digest.add(nif_is_off() ? "off" : "");
  std::error_code ignored;
  const fs::path real = fs::canonical(erl, ignored);
  digest.add(real.string());
  digest.add(std::to_string(fs::last_write_time(real, ignored).time_since_epoch().count()));
  return digest.text();
}

Result<void> write_sources(const fs::path& folder) {
  for (const EmbeddedFile& file : embedded_files()) {
    std::error_code error;
    fs::create_directories((folder / file.name).parent_path(), error);
    if (auto written = write_file(folder / file.name, file.text); !written) return written.error();
  }
  return {};
}

Result<void> compile_modules(const fs::path& folder) {
  std::vector<std::string> command{"erlc", "-o", folder.string()};
  for (const EmbeddedFile& file : embedded_files())
    if (file.name.starts_with("erl/cuttle_")) command.push_back((folder / file.name).string());
  auto done = run(std::move(command), folder);
  if (!done)
    return Error::environment("cannot run Erlang's compiler: " + done.error().message,
                              "Install the package erlang-dev or erlang-base.");
  if (!done->ok())
    return Error::environment("our own Erlang modules do not compile with this Erlang:\n" +
                              done->out + done->err);
  return {};
}

// What this Erlang says of itself: its release, and where its headers are.
Result<std::vector<std::string>> ask(const fs::path& erl, const fs::path& folder) {
  const char* question =
      "io:format(\"~ts~n~ts~n\", [erlang:system_info(otp_release), filename:join([code:root_dir(), "
      "\"usr\", \"include\"])]), halt().";
  auto told = run({erl.string(), "-noshell", "-noinput", "-eval", question}, folder);
  if (!told) return told.error();
  std::vector<std::string> lines;
  std::istringstream text(told->out);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  if (!told->ok() || lines.size() < 2)
    return Error::environment("`" + erl.string() + "' does not work: " + first_line(told->err));
  lines.erase(lines.begin(), lines.end() - 2);  // warnings of the machine come before
  return lines;
}

// Empty when it was built and can be loaded, otherwise why not.
std::string build_nif(const fs::path& erl, const fs::path& folder, const std::string& headers) {
  if (nif_is_off()) return "CUTTLE_ERLANG_NIF is off";
  std::string compiler;
  for (const char* name : {"cc", "gcc", "clang", "clang-19"})
    if (compiler.empty()) compiler = find_program(name).string();
  if (compiler.empty()) return "there is no C compiler";
  auto built =
      run({compiler, "-O2", "-fPIC", "-shared", "-I" + headers, "-I" + folder.string(), "-o",
           (folder / "cuttle_nif.so").string(), (folder / "nif/cuttle_nif.c").string()},
          folder);
  if (!built) return built.error().message;
  if (!built->ok()) return first_line(built->err);
  auto loaded = run({erl.string(), "-noshell", "-noinput", "-pa", folder.string(), "-eval",
                     "cuttle_nif:record(0), halt(0)."},
                    folder);
  if (!loaded) return loaded.error().message;
  return loaded->ok() ? "" : "it cannot be loaded";
}

// The same functions, written in Erlang.
Result<void> build_without_nif(const fs::path& folder) {
  auto done =
      run({"erlc", "-o", folder.string(), (folder / "erl/port/cuttle_nif.erl").string()}, folder);
  if (!done) return done.error();
  if (!done->ok()) return Error::environment("cuttle_nif.erl does not compile:\n" + done->out);
  return {};
}

Result<void> build(const fs::path& erl, const fs::path& folder) {
  if (auto written = write_sources(folder); !written) return written.error();
  if (auto compiled = compile_modules(folder); !compiled) return compiled.error();
  auto told = ask(erl, folder);
  if (!told) return told.error();
  const std::string without = build_nif(erl, folder, (*told)[1]);
  if (!without.empty())
    if (auto other = build_without_nif(folder); !other) return other.error();
  return write_file(folder / info_name, (*told)[0] + "\n" + without + "\n");
}

bool read_info(Toolchain& toolchain) {
  auto text = read_file(toolchain.beams / info_name);
  if (!text) return false;
  std::istringstream lines(*text);
  std::getline(lines, toolchain.release);
  std::getline(lines, toolchain.without_nif);
  toolchain.has_nif = toolchain.without_nif.empty();
  return true;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> quiet_erlang() {
  return {{"ERL_FLAGS", ""},
          {"ERL_AFLAGS", ""},
          {"ERL_ZFLAGS", ""},
          {"ERL_INETRC", ""},
          {"ERL_CRASH_DUMP_BYTES", "0"},
          {"ERL_COMPILER_OPTIONS", ""}};
}

fs::path cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = getenv(name);
    return value != nullptr ? value : "";
  };
  if (const auto own = variable("CUTTLE_CACHE"); !own.empty()) return own;
  if (const auto cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "cuttle";
  if (const auto home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache/cuttle";
  return fs::temp_directory_path() / ("cuttle-" + std::to_string(getuid()));
}

Result<Toolchain> find_toolchain(const fs::path& cache) {
  Toolchain toolchain;
  toolchain.erl = find_program("erl");
  if (toolchain.erl.empty())
    return Error::environment("there is no Erlang on this machine: `erl' is not in PATH",
                              "Install the packages erlang-base and erlang-dev.");
  const std::string key = key_of(toolchain.erl);
  toolchain.beams = cache / "erlang" / key;
  toolchain.cache = cache / "erlang" / "modules";
  if (read_info(toolchain)) return toolchain;
  std::error_code error;
  const fs::path building = toolchain.beams.string() + "." + std::to_string(getpid());
  fs::create_directories(building, error);
  if (error)
    return Error::environment("cannot make `" + building.string() + "': " + error.message(),
                              "Set CUTTLE_CACHE to a folder that can be written to.");
  auto built = build(toolchain.erl, building);
  if (built) fs::rename(building, toolchain.beams, error);  // fails when another one was faster
  fs::remove_all(building, error);
  if (!built) return built.error();
  if (!read_info(toolchain))
    return Error::environment("cannot read `" + (toolchain.beams / info_name).string() + "'");
  return toolchain;
}

}  // namespace cuttle::erlang
