// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The declared kind of each array is correct: with another kind, the reference violates a relation.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/metamorphic/metamorphic.h"
#include "conformance/defects/defect.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance::kinds_test {

/// True if the reference satisfies the applicable relations of frames and units for this case, with
/// this declaration of the algorithm.
bool keeps_relations(const Case& c, const Algorithm& algorithm) {
  const auto usual = asked_case(c);
  if (!usual) return true;
  auto asked = *usual;
  asked.question.algorithm = &algorithm;
  for (const Relation& relation : relations()) {
    if (relation.name != "rigid-motion" && relation.name != "mirror" && relation.name != "unit-change")
      continue;
    const std::string name = fmt::format("{}.{}", c.name, relation.name);
    if (!related_case(relation, name, *usual)) continue;
    const auto related = related_case(relation, name, asked);
    if (!related) return false;
    const auto answer = [&](const Question& question) {
      const auto result = algorithm.implementation.in_double(question.arrays, question.options);
      return Answer{judged_arrays(question, *result), {}, 0};
    };
    const Verdict verdict =
        judge_related(asked, *related, answer(asked.question), answer(related->second.question), {});
    if (verdict.outcome != Outcome::pass) return false;
  }
  return true;
}

/// The relations of other frames and another unit.
bool has_frame_or_unit(Kind::Of of) {
  switch (of) {
    case Kind::Of::plain:
    case Kind::Of::scale:
    case Kind::Of::opening:
    case Kind::Of::time:
    case Kind::Of::colour:
    case Kind::Of::value:
    case Kind::Of::other:
      return false;
    default:
      return true;
  }
}

/// Arrays that affect the output in no way that these relations could detect.
std::set<std::string> without_effect(std::string_view id) {
  if (id == "cor.centres") return {"normals", "tangents"};  // not read
  if (id == "smpl") return {"rest_rotations"};  // the root's are not read, and the mirror does not apply
  return {};
}

/// The inverse map.
Kind swapped(Kind kind) {
  std::swap(kind.to, kind.from);
  return kind;
}

class Kinds : public testing::TestWithParam<std::string> {};

/// Declarations without a change of the array, or with the inverse map.
TEST_P(Kinds, a_wrong_kind_violates_a_relation) {
  const Algorithm& right = *find_algorithm(GetParam());
  std::set<std::string> untold;
  for (std::size_t i = 0; i < right.implementation.declaration.inputs.size(); ++i) {
    const ArrayDeclaration& declared = right.implementation.declaration.inputs[i];
    if (!has_frame_or_unit(declared.kind.of)) continue;
    bool is_told = false, is_asked = false;
    for (const bool smoke : {true, false})
      for (const Kind& kind : {Kind{}, swapped(declared.kind)}) {
        Algorithm wrong = right;
        wrong.implementation.declaration.inputs[i].kind = kind;
        for (const Case& c : built_in_cases()) {
          if (is_told || c.algorithm != &right || c.smoke != smoke || !c.question()->has(declared.name))
            continue;
          is_asked = true;
          is_told = keeps_relations(c, right) && !keeps_relations(c, wrong);
        }
      }
    if (is_asked && !is_told) untold.insert(std::string(declared.name));
  }
  EXPECT_EQ(untold, without_effect(right.id)) << fmt::format("{}", fmt::join(untold, " "));
}

std::vector<std::string> all_algorithms() {
  return mapped<std::string>(algorithms(), &Algorithm::id);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(algorithm, Kinds, testing::ValuesIn(all_algorithms()), test_name);

}  // namespace bindpose::conformance::kinds_test
