// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/submissions.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/run/suite.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

bool is_utf8(const std::string& bytes) {
  try {
    [[maybe_unused]] const auto ignored = nlohmann::json(bytes).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

/// True if the name has "%25", or a byte above 127 as "%E9".
bool looks_escaped(const std::string& name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (std::size_t at = name.find('%'); at != std::string::npos; at = name.find('%', at + 1)) {
    if (name.compare(at, 3, "%25") == 0) return true;
    if (at + 2 < name.size() && digits.substr(8).find(name[at + 1]) != std::string_view::npos &&
        digits.find(name[at + 2]) != std::string_view::npos)
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
  const bool is_text = is_utf8(bytes);
  if (is_text && !looks_escaped(bytes)) return bytes;
  std::string text;
  for (const char c : bytes)
    text += c == '%' || (!is_text && static_cast<unsigned char>(c) >= 0x80)
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
