// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/power/kept.h"

#include <fmt/format.h>

#include "reference/io/data_folder.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

/// null: it cannot be read, or holds nothing.
json read_kept(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return {};
  json kept = foreign_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  return kept.is_object() && !kept.empty() ? kept : json();
}

std::size_t sum(const json& rows, const char* field) {
  std::size_t all = 0;
  for (const json& row : rows)
    all += row.value(field, std::size_t{0});
  return all;
}

std::string mutants_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  const json rows = kept.value("kernels", json::object());
  const std::size_t killed = sum(rows, "killed"), open = sum(rows, "open");
  return fmt::format(
      "{} of {} kernels, {} killed, {} equivalent, {} within the bound, {} open: {:.1f} %",
      sum(rows, "mutants"), rows.size(), killed, sum(rows, "equivalent"), sum(rows, "within"), open,
      killed + open == 0 ? 100.0 : 100.0 * static_cast<double>(killed) / static_cast<double>(killed + open));
}

std::string named_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  std::size_t right = 0;
  for (const json& row : kept)
    right += row.value("named", false) ? 1 : 0;
  return fmt::format("{} of {} mistakes that were made again in another language", right, kept.size());
}

std::string shaders_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  std::size_t seen = 0, made = 0;
  for (const json& device : kept)
    for (const json& row : device) {
      ++made;
      seen += row.value("failing", 0) > 0 ? 1 : 0;
    }
  return fmt::format("{} of {} on {} OpenGL stacks", seen, made, kept.size());
}

std::string alarms_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  std::size_t alarms = 0, numbers = 0;
  for (const json& build : kept) {
    alarms += sum(build, "alarms");
    numbers += sum(build, "numbers");
  }
  return fmt::format("{} in {} million numbers of {} legal float32 builds and OpenGL stacks", alarms,
                     numbers / 1'000'000, kept.size());
}

}  // namespace

std::string kept_text(const std::filesystem::path& folder) {
  return fmt::format(
      "generated mutants (ci/mutants): {}\n"
      "named rightly (ci/named): {}\n"
      "mistakes made in shaders that are seen (ci/shader_mistakes): {}\n"
      "false alarms (ci/false_alarms): {}\n",
      mutants_line(read_kept(folder / "mutants" / "score.json")),
      named_line(read_kept(folder / "named.json")), shaders_line(read_kept(folder / "shaders.json")),
      alarms_line(read_kept(folder / "fractions.json")));
}

std::string kept_text() {
  std::error_code error;
  for (const auto& data : data_folders())
    if (std::filesystem::is_directory(data / "power", error)) return kept_text(data / "power");
  return kept_text("");
}

}  // namespace bindpose::conformance
