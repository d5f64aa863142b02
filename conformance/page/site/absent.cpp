// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: replacements for parts of the judge that a page and Windows do not use: a cache, a journal, and characters to
// bind.
#include "conformance/cache/cached_verdicts.h"
#include "conformance/run/binding.h"
#include "conformance/run/journal.h"

namespace bindpose::conformance {

std::string question_content(const Question&) {
  return "";
}

std::string question_name(const QuestionAsked&) {
  return "";
}

std::optional<Verdict> CachedVerdicts::find(const std::string&) const {
  return std::nullopt;
}

void CachedVerdicts::keep(const std::string&, const Verdict&) {}

Expected<void> CachedVerdicts::verify(const std::string&, const Verdict&, const Verdict&) const {
  return {};
}

void Journal::add(const std::string&, const Verdict&) {}

Expected<AskedBinding> asked_binding(const Case& c, const Character&, const Options&) {
  return fail("NOT_SUPPORTED", c.name, "only the program for Linux can bind characters");
}

Verdict judge_binding(const Character&, const AskedBinding& binding, const Answer&) {
  return judge_error(
      {"NOT_SUPPORTED", binding.asked.question.name, "only the program for Linux can bind characters"});
}

}  // namespace bindpose::conformance
