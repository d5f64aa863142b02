// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/held.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>

#include <dirent.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/usage.h"
#include "reference/io/process.h"

namespace bindpose::conformance {
namespace {

constexpr std::uint64_t largest_packet = 65536;   // bytes that a full buffer still accepts
constexpr std::uint64_t memory_of_pipe = 65536;   // F_SETPIPE_SZ is refused
constexpr std::uint64_t memory_of_mapping = 256;  // the kernel's record of it
constexpr std::uint64_t memory_of_link = 64;      // from a mapping to each ancestor process
constexpr std::uint64_t memory_of_inode = 1536;   // bytes with its name
constexpr std::uint64_t memory_of_file = 1536;    // record of an open file
constexpr std::uint64_t memory_of_watch = 256;
constexpr std::uint64_t memory_of_lock = 256;  // lock on a part of a file
/// Names in one block of an open folder: ext4 sorts them in memory that no control group counts.
constexpr std::uint64_t memory_of_folder = 24 * 1024;
/// Limit on the size of `maps`. Lines of honest programs are shorter: a path of 4 KiB, every byte
/// written as 4.
constexpr std::size_t longest_line = 32 * 1024;
constexpr std::uint64_t memory_of_text =
    128 * 1024;  // the kernel's buffer for lines of an open file of /proc or /sys
constexpr std::size_t most_in_a_message =
    253;  // SCM_MAX_FD, the descriptors that may exceed the limit on those in flight
constexpr std::string_view deleted = " (deleted)";
constexpr std::uint64_t uncounted_file = std::uint64_t{1} << 50;  // bytes, above every limit

using File = std::pair<dev_t, ino_t>;

/// Memory and disk space of all processes together; a shared object counts once.
struct Found {
  std::set<std::string> sockets, pipes;
  std::map<File, std::uint64_t> memory, disk;  ///< bytes of files and mappings without a name
  std::map<dev_t, std::uint64_t> mounts;       ///< bytes of file systems in memory
  std::set<dev_t> texts;                       ///< devices of /proc and /sys, in this and the other processes
  std::uint64_t other_memory = 0, uncharged = 0, swapped = 0;
  std::size_t processes = 0, mappings = 0, watches = 0, locks = 0;
  bool has_fdinfo = false;  ///< an open file whose text can have any length

  bool is_too_much() const {
    return mappings > most_mappings || watches > most_watches || locks > most_locks || has_fdinfo;
  }
};

void note(std::map<File, std::uint64_t>& files, const File& file, std::uint64_t bytes) {
  files[file] = std::max(files[file], bytes);
}

/// Counts the lines of a kernel text, a few more than `most` if it has as many. If the kernel has no memory for
/// it, it counts as too many.
std::size_t count_lines(const std::string& path, std::size_t most) {
  std::array<char, 65536> block;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::size_t lines = 0;
  ssize_t got = 1;
  while (got > 0 && lines <= most) {
    got = ::read(file.get(), block.data(), block.size());
    lines +=
        static_cast<std::size_t>(std::count(block.begin(), block.begin() + std::max(got, ssize_t{0}), '\n'));
  }
  return got < 0 && errno == ENOMEM ? most + 1 : lines;
}

/// Locks on files that processes of this machine have taken since the first call. The kernel does
/// not show every owner.
std::size_t new_locks() {
  constexpr const char* all = "/proc/locks";
  static const std::size_t first = count_lines(all, most_locks);
  const std::size_t now = count_lines(all, first + most_locks);
  return now - std::min(first, now);
}

/// An open file or folder: entry `number` of a thread's folder fd.
void add_file(int fd, const char* number, std::string_view name, Found& found) {
  struct stat status {};
  if (::fstatat(fd, number, &status, 0) != 0) return;
  if (status.st_nlink == 0)
    note(found.disk, {status.st_dev, status.st_ino}, static_cast<std::uint64_t>(status.st_blocks) * 512);
  if (S_ISFIFO(status.st_mode))
    found.pipes.insert(std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino));
  if (S_ISDIR(status.st_mode)) {
    found.uncharged += memory_of_folder;
  } else if (found.texts.contains(status.st_dev)) {
    found.other_memory += memory_of_text;
    found.has_fdinfo = found.has_fdinfo || name.find("/fdinfo/") != std::string_view::npos;
  }
}

/// False if the thread exists, but its descriptors are unreadable.
bool add_descriptors_of_thread(const std::string& thread, Found& found) {
  DIR* folder = ::opendir((thread + "/fd").c_str());
  if (folder == nullptr) return errno != EACCES && errno != EPERM;
  char text[512];
  for (const dirent* entry = ::readdir(folder); entry != nullptr; entry = ::readdir(folder)) {
    const ssize_t size = ::readlinkat(::dirfd(folder), entry->d_name, text, sizeof text);
    const std::string_view name(text, size < 0 ? 0 : static_cast<std::size_t>(size));
    if (name.starts_with("socket:")) found.sockets.emplace(name);
    if (name.starts_with("pipe:")) found.pipes.emplace(name);
    // The file has one line per watch and a few more.
    if (name == "anon_inode:[eventpoll]")
      found.watches += count_lines(thread + "/fdinfo/" + entry->d_name, most_watches);
    // The kernel reports no name longer than a page.
    if (size < 0 || name.starts_with('/')) add_file(::dirfd(folder), entry->d_name, name, found);
    found.other_memory += memory_of_file;
  }
  ::closedir(folder);
  return true;
}

pid_t number_of(const std::string& thread) {
  return static_cast<pid_t>(std::strtol(thread.c_str() + thread.rfind('/') + 1, nullptr, 10));
}

/// True if two threads share a table of descriptors. False if the kernel does not report it.
bool share_descriptors(const std::string& a, const std::string& b) {
  return ::syscall(SYS_kcmp, number_of(a), number_of(b), KCMP_FILES, 0, 0) == 0;
}

/// Threads may have their own tables (clone() without CLONE_FILES). False if one is unreadable.
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

/// The program file stays on the disk while the process runs, even without mappings. False if the
/// file is unreadable.
bool add_program(const std::string& process, Found& found) {
  struct stat status {};
  if (::stat((process + "/exe").c_str(), &status) != 0) return errno != EACCES && errno != EPERM;
  if (status.st_nlink == 0)
    note(found.disk, {status.st_dev, status.st_ino}, static_cast<std::uint64_t>(status.st_blocks) * 512);
  return true;
}

/// Reads lines such as "7f00-7f10 rw-s 00000000 00:01 1234   /dev/zero (deleted)". thread: any
/// thread with the process's memory.
void add_mappings(pid_t pid, const std::string& thread, Found& found) {
  const std::string process = "/proc/" + std::to_string(pid);
  const bool has_map_files = number_of(thread) == pid;
  std::ifstream in(thread + "/maps");
  for (std::string line; std::getline(in, line);) {
    if (line.size() > longest_line) found.mappings = most_mappings;
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
    // A mapping of one page keeps the whole file. Only root may look, and only before the first
    // thread ends; otherwise it counts as more than any limit.
    struct stat status {};
    const std::string range = line.substr(0, line.find(' '));
    if (!in_memory && ::stat((process + "/map_files/" + range).c_str(), &status) == 0)
      bytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
    else if (!in_memory && (errno != ENOENT || !has_map_files))
      bytes = std::max(bytes, uncounted_file);
    note(in_memory ? found.memory : found.disk, {(dev_t{major} << 20) | minor, inode}, bytes);
  }
}

/// Page tables, and swapped pages: a program may cause swapping. False if the process has ended, and is kept only
/// for its parent.
bool add_unseen_pages(const std::string& process, Found& found) {
  std::ifstream in(process + "/status");
  bool is_alive = false;
  for (std::string line; std::getline(in, line);) {
    const std::uint64_t bytes = std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10) * 1024;
    if (line.starts_with("VmSwap:")) found.swapped += bytes;
    if (!line.starts_with("VmPTE:")) continue;
    found.other_memory += bytes;
    is_alive = true;
  }
  return is_alive;
}

/// File systems in memory that the process sees and this process does not see.
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

void add_texts(const std::string& path, Found& found) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) found.texts.insert(status.st_dev);
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
  found.locks = new_locks();
  for (const char* place : {"/proc", "/sys"})
    add_texts(place, found);
  for (const pid_t pid : descendants(of, most)) {
    const std::string thread = living_thread(pid);
    if (thread.empty()) continue;
    add_texts(thread + "/root/proc", found);
    const bool is_seen = add_descriptors(pid, found) && add_program(thread, found);
    add_mappings(pid, thread, found);
    const bool is_alive = add_unseen_pages(thread, found);
    if (found.watches > most_watches) return {hidden, sum(found.disk), hidden, 0};
    if ((!is_seen && is_alive && found.processes >= trusted) || found.is_too_much())
      return {hidden, sum(found.disk), found.uncharged, 0};
    add_mounts(thread, found);
    ++found.processes;
  }
  const std::uint64_t mappings = found.mappings * (memory_of_mapping + found.processes * memory_of_link);
  const std::uint64_t files =
      found.watches * memory_of_watch + found.locks * memory_of_lock + found.uncharged;
  return {found.sockets.size() * memory_of_socket() + found.pipes.size() * memory_of_pipe +
              sum(found.memory) + sum(found.mounts) + found.other_memory + mappings + files,
          sum(found.disk), found.uncharged, found.swapped};
}

}  // namespace bindpose::conformance
