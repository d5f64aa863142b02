// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include "conformance/subjects/software_subject.h"

#include <string>

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include "conformance/cases/cases.h"
#include "conformance/software/software.h"
#include "conformance/subjects/open.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::software_subject_test {

std::unique_ptr<Subject> open(const char* text) {
  auto subject = open_any(*parse_subject(text));
  EXPECT_TRUE(subject) << text;
  return subject ? std::move(*subject) : nullptr;
}

std::string refusal(const char* text) {
  return test::code_of(open_subject(*parse_subject(text)));
}

TEST(SoftwareSubject, a_subject_opens_with_its_number_of_threads) {
  EXPECT_NE(open("software")->info()["renderer"].find(", 1 thread"), std::string::npos);
  EXPECT_NE(open("software?threads=3")->info()["renderer"].find(", 3 threads"), std::string::npos);
  EXPECT_EQ(open("software?threads=3")->name(), "software?threads=3");
  for (const char* text : {"software?threads=0", "software?threads=257",
                           "software?threads=", "software?threads=2x", "software?lanes=4", "software:fast"})
    EXPECT_EQ(refusal(text), "SUBJECT_SYNTAX") << text;
}

/// The verdict on the subject's output for a case, asked with the policies that the case names.
Verdict verdict_on(Subject& subject, const Case& c) {
  const Question question{c.algorithm, c.level, c.options, *c.question()};
  const auto answer = subject.run(question, {});
  return answer ? judge(question, *expect(question), *answer) : judge_error(answer.error());
}

bool takes(const Subject& subject, const Case& c) {
  return !subject.variants(*c.algorithm, c.level).empty() &&
         is_asked(c, subject.terms(*c.algorithm, c.level));
}

TEST(SoftwareSubject, unsupported_features_are_named) {
  const auto subject = open("software");
  EXPECT_TRUE(subject->variants(*find_algorithm("sbs"), Level::palette).empty());
  EXPECT_TRUE(subject->variants(*find_algorithm("lbs"), Level::pose).empty());
  for (const Case& c : built_in_cases()) {
    if (!takes(*subject, c)) continue;
    const auto pivot = c.options.find("pivot"), rule = c.options.find("normal_rule");
    const bool known = (pivot == c.options.end() || pivot->second == "first-influence") &&
                       (rule == c.options.end() || rule->second != "blend-of-inverse-transposes");
    if (known) continue;
    const Verdict verdict = verdict_on(*subject, c);
    EXPECT_EQ(verdict.outcome, Outcome::not_supported) << c.name;
    EXPECT_NE(verdict.detail.find("declared are"), std::string::npos) << verdict.detail;
  }
}

/// The instruction sets that this processor has and the loops are compiled for.
std::vector<std::int64_t> instruction_sets() {
  std::vector<std::int64_t> sets;
  hwy::SetSupportedTargetsForTest(0);
  for (const std::int64_t set : {HWY_AVX3, HWY_AVX2, HWY_SSE4, HWY_NEON})
    if ((hwy::SupportedTargets() & set) != 0) sets.push_back(set);
  sets.push_back(HWY_EMU128);  // no instructions: emulated
  return sets;
}

void choose(std::int64_t set) {
  hwy::SetSupportedTargetsForTest(set);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(SoftwareSubject, every_instruction_set_passes_the_smoke_cases) {
  const auto subject = open("software");
  std::string names;
  for (const std::int64_t set : instruction_sets()) {
    choose(set);
    names += software::instruction_set() + " ";
    int passed = 0;
    for (const Case& c : built_in_cases()) {
      if (!c.smoke || !takes(*subject, c)) continue;
      const Verdict verdict = verdict_on(*subject, c);
      EXPECT_TRUE(verdict.outcome == Outcome::pass || verdict.outcome == Outcome::not_supported)
          << software::instruction_set() << " " << c.name << " " << verdict.detail;
      passed += verdict.outcome == Outcome::pass;
    }
    EXPECT_GT(passed, 10) << software::instruction_set();
  }
  choose(0);
  RecordProperty("instruction_sets", names);
  EXPECT_NE(names.find("EMU128"), std::string::npos) << names;
}

}  // namespace bindpose::conformance::software_subject_test
