// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: dEQP's lines on the screen and its .qpa log.
#include <numeric>

#include <fmt/format.h>

#include "conformance/gate/deqp.h"
#include "conformance/judge/compare_array.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

constexpr const char* totals[] = {"Passed:", "Failed:", "Not supported:", "Warnings:", "Waived:"};

/// In which of the totals a result counts.
std::size_t total_of(std::string_view code) {
  if (code == "Pass") return 0;
  if (code == "NotSupported") return 2;
  if (code == "QualityWarning" || code == "CompatibilityWarning") return 3;
  return code == "Waiver" ? 4 : 1;
}

/// Writes at once; nothing where there is no file.
template <class... Values>
void print(std::FILE* file, fmt::format_string<Values...> format, Values&&... values) {
  if (file == nullptr) return;
  fmt::print(file, format, std::forward<Values>(values)...);
  std::fflush(file);
}

/// What stands in brackets behind the result.
std::string words_of(const Verdict& verdict) {
  if (!verdict.detail.empty()) return shown_line(verdict.detail);
  return fmt::format("{:.3g} of the bound", verdict.worst_fraction);
}

double microseconds(const Verdict& verdict) {
  return 1e6 * (verdict.subject_seconds + verdict.judge_seconds);
}

}  // namespace

std::string_view deqp_result_code(const Verdict& verdict) {
  if (is_on_terms(verdict))
    return verdict.precision_class.empty() ? "CompatibilityWarning" : "QualityWarning";
  std::string_view code = facts(verdict.outcome).deqp_code;
  if (code.empty() && verdict.judged) code = facts(*verdict.judged).deqp_code;
  return code.empty() ? "InternalError" : code;
}

DeqpLog::DeqpLog(std::FILE* screen, std::FILE* log, const std::string& subject,
                 const std::map<std::string, std::string>& info)
    : screen_(screen), log_(log) {
  print(screen_, "dEQP Core bindpose-{} starting..\n  target implementation = '{}'\n", BINDPOSE_VERSION,
        shown_line(subject));
  print(log_, "#sessionInfo releaseName bindpose-{}\n#sessionInfo targetName \"{}\"\n", BINDPOSE_VERSION,
        shown_line(subject));
  for (const auto& [key, value] : info)
    print(log_, "#sessionInfo {} \"{}\"\n", shown_line(key), shown_line(value));
  print(log_, "#beginSession\n");
}

void DeqpLog::begin(const std::string& name) {
  print(screen_, "\nTest case '{}'..\n", name);
  print(log_, "\n#beginTestCaseResult {}\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", name);
}

void DeqpLog::end(const std::string& name, const Verdict& verdict) {
  const std::string_view code = deqp_result_code(verdict);
  const std::string words = words_of(verdict);
  ++counts_[total_of(code)];
  print(screen_, "  {} ({})\n", code, words);
  print(log_, "<TestCaseResult Version=\"0.3.4\" CasePath=\"{}\" CaseType=\"SelfValidate\">\n",
        xml_text(name));
  for (const ArrayVerdict& array : verdict.arrays)
    print(log_, " <Text>{}: {} judged, {} failing, {} undecided, worst {:.4g} of the bound, at {}</Text>\n",
          xml_text(array.name), array.judged, array.failing, array.undecided, array.fraction(),
          xml_text(place(array.name, array.row, array.component, array.width)));
  if (code == "Crash" || code == "Timeout")
    return print(log_, " <Text>{}</Text>\n#terminateTestCaseResult {}\n", xml_text(words), code);
  print(log_,
        " <Number Name=\"TestDuration\" Description=\"Test case duration in microseconds\" Tag=\"Time\" "
        "Unit=\"us\">{:.0f}</Number>\n <Result StatusCode=\"{}\">{}</Result>\n</TestCaseResult>\n\n"
        "#endTestCaseResult\n",
        microseconds(verdict), code, xml_text(words));
}

void DeqpLog::finish() {
  const std::size_t all = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  print(screen_, "\nDONE!\n\nTest run totals:\n");
  for (std::size_t t = 0; t < counts_.size(); ++t)
    print(screen_, "  {:<15}{}/{} ({:.1f}%)\n", totals[t], counts_[t], all,
          all == 0 ? 0.0 : 100.0 * static_cast<double>(counts_[t]) / static_cast<double>(all));
  print(log_, "\n#endSession\n");
}

}  // namespace bindpose::conformance
