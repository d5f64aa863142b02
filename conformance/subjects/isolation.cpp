// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/isolation.h"

#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "conformance/subjects/bubblewrap.h"
#include "conformance/subjects/sandbox/control_group.h"
#include "conformance/subjects/sandbox/held.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/landlock.h"
#include "conformance/subjects/sandbox/own_user.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_text = 1000;  // bytes of bubblewrap's message

/// Exit status and output of a command of the caller's PATH.
struct Tried {
  int status = 0;
  std::string text;
};
/// Errors: JUDGE_RESOURCES (a process could not start or be waited for).
Expected<Tried> tried(std::vector<std::string> words) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC)), messages = kept_messages();
  const Child::Handed handed[] = {
      {&nothing, STDIN_FILENO}, {&messages, STDOUT_FILENO}, {&messages, STDERR_FILENO}};
  words.insert(words.begin(), "env");
  auto child = Child::start("/usr/bin/env", words, handed);
  if (!child) return fail("JUDGE_RESOURCES", words[1], child.error().message);
  Tried result;
  result.status = child->wait();
  if (result.status < 0) return fail("JUDGE_RESOURCES", words[1], "waiting for the program failed");
  result.text = last_words(messages, most_text);
  result.text.erase(result.text.find_last_not_of(" \n") + 1);
  // Only a limit on processes can cause this failure.
  if (result.status != 0 && result.text.find(std::strerror(EAGAIN)) != std::string::npos)
    return fail("JUDGE_RESOURCES", words[1], result.text);
  return result;
}

/// True if Landlock works as documented. Errors: JUDGE_RESOURCES.
Expected<bool> landlock_works(bool own_user) {
  const OwnUser user = own_user ? OwnUser::lend() : OwnUser();
  const auto works = holds_in_a_child([&user] {
    const bool set_up = (user.id() == 0 || become_user(user.id())) && restrict_files({{"/usr"}, {}, {}});
    return set_up && ::open("/etc/passwd", O_RDONLY) < 0 && ::open("/usr", O_RDONLY | O_DIRECTORY) >= 0;
  });
  if (!works) return fail("JUDGE_RESOURCES", "landlock", "a process cannot be started or waited for");
  return *works;
}

/// The features of bubblewrap, or the reason `why` it does not work. Errors: JUDGE_RESOURCES.
Expected<Isolation> by_bubblewrap(std::string& why) {
  BINDPOSE_TRY(const Tried version, tried({"bwrap", "--version"}));
  if (version.status != 0) {
    why = "bubblewrap is not installed: apt install bubblewrap";
    return Isolation();
  }
  const OwnUser user = OwnUser::lend();
  for (const bool own_user : {true, false})
    for (const bool nested : {false, true}) {  // versions before 0.8 cannot forbid nested namespaces
      if (own_user && (user.id() == 0 || nested)) continue;
      BINDPOSE_TRY(const Tried trial, tried(Bubblewrap({own_user ? user.id() : 0, nested}).trial()));
      why = fmt::format("{} does not work here: {}", version.text, trial.text);
      if (trial.status != 0) continue;
      return Isolation{SandboxLevel::bubblewrap, own_user, nested,
                       fmt::format("{}{}: no network, no home, no golden data", version.text,
                                   own_user ? ", each as a separate user" : ""),
                       ""};
    }
  return Isolation();
}

/// Errors: JUDGE_RESOURCES.
Expected<Isolation> by_landlock(const std::string& why) {
  const bool own_user = can_become_others();
  const int version = landlock_version();
  BINDPOSE_TRY(const bool works, version == 0 ? Expected<bool>(false) : landlock_works(own_user));
  if (!works)
    return Isolation{SandboxLevel::none, own_user, false,
                     fmt::format("none ({}; this kernel has no Landlock): limits apply and system calls are "
                                 "filtered, but files are readable{}",
                                 why, own_user ? " to a separate user" : ""),
                     ""};
  std::string lacking;
  if (!own_user && version < landlock_with_signals)
    lacking += "; it may signal no other process, not even its children";
  if (version < landlock_with_truncation) lacking += "; it may not truncate files by name";
  return Isolation{SandboxLevel::landlock, own_user, false,
                   fmt::format("landlock {} ({}){}: no network, no home, no golden data{}", version, why,
                               own_user ? ", each as a separate user" : "", lacking),
                   ""};
}

/// Describes which of two memory limits is in force.
std::string memory_limit(bool filtered) {
  if (!folder_of_control_groups().empty())
    return "memory: a control group, which counts the kernel's buffers";
  if (!filtered) return "memory: watched; the kernel's buffers are not bounded";
  return fmt::format("memory: watched, and at most {} MiB of the kernel's buffers not counted",
                     most_unseen_memory() >> 20);
}

/// A run must not use a level that could not be tested.
Isolation or_trouble(Expected<Isolation> found) {
  if (found) return std::move(*found);
  const std::string trouble =
      "this machine's sandbox cannot be tested: " + bindpose::to_string(found.error());
  return {SandboxLevel::none, false, false, "nothing; " + trouble, trouble};
}

}  // namespace

std::array<Isolation, 3> find_isolation() {
  const auto unknown_users = fail("JUDGE_RESOURCES", "users", "a process cannot be started or waited for");
  std::string why;
  Isolation none{SandboxLevel::none, false, false, "none, as requested (--no-sandbox): only limits apply",
                 ""};
  Isolation best = or_trouble(are_others_tried() ? by_bubblewrap(why) : unknown_users);
  const bool has_better = best.level != SandboxLevel::none || !best.trouble.empty();
  Isolation next =
      or_trouble(are_others_tried() ? by_landlock(has_better ? "as requested" : why) : unknown_users);
  none.description += "; " + memory_limit(false);
  for (Isolation* each : {&best, &next})
    each->description += "; " + memory_limit(true);
  return {none, next, has_better ? best : next};
}

const Isolation& isolation(SandboxLevel most) {
  static const std::array<Isolation, 3> found = find_isolation();
  return found[static_cast<std::size_t>(most)];
}

std::string to_string(SandboxLevel level) {
  constexpr std::array names = {"none", "landlock", "bubblewrap"};
  return names[static_cast<std::size_t>(level)];
}

Expected<void> require_sandbox(const Sandbox& sandbox) {
  const Isolation& here = isolation(sandbox.most);
  if (!here.trouble.empty()) return fail("JUDGE_RESOURCES", "", here.trouble);
  if (here.level >= sandbox.least) return {};
  return fail("SANDBOX_MISSING", to_string(sandbox.least), "this machine has " + here.description);
}

}  // namespace bindpose::conformance
