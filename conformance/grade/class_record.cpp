// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/grade/class_run.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"
#include "conformance/report/unfinished.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// ordered_json searches its keys one after the other; a class may have a million submissions.
using sorted_json = nlohmann::json;

constexpr const char* format_name = "bindpose-grading-1";
constexpr std::size_t longest_folder = 200;  // bytes; file systems have 255
constexpr std::string_view own_files[] = {"class.csv",   "class.html", "filled.csv", "grading.json",
                                          "journal.csv", "ids.csv",    "manual.csv", ".lock"};

/// The name as a case-insensitive file system compares it.
std::string folded(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

/// True for a file that belongs to the class itself.
bool is_own_file(const std::string& name) {
  return std::ranges::count(own_files, folded(name)) > 0;
}

/// True if a sheet may be in a folder of this name.
bool is_folder_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

/// Gives each submission its own folder.
class SheetFolders {
 public:
  /// Returns false if another submission has the folder.
  bool take(const std::string& submission, const std::string& folder) {
    if (folders_.contains(submission)) return true;
    if (!taken_.insert(folded(folder)).second) return false;
    folders_[submission] = folder;
    return true;
  }
  void take_name(const std::string& submission) {
    if (submission.size() <= longest_folder && !is_own_file(submission)) take(submission, submission);
  }
  void take_number(const std::string& submission) {
    const std::string begin = std::string(beginning_of(submission, longest_folder)) + ".submission";
    for (std::size_t n = 1; !take(submission, n == 1 ? begin : fmt::format("{}-{}", begin, n)); ++n) {
    }
  }
  const std::map<std::string, std::string>& folders() const { return folders_; }

 private:
  std::map<std::string, std::string> folders_;
  std::set<std::string> taken_;
};

std::string score_text(std::optional<double> score) {
  return score ? fmt::format("{:g}", *score) : "";
}

}  // namespace

Expected<ClassRecord> parse_class_record(std::string_view text, const std::string& where,
                                         const Rubric& rubric) {
  const auto document = foreign_json<sorted_json>(text);
  if (!document.is_object() || document.value("format", sorted_json()) != format_name ||
      !document.value("seed", sorted_json()).is_string())
    return fail("GRADING_FORMAT", where, "expected the record of an earlier grading");
  if (document.value("rubric_hash", sorted_json()) != rubric.hash)
    return fail("GRADING_RUBRIC", where, "the rubric has changed: grade into another folder");
  ClassRecord record{rubric.title, rubric.hash, document["seed"].get<std::string>()};
  record.is_anonymous = document.value("anonymous", sorted_json()) == true;
  const auto submissions = document.find("submissions");
  if (submissions == document.end()) return record;
  for (const auto& [name, entry] : submissions->items()) {
    const sorted_json hash = entry.is_object() ? entry.value("hash", sorted_json()) : sorted_json();
    const sorted_json removed =
        entry.is_object() ? entry.value("removed", sorted_json(false)) : sorted_json();
    const sorted_json folder = entry.is_object() ? entry.value("folder", sorted_json(name)) : sorted_json();
    if (!hash.is_string() || !removed.is_boolean() || !folder.is_string() ||
        !is_folder_name(folder.get<std::string>()))
      return fail("GRADING_FORMAT", fmt::format("{}#/submissions/{}", where, printable(name)),
                  "expected a hash, true or false (removed or not), and a folder's name");
    RecordedSubmission& known = record.submissions[name] = {hash.get<std::string>(), removed.get<bool>()};
    if (folder != name) known.folder = folder.get<std::string>();
  }
  return record;
}

std::string class_record_text(const ClassRecord& record) {
  sorted_json submissions = sorted_json::object();
  for (const auto& [name, entry] : record.submissions) {
    sorted_json& written = submissions[name] = {{"hash", entry.hash}};
    if (entry.removed) written["removed"] = true;
    if (!entry.folder.empty()) written["folder"] = entry.folder;
  }
  ordered_json document = ordered_json::object();
  if (record.is_unfinished) document["state"] = unfinished_state;
  document.update(ordered_json{{"format", format_name},
                               {"rubric", record.rubric},
                               {"rubric_hash", record.rubric_hash},
                               {"seed", record.seed}});
  if (record.is_anonymous) document["anonymous"] = true;
  document["submissions"] = ordered_json(std::move(submissions));
  return json_text(document);
}

Expected<std::optional<ClassRecord>> read_class_record(const fs::path& out, const Rubric& rubric) {
  const fs::path file = out / "grading.json";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  BINDPOSE_TRY(const auto text, read_text(file, limits::class_record.most));
  return parse_class_record(text, file.string(), rubric);
}

Expected<void> write_class_record(const fs::path& out, const ClassRecord& record) {
  return write_file(out / "grading.json", class_record_text(record));
}

Expected<std::string> submission_hash(const fs::path& folder, const TreeSize& most) {
  std::error_code error;
  if (fs::is_symlink(folder, error)) return std::string();
  if (const auto small = require_size(folder, most); !small)
    return fail("SUBMISSION_SIZE", small.error().where, small.error().message);
  return content_name(folder);
}

Expected<void> note_in_journal(const fs::path& out, const std::string& submission, std::string_view event,
                               std::optional<double> before, std::optional<double> now) {
  BINDPOSE_TRY(const Descriptor journal, open_in_place(out, "journal.csv", O_APPEND));
  struct stat looks {};
  if (::fstat(journal.get(), &looks) != 0)
    return fail("FILE_WRITE", (out / "journal.csv").string(), std::strerror(errno));
  const bool is_new = looks.st_size == 0;
  const std::string line = fmt::format("{},{},{},{},{}\n", time_now(), csv_cell(clean_line(submission)),
                                       event, score_text(before), score_text(now));
  if (write_all(journal, (is_new ? "time,submission,event,before,score\n" : "") + line)) return {};
  const int why = errno;
  // An incomplete line would merge with the next line.
  [[maybe_unused]] const int ignored = ::ftruncate(journal.get(), looks.st_size);
  return fail("FILE_WRITE", (out / "journal.csv").string(), std::strerror(why));
}

std::map<std::string, std::string> sheet_folders(const ClassRecord& record,
                                                 const std::set<std::string>& handed_in) {
  SheetFolders folders;
  std::set<std::string> all = handed_in;
  for (const auto& [name, entry] : record.submissions) {
    if (entry.folder.empty())
      folders.take_name(name);
    else
      folders.take(name, entry.folder);
    all.insert(name);
  }
  for (const std::string& name : all)
    folders.take_name(name);
  for (const std::string& name : all)
    folders.take_number(name);
  return folders.folders();
}

namespace {

namespace fs = std::filesystem;

/// True for bytes that are not escaped in a name.
bool stays(unsigned char c) {
  return c >= ' ' && c < 0x7f && std::string_view("%:[").find(static_cast<char>(c)) == std::string_view::npos;
}

/// True if the name contains an escape such as "%25" or "%E9" of a byte that must be escaped.
bool looks_escaped(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (; name.size() >= 3; name.remove_prefix(1)) {
    const std::size_t high = digits.find(name[1]), low = digits.find(name[2]);
    if (name[0] == '%' && std::max(high, low) < digits.size() &&
        !stays(static_cast<unsigned char>(16 * high + low)))
      return true;
  }
  return false;
}

bool is_submission(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_directory(ignored) && entry.path().filename().string().front() != '.';
}

}  // namespace

std::vector<std::string> other_entries_in(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (!is_submission(*entry)) names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Expected<std::vector<fs::path>> submissions_in(const fs::path& folder, const std::string& only) {
  std::error_code error;
  std::vector<fs::path> found;
  fs::directory_iterator entries(folder, error);
  if (error) return fail("FILE_READ", folder.string(), error.message());
  for (; entries != fs::directory_iterator(); entries.increment(error)) {
    if (error) return fail("FILE_READ", folder.string(), error.message());
    const std::string name = entries->path().filename().string();
    if (!is_submission(*entries)) continue;
    if (only.empty() || matches_glob(name, only)) found.push_back(fs::absolute(entries->path()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string submission_name(const fs::path& folder) {
  const std::string bytes = folder.filename().string();
  const bool is_shown = clean_line(bytes) == bytes;
  if (is_shown && !looks_escaped(bytes)) return bytes;
  std::string text;
  for (const char c : bytes)
    text += c == '%' || (!is_shown && !stays(static_cast<unsigned char>(c)))
                ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)))
                : std::string(1, c);
  return text;
}

Expected<void> require_own_folder(const fs::path& submission) {
  std::error_code error;
  if (fs::is_symlink(submission, error))
    return fail("SUBMISSION_LINK", submission.string(),
                "is a symbolic link, expected a folder inside the folder of the class");
  return {};
}

namespace {

/// Names of files below {} in a command.
std::vector<std::string> files_of(std::string_view command) {
  constexpr std::string_view mark = "{}/";
  std::vector<std::string> files;
  for (std::size_t at = command.find(mark); at != command.npos; at = command.find(mark, at)) {
    at += mark.size();
    files.emplace_back(command.substr(at, command.find_first_of(" \t'\"?;&|", at) - at));
  }
  return files;
}

/// "there are Main.java, notes.txt and 3 more"
std::string what_is_there(const fs::path& folder) {
  constexpr std::size_t most = 5;
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    names.insert(printable(entry->path().filename().string(), 60));
  if (names.empty()) return "the folder is empty";
  const std::vector<std::string> shown(
      names.begin(), std::next(names.begin(), static_cast<std::ptrdiff_t>(std::min(names.size(), most))));
  return fmt::format("there {} {}{}", names.size() == 1 ? "is" : "are", fmt::join(shown, ", "),
                     names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

}  // namespace

Expected<std::string> fitting_command(const std::vector<std::string>& commands, const fs::path& folder) {
  std::set<std::string> missing;
  for (const std::string& command : commands) {
    bool is_there = true;
    for (const std::string& file : files_of(command)) {
      std::error_code error;
      if (fs::exists(fs::symlink_status(folder / file, error))) continue;
      missing.insert(file);
      is_there = false;
    }
    if (is_there) return command_for(command, folder);
  }
  return fail(
      "SUBMISSION_FILE", "",
      fmt::format("{} {} not submitted; {}", fmt::join(missing, commands.size() > 1 ? " or " : " and "),
                  missing.size() == 1 ? "was" : "were", what_is_there(folder)));
}

std::string command_for(std::string_view command, const fs::path& folder) {
  const std::string path = folder.lexically_normal().string();
  // Only command lines are split into words.
  const bool has_words = command.substr(0, 4) == "cmd:";
  std::string text;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '{' && command.substr(i, 2) == "{}") {
      for (const char p : path) {
        const bool special = quote == '\0'  ? std::string_view(" \t\n'\"\\").find(p) != std::string_view::npos
                             : quote == '"' ? p == '"' || p == '\\'
                                            : false;
        if (has_words && quote == '\'' && p == '\'') {
          text += "'\\''";
          continue;
        }
        if (has_words && special) text += '\\';
        text += p;
      }
      ++i;
      continue;
    }
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      text += c;
      text += command[++i];
      continue;
    }
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    text += c;
  }
  return text;
}

}  // namespace bindpose::conformance
