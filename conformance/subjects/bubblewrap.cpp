// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/bubblewrap.h"

#include <filesystem>

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr const char* small_folder = "67108864";  // bytes in a subject's scratch folder

/// bubblewrap keeps descriptors 0 to 2 open, so the judge would not notice if the program closes
/// them. It therefore gets other descriptors, which the program takes as its own.
constexpr const char* take_pipes = "exec \"$@\" <&4 >&5 4<&- 5>&-";

/// Parts of /proc that a process with user id 0 may change in any namespace: mounted read-only.
constexpr const char* changes_the_machine[] = {"/proc/sys", "/proc/bus",  "/proc/fs",
                                               "/proc/irq", "/proc/acpi", "/proc/scsi"};
/// Further files, empty inside the sandbox, as in containers.
constexpr const char* tells_of_the_machine[] = {"/proc/sysrq-trigger", "/proc/kcore",     "/proc/kmsg",
                                                "/proc/keys",          "/proc/key-users", "/proc/timer_list",
                                                "/proc/sched_debug"};

bool exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

}  // namespace

Bubblewrap::Bubblewrap(const Kind& kind) : kind_(kind), words_{"bwrap"} {
  add({"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
       "--die-with-parent", "--new-session", "--hostname", "bindpose", "--cap-drop", "ALL"});
  if (kind.user != 0)  // owned by root until the process changes its user
    add({"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"});
  else
    add({"--unshare-user"});
  if (kind.user == 0 && !kind.nested_namespaces) add({"--disable-userns"});
  add({"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"bin", "sbin", "lib", "lib64", "lib32"}) {
    const fs::path path = fs::path("/") / name;
    std::error_code error;
    if (fs::is_symlink(path, error))
      add({"--symlink", fs::read_symlink(path, error).string(), path.string()});
    else if (fs::is_directory(path, error))
      add({"--ro-bind", path.string(), path.string()});
  }
  for (const char* file : {"/etc/ld.so.cache", "/etc/alternatives"})
    if (exists(file)) show(file, file);
  add({"--proc", "/proc"});
  for (const char* folder : changes_the_machine)
    if (exists(folder)) add({"--ro-bind", folder, folder});
  for (const char* file : tells_of_the_machine)
    if (exists(file)) hide(file, false);
  add({"--dev", "/dev"});
  // Also removes /dev/ptmx: no limit counts bytes written to a terminal.
  hide("/dev/pts", true);
  add({"--perms", "1777", "--size", small_folder, "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--perms",
       "1777", "--size", small_folder, "--tmpfs", "/tmp"});
}

void Bubblewrap::hide(const std::string& name, bool is_folder) {
  // The program's user owns the folder, so its memory file system must be tiny and read-only.
  if (is_folder)
    add({"--size", "4096", "--tmpfs", name, "--remount-ro", name});
  else
    add({"--ro-bind", "/dev/null", name});
}

/// Creates parent folders that every user may enter.
void Bubblewrap::bind(const std::string& how, const std::string& place, const std::string& name) {
  fs::path way;
  for (const fs::path& step : fs::path(name).parent_path()) {
    way /= step;
    if (way != "/" && way != "/tmp" && folders_.insert(way.string()).second)
      add({"--perms", "0755", "--dir", way.string()});
  }
  add({how, place, name});
}

std::vector<std::string> Bubblewrap::become_user() const {
  if (kind_.user == 0) return {};
  const std::string user = std::to_string(kind_.user);
  return {"/usr/bin/setpriv",    "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all",
          "--bounding-set=-all", "--"};
}

std::vector<std::string> Bubblewrap::with(const std::vector<std::string>& settings,
                                          const std::vector<std::string>& program) const {
  std::vector<std::string> words = words_;
  for (const auto& part : {settings, become_user(), program})
    words.insert(words.end(), part.begin(), part.end());
  return words;
}

std::vector<std::string> Bubblewrap::command(const std::string& folder,
                                             const std::vector<std::string>& program) const {
  std::vector<std::string> taking = {"/bin/sh", "-c", take_pipes, "sh"};
  taking.insert(taking.end(), program.begin(), program.end());
  return with({"--seccomp", "6", "--info-fd", "7", "--remount-ro", "/", "--chdir", folder, "--"}, taking);
}

std::vector<std::string> Bubblewrap::trial() const {
  return with({"--remount-ro", "/", "--"}, {"/usr/bin/true"});
}

}  // namespace bindpose::conformance
