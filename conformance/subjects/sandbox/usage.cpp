// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/usage.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
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

/// /proc/PID/stat's numbers, by their places in proc(5); all 0 where there is no such process.
enum Field : std::size_t { parent = 4, session = 6, threads = 20, resident = 24, field_count };
using Fields = std::array<std::uint64_t, field_count>;
Fields fields_of(pid_t pid) {
  Fields fields{};
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  // The name, second, may hold anything, also ')'; the state, third, is the first field after its last ')'.
  const std::size_t after_name = std::getline(in, line) ? line.rfind(')') : std::string::npos;
  if (after_name == std::string::npos) return fields;
  std::istringstream words(line.substr(after_name + 1));
  std::string word;
  for (std::size_t place = 3; place < field_count && words >> word; ++place)
    fields[place] = std::strtoull(word.c_str(), nullptr, 10);
  return fields;
}

/// Adds a process's threads and resident memory.
void add_process(pid_t pid, Usage& usage) {
  const Fields fields = fields_of(pid);
  usage.tasks += fields[threads];
  usage.memory += fields[resident] * page;
}

/// Its memory, of what it shares its part; nothing where that cannot be read.
std::optional<std::uint64_t> proportional_memory_of(pid_t pid, bool shared_mappings) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  std::optional<std::uint64_t> bytes;
  std::uint64_t left_out = 0;
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    if (name == "Pss") bytes = std::strtoull(line.c_str() + colon + 1, nullptr, 10) * 1024;
    if (name == "Pss_Shmem" && !shared_mappings)
      left_out = std::strtoull(line.c_str() + colon + 1, nullptr, 10) * 1024;
  }
  if (bytes) *bytes -= std::min(*bytes, left_out);
  return bytes;
}

}  // namespace

std::vector<pid_t> descendants(pid_t of, std::size_t most) {
  std::vector<pid_t> found;
  append_children(of, found);
  for (std::size_t i = 0; i < found.size() && found.size() < most; ++i)
    append_children(found[i], found);
  return found;
}

std::uint64_t proportional_memory(pid_t of, std::size_t most, bool shared_mappings) {
  std::uint64_t bytes = 0;
  for (const pid_t pid : descendants(of, most)) {
    Usage usage;
    add_process(pid, usage);
    bytes += proportional_memory_of(pid, shared_mappings).value_or(usage.memory);
  }
  return bytes;
}

std::vector<pid_t> orphans(pid_t of, const std::set<pid_t>& kept) {
  const std::uint64_t own_session = fields_of(of)[session];
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto pid = static_cast<pid_t>(std::strtol(entry->path().filename().c_str(), nullptr, 10));
    if (pid <= 0 || kept.contains(pid)) continue;
    const Fields fields = fields_of(pid);
    if (fields[parent] == static_cast<std::uint64_t>(of) && fields[session] != own_session)
      found.push_back(pid);
  }
  return found;
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
