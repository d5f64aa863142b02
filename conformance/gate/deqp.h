// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: dEQP's case selection and reports, for tools that run dEQP.
#pragma once

#include <array>
#include <cstdio>
#include <map>

#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// "skinning.linear_blend.bar.posed.palette.f32.gpu.default": a record's name with '.' for '/'.
std::string deqp_name(std::string record_name);

/// The paths of a trie: "{A{b{c,d},e}}" are A.b.c, A.b.d and A.e. Errors CASELIST_SYNTAX and CASELIST_LIMIT, whose place has the
/// offset.
Expected<std::vector<std::string>> parse_case_trie(std::string_view text, const std::string& where);
/// A trie, or one path per line; ignores blank lines and lines that begin with '#' or "GROUP: ", and strips "TEST:
/// ". Error CASELIST_SYNTAX.
Expected<std::vector<std::string>> parse_case_list(std::string_view text, const std::string& where);

/// The cases that a command line selects; all without a selection.
struct DeqpSelection {
  std::vector<std::string> patterns;              ///< globs of --deqp-case
  std::optional<std::vector<std::string>> names;  ///< names of a list
  std::size_t fraction = 0, fractions = 1;        ///< every fractions-th case, from this one on
};
/// "0,4". Error CASE_FRACTION.
Expected<void> parse_case_fraction(std::string_view text, DeqpSelection& selection);

/// Indices of the chosen tests among these dotted names, in their order; `unknown` gets names
/// of the list that do not exist. Error CASE_DOUBLE: two tests have one dotted name.
Expected<std::vector<std::size_t>> select_cases(const std::vector<std::string>& dotted,
                                                const DeqpSelection& selection,
                                                std::vector<std::string>& unknown);

/// Pass, QualityWarning, CompatibilityWarning, Fail, NotSupported, Crash, Timeout, Waiver, InternalError.
std::string_view deqp_result_code(const Verdict& verdict);

/// Writes dEQP's output and its .qpa log; flushes both after each case.
class DeqpLog {
 public:
  /// log: nullptr writes none. Both stay open; the log's owner closes it after finish().
  DeqpLog(std::FILE* screen, std::FILE* log, const std::string& subject,
          const std::map<std::string, std::string>& info);
  void begin(const std::string& name);
  void end(const std::string& name, const Verdict& verdict);
  void finish();

 private:
  std::FILE* screen_;
  std::FILE* log_;
  std::array<std::size_t, 5> counts_ = {};  ///< passed, failed, not supported, warnings, waived
};

}  // namespace bindpose::conformance
