// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: dEQP's lines on the screen and its .qpa log.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/gate/deqp.h"
#include "conformance/report/xml.h"

namespace bindpose::conformance {
namespace {

/// One line, whatever a driver says.
std::string line(std::string_view text) {
  std::string clean = clean_text(text);
  std::replace(clean.begin(), clean.end(), '\n', ' ');
  return clean;
}

/// What stands in brackets behind the result.
std::string words_of(const Verdict& verdict) {
  if (!verdict.detail.empty()) return line(verdict.detail);
  return fmt::format("{:.3g} of the bound", verdict.worst_fraction);
}

double microseconds(const Verdict& verdict) {
  return 1e6 * (verdict.subject_seconds + verdict.judge_seconds);
}

}  // namespace

std::string_view deqp_result_code(const Verdict& verdict) {
  if (is_on_terms(verdict)) return verdict.precision_class.empty() ? "CompatibilityWarning" : "QualityWarning";
  std::string_view code = facts(verdict.outcome).deqp_code;
  if (code.empty() && verdict.judged) code = facts(*verdict.judged).deqp_code;
  return code.empty() ? "InternalError" : code;
}

DeqpLog::DeqpLog(std::FILE* screen, std::FILE* log, const std::string& subject,
                 const std::map<std::string, std::string>& info)
    : screen_(screen), log_(log) {
  fmt::print(screen_, "dEQP Core bindpose-{} starting..\n  target implementation = '{}'\n", BINDPOSE_VERSION,
             line(subject));
  std::fflush(screen_);
  if (log_ == nullptr) return;
  fmt::print(log_, "#sessionInfo releaseName bindpose-{}\n#sessionInfo targetName \"{}\"\n", BINDPOSE_VERSION,
             line(subject));
  for (const auto& [key, value] : info)
    fmt::print(log_, "#sessionInfo {} \"{}\"\n", line(key), line(value));
  fmt::print(log_, "#beginSession\n");
  std::fflush(log_);
}

void DeqpLog::begin(const std::string& name) {
  fmt::print(screen_, "\nTest case '{}'..\n", name);
  std::fflush(screen_);
  if (log_ == nullptr) return;
  fmt::print(log_, "\n#beginTestCaseResult {}\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", name);
  std::fflush(log_);
}

void DeqpLog::end(const std::string& name, const Verdict& verdict) {
  const std::string_view code = deqp_result_code(verdict);
  const std::string words = words_of(verdict);
  (code == "Pass"                                               ? passed_
   : code == "NotSupported"                                     ? not_supported_
   : code == "QualityWarning" || code == "CompatibilityWarning" ? warnings_
   : code == "Waiver"                                           ? waived_
                                                                : failed_) += 1;
  fmt::print(screen_, "  {} ({})\n", code, words);
  std::fflush(screen_);
  if (log_ == nullptr) return;
  fmt::print(log_, "<TestCaseResult Version=\"0.3.4\" CasePath=\"{}\" CaseType=\"SelfValidate\">\n",
             xml_text(name));
  for (const ArrayVerdict& array : verdict.arrays)
    fmt::print(log_,
               " <Text>{}: {} judged, {} failing, {} undecided, worst {:.4g} of the bound at {}.{}</Text>\n",
               xml_text(array.name), array.judged, array.failing, array.undecided, array.worst_fraction,
               array.row, array.component);
  if (code == "Crash" || code == "Timeout") {
    fmt::print(log_, " <Text>{}</Text>\n#terminateTestCaseResult {}\n", xml_text(words), code);
  } else {
    fmt::print(
        log_,
        " <Number Name=\"TestDuration\" Description=\"Test case duration in microseconds\" Tag=\"Time\" "
        "Unit=\"us\">{:.0f}</Number>\n <Result StatusCode=\"{}\">{}</Result>\n</TestCaseResult>\n\n"
        "#endTestCaseResult\n",
        microseconds(verdict), code, xml_text(words));
  }
  std::fflush(log_);
}

void DeqpLog::finish() {
  const std::size_t all = passed_ + failed_ + not_supported_ + warnings_ + waived_;
  const auto row = [&](const char* title, std::size_t count) {
    fmt::print(screen_, "  {:<15}{}/{} ({:.1f}%)\n", title, count, all,
               all == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(all));
  };
  fmt::print(screen_, "\nDONE!\n\nTest run totals:\n");
  row("Passed:", passed_);
  row("Failed:", failed_);
  row("Not supported:", not_supported_);
  row("Warnings:", warnings_);
  row("Waived:", waived_);
  std::fflush(screen_);
  if (log_ == nullptr) return;
  fmt::print(log_, "\n#endSession\n");
  std::fflush(log_);
}

}  // namespace bindpose::conformance
