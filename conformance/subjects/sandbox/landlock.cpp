// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/landlock.h"

#include <algorithm>
#include <cstdint>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

// These system call numbers are the same on every processor. Defines names that headers of Linux
// 6.1 lack.
constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr std::uint64_t execute = 1U << 0, write_file = 1U << 1, read_file = 1U << 2, read_folder = 1U << 3,
                        refer = 1U << 13, truncate = 1U << 14, device_control = 1U << 15;
constexpr std::uint64_t tcp_bind = 1U << 0, tcp_connect = 1U << 1;
constexpr std::uint64_t abstract_sockets = 1U << 0, signals = 1U << 1;

/// Devices without storage; every program may write to them.
constexpr const char* devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

struct Ruleset {
  std::uint64_t files, network, scopes;
};

std::uint64_t all_of_files(int version) {
  std::uint64_t all = refer - 1;
  if (version >= 2) all |= refer;
  if (version >= landlock_with_truncation) all |= truncate;
  if (version >= 5) all |= device_control;
  return all;
}

/// Older kernels read fewer fields of the structure.
std::size_t size_of_ruleset(int version) {
  if (version >= landlock_with_signals) return sizeof(Ruleset);
  return version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

void allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const int place = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat status {};
  ::fstat(place, &status);
  if (!S_ISDIR(status.st_mode)) rights &= execute | write_file | read_file | truncate | device_control;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place;
  ::syscall(add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(place);
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(version, 0L));
}

bool restrict_files(const FileRules& rules) {
  const int version = landlock_version();
  if (version == 0) return false;
  const std::uint64_t all = all_of_files(version);
  const Ruleset handled{all, tcp_bind | tcp_connect, abstract_sockets | signals};
  const auto ruleset = static_cast<int>(::syscall(create_ruleset, &handled, size_of_ruleset(version), 0));
  if (ruleset < 0) return false;
  for (const std::string& path : rules.readable)
    allow(ruleset, path, execute | read_file | read_folder);
  for (const std::string& path : rules.listed)
    allow(ruleset, path, read_folder);
  for (const std::string& path : rules.writable)
    allow(ruleset, path, all & ~execute);
  for (const char* path : devices)
    allow(ruleset, path, all & ~execute);
  const bool restricted =
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::syscall(restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return restricted;
}

}  // namespace bindpose::conformance
