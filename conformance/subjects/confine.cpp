// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/confine.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/bubblewrap.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/oracle_files.h"
#include "conformance/subjects/sandbox/control_group.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/readable_copy.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr const char* search_path = "/usr/local/bin:/usr/bin:/bin";

/// Files that a program needs to start, besides system_folders(). Node does not start if openssl.cnf exists and
/// cannot be read. /proc/self is the process that reads it. /bin and similar links are omitted: a rule for a link
/// into /usr would allow hidden files there.
constexpr const char* system_seen[] = {"/etc/ld.so.cache",
                                       "/etc/alternatives",
                                       "/etc/ssl/openssl.cnf",
                                       "/proc/self",
                                       "/proc/meminfo",
                                       "/proc/cpuinfo",
                                       "/proc/stat",
                                       "/proc/loadavg",
                                       "/proc/filesystems",
                                       "/proc/sys/vm/overcommit_memory",
                                       "/sys/devices/system/cpu"};

/// A file or folder that the subject sees.
struct Shown {
  std::string name;   ///< path for the judge's user
  std::string place;  ///< path for the subject's user
  OracleFiles oracles;
};

OwnFiles own_files_of(const Adapter& adapter) {
  OwnFiles own{adapter.folder, adapter.programs};
  for (const std::string& word : adapter.command)
    if (!adapter.folder.empty() && is_below(word, adapter.folder)) own.programs.push_back(word);
  return own;
}

/// Lists files with expected outputs in a subject's own folder, for course staff; empty if there are none.
std::string note_on_own(const OracleFiles& oracles, const std::string& folder, bool are_hidden) {
  if (oracles.found.empty()) return "";
  const std::string first = fs::path(oracles.found.front().name).lexically_relative(folder).string();
  const std::size_t others = oracles.found.size() - 1;
  return fmt::format("{}: {}{}",
                     are_hidden ? "files with expected outputs are hidden from it"
                                : "without a sandbox it can read files with expected outputs",
                     first, others == 0 ? "" : fmt::format(" and {} more", others));
}

/// Error SANDBOX_ORACLE if a sandbox is required; otherwise a note.
Expected<std::string> note_on_search(const OracleFiles& oracles, const std::string& folder,
                                     const Sandbox& sandbox) {
  if (sandbox.least != SandboxLevel::none) BINDPOSE_CHECK(require_complete(oracles, folder));
  return oracles.unfinished.empty()
             ? std::string()
             : fmt::format("it may see golden data or programs in {}: {}", folder, oracles.unfinished);
}

void append_note(std::string& notes, const std::string& note) {
  if (!note.empty()) notes += (notes.empty() ? "" : "; ") + note;
}

bool in_bubblewrap(const Sandbox& sandbox) {
  return isolation(sandbox.most).level == SandboxLevel::bubblewrap;
}

/// A file or folder in its place if the subject's user can read it there, otherwise a copy.
Expected<Shown> shown(const std::string& name, const Adapter& adapter, const Sandbox& sandbox,
                      const ExchangeFolders& folders) {
  Shown result{name, name, oracle_files_in(name, own_files_of(adapter))};
  if (folders.user == 0 || is_of_system(name)) return result;
  if (is_open_to_all(name) && (in_bubblewrap(sandbox) || is_reached_by_all(name))) return result;
  std::vector<fs::path> but;  // not copied; bubblewrap hides them instead, which needs the files
  for (const OracleFile& each : result.oracles.found)
    if (!in_bubblewrap(sandbox)) but.emplace_back(each.name);
  std::error_code error;
  const fs::path copies = fs::path(folders.scratch) / "seen";
  fs::create_directory(copies, error);
  open_to_all(copies);
  result.place = (copies / std::to_string(std::distance(fs::directory_iterator(copies, error), {})));
  BINDPOSE_CHECK(copy_for_all(name, result.place, but));
  return result;
}

Expected<std::vector<Shown>> all_shown(const Adapter& adapter, const Sandbox& sandbox,
                                       const ExchangeFolders& folders, std::string& notes) {
  std::vector<Shown> all;
  for (const std::string& each : sandbox.see) {
    BINDPOSE_TRY(auto one, shown(fs::absolute(each).lexically_normal().string(), adapter, sandbox, folders));
    if (one.place != one.name && !in_bubblewrap(sandbox))
      return fail(
          "SANDBOX_FOLDER", one.name,
          "other users may not read it, and without bubblewrap the subject cannot see it: make it readable");
    BINDPOSE_TRY(const auto note, note_on_search(one.oracles, one.name, sandbox));
    append_note(notes, note);
    all.push_back(std::move(one));
  }
  std::vector<std::string> own = adapter.programs;
  if (!adapter.folder.empty()) own.insert(own.begin(), adapter.folder);
  for (const std::string& each : own) {
    BINDPOSE_TRY(auto one, shown(each, adapter, sandbox, folders));
    if (each == adapter.folder)
      append_note(notes, note_on_own(one.oracles, adapter.folder,
                                     isolation(sandbox.most).level != SandboxLevel::none));
    all.push_back(std::move(one));
  }
  return all;
}

/// The control group's folder has the name of the scratch folder.
std::string group_of(const std::string& scratch) {
  const fs::path& groups = folder_of_control_groups();
  return groups.empty() ? "" : (groups / fs::path(scratch).filename()).string();
}

Confinement limits_of(const Sandbox& sandbox, const ExchangeFolders& folders) {
  Confinement confinement;
  confinement.environment = environment_of(sandbox, folders.temporary);
  confinement.memory = sandbox.memory;
  confinement.processes = sandbox.processes;
  confinement.disk = sandbox.disk;
  confinement.written = {folders.out};
  if (!folders.temporary.empty()) confinement.written.push_back(folders.temporary);
  confinement.scratch = folders.scratch;
  confinement.group = group_of(folders.scratch);
  confinement.filtered = sandbox.most != SandboxLevel::none;
  return confinement;
}

/// In bubblewrap, all names stay the same.
void enclose(Confinement& confinement, const Adapter& adapter, const std::vector<Shown>& all,
             const ExchangeFolders& folders) {
  Bubblewrap bubblewrap({folders.user, isolation().nested_namespaces});
  for (const std::string& folder : system_folders())
    for (const OracleFile& hidden : oracle_files_in(folder, own_files_of(adapter)).found)
      bubblewrap.hide(hidden.name, hidden.is_folder);
  const auto is_program = [&adapter](const std::string& name) {
    return std::ranges::find(adapter.programs, name) != adapter.programs.end();
  };
  for (const Shown& each : all) {
    if (is_of_system(each.name) && is_program(each.name)) continue;
    bubblewrap.show(each.place, each.name);
    for (const OracleFile& hidden : each.oracles.found)
      if (!is_program(each.name)) bubblewrap.hide(hidden.name, hidden.is_folder);
  }
  bubblewrap.show(folders.in, folders.seen_in);
  bubblewrap.give(folders.out, folders.seen_out);
  confinement.pipes_moved = true;
  confinement.command = bubblewrap.command(adapter.folder.empty() ? "/tmp" : adapter.folder, adapter.command);
}

/// Allows a folder except for its hidden entries. Landlock can only allow, so every other entry gets its own rule.
/// Links get none: a rule for a link would allow its target anywhere.
void allow_but(const fs::path& folder, const std::vector<OracleFile>& hidden, Confinement& confinement) {
  const auto holds_any = [&hidden](const fs::path& path) {
    return std::ranges::any_of(hidden, [&path](const OracleFile& each) { return is_below(each.name, path); });
  };
  if (!holds_any(folder)) {
    confinement.seen.push_back(folder.string());
    return;
  }
  if (std::ranges::any_of(hidden, [&folder](const OracleFile& each) { return each.name == folder; })) return;
  confinement.listed.push_back(folder.string());
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code none; !entry->is_symlink(none)) allow_but(entry->path(), hidden, confinement);
}

/// Replaces the name of a copied file in the command by the copy's name.
std::string where_it_is(const std::string& word, const std::vector<Shown>& all) {
  for (const Shown& each : all)
    if (is_below(word, each.name)) {
      const fs::path way = fs::path(word).lexically_relative(each.name);
      return way == "." ? each.place : (fs::path(each.place) / way).string();
    }
  return word;
}

void restrict(Confinement& confinement, const Adapter& adapter, const std::vector<Shown>& all,
              const Isolation& here, const ExchangeFolders& folders) {
  confinement.command = adapter.command;
  for (std::string& word : confinement.command)
    word = where_it_is(word, all);
  confinement.directory = adapter.folder.empty() ? folders.out : where_it_is(adapter.folder, all);
  confinement.user = folders.user;
  confinement.files_restricted = here.level == SandboxLevel::landlock;
  if (!confinement.files_restricted) return;
  confinement.seen.assign(std::begin(system_seen), std::end(system_seen));
  confinement.seen.push_back(folders.in);
  for (const std::string& folder : system_folders())
    allow_but(folder, oracle_files_in(folder, own_files_of(adapter)).found, confinement);
  for (const Shown& each : all)
    allow_but(each.place, each.place == each.name ? each.oracles.found : std::vector<OracleFile>(),
              confinement);
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// True if a folder of a search path ("/usr/bin:/bin") has the program.
bool is_found(const std::string& name, const std::string& search) {
  std::istringstream folders(search);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (is_program(fs::path(folder) / name)) return true;
  return false;
}

/// Makes the folders in the scratch folder, each with the rights that its user needs. Only this
/// user and the judge's may enter the scratch folder, so its contents may have any rights. Errors:
/// FILE_WRITE.
Expected<void> make_folders(const ExchangeFolders& folders) {
  std::error_code error;
  for (const std::string& folder : {folders.in, folders.out, folders.temporary})
    if (!folder.empty() && !fs::create_directory(folder, error))
      return fail("FILE_WRITE", folder, error.message());
  if (folders.user == 0) return {};
  // A subject's user has a group with the same number.
  if (::chown(folders.scratch.c_str(), ::geteuid(), folders.user) != 0 ||
      ::chmod(folders.scratch.c_str(), S_IRWXU | S_IXGRP) != 0)
    return fail("FILE_WRITE", folders.scratch, "it cannot be opened to another user");
  open_to_all(folders.in);
  for (const std::string& folder : {folders.out, folders.temporary})
    if (!folder.empty() && ::chown(folder.c_str(), folders.user, folders.user) != 0)
      return fail("FILE_WRITE", folder, "it cannot be given to another user");
  return {};
}

}  // namespace

std::map<std::string, std::string> environment_of(const Sandbox& sandbox, const std::string& temporary) {
  // A subject's folder stays unchanged, also without a sandbox.
  std::map<std::string, std::string> environment = {
      {"PATH", search_path}, {"LANG", "C.UTF-8"}, {"PYTHONDONTWRITEBYTECODE", "1"}};
  for (const char* name : {"HOME", "TMPDIR"})
    environment[name] = temporary.empty() ? "/tmp" : temporary;
  for (const auto& [name, value] : sandbox.env)
    environment[name] = value;
  return environment;
}

Expected<ExchangeFolders> make_exchange(const Sandbox& sandbox, uid_t user) {
  std::error_code error;
  const bool apart = in_bubblewrap(sandbox);
  const fs::path usual = fs::temp_directory_path(error);
  // Without bubblewrap, the subject's user needs access to it.
  const bool is_reached = apart || user == 0 || is_reached_by_all(usual / "any");
  BINDPOSE_TRY(auto made, make_temporary_folder(is_reached ? fs::path() : "/tmp"));
  remove_abandoned_groups(folder_of_control_groups(), std::string(temporary_prefix));
  const std::string scratch = made.path.string();
  ExchangeFolders folders{
      scratch, scratch + "/in",     scratch + "/out", apart ? "" : scratch + "/tmp", "", "",
      user,    std::move(made.lock)};
  folders.seen_in = apart ? "/exchange/in" : folders.in;
  folders.seen_out = apart ? "/exchange/out" : folders.out;
  const auto filled = make_folders(folders);
  if (!filled) remove_everything(scratch);
  return filled ? Expected<ExchangeFolders>(std::move(folders)) : tl::unexpected(filled.error());
}

Expected<void> require_program(const std::string& command_line, const Sandbox& sandbox) {
  BINDPOSE_TRY(const auto words, split_words(command_line));
  std::string name = words.empty() ? "" : words.front();
  const bool is_path = name.find('/') != std::string::npos;
  std::error_code error;
  if (is_path && fs::exists(name, error)) name = fs::absolute(name).lexically_normal().string();
  if (name.find("{}") != std::string::npos || (is_path && name[0] != '/')) return {};
  if (name[0] != '/') {
    const std::string search = environment_of(sandbox, "").at("PATH");
    // Without bubblewrap the judge's own search path finds the program.
    const char* own = in_bubblewrap(sandbox) ? nullptr : std::getenv("PATH");
    if (is_found(name, search) || (own != nullptr && is_found(name, own))) return {};
    return fail("PROGRAM_MISSING", name, "is not a program in " + search + ": correct the command");
  }
  if (!is_program(name)) return fail("PROGRAM_MISSING", name, "is not a program: correct the command");
  const auto shows = [&name](const std::string& folder) {
    return is_below(name, fs::absolute(folder).lexically_normal().string());
  };
  if (isolation(sandbox.most).level == SandboxLevel::none || is_of_system(name) ||
      std::ranges::any_of(sandbox.see, shows) || (!sandbox.folder.empty() && shows(sandbox.folder)))
    return {};
  return fail("PROGRAM_MISSING", name, "is not visible to a subject: show its folder with --see");
}

Expected<Confined> confine(const Adapter& adapter, const Sandbox& sandbox, const ExchangeFolders& folders) {
  Confined result{limits_of(sandbox, folders), adapter.note};
  BINDPOSE_TRY(const auto all, all_shown(adapter, sandbox, folders, result.note));
  const Isolation& here = isolation(sandbox.most);
  if (here.level != SandboxLevel::none)
    for (const std::string& folder : system_folders()) {
      BINDPOSE_TRY(const auto note,
                   note_on_search(oracle_files_in(folder, own_files_of(adapter)), folder, sandbox));
      append_note(result.note, note);
    }
  if (in_bubblewrap(sandbox))
    enclose(result.confinement, adapter, all, folders);
  else
    restrict(result.confinement, adapter, all, here, folders);
  return result;
}

}  // namespace bindpose::conformance
