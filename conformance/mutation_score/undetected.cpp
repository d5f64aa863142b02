// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/undetected.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "reference/io/data_folder.h"
#include "reference/io/document_limits.h"
#include "reference/io/glob.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
std::string Undetected::name() const {
  return fmt::format("{} at level {}: {}", algorithm->path(), to_string(level), defect);
}

std::vector<Undetected> undetected_of(const MutationScoreMatrix& matrix) {
  struct Traces {
    bool made = false, shown = false;
  };
  // Pointers can be compared, because all algorithms are in one array.
  std::map<std::tuple<const Algorithm*, Level, std::string_view>, Traces> sights;
  for (std::size_t c = 0; c < matrix.cases.size(); ++c)
    for (std::size_t d = 0; d < matrix.defects.size(); ++d) {
      const Case& each = *matrix.cases[c];
      const Defect& defect = *matrix.defects[d];
      if (!concerns(defect, *each.algorithm) || !is_registered_for(defect, *each.algorithm)) continue;
      Traces& sight = sights[{each.algorithm, each.level, defect.id}];
      const Effect effect = matrix.at(c, d);
      sight.made = sight.made || effect != Effect::cannot;
      sight.shown = sight.shown || effect == Effect::killed;
    }
  std::vector<Undetected> undetected;
  for (const auto& [place, sight] : sights)
    if (sight.made && !sight.shown)
      undetected.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place)});
  return undetected;
}

Expected<std::vector<UndetectedReason>> read_undetected_reasons(std::string_view text) {
  std::vector<UndetectedReason> reasons;
  for (const auto& [number, line] : content_lines(text)) {
    const auto bar = line.find(" | ");
    if (bar == std::string_view::npos)
      return fail("REASON_LINE", fmt::format("line {}", number), "expected a pattern, \" | \" and a reason");
    reasons.push_back(
        {std::string(trimmed(line.substr(0, bar))), std::string(trimmed(line.substr(bar + 3)))});
  }
  return reasons;
}

Expected<std::vector<UndetectedReason>> kept_reasons(const ReasonFile& file) {
  const auto path = find_data(fmt::format("mutation_score/{}", file.name));
  if (std::error_code error; !std::filesystem::exists(path, error)) return std::vector<UndetectedReason>();
  BINDPOSE_TRY(const std::string text, read_text(path, limits::power_data.most));
  return read_undetected_reasons(text);
}

UndetectedReport report_undetected(const std::vector<std::string>& names,
                                   const std::vector<UndetectedReason>& reasons, const ReasonFile& file) {
  UndetectedReport report;
  std::vector<std::size_t> explained(reasons.size());
  std::size_t without = 0;
  for (const std::string& name : names) {
    bool known = false;
    for (std::size_t r = 0; r < reasons.size(); ++r)
      if (matches_glob(name, reasons[r].pattern)) {
        ++explained[r];
        known = true;
      }
    if (known) continue;
    report.text += fmt::format("{}: {}\n", file.line, name);
    ++without;
  }
  for (std::size_t r = 0; r < reasons.size(); ++r)
    if (explained[r] == 0)
      report.text +=
          fmt::format("{} explains nothing: {} | {}\n", file.name, reasons[r].pattern, reasons[r].reason);
  report.is_whole = without == 0 && std::ranges::find(explained, 0U) == explained.end();
  report.text += fmt::format("{} {}, {} of them without a reason in conformance/mutation_score/{}\n",
                             names.size(), file.summary, without, file.name);
  return report;
}

UndetectedReport report_undetected(const std::vector<Undetected>& undetected,
                                   const std::vector<UndetectedReason>& reasons) {
  std::vector<std::string> names;
  std::ranges::transform(undetected, std::back_inserter(names), &Undetected::name);
  return report_undetected(names, reasons);
}

}  // namespace bindpose::conformance
