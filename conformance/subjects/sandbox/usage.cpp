// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/usage.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));

/// The children that any thread of a process has started.
void append_children(pid_t of, std::vector<pid_t>& found) {
  std::error_code error;
  const fs::path threads = "/proc/" + std::to_string(of) + "/task";
  for (fs::directory_iterator thread(threads, error), end; !error && thread != end; thread.increment(error)) {
    std::ifstream in(thread->path() / "children");
    for (pid_t child = 0; in >> child;)
      found.push_back(child);
  }
}

/// Adds a process's threads and resident memory.
void add_process(pid_t pid, Usage& usage) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(in, line)) return;
  // The name, second, may hold anything, also ')'; the state is the first field after its last ')'.
  const std::size_t after_name = line.rfind(')');
  if (after_name == std::string::npos) return;
  const char* field = line.c_str() + after_name + 1;
  std::uint64_t threads = 0, resident = 0;
  for (int index = 3; index <= 24 && *field != '\0'; ++index) {
    while (*field == ' ')
      ++field;
    if (index == 20) threads = std::strtoull(field, nullptr, 10);
    if (index == 24) resident = std::strtoull(field, nullptr, 10);
    while (*field != ' ' && *field != '\0')
      ++field;
  }
  usage.tasks += threads;
  usage.memory += resident * page;
}

/// Its memory, of what it shares its part; nothing where that cannot be read.
std::optional<std::uint64_t> proportional_memory_of(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  for (std::string line; std::getline(in, line);)
    if (line.rfind("Pss:", 0) == 0) return std::strtoull(line.c_str() + 4, nullptr, 10) * 1024;
  return std::nullopt;
}

}  // namespace

std::vector<pid_t> descendants(pid_t of, std::size_t most) {
  std::vector<pid_t> found;
  append_children(of, found);
  for (std::size_t i = 0; i < found.size() && found.size() < most; ++i)
    append_children(found[i], found);
  return found;
}

std::uint64_t proportional_memory(pid_t of, std::size_t most) {
  std::uint64_t bytes = 0;
  for (const pid_t pid : descendants(of, most)) {
    Usage usage;
    add_process(pid, usage);
    bytes += proportional_memory_of(pid).value_or(usage.memory);
  }
  return bytes;
}

Usage usage_of_descendants(pid_t of, std::size_t enough) {
  Usage usage;
  for (const pid_t pid : descendants(of, enough + 1)) {
    add_process(pid, usage);
    if (usage.tasks > enough) break;
  }
  return usage;
}

}  // namespace bindpose::conformance
