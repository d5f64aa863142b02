// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/class_record.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "conformance/grade/formats/words.h"
#include "conformance/judge/json_fields.h"
#include "conformance/report/text.h"
#include "conformance/report/unfinished.h"
#include "reference/io/below.h"
#include "reference/io/document_limits.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// ordered_json looks for a name among all the others: a class may have a million.
using sorted_json = nlohmann::json;

constexpr const char* format_name = "bindpose-grading-1";
constexpr std::size_t block = 1 << 20;       // bytes read at once
constexpr std::size_t most_entries = 20000;  // a submission that has more is known by its first ones

bool is_somebodys_cache(const fs::path& name) {
  return name == "__pycache__" || name == ".git";
}

std::string content_hash(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(block, '\0'), hashes;
  while (in.read(bytes.data(), static_cast<std::streamsize>(block)) || in.gcount() > 0)
    hashes += fnv1a64(std::string_view(bytes).substr(0, static_cast<std::size_t>(in.gcount())));
  return hashes;
}

std::string score_text(std::optional<double> score) {
  return score ? fmt::format("{:g}", *score) : "";
}

}  // namespace

Expected<ClassRecord> parse_class_record(std::string_view text, const std::string& where,
                                         const Rubric& rubric) {
  const auto document = foreign_json<sorted_json>(text);
  if (!document.is_object() || document.value("format", sorted_json()) != format_name ||
      !document.value("seed", sorted_json()).is_string())
    return fail("GRADING_FORMAT", where, "expected what an earlier grading wrote");
  if (document.value("rubric_hash", sorted_json()) != rubric.hash)
    return fail("GRADING_RUBRIC", where, "the rubric has changed since: grade into another folder");
  ClassRecord record{rubric.title, rubric.hash, document["seed"].get<std::string>()};
  const auto submissions = document.find("submissions");
  if (submissions == document.end()) return record;
  for (const auto& [name, entry] : submissions->items()) {
    const sorted_json hash = entry.is_object() ? entry.value("hash", sorted_json()) : sorted_json();
    const sorted_json removed =
        entry.is_object() ? entry.value("removed", sorted_json(false)) : sorted_json();
    if (!hash.is_string() || !removed.is_boolean())
      return fail("GRADING_FORMAT", fmt::format("{}#/submissions/{}", where, printable(name)),
                  "expected a hash, and whether it was removed");
    record.submissions[name] = {hash.get<std::string>(), removed.get<bool>()};
  }
  return record;
}

std::string class_record_text(const ClassRecord& record) {
  sorted_json submissions = sorted_json::object();
  for (const auto& [name, entry] : record.submissions) {
    sorted_json& written = submissions[name] = {{"hash", entry.hash}};
    if (entry.removed) written["removed"] = true;
  }
  ordered_json document = ordered_json::object();
  if (record.is_unfinished) document["state"] = unfinished_state;
  document.update(ordered_json{{"format", format_name},
                               {"rubric", record.rubric},
                               {"rubric_hash", record.rubric_hash},
                               {"seed", record.seed},
                               {"submissions", ordered_json(std::move(submissions))}});
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

std::string submission_hash(const fs::path& folder) {
  std::vector<std::string> entries;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && entry != end && entries.size() < most_entries; entry.increment(error)) {
    std::error_code ignored;
    if (is_somebodys_cache(entry->path().filename())) {
      entry.disable_recursion_pending();
      continue;
    }
    const std::string name = entry->path().lexically_relative(folder).string();
    if (entry->is_symlink(ignored))
      entries.push_back(name + '\0' + "link " + fs::read_symlink(entry->path(), ignored).string());
    else if (entry->is_regular_file(ignored))
      entries.push_back(name + '\0' + content_hash(entry->path()));
  }
  std::sort(entries.begin(), entries.end());
  std::string text;
  for (const std::string& each : entries)
    text += each + '\n';
  return fnv1a64(text);
}

Expected<void> note_in_journal(const fs::path& out, const std::string& submission, std::string_view event,
                               std::optional<double> before, std::optional<double> now) {
  BINDPOSE_TRY(const Descriptor journal, open_in_place(out, "journal.csv", O_APPEND));
  struct stat looks {};
  const bool is_new = ::fstat(journal.get(), &looks) == 0 && looks.st_size == 0;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string line = fmt::format("{:%Y-%m-%dT%H:%M:%SZ},{},{},{},{}\n",
                                       fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                                       csv_cell(submission), event, score_text(before), score_text(now));
  if (!write_all(journal, (is_new ? "time,submission,event,before,score\n" : "") + line))
    return fail("FILE_WRITE", (out / "journal.csv").string(), std::strerror(errno));
  return {};
}

std::string sheet_folder(const std::string& submission) {
  for (const char* file : {"class.csv", "class.html", "grading.json", "journal.csv", ".lock"})
    if (submission == file) return submission + ".submission";
  return submission;
}

}  // namespace bindpose::conformance
