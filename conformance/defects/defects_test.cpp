// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Defects have descriptions, and cases detect the defects listed for them in
// conformance/mutation_score/catches.csv.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/catches.h"
#include "conformance/defects/together.h"
#include "conformance/judge/judge.h"
#include "conformance/mutation_score/matrix.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::defects_test {

/// Errors in the rows of an algorithm's cases.
std::vector<std::string> faults(const Algorithm& algorithm, Catches rows) {
  std::vector<std::string> found;
  for (const Case& c : built_in_cases()) {
    if (c.algorithm != &algorithm) continue;
    if (rows[c.name].empty()) found.push_back(c.name + " has no row");
    const auto asked = asked_case(c);
    for (const std::string& id : rows[c.name])
      if (!asked || std::ranges::none_of(defects(), [&](const Defect& defect) {
            return defect.id == id &&
                   effect_of(defect, asked->question, asked->expectation) == Effect::killed;
          }))
        found.push_back(c.name + " does not kill " + id);
  }
  return found;
}

class KeptCatches : public testing::TestWithParam<std::string> {};

TEST_P(KeptCatches, rows_are_true_for_each_case) {
  const auto rows = kept_catches();
  ASSERT_TRUE(rows) << to_string(rows.error());
  EXPECT_EQ(faults(*find_algorithm(GetParam()), *rows), std::vector<std::string>())
      << "conformance/mutation_score/catches.csv; 'bindpose mutation-score --keep-catches' writes it";
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

INSTANTIATE_TEST_SUITE_P(algorithm, KeptCatches, testing::ValuesIn(all_algorithms()), test_name);

constexpr std::size_t pairs_per_tested_pair = 8;  // of defects

class PairsOfDefects : public testing::TestWithParam<std::string> {};

std::size_t count_numbers(const ArraySet& arrays) {
  std::size_t numbers = 0;
  for (const Array& array : arrays)
    numbers += element_count(array.shape);
  return numbers;
}

/// The smallest of an algorithm's first cases, for each level.
std::vector<const Case*> small_cases(const Algorithm& algorithm) {
  constexpr std::size_t most_tried = 10;
  std::map<Level, std::vector<std::pair<std::size_t, const Case*>>> sizes;
  for (const Case& c : built_in_cases())
    if (c.algorithm == &algorithm && sizes[c.level].size() < most_tried)
      if (const auto arrays = c.question()) sizes[c.level].emplace_back(count_numbers(*arrays), &c);
  std::vector<const Case*> smallest;
  for (const auto& [level, cases] : sizes)
    if (!cases.empty()) smallest.push_back(std::ranges::min_element(cases)->second);
  return smallest;
}

/// The diagnosis combines pairs of defects. One defect may give the other an input that never
/// occurs otherwise, such as a joint without a parent. Runs every eighth pair: with all pairs, the test
/// is the slowest of all.
TEST_P(PairsOfDefects, end_in_an_output_or_an_error) {
  const Algorithm& algorithm = *find_algorithm(GetParam());
  std::vector<const Defect*> concerned;
  for (const Defect& defect : defects())
    if (concerns(defect, algorithm)) concerned.push_back(&defect);
  const std::vector<const Case*> cases = small_cases(algorithm);
  ASSERT_FALSE(cases.empty());
  for (const Case* c : cases) {
    const auto asked = asked_case(*c);
    ASSERT_TRUE(asked) << c->name;
    const ArraySet right = as_answer(asked->expectation).arrays;
    std::size_t pair = 0;
    for (std::size_t i = 0; i < concerned.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (pair++ % pairs_per_tested_pair != 0) continue;
        const auto made = answer_with(std::array{concerned[i], concerned[j]}, asked->question, right);
        EXPECT_TRUE(made ? made->size() > 0 : !made.error().code.empty())
            << c->name << ": " << concerned[i]->id << ", " << concerned[j]->id;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(algorithm, PairsOfDefects, testing::ValuesIn(all_algorithms()), test_name);

TEST(Defects, defects_have_descriptions_and_one_implementation) {
  std::map<std::string_view, std::set<std::string_view>> sentences;
  for (const Defect& defect : defects()) {
    EXPECT_EQ(defect.id.find_first_not_of("abcdefghijklmnopqrstuvwxyzM0123456789-"), std::string::npos)
        << defect.id;
    EXPECT_TRUE(sentences[defect.id].insert(defect.sentence).second) << defect.id << " is registered twice";
    EXPECT_FALSE(defect.sentence.empty() || defect.symptom.empty() || defect.source.empty()) << defect.id;
    EXPECT_EQ((defect.question != nullptr) + (defect.answer != nullptr) + (defect.patch != 0), 1)
        << defect.id;
  }
  EXPECT_EQ(find_defect("no-such-defect"), nullptr);
}

/// A file's parts may lack optional arrays of the output.
TEST(Defects, defects_of_outputs_add_no_missing_array) {
  std::set<std::pair<const Algorithm*, Level>> tried;  // with normals, if any case has them
  for (const bool with_normals : {true, false})
    for (const Case& c : built_in_cases()) {
      if (c.asset || tried.contains({c.algorithm, c.level})) continue;
      const Question question{c.algorithm, c.level, c.options, *c.question()};
      if (with_normals && !question.arrays.has("normals")) continue;
      tried.emplace(c.algorithm, c.level);
      const auto result = c.algorithm->implementation.in_double(question.arrays, question.options);
      ASSERT_TRUE(result) << c.name;
      const ArraySet right = judged_arrays(question, *result);
      for (const Array& missing : right)
        for (const Defect& defect : defects()) {
          if (defect.answer == nullptr || !concerns(defect, *c.algorithm)) continue;
          const auto damaged = defect.answer(question, without(right, {missing.name.c_str()}));
          EXPECT_FALSE(damaged && damaged->has(missing.name))
              << c.name << ": " << defect.id << " adds " << missing.name;
        }
    }
}

TEST(Defects, wrong_and_missing_rows_are_found) {
  const Algorithm& lerp = *find_algorithm("interp.lerp");
  std::vector<std::string> names;
  for (const Case& c : built_in_cases())
    if (c.algorithm == &lerp) names.push_back(c.name);
  Catches rows = *kept_catches();
  rows[names[0]] = {"no-such-defect"};
  rows[names[1]].push_back("ibm-ignored");
  rows.erase(names[2]);
  EXPECT_EQ(faults(lerp, rows),
            (std::vector<std::string>{names[0] + " does not kill no-such-defect",
                                      names[1] + " does not kill ibm-ignored", names[2] + " has no row"}));
}

TEST(Defects, every_row_belongs_to_an_existing_case) {
  std::set<std::string> names;
  for (const Case& c : built_in_cases())
    names.insert(c.name);
  const Catches rows = *kept_catches();
  for (const auto& [name, ids] : rows)
    EXPECT_TRUE(names.contains(name)) << name;
}

}  // namespace bindpose::conformance::defects_test
