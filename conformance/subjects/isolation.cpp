// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/isolation.h"

#include <array>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/bubblewrap.h"
#include "conformance/subjects/sandbox/control_group.h"
#include "conformance/subjects/sandbox/held.h"
#include "conformance/subjects/sandbox/landlock.h"
#include "conformance/subjects/sandbox/own_user.h"

namespace bindpose::conformance {
namespace {

/// Output of a command, for finding out a version.
std::string output_of(const std::string& command, int& code) {
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    code = -1;
    return text;
  }
  std::array<char, 1000> block;
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), pipe))
    text.append(block.data(), got);
  code = ::pclose(pipe);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

/// Whether Landlock does what it says, in a process of its own.
bool landlock_works(bool own_user) {
  const OwnUser user = own_user ? OwnUser::lend() : OwnUser();
  const FileRules rules{{"/usr"}, {}, {}};
  const pid_t child = ::fork();
  if (child == 0) {
    const bool set_up = (user.id() == 0 || become_user(user.id())) && restrict_files(rules);
    ::_exit(set_up && ::open("/etc/passwd", O_RDONLY) < 0 && ::open("/usr", O_RDONLY | O_DIRECTORY) >= 0 ? 0
                                                                                                         : 1);
  }
  int status = 1;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

/// What bubblewrap gives, or `why` it gives nothing.
Isolation by_bubblewrap(std::string& why) {
  Isolation result;
  int code = 0;
  const std::string version = output_of("bwrap --version 2>/dev/null", code);
  if (code != 0) {
    why = "bubblewrap is not installed: apt install bubblewrap";
    return result;
  }
  const OwnUser user = OwnUser::lend();
  for (const bool own_user : {true, false})
    for (const bool nested : {false, true}) {  // before 0.8 it cannot forbid name spaces inside
      if (own_user && (user.id() == 0 || nested)) continue;
      std::string probe;
      for (const std::string& word : Bubblewrap({own_user ? user.id() : 0, nested}).trial())
        probe += "'" + word + "' ";
      why = fmt::format("{} does not work here: {}", version, output_of(probe + "2>&1", code));
      if (code != 0) continue;
      return {SandboxLevel::bubblewrap, own_user, nested,
              fmt::format("{}{}: no network, no home, no golden data", version,
                          own_user ? ", each as a user of its own" : "")};
    }
  return result;
}

Isolation by_landlock(const std::string& why) {
  const bool own_user = can_become_others();
  const int version = landlock_version();
  if (version == 0 || !landlock_works(own_user))
    return {SandboxLevel::none, own_user, false,
            fmt::format("none ({}; this kernel has no Landlock): limits hold and system calls are refused, "
                        "files are open{}",
                        why, own_user ? " to a user of its own" : "")};
  std::string lacking;
  if (!own_user && version < landlock_with_signals)
    lacking += "; it may signal no other process, not even its children";
  if (version < landlock_with_truncation) lacking += "; it may not cut files off by name";
  return {SandboxLevel::landlock, own_user, false,
          fmt::format("landlock {} ({}){}: no network, no home, no golden data{}", version, why,
                      own_user ? ", each as a user of its own" : "", lacking)};
}

/// Which of the two limits on memory holds.
std::string memory_limit(bool filtered) {
  if (!folder_of_control_groups().empty())
    return "memory: a control group, which counts the kernel's buffers";
  if (!filtered) return "memory: watched; the kernel's buffers are not bounded";
  return fmt::format("memory: watched, and at most {} MiB of the kernel's buffers unseen",
                     most_unseen_memory() >> 20);
}

std::array<Isolation, 3> found_here() {
  std::string why;
  Isolation none{SandboxLevel::none, false, false, "none, as asked for (--no-sandbox): only limits hold"};
  Isolation best = by_bubblewrap(why);
  Isolation next = by_landlock(best.level == SandboxLevel::none ? why : "as asked for");
  none.description += "; " + memory_limit(false);
  for (Isolation* each : {&best, &next})
    each->description += "; " + memory_limit(true);
  return {none, next, best.level == SandboxLevel::none ? next : best};
}

}  // namespace

const Isolation& isolation(SandboxLevel most) {
  static const std::array<Isolation, 3> found = found_here();
  return found[static_cast<std::size_t>(most)];
}

std::string to_string(SandboxLevel level) {
  constexpr std::array names = {"none", "landlock", "bubblewrap"};
  return names[static_cast<std::size_t>(level)];
}

Expected<void> require_sandbox(const Sandbox& sandbox) {
  const Isolation& here = isolation(sandbox.most);
  if (here.level >= sandbox.least) return {};
  return fail("SANDBOX_MISSING", to_string(sandbox.least), "this machine has " + here.description);
}

}  // namespace bindpose::conformance
