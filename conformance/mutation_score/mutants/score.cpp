// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/mutation_score/mutants/mutants.h"
#include "reference/io/glob.h"

namespace bindpose::conformance {
namespace {

struct Row {
  std::size_t mutants = 0, killed = 0, equivalent = 0, within = 0, open = 0;
  std::optional<std::size_t> same_rows =
      {};  ///< the minimum over mutants that were computed without changing an output

  double score() const {
    const std::size_t judged = killed + open;
    return judged == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(judged);
  }
};

bool matches(const std::string& pattern, const Mutant& mutant) {
  return pattern == mutant.name() || matches_glob(mutant.name(), pattern);
}

/// True if the pattern belongs to a file of the table. A table may lack files.
bool is_of_any(const std::string& pattern, const MutantTable& table) {
  const std::string file = pattern.substr(0, pattern.find(": "));
  return std::ranges::any_of(table.mutants,
                             [glob = Glob(file)](const Mutant& mutant) { return glob.matches(mutant.file); });
}

bool survives(const Mutant& mutant) {
  return mutant.fate == Fate::same || mutant.fate == Fate::unreached;
}

const Triage::Entry* explained(const Mutant& mutant, const Triage& triage) {
  for (const auto& [pattern, entry] : triage.entries)
    if (matches(pattern, mutant)) return &entry;
  return nullptr;
}

void count(Row& row, const Mutant& mutant, const Triage& triage) {
  if (mutant.fate == Fate::meaningless) return;
  ++row.mutants;
  if (mutant.fate == Fate::same)
    row.same_rows = std::min(row.same_rows.value_or(mutant.same_rows), mutant.same_rows);
  if (mutant.fate == Fate::killed)
    ++row.killed;
  else if (mutant.fate == Fate::within)
    ++row.within;
  else if (explained(mutant, triage) != nullptr)
    ++row.equivalent;
  else
    ++row.open;
}

std::map<std::string, Row> rows_of(const MutantTable& table, const Triage& triage, Row& whole) {
  std::map<std::string, Row> rows;
  for (const Mutant& mutant : table.mutants) {
    count(rows[mutant.file], mutant, triage);
    count(whole, mutant, triage);
  }
  return rows;
}

std::string line(std::string_view name, const Row& row) {
  return fmt::format("{:<56} {:>8} {:>8} {:>11} {:>7} {:>6} {:>7.1f} %\n", name, row.mutants, row.killed,
                     row.equivalent, row.within, row.open, 100 * row.score());
}

}  // namespace

std::string Mutant::name() const {
  return fmt::format("{}: {}: {} -> {}", file, function, original, mutant);
}

Expected<MutantTable> read_mutants(const std::filesystem::path& path) {
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded())
    return fail("JSON_SYNTAX", path.string(), "expected a list written by mutate.py or mutate_glsl.py");
  MutantTable table;
  json.at("kernels").get_to(table.hashes);
  const auto piece_of = [&json](const nlohmann::json& row) {
    if (!row.contains("piece")) return std::string();
    return json.at("pieces")
        .at(row.at("file").get<std::string>())
        .at(row.at("piece").get<std::size_t>())
        .get<std::string>();
  };
  for (const auto& row : json.at("mutants")) {
    table.of_shaders = row.contains("piece");
    table.mutants.push_back({.id = row.at("id"),
                             .site = row.at("site"),
                             .line = row.at("line"),
                             .file = row.at("file"),
                             .function = row.at("function"),
                             .original = row.at("original"),
                             .mutant = row.at("mutant"),
                             .piece = piece_of(row),
                             .start = row.value("start", std::size_t{0}),
                             .end = row.value("end", std::size_t{0}),
                             .callers = row.value("callers", std::vector<std::string>())});
  }
  return table;
}

Expected<Triage> read_triage(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) return fail("FILE_READ", path.string(), "cannot be opened");
  Triage triage;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    if (text.empty() || text.front() == '#') continue;
    const std::size_t first = text.find(" | "), last = text.rfind(" | ");
    if (first == last)
      return fail("TRIAGE_SYNTAX", fmt::format("{}:{}", path.string(), number),
                  "expected 'kind | mutant | reason'");
    triage.entries[text.substr(first + 3, last - first - 3)] = {text.substr(0, first), text.substr(last + 3)};
  }
  return triage;
}

double mutant_score(const MutantTable& table, const Triage& triage) {
  Row whole;
  rows_of(table, triage, whole);
  return whole.score();
}

std::string mutants_text(const MutantTable& table, const Triage& triage) {
  Row whole;
  std::string text = fmt::format("{:<56} {:>8} {:>8} {:>11} {:>7} {:>6} {:>9}\n", "kernel", "mutants",
                                 "killed", "equivalent", "within", "open", "score");
  for (const auto& [file, row] : rows_of(table, triage, whole))
    text += line(file, row);
  text += line("all", whole);
  if (whole.same_rows)
    text += fmt::format("each mutant without a change leaves at least {} rows of fresh outputs unchanged\n",
                        *whole.same_rows);
  const auto survivor = [&text](std::string_view what, const Mutant& mutant) {
    text += fmt::format("{}: {}:{}: {}: {} -> {}\n", what, mutant.file, mutant.line, mutant.function,
                        mutant.original, mutant.mutant);
  };
  for (const Mutant& mutant : table.mutants)
    if (mutant.fate == Fate::within)
      survivor("within the bound", mutant);
    else if ((mutant.fate == Fate::same || mutant.fate == Fate::unreached) &&
             explained(mutant, triage) == nullptr)
      survivor(mutant.fate == Fate::same ? "the same outputs" : "never computed", mutant);
  if (const auto meaningless = std::ranges::count(table.mutants, Fate::meaningless, &Mutant::fate))
    text += fmt::format("{} changes have no meaning or do not compile; they are not counted\n", meaningless);
  for (const auto& [pattern, entry] : triage.entries)
    if (is_of_any(pattern, table) &&
        std::ranges::none_of(table.mutants, [&pattern = pattern](const Mutant& mutant) {
          return survives(mutant) && matches(pattern, mutant);
        }))
      text += fmt::format("explains no survivor: {}\n", pattern);
  return text;
}

std::string mutants_json(const MutantTable& table, const Triage& triage) {
  using nlohmann::ordered_json;
  Row whole;
  ordered_json kernels;
  std::map<std::string, Row> rows = rows_of(table, triage, whole);
  for (const auto& [file, hash] : table.hashes) {
    const Row& row = rows[file];
    kernels[file] = {{"hash", hash},         {"mutants", row.mutants},
                     {"killed", row.killed}, {"equivalent", row.equivalent},
                     {"within", row.within}, {"open", row.open}};
    if (row.same_rows) kernels[file]["same_rows"] = *row.same_rows;
  }
  return ordered_json{{"format", "bindpose-mutants-1"}, {"kernels", kernels}}.dump(1) + "\n";
}

}  // namespace bindpose::conformance
