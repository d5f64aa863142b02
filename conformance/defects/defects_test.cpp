// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every mistake that a case lists is made, and the case fails it.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/defect_id.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {
namespace defects_test {

ArraySet values_of(const Expectation& expectation) {
  ArraySet values;
  for (const ExpectedArray& array : expectation.arrays)
    values.add(array.name, array.shape, array.branch.values);
  return values;
}

/// "" where the case fails an implementation that makes the mistake, else what came instead.
std::string miss(const Defect& defect, const Question& question, const Expectation& right) {
  const auto wrong = wrong_answer(defect, question, values_of(right));
  // An implementation may refuse a valid question; whatever else goes wrong is a fault of the defect.
  if (!wrong) return wrong.error().code == "REFUSED" ? "" : to_string(wrong.error());
  const Verdict verdict = compare(right, Answer{*wrong, {}, 0});
  if (verdict.outcome == Outcome::fail || verdict.outcome == Outcome::invalid_output) return "";
  return std::string(to_string(verdict.outcome));
}

class CaughtDefects : public testing::TestWithParam<std::string> {};

TEST_P(CaughtDefects, fail_each_case_that_lists_them) {
  const Algorithm* algorithm = find_algorithm(GetParam());
  for (const Case& c : built_in_cases()) {
    if (c.algorithm != algorithm || c.catches.empty()) continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const auto right = expect(question);
    ASSERT_TRUE(right) << c.name;
    for (const CaughtMistake& mistake : c.catches)
      for (const Defect& defect : defects()) {
        if (defect.id != mistake.name()) continue;
        EXPECT_EQ(miss(defect, question, *right), "") << c.name << ": " << defect.id;
      }
  }
}

std::vector<std::string> all_algorithms() {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : algorithms())
    ids.emplace_back(algorithm.id);
  return ids;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(algorithm, CaughtDefects, testing::ValuesIn(all_algorithms()), test_name);

TEST(Defects, are_described_and_made_in_one_way) {
  std::map<std::string_view, std::set<std::string_view>> sentences;
  for (const Defect& defect : defects()) {
    EXPECT_EQ(defect.id.find_first_not_of("abcdefghijklmnopqrstuvwxyzM0123456789-"), std::string::npos)
        << defect.id;
    EXPECT_TRUE(sentences[defect.id].insert(defect.sentence).second) << defect.id << " is registered twice";
    EXPECT_FALSE(defect.sentence.empty() || defect.symptom.empty() || defect.source.empty()) << defect.id;
    EXPECT_EQ((defect.question != nullptr) + (defect.answer != nullptr) + (defect.formula != nullptr) +
                  (defect.patch != 0),
              1)
        << defect.id;
  }
  EXPECT_EQ(find_defect("no-such-mistake"), nullptr);
}

TEST(Defects, every_case_lists_one) {
  for (const Case& c : built_in_cases())
    EXPECT_FALSE(c.catches.empty()) << c.name;
}

TEST(Defects, a_case_lists_what_shows_at_its_level) {
  const auto names = [](Level level) { return catches_at(level, {"ibm-ignored", "weights-ignored"}).size(); };
  EXPECT_EQ(names(Level::pose), 2U);
  EXPECT_EQ(names(Level::palette), 1U);
}

}  // namespace defects_test
}  // namespace bindpose::conformance
