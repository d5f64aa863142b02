// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/kept.h"

#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shaders.h"
#include "reference/io/data_folder.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

/// The JSON object in a file; null if the file is unreadable or the object is empty.
json read_kept(const std::filesystem::path& file) {
  const auto text = read_text(file, limits::power_data.most);
  if (!text) return {};
  json kept = foreign_json(*text);
  return kept.is_object() && !kept.empty() ? kept : json();
}

std::size_t sum(const json& rows, const char* field) {
  std::size_t all = 0;
  for (const json& row : rows)
    all += row.value(field, std::size_t{0});
  return all;
}

/// Empty for an empty text.
std::vector<std::string> split(const std::string& text, char between) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, between);)
    parts.push_back(part);
  return parts;
}

double percent(std::size_t part, std::size_t whole, double of_none = 0) {
  return whole == 0 ? of_none : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Summary of stored mutants. what: "kernels". The last share excludes equivalent mutants and mutants
/// that change outputs only within bounds.
std::string mutants_line(const json& kept, const char* what) {
  if (kept.is_null()) return "not measured";
  const json rows = kept.value("kernels", json::object());
  const std::size_t all = sum(rows, "mutants"), killed = sum(rows, "killed"), open = sum(rows, "open");
  const std::size_t equivalent = sum(rows, "equivalent"), within = sum(rows, "within");
  return fmt::format(
      "{} of {} {}, {} killed, {} equivalent ({:.1f} %), {} within the bound ({:.1f} %), {} open: "
      "{:.1f} % of the others",
      all, rows.size(), what, killed, equivalent, percent(equivalent, all), within, percent(within, all),
      open, percent(killed, killed + open, 100));
}

std::string shaders_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  std::size_t seen = 0, made = 0;
  for (const json& device : kept)
    for (const json& row : device) {
      ++made;
      seen += row.value("failing", 0) > 0 ? 1 : 0;
    }
  return fmt::format("{} of {} on {} OpenGL drivers", seen, made, kept.size());
}

/// Golden files contain only inputs and outputs.
std::string without_file_line() {
  std::vector<std::string_view> ids;
  for (const ShaderDefect& defect : shader_defects())
    ids.push_back(defect.id);
  return fmt::format("{}: GLSL defects, which no file contains", fmt::join(ids, ", "));
}

std::string alarms_line(const json& kept) {
  if (kept.is_null()) return "not measured";
  std::size_t alarms = 0, numbers = 0;
  for (const json& build : kept) {
    alarms += sum(build, "alarms");
    numbers += sum(build, "numbers");
  }
  return fmt::format("{} in {} million numbers of {} conforming float32 builds and OpenGL drivers", alarms,
                     numbers / 1'000'000, kept.size());
}

}  // namespace

std::string kept_text(const std::filesystem::path& folder) {
  return fmt::format(
      "generated mutants (ci/mutants): {}\n"
      "generated mutants of shaders (ci/mutants --glsl): {}\n"
      "detected defects in shaders (ci/shader_defects): {}\n"
      "defects that no golden file detects: {}\n"
      "false alarms (ci/false_alarms): {}\n",
      mutants_line(read_kept(folder / "mutants" / "score.json"), "kernels"),
      mutants_line(read_kept(folder / "mutants" / "score_glsl.json"), "files"),
      shaders_line(read_kept(folder / "shaders.json")), without_file_line(),
      alarms_line(read_kept(folder / "fractions.json")));
}

std::string kept_text() {
  return kept_text(find_data("mutation_score"));
}

Sights sights_of(std::string_view defect_id, std::string_view matrix) {
  std::istringstream lines{std::string(matrix)};
  std::string line;
  Sights sights;
  if (!std::getline(lines, line)) return sights;
  const std::vector<std::string> names = split(line, ',');
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = split(line, ',');
    std::map<std::string, std::string> row;
    for (std::size_t c = 0; c < std::min(names.size(), cells.size()); ++c)
      row[names[c]] = cells[c];
    if (row["defect"] != defect_id) continue;
    sights.shows.push_back(fmt::format("{} at level {}: {} cases fail, {} hide it", row["algorithm"],
                                       row["level"], row["killed_by"], row["hidden_by"]));
    for (std::string& name : split(row["hiding_cases"], ' '))
      sights.hiding.push_back(std::move(name));
  }
  return sights;
}

Sights kept_sights(std::string_view defect_id) {
  const auto matrix = read_text(find_data("mutation_score/matrix.csv"), limits::power_data.most);
  return matrix ? sights_of(defect_id, *matrix) : Sights();
}

}  // namespace bindpose::conformance
