// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/usage.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));

std::string folder_of(pid_t pid) {
  return "/proc/" + std::to_string(pid);
}

/// The folders of all threads of a process, its first thread first.
std::vector<std::string> threads_of(pid_t pid) {
  const std::string folder = folder_of(pid) + "/task/", first = folder + std::to_string(pid);
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator thread(folder, error), end; !error && thread != end; thread.increment(error))
    found.push_back(thread->path().string());
  if (const auto place = std::ranges::find(found, first); place != found.end())
    std::iter_swap(place, found.begin());
  return found;
}

/// The children of all threads of a process.
void append_children(pid_t of, std::vector<pid_t>& found) {
  for (const std::string& thread : threads_of(of)) {
    std::ifstream in(thread + "/children");
    for (pid_t child = 0; in >> child;)
      found.push_back(child);
  }
}

/// True if the thread has memory; an ended thread has none.
bool has_memory(const std::string& thread) {
  std::uint64_t pages = 0;
  return std::ifstream(thread + "/statm") >> pages && pages > 0;
}

/// Numbers in the file `stat` of a process or a thread, by their positions in proc(5); all 0
/// without the file.
enum Field : std::size_t { parent = 4, session = 6, threads = 20, resident = 24, field_count };
using Fields = std::array<std::uint64_t, field_count>;
Fields fields_of(const std::string& folder) {
  Fields fields{};
  std::ifstream in(folder + "/stat");
  std::string line;
  // The name, second, may contain any character, also ')'; the state, third, is the first field after the last
  // ')'.
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
  usage.tasks += fields_of(folder_of(pid))[threads];
  if (const std::string thread = living_thread(pid); !thread.empty())
    usage.memory += fields_of(thread)[resident] * page;
}

/// The process's memory, including swap, and its share of shared memory; none if unreadable.
std::optional<std::uint64_t> proportional_memory_of(pid_t pid, bool shared_mappings) {
  std::ifstream in(living_thread(pid) + "/smaps_rollup");
  std::optional<std::uint64_t> bytes;
  std::uint64_t left_out = 0;
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    const std::uint64_t value =
        colon == std::string::npos ? 0 : std::strtoull(line.c_str() + colon + 1, nullptr, 10) * 1024;
    if (name == "Pss" || name == "SwapPss") bytes = bytes.value_or(0) + value;
    if (name == "Pss_Shmem" && !shared_mappings) left_out = value;
  }
  if (bytes) *bytes -= std::min(*bytes, left_out);
  return bytes;
}

}  // namespace

std::vector<std::string> living_threads(pid_t pid) {
  std::vector<std::string> found = threads_of(pid);
  std::erase_if(found, [](const std::string& thread) { return !has_memory(thread); });
  return found;
}

std::string living_thread(pid_t pid) {
  const std::string first = folder_of(pid) + "/task/" + std::to_string(pid);
  if (has_memory(first)) return first;
  const std::vector<std::string> living = living_threads(pid);
  return living.empty() ? "" : living.front();
}

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
  const std::uint64_t own_session = fields_of(folder_of(of))[session];
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto pid = static_cast<pid_t>(std::strtol(entry->path().filename().c_str(), nullptr, 10));
    if (pid <= 0 || kept.contains(pid)) continue;
    const Fields fields = fields_of(folder_of(pid));
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
