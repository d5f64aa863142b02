// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/work_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"
#include "reference/numeric/random.h"

namespace bindpose::conformance {
namespace {

/// Skinning and surface have scenes of hundreds of vertices.
bool has_small_scenes_alone(const Algorithm& algorithm) {
  return algorithm.has_glsl && algorithm.family != "skinning" && algorithm.family != "surface";
}

/// Every vertex wholly its first joint's, one of the first sixteen: how influences are read is the question of other cases.
ArraySet by_one_joint_each(ArraySet question) {
  const Array* given = question.find("weights");
  if (given == nullptr) return question;
  const std::size_t slots = given->shape[1];
  change_rows(question, "weights", slots, [slots](double* w, std::size_t) {
    std::fill_n(w, slots, 0.0);
    w[0] = 1;
  });
  for (std::int32_t& j : *integers_of(question, "joints"))
    j %= 16;
  return question;
}

}  // namespace

void add_work_groups(std::vector<Case>& cases, std::size_t first) {
  if (first == cases.size() || !has_small_scenes_alone(*cases[first].algorithm)) return;
  const Algorithm& algorithm = *cases[first].algorithm;
  constexpr std::size_t vertices = 130;
  // Random questions are asked at the first level.
  Case c = scene_case(std::string(algorithm.stem), fmt::format("random.vertices-{}", vertices),
                      cases[first].options, algorithm.levels.front());
  c.question = [name = c.name, sample = algorithm.implementation.sample]() -> Expected<ArraySet> {
    Random random(name);
    return by_one_joint_each(sample(vertices, random));
  };
  const auto alike =
      std::find_if(cases.begin() + static_cast<std::ptrdiff_t>(first), cases.end(),
                   [&c](const Case& each) { return each.level == c.level && each.options == c.options; });
  if (alike != cases.end()) c.leave_out = alike->leave_out;
  c.purpose = "More vertices than two work groups of a shader have.";
  c.catches = catches_at(c.level, {"all-zeros"});
  cases.push_back(std::move(c));
}

}  // namespace bindpose::conformance
