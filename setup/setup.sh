# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by ./cuttle and ./test: installs what is missing, configures, builds. All messages go to
# stderr, because stdout belongs to the tool. Needs `root` (the repository's folder).
#
#   prepare SECTIONS TARGET INSTALL    e.g. prepare "tool tests" all yes

preset=release
build=$root/build/$preset
logs=$root/build/logs

say() { printf 'cuttle: %s\n' "$*" >&2; }
die() { printf 'cuttle: %s\n' "$@" >&2; exit 3; }

# A line that is overwritten on terminals; elsewhere one line per ten percent.
shown=-1
show_progress() {  # WHAT PERCENT DETAIL
  if [[ -t 2 ]]; then
    local width=${COLUMNS:-80} line
    printf -v line '%s: %3d %%  %s' "$1" "$2" "$3"
    printf '\r\033[K%s' "${line:0:width - 1}" >&2
  elif (($2 / 10 != shown)); then
    shown=$(($2 / 10))
    printf '%s: %d %%\n' "$1" "$2" >&2
  fi
}
end_progress() {
  shown=-1
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

packages_of() {  # SECTIONS...: the names, one per line
  local line section='' wanted=" $* "
  while read -r line; do
    line=${line%%#*}
    line=${line%%[[:space:]]*}
    case $line in
      '') ;;
      '['*) section=${line//[][]/} ;;
      *) if [[ $wanted == *" $section "* ]]; then printf '%s\n' "$line"; fi ;;
    esac
  done <"$root/setup/packages.txt"
}

missing_packages() {  # SECTIONS...
  local wanted
  wanted=$(packages_of "$@" | LC_ALL=C sort)
  # shellcheck disable=SC2016
  { xargs dpkg-query -W -f='${Package} ${db:Status-Status}\n' <<<"$wanted" 2>/dev/null || true; } |
    awk '$2 == "installed" {print $1}' | LC_ALL=C sort -u | LC_ALL=C comm -13 - <(echo "$wanted")
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

apt() {  # WHAT ARGS...: apt-get with our progress line; its own output goes to a log
  local what=$1 kind percent detail
  shift
  # apt-get reports its progress on descriptor 3: KIND:ITEM:PERCENT:TEXT
  {
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -y -q \
      -o APT::Status-Fd=3 -o DPkg::Lock::Timeout=300 "$@" 3>&1 >>"$logs/apt.log" 2>&1 </dev/null ||
      echo "failed:::"
  } | {
    local failed=no
    while IFS=: read -r kind _ percent detail; do
      case $kind in
        dlstatus) show_progress "$what (downloading)" "${percent%%.*}" "$detail" ;;
        pmstatus) show_progress "$what (unpacking)" "${percent%%.*}" "$detail" ;;
        failed) failed=yes ;;
      esac
    done
    end_progress
    [[ $failed == no ]]
  } || {
    grep -E '^(E|W|Err)[: ]' "$logs/apt.log" | tail -n 5 >&2
    die "apt-get $1 failed; the whole output is in $logs/apt.log"
  }
}

install_packages() {  # INSTALL SECTIONS...
  local install=$1 missing
  shift
  if ! command -v dpkg-query >/dev/null; then
    say "this is not a Debian system: cannot check the packages of setup/packages.txt, going on."
    return
  fi
  missing=$(missing_packages "$@")
  if [[ -z $missing ]]; then return; fi
  local command="apt-get install --no-install-recommends ${missing//$'\n'/ }"
  if [[ $install == no ]]; then
    die "these packages are missing:" "${missing//$'\n'/ }" "To install them, as root: $command"
  fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    die "packages are missing and there is neither root nor sudo to install them." \
      "As root: $command"
  fi
  say "installing $(wc -l <<<"$missing") packages: ${missing//$'\n'/ }"
  : >"$logs/apt.log"
  apt "package lists" update
  # shellcheck disable=SC2086
  apt "packages" install --no-install-recommends $missing
}

# As many compilations at once as there are processors, and 1.5 GB of memory for each.
parallelism() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo)
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

configure() {
  # A build folder that was copied or moved knows wrong paths: begin again.
  if [[ -e $build/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    rm -rf "$build"
  fi
  if [[ -e $build/build.ninja ]]; then return; fi
  say "configuring"
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  (cd "$root" && cmake --preset "$preset" "${launcher[@]}") >"$logs/configure.log" 2>&1 || {
    tail -n 30 "$logs/configure.log" >&2
    die "configuring failed; the whole output is in $logs/configure.log"
  }
}

compile() {  # TARGET
  local line detail done_ all
  {
    NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(parallelism)" "$1" 2>&1 ||
      echo "ninja: failed"
  } | tee "$logs/build.log" | {
    local failed=no
    while IFS= read -r line; do
      if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*)$ ]]; then
        done_=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} detail=${BASH_REMATCH[3]}
        if ((done_ == 0)); then continue; fi
        show_progress "building" $((done_ * 100 / all)) "[$done_/$all] ${detail##*/}"
      elif [[ $line == "ninja: failed" ]]; then
        failed=yes
      elif [[ $line != "ninja: "* && $line != "-- "* ]]; then
        end_progress
        printf '%s\n' "$line" >&2
      fi
    done
    end_progress
    [[ $failed == no ]]
  } || die "the build failed; the whole output is in $logs/build.log"
}

prepare() {  # SECTIONS TARGET INSTALL
  local sections=$1 target=$2 install=$3 stamp=$build/.built-$2
  mkdir -p "$logs" 2>/dev/null || die "cannot write to $root/build"
  exec 9>"$root/build/.lock"
  flock -n 9 || { say "waiting for another set-up to end"; flock 9; }
  # shellcheck disable=SC2086
  install_packages "$install" $sections
  configure
  # The stamp carries the time from before the build, so that edits made meanwhile count as new.
  touch "$build/.stamp"
  compile "$target"
  if [[ $target == all ]]; then touch -r "$build/.stamp" "$build/.built-tool"; fi
  mv "$build/.stamp" "$stamp"
  exec 9>&-
}
