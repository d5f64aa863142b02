// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/control_group.h"

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/inherited.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// Mode of the folder of a group that its supervisor has locked.
constexpr mode_t mode_of_locked = 0700;

/// Writes a text in one call, as the kernel requires.
bool write(const fs::path& file, const std::string& text) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  const bool written =
      opened >= 0 && ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (opened >= 0) ::close(opened);
  return written;
}

/// Sets the limits of version 2, otherwise those of version 1.
bool set_limits(const fs::path& group, std::uint64_t bytes, std::size_t tasks) {
  const std::string text = std::to_string(bytes);
  if (write(group / "memory.max", text)) {
    write(group / "memory.swap.max", "0");
    write(group / "memory.oom.group", "1");
    write(group / "pids.max", std::to_string(tasks));
    return true;
  }
  if (!write(group / "memory.limit_in_bytes", text)) return false;
  write(group / "memory.memsw.limit_in_bytes", text);  // memory and swap together
  return true;
}

bool holds_word(const std::string& text, const std::string& word, char separator) {
  std::istringstream words(text);
  for (std::string each; std::getline(words, each, separator);)
    if (each == word || each == word + "\n") return true;
  return false;
}

/// A hierarchy of groups: its mount point, and the group at the mount's root.
struct Hierarchy {
  fs::path mounted, root;
};

/// Reads a mountinfo: "36 35 98:0 /root /mounted options - type source options".
std::vector<Hierarchy> hierarchies(const fs::path& mountinfo, const std::string& type,
                                   const std::string& option) {
  std::vector<Hierarchy> found;
  std::ifstream in(mountinfo);
  for (std::string line; std::getline(in, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream before(line), after(line.substr(dash + 3));
    std::string skipped, root, mounted, own_type, source, options;
    before >> skipped >> skipped >> skipped >> root >> mounted;
    after >> own_type >> source >> options;
    if (own_type == type && (option.empty() || holds_word(options, option, ',')))
      found.push_back({mounted, root});
  }
  return found;
}

/// A process's group in a hierarchy, from its file cgroup: "4:memory:/path", or "0::/path" for version 2.
std::string own_group(const fs::path& cgroup, const std::string& controller) {
  std::ifstream in(cgroup);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? controllers.empty() : holds_word(controllers, controller, ','))
      return line.substr(second + 1);
  }
  return "";
}

/// The group's folder, locked; empty if another process has it.
Descriptor lock_group(const fs::path& group) {
  Descriptor opened(::open(group.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) opened.close();
  return opened;
}

/// Kills repeatedly until no process is left, because a dying process may have started others.
void kill_group(const fs::path& group) {
  for (int round = 0; round < 100; ++round) {
    write(group / "cgroup.kill", "1");
    std::ifstream in(group / "cgroup.procs");
    bool any = false;
    for (pid_t pid = 0; in >> pid; any = true)
      ::kill(pid, SIGKILL);
    if (!any) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

std::vector<fs::path> control_group_candidates(const fs::path& proc) {
  std::vector<fs::path> found;
  for (const Hierarchy& each : hierarchies(proc / "mountinfo", "cgroup", "memory")) {
    const fs::path way = fs::path(own_group(proc / "cgroup", "memory")).lexically_relative(each.root);
    if (!way.empty() && *way.begin() != "..") found.push_back((each.mounted / way).lexically_normal());
  }
  for (const Hierarchy& each : hierarchies(proc / "mountinfo", "cgroup2", "")) {
    const fs::path way = fs::path(own_group(proc / "cgroup", "")).lexically_relative(each.root);
    if (way.empty() || *way.begin() == "..") continue;
    // A group that contains processes, such as this one, cannot distribute its memory to child groups, but a
    // parent group may.
    for (fs::path below = way == "." ? fs::path() : way;; below = below.parent_path()) {
      const fs::path group = below.empty() ? each.mounted : each.mounted / below;
      std::string shared;
      std::getline(std::ifstream(group / "cgroup.subtree_control"), shared);
      if (holds_word(shared, "memory", ' ')) found.push_back(group);
      if (below.empty()) break;
    }
  }
  return found;
}

namespace {

/// Tries the group with a child process.
bool can_hold_groups(const fs::path& folder) {
  const ControlGroup group(folder / ("bindpose-trial-" + std::to_string(::getpid())), std::uint64_t{64} << 20,
                           64);
  if (!group.exists()) return false;
  return holds_in_a_child([&group] { return group.enter(); }).value_or(false);
}

fs::path found_here() {
  for (const fs::path& each : control_group_candidates("/proc/self"))
    if (can_hold_groups(each)) return each;
  return {};
}

}  // namespace

const fs::path& folder_of_control_groups() {
  static const fs::path found = found_here();
  return found;
}

ControlGroup::ControlGroup(const fs::path& path, std::uint64_t bytes, std::size_t tasks) {
  if (path.empty() || ::mkdir(path.c_str(), 0755) != 0) return;
  if (set_limits(path, bytes, tasks))
    path_ = path;
  else
    ::rmdir(path.c_str());
  if (!exists()) return;
  lock_ = lock_group(path);
  if (lock_.get() >= 0) ::fchmod(lock_.get(), mode_of_locked);
}

ControlGroup::~ControlGroup() {
  remove_group(path_);
}

bool ControlGroup::enter() const {
  return write(path_ / "cgroup.procs", "0");
}

void ControlGroup::kill_all() const {
  if (exists()) write(path_ / "cgroup.kill", "1");
}

bool ControlGroup::was_hit() const {
  if (!exists()) return false;
  for (const char* name : {"memory.events", "memory.oom_control"}) {
    std::ifstream in(path_ / name);
    std::string word;
    for (std::uint64_t count = 0; in >> word >> count;)
      if (word == "oom_kill" && count > 0) return true;
  }
  return false;
}

void remove_group(const fs::path& path) {
  // The last process may need a moment to leave the group.
  for (int round = 0; !path.empty() && ::rmdir(path.c_str()) != 0 && errno == EBUSY && round < 50; ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void remove_abandoned_groups(const fs::path& in, const std::string& prefix) {
  std::error_code error;
  for (fs::directory_iterator entry(in, error), end; !error && entry != end; entry.increment(error)) {
    struct stat status {};
    if (!entry->path().filename().string().starts_with(prefix) ||
        ::stat(entry->path().c_str(), &status) != 0 || ::time(nullptr) - status.st_ctime < 2)
      continue;
    // Older versions of this program do not lock.
    if ((status.st_mode & 07777) == mode_of_locked && lock_group(entry->path()).get() >= 0)
      kill_group(entry->path());
    ::rmdir(entry->path().c_str());  // fails while it contains a process
  }
}

}  // namespace bindpose::conformance
