// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/work_groups.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/shared/chosen_vertices.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

/// The families skinning and surface have scenes with hundreds of vertices.
bool has_small_scenes_alone(const Algorithm& algorithm) {
  return algorithm.has_glsl && algorithm.family != "skinning" && algorithm.family != "surface";
}

/// Every vertex follows only its first joint, one of the first sixteen. Other cases test the
/// reading of influences.
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

constexpr std::size_t vertices = 300;

/// A random input at the first level.
Case random_case(const Case& like) {
  const Algorithm& algorithm = *like.algorithm;
  Case c = scene_case(std::string(algorithm.stem), fmt::format("random.vertices-{}", vertices), like.options,
                      algorithm.levels.front());
  c.question = [name = c.name, sample = algorithm.implementation.sample]() -> Expected<ArraySet> {
    Random random(name);
    return by_one_joint_each(sample(vertices, random));
  };
  return c;
}

/// The scene of another case, with repeated vertices.
Case repeated_case(const Case& like) {
  const Algorithm& algorithm = *like.algorithm;
  Case c = scene_case(std::string(algorithm.stem), fmt::format("repeated.vertices-{}", vertices),
                      like.options, like.level);
  c.question = [question = like.question, &algorithm]() -> Expected<ArraySet> {
    const Declaration& declaration = algorithm.implementation.declaration;
    BINDPOSE_TRY(ArraySet arrays, question());
    BINDPOSE_TRY(const Extents extents, check(declaration, arrays));
    std::vector<std::size_t> rows(vertices);
    for (std::size_t v = 0; v < vertices; ++v)
      rows[v] = v % extents.at("V");
    return with_vertices(declaration, std::move(arrays), rows);
  };
  return c;
}

}  // namespace

void add_work_groups(std::vector<Case>& cases, std::size_t first) {
  if (first == cases.size() || !has_small_scenes_alone(*cases[first].algorithm)) return;
  const Algorithm& algorithm = *cases[first].algorithm;
  for (const Level level : algorithm.levels) {
    const auto begin = cases.begin() + static_cast<std::ptrdiff_t>(first);
    const auto alike = std::find_if(begin, cases.end(), [&, options = begin->options](const Case& each) {
      return each.level == level && each.options == options;
    });
    const bool is_first = level == algorithm.levels.front();
    if (level == Level::asset || (!is_first && alike == cases.end())) continue;
    Case c = is_first ? random_case(*begin) : repeated_case(*alike);
    if (alike != cases.end()) c.leave_out = alike->leave_out;
    c.purpose = "More vertices than four work groups of a shader have, and than a byte can count.";
    cases.push_back(std::move(c));
  }
}

}  // namespace bindpose::conformance
