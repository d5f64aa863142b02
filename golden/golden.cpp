// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/golden.h"

#include <algorithm>
#include <map>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "golden/case_file.h"
#include "golden/difference.h"
#include "golden/index.h"
#include "reference/algorithms.h"
#include "reference/io/below.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::golden {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::vector<std::byte>>;  ///< by path relative to the folder

constexpr std::string_view index_name = "cases.json";

struct Generated {
  Files files;
  GoldenSummary summary;
};

/// "cylinder.twist-180.palette.f32.safetensors" of "skinning.linear_blend.cylinder.twist-180.palette.f32".
Expected<std::string> file_name(const Case& c) {
  const std::string prefix = fmt::format("{}.{}.", c.algorithm->family, c.algorithm->stem);
  const std::string rest = c.name.starts_with(prefix) ? c.name.substr(prefix.size()) : "";
  const bool plain = !rest.empty() && rest.front() != '.' &&
                     rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") == std::string::npos;
  if (!plain)
    return fail("CASE_NAME", c.name, fmt::format("expected {} and a-z, 0-9, '.', '_', '-'", prefix));
  return rest + ".safetensors";
}

/// Makes one case's file and its entry in the index.
Expected<IndexEntry> generate_case(const Case& c, Files& files, AlgorithmSummary& summary) {
  BINDPOSE_TRY(const auto name, file_name(c));
  auto file = make_case_file(c);
  if (!file) {
    const Error& e = file.error();
    return fail(e.code, c.name, e.where.empty() ? e.message : fmt::format("{}: {}", e.where, e.message));
  }
  for (const Deviation& d : file->deviations)
    if (!(d.ulps <= summary.worst_ulps)) {
      summary.worst_ulps = d.ulps;
      summary.worst_where = c.name + " " + d.array;
    }
  ++summary.cases;
  IndexEntry entry{&c, name, file->bytes.size(), fnv1a64(file->bytes), std::move(file->undefined)};
  if (!files.emplace(summary.path + "/" + name, std::move(file->bytes)).second)
    return fail("CASE_NAME", c.name, "two cases have this name");
  return entry;
}

void add_index(const Algorithm& algorithm, const std::vector<IndexEntry>& entries, Files& files) {
  const std::string text = index_text(algorithm, entries);
  const auto bytes = std::as_bytes(std::span(text));
  files[algorithm.path() + "/" + std::string(index_name)].assign(bytes.begin(), bytes.end());
}

Expected<Generated> generate(const std::vector<Case>& cases, const Progress& progress) {
  Generated made;
  const auto is_golden = [](const Case& c) { return c.golden; };
  const auto total = static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), is_golden));
  for (const Algorithm& algorithm : algorithms()) {
    AlgorithmSummary summary;
    summary.path = algorithm.path();
    std::vector<IndexEntry> entries;
    for (const Case& c : cases) {
      if (!c.golden || c.algorithm != &algorithm) continue;
      if (progress) progress(c.name, made.summary.cases, total);
      BINDPOSE_TRY(auto entry, generate_case(c, made.files, summary));
      entries.push_back(std::move(entry));
      ++made.summary.cases;
    }
    add_index(algorithm, entries, made.files);
    for (const auto& [path, bytes] : made.files)
      if (path.starts_with(summary.path + "/")) summary.bytes += bytes.size();
    made.summary.bytes += summary.bytes;
    made.summary.algorithms.push_back(std::move(summary));
  }
  if (made.summary.cases != total) return fail("CASE_NAME", "cases", "a case names an unknown algorithm");
  made.summary.files = made.files.size();
  return made;
}

/// Files below the folder, relative to it, sorted; anything except a plain file or folder counts as a file.
Expected<std::vector<std::string>> list_files(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    std::error_code ignored;
    const fs::file_status status = i->symlink_status(ignored);
    if (!fs::is_directory(status)) found.push_back(i->path().lexically_relative(folder).generic_string());
  }
  if (error) return fail("FILE_READ", folder.string(), error.message());
  std::sort(found.begin(), found.end());
  return found;
}

/// True if this tool may have written the file: an index, a case's file, or a partial file of an
/// interrupted run, in the folder of an algorithm. The tool removes nothing else.
bool is_ours(const std::string& path) {
  const bool by_name = path.ends_with(".safetensors") || path.ends_with(index_name) ||
                       is_unfinished(fs::path(path).filename().string());
  return by_name && std::any_of(algorithms().begin(), algorithms().end(), [&](const Algorithm& algorithm) {
           const std::string folder = algorithm.path() + "/";
           return path.starts_with(folder) && path.find('/', folder.size()) == std::string::npos;
         });
}

Expected<void> write_files(const fs::path& folder, const Files& files, bool indexes) {
  for (const auto& [path, bytes] : files) {
    if (path.ends_with(index_name) != indexes) continue;
    BINDPOSE_CHECK(write_below(folder, path, bytes));
  }
  return {};
}

Expected<void> compare_file(const fs::path& folder, const std::string& path,
                            std::span<const std::byte> wanted, std::vector<Difference>& differences) {
  BINDPOSE_TRY(const auto found, read_file(folder / path));
  if (!std::equal(found.begin(), found.end(), wanted.begin(), wanted.end()))
    differences.push_back({Difference::Kind::differs, path, describe_difference(found, wanted)});
  return {};
}

}  // namespace

Expected<GoldenSummary> write(const fs::path& folder, const std::vector<Case>& cases,
                              const Progress& progress, std::uintmax_t limit) {
  BINDPOSE_TRY(auto made, generate(cases, progress));
  if (made.summary.bytes > limit)
    return fail("SIZE_LIMIT", folder.string(),
                fmt::format("{} bytes, expected at most {}", made.summary.bytes, limit));
  for (const bool indexes : {false, true})
    BINDPOSE_CHECK(write_files(folder, made.files, indexes));
  BINDPOSE_TRY(const auto found, list_files(folder));
  for (const std::string& path : found) {
    if (made.files.contains(path) || !is_ours(path)) continue;
    std::error_code error;
    if (!fs::remove(folder / path, error))
      return fail("FILE_WRITE", (folder / path).string(), error.message());
    made.summary.removed.push_back(path);
  }
  return std::move(made.summary);
}

Expected<GoldenSummary> verify(const fs::path& folder, const std::vector<Case>& cases,
                               const Progress& progress) {
  BINDPOSE_TRY(const auto found, list_files(folder));
  BINDPOSE_TRY(auto made, generate(cases, progress));
  std::vector<Difference>& differences = made.summary.differences;
  for (const std::string& path : found)
    if (!made.files.contains(path)) differences.push_back({Difference::Kind::superfluous, path, ""});
  for (const auto& [path, bytes] : made.files) {
    if (!std::binary_search(found.begin(), found.end(), path))
      differences.push_back({Difference::Kind::missing, path, ""});
    else
      BINDPOSE_CHECK(compare_file(folder, path, bytes, differences));
  }
  std::sort(differences.begin(), differences.end(),
            [](const Difference& a, const Difference& b) { return a.file < b.file; });
  return std::move(made.summary);
}

}  // namespace bindpose::golden
