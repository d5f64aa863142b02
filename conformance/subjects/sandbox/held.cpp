// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/held.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/usage.h"

namespace bindpose::conformance {
namespace {

constexpr std::uint64_t largest_packet = 65536;   // what a full buffer still accepts
constexpr std::uint64_t memory_of_pipe = 65536;   // F_SETPIPE_SZ is refused
constexpr std::uint64_t memory_of_mapping = 256;  // the kernel's note of it
constexpr std::uint64_t memory_of_inode = 1536;   // with its name
constexpr std::size_t most_in_a_message =
    253;  // SCM_MAX_FD, the descriptors that may exceed the limit on those in flight
constexpr std::string_view deleted = " (deleted)";
constexpr std::uint64_t uncounted_file = std::uint64_t{1} << 50;  // bytes, above every limit

using File = std::pair<dev_t, ino_t>;

/// What all of the processes hold; each thing counts once, however many hold it.
struct Found {
  std::set<std::string> sockets, pipes;
  std::map<File, std::uint64_t> memory, disk;  ///< bytes of files and mappings without a name
  std::map<dev_t, std::uint64_t> mounts;       ///< bytes of file systems in memory
  std::uint64_t other_memory = 0;
  std::size_t mappings = 0;
};

void note(std::map<File, std::uint64_t>& files, const File& file, std::uint64_t bytes) {
  files[file] = std::max(files[file], bytes);
}

/// False if the thread exists and its descriptors may not be read.
bool add_descriptors_of_thread(const std::string& thread, Found& found) {
  DIR* folder = ::opendir((thread + "/fd").c_str());
  if (folder == nullptr) return errno != EACCES && errno != EPERM;
  char text[512];
  for (const dirent* entry = ::readdir(folder); entry != nullptr; entry = ::readdir(folder)) {
    const ssize_t size = ::readlinkat(::dirfd(folder), entry->d_name, text, sizeof text);
    const std::string_view name(text, size < 0 ? 0 : static_cast<std::size_t>(size));
    if (name.starts_with("socket:")) found.sockets.emplace(name);
    if (name.starts_with("pipe:")) found.pipes.emplace(name);
    struct stat status {};
    // A name that was too long for the buffer may end like that.
    if ((!name.ends_with(deleted) && name.size() < sizeof text) ||
        ::fstatat(::dirfd(folder), entry->d_name, &status, 0) != 0 || status.st_nlink != 0)
      continue;
    note(found.disk, {status.st_dev, status.st_ino}, static_cast<std::uint64_t>(status.st_blocks) * 512);
  }
  ::closedir(folder);
  return true;
}

pid_t number_of(const std::string& thread) {
  return static_cast<pid_t>(std::strtol(thread.c_str() + thread.rfind('/') + 1, nullptr, 10));
}

/// Whether two threads have one table of descriptors. False if the kernel does not say.
bool share_descriptors(const std::string& a, const std::string& b) {
  return ::syscall(SYS_kcmp, number_of(a), number_of(b), KCMP_FILES, 0, 0) == 0;
}

/// A thread may have a table of its own (clone() without CLONE_FILES). False if one exists that may not be read.
bool add_descriptors(pid_t pid, Found& found) {
  bool is_open = true;
  std::vector<std::string> read;
  for (const std::string& thread : living_threads(pid)) {
    if (std::ranges::any_of(read, [&](const std::string& each) { return share_descriptors(each, thread); }))
      continue;
    is_open = add_descriptors_of_thread(thread, found) && is_open;
    read.push_back(thread);
  }
  return is_open;
}

/// The file that the process runs stays on the disk while it runs, also if nothing of it is mapped. False if the file may not be looked
/// at.
bool add_program(const std::string& process, Found& found) {
  struct stat status {};
  if (::stat((process + "/exe").c_str(), &status) != 0) return errno != EACCES && errno != EPERM;
  if (status.st_nlink == 0)
    note(found.disk, {status.st_dev, status.st_ino}, static_cast<std::uint64_t>(status.st_blocks) * 512);
  return true;
}

/// Reads lines like "7f00-7f10 rw-s 00000000 00:01 1234   /dev/zero (deleted)".
/// thread: one that has the process's memory.
void add_mappings(pid_t pid, const std::string& thread, Found& found) {
  const std::string process = "/proc/" + std::to_string(pid);
  const bool has_map_files = number_of(thread) == pid;
  std::ifstream in(thread + "/maps");
  for (std::string line; std::getline(in, line);) {
    found.other_memory += memory_of_mapping;
    if (++found.mappings > most_mappings) return;
    if (!line.ends_with(deleted)) continue;
    unsigned long long begin = 0, end = 0, offset = 0, inode = 0;
    unsigned major = 0, minor = 0;
    int name = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx %*s %llx %x:%x %llu %n", &begin, &end, &offset, &major, &minor,
                    &inode, &name) != 6)
      continue;
    const std::string_view path = std::string_view(line).substr(static_cast<std::size_t>(name));
    const bool in_memory = path.starts_with("/dev/zero") || path.starts_with("/memfd:");
    if (path.starts_with("/usr/")) continue;  // replaced by an update: the program cannot write there
    std::uint64_t bytes = offset + end - begin;
    // One page of a file keeps all of it. Only root may look, and not after the first thread has ended: then it
    // counts as more than any file may have.
    struct stat status {};
    const std::string range = line.substr(0, line.find(' '));
    if (!in_memory && ::stat((process + "/map_files/" + range).c_str(), &status) == 0)
      bytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
    else if (!in_memory && (errno != ENOENT || !has_map_files))
      bytes = std::max(bytes, uncounted_file);
    note(in_memory ? found.memory : found.disk, {(dev_t{major} << 20) | minor, inode}, bytes);
  }
}

/// False if the process has ended, and is kept for its parent only.
bool add_page_tables(const std::string& process, Found& found) {
  std::ifstream in(process + "/status");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("VmPTE:")) continue;
    found.other_memory += std::strtoull(line.c_str() + sizeof "VmPTE:", nullptr, 10) * 1024;
    return true;
  }
  return false;
}

/// File systems in memory that the process sees and this one does not.
void add_mounts(const std::string& process, Found& found) {
  for (const char* place : {"/tmp", "/dev/shm"}) {
    const std::string path = process + "/root" + place;
    struct stat inner {
    }, own{};
    struct statfs used {};
    if (::stat(path.c_str(), &inner) != 0 || found.mounts.contains(inner.st_dev)) continue;
    if (::stat(place, &own) == 0 && own.st_dev == inner.st_dev) continue;
    if (::statfs(path.c_str(), &used) != 0 || used.f_type != TMPFS_MAGIC) continue;
    found.mounts[inner.st_dev] = (used.f_blocks - used.f_bfree) * static_cast<std::uint64_t>(used.f_bsize) +
                                 (used.f_files - used.f_ffree) * memory_of_inode;
  }
}

std::uint64_t sum(const auto& bytes) {
  std::uint64_t all = 0;
  for (const auto& [what, each] : bytes)
    all += each;
  return all;
}

}  // namespace

std::uint64_t memory_of_socket() {
  static const std::uint64_t bytes = [] {
    std::uint64_t usual = 0;
    std::ifstream("/proc/sys/net/core/wmem_default") >> usual;
    return (usual == 0 ? 212992 : usual) + largest_packet;
  }();
  return bytes;
}

std::uint64_t most_unseen_memory() {
  return (most_descriptors + most_in_a_message) * memory_of_socket();
}

Held held_by_descendants(pid_t of, std::size_t most, std::size_t trusted) {
  Found found;
  std::size_t place = 0;
  for (const pid_t pid : descendants(of, most)) {
    const std::string thread = living_thread(pid);
    if (thread.empty()) continue;
    const bool is_seen = add_descriptors(pid, found) && add_program(thread, found);
    add_mappings(pid, thread, found);
    const bool is_alive = add_page_tables(thread, found);
    if ((!is_seen && is_alive && place >= trusted) || found.mappings > most_mappings)
      return {hidden, sum(found.disk)};
    add_mounts(thread, found);
    ++place;
  }
  return {found.sockets.size() * memory_of_socket() + found.pipes.size() * memory_of_pipe +
              sum(found.memory) + sum(found.mounts) + found.other_memory,
          sum(found.disk)};
}

}  // namespace bindpose::conformance
