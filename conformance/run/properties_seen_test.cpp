// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Which registered mistakes the properties of right weights see on the built-in characters: properties_seen.txt.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/defects/defect.h"
#include "conformance/run/binding.h"

namespace bindpose::conformance {
namespace properties_seen_test {

/// What becomes of a mistake that some character's weights can be made by.
struct Seen {
  bool moves_a_weight = false;
  std::string first = {};  ///< character that shows it, and the properties that do not hold; empty: none does
};

/// Of a wrong answer, in the order of weight_properties().
std::string broken_words(const BindingCase& each, const AskedBinding& binding, const BoundWeights& weights) {
  std::string words;
  for (const PropertyFinding& finding :
       judge_weights(*each.character, each.c.algorithm->id, binding.right, weights, binding.ties))
    if (!finding.holds) words += fmt::format(" {}", finding.property);
  return words;
}

/// Of the mistakes that no case before has shown.
void add_case(const BindingCase& each, std::map<std::string_view, Seen>& seen) {
  const auto binding = asked_binding(each.c, *each.character);
  ASSERT_TRUE(binding) << to_string(binding.error());
  const Question& question = binding->asked.question;
  const auto result = question.algorithm->implementation.in_double(question.arrays, question.options);
  ASSERT_TRUE(result);
  const ArraySet right = judged_arrays(question, *result);
  for (const Defect& defect : defects()) {
    if (defect.folder != "binding" || (seen.contains(defect.id) && !seen[defect.id].first.empty())) continue;
    const auto wrong = wrong_answer(defect, question, right);
    if (!wrong) continue;
    const auto weights = weights_in(*wrong, question, each.character->pivots.size());
    ASSERT_TRUE(weights) << defect.id;
    Seen& of = seen[defect.id];
    of.moves_a_weight = of.moves_a_weight || weights->w != binding->right.w;
    const std::string words = broken_words(each, *binding, *weights);
    if (!words.empty()) of.first = fmt::format("{}:{}", each.character->name, words);
  }
}

std::string words_of(const Seen& seen) {
  if (!seen.first.empty()) return seen.first;
  return seen.moves_a_weight ? "-" : "(no weight is another)";
}

/// The lines that are no comment.
std::string kept_table() {
  std::ifstream file(BINDPOSE_CONFORMANCE "/run/properties_seen.txt");
  std::string table;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#')) table += line + "\n";
  return table;
}

TEST(PropertiesSeenTest, the_table_says_which_mistakes_are_seen) {
  auto cases = built_in_binding_cases();
  ASSERT_TRUE(cases);
  std::ranges::stable_sort(*cases, {},
                           [](const BindingCase& each) { return each.character->mesh.vertex_count(); });
  std::map<std::string_view, Seen> seen;
  for (const BindingCase& each : *cases)
    add_case(each, seen);
  std::string table;
  for (const auto& [id, of] : seen)
    table += fmt::format("{:<28} {}\n", id, words_of(of));
  EXPECT_EQ(table, kept_table()) << "this is what is seen now:\n" << table;
}

}  // namespace properties_seen_test
}  // namespace bindpose::conformance
