// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/baseline_update.h"

#include <chrono>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include "conformance/cli/commands.h"
#include "reference/io/process.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

std::string changes_text(const BaselineUpdate& update) {
  std::string text;
  for (const auto& [name, before, after] : update.changes)
    text += before && after
                ? fmt::format("  changed  {}: {} -> {}\n", name, to_string(*before), to_string(*after))
            : after ? fmt::format("  added    {}: {}\n", name, to_string(*after))
                    : fmt::format("  removed  {}: {}\n", name, to_string(*before));
  return text;
}

/// True for "y" or "yes"; the end of the input or a signal means no.
bool is_confirmed(const std::string& file) {
  say(stdout, "update {}? [y/N] ", file);
  std::fflush(stdout);
  // A signal does not end a read.
  pollfd terminal{STDIN_FILENO, POLLIN, 0};
  while (!interrupted() && ::poll(&terminal, 1, 100) <= 0) {
  }
  char line[16] = "";
  if (interrupted() || std::fgets(line, sizeof line, stdin) == nullptr) return false;
  const std::string_view answer(line);
  return (answer == "y\n" || answer == "Y\n" || answer == "yes\n") && !interrupted();
}

/// Waits while another run updates a baseline in the folder, so that no rows are lost. Some file
/// systems cannot lock folders.
/// Error FOLDER_BUSY.
Expected<Descriptor> locked(const fs::path& folder) {
  const Deadline deadline = after(60);
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
    if (interrupted() || std::chrono::steady_clock::now() > deadline)
      return fail("FOLDER_BUSY", folder.string(), "another run updates a baseline here");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return opened;
}

}  // namespace

Expected<void> prepare_baseline_update(GateOptions& options, const std::string& out) {
  if (options.update.empty()) {
    if (options.yes) return fail("ARGUMENT", "--yes", "has no effect without --update-baseline");
    return {};
  }
  if (!options.yes && (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0))
    return fail("ARGUMENT", "--update-baseline", "expected a terminal for the question, or --yes");
  std::error_code error;
  const auto place = [&error](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(path), error);
  };
  // --out may end in a slash.
  if (!out.empty() && place(options.update).parent_path() == (place(out) / "").parent_path())
    return fail("ARGUMENT", "--update-baseline",
                "expected a file that is not in --out: a run replaces its files");
  if (!fs::exists(options.update, error)) {
    if (fs::is_symlink(options.update, error))
      return fail("ARGUMENT", "--update-baseline",
                  "expected a file; it is a link to a file that does not exist");
    return {};
  }
  BINDPOSE_CHECK(Baseline::read(options.update));
  if (options.baseline.empty()) options.baseline = options.update;
  return {};
}

Expected<void> update_baseline(const Suite& suite, const GateOptions& options, int exit_code, bool is_quiet) {
  if (options.update.empty()) return {};
  const std::string file = one_line(options.update);
  if (exit_code == 2) {
    say(stdout, "{} is not updated: the run has an error, or was interrupted\n", file);
    return {};
  }
  std::error_code error;
  // A link stays a link, and a file keeps its permissions.
  const fs::path target = fs::weakly_canonical(fs::absolute(options.update), error);
  const auto read_update = [&]() -> Expected<BaselineUpdate> {
    BINDPOSE_TRY(const std::string text, fs::exists(target, error)
                                             ? read_text(options.update, limits::baseline.most)
                                             : Expected<std::string>());
    BINDPOSE_CHECK(Baseline::parse(text, options.update));
    return updated_baseline(text, baseline_states(suite));
  };
  BINDPOSE_TRY(BaselineUpdate update, read_update());
  if (update.changes.empty() && is_quiet) return {};
  say(stdout, "{}{}: {} to update; {} unchanged: the tests did not run, or a list decides them\n",
      changes_text(update), file, counted(update.changes.size(), "row"), counted(update.kept, "row"));
  if (update.changes.empty() || !(options.yes || is_confirmed(file))) return {};
  // Another run may have changed the file since it was read.
  BINDPOSE_TRY(const Descriptor lock, locked(target.parent_path()));
  BINDPOSE_TRY(update, read_update());
  const bool exists = fs::exists(target, error);
  const fs::perms permissions = fs::status(target, error).permissions();
  BINDPOSE_CHECK(write_file(target, update.text));
  if (exists) fs::permissions(target, permissions, error);
  say(stdout, "{} is updated\n", file);
  return {};
}

}  // namespace bindpose::conformance
