// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are rubrics.

#include "conformance/grade/rubric.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::rubric_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  return {
      R"({"format": "bindpose-rubric-1", "title": "One", "exercises": [
 {"id": "a", "title": "A", "points": 1, "visible": ["hierarchy.palette.*"]}]})",
      R"({"$schema": "rubric.schema.json", "format": "bindpose-rubric-1", "title": "All", "seconds": 10, "memory": 512,
 "accept": ["half-palette", "normal_rule=direction"], "class_credit": 0.5, "policy_credit": 1, "exercises": [
 {"id": "skin", "title": "Skin", "points": 10, "needs": ["world"], "hint": "Think.", "source": "skin.py",
  "visible": ["skinning.linear_blend.bar.scaled.*"], "hidden": ["pose.fk_matrix.*"], "fresh": 2, "partial": "stages"},
 {"id": "world", "title": "World", "points": 2.5, "visible": ["hierarchy.fk_matrix.bar.*"], "partial": "cases"}]})"};
}

void read(std::string_view input) {
  const auto rubric = parse_rubric(input, "rubric.json");
  if (!rubric) return require_printable(rubric.error());
  require(!rubric->exercises.empty() && !rubric->title.empty(), "a rubric without exercises");
  require(!rubric->seconds || std::isfinite(*rubric->seconds), "an impossible time");
  for (const double share : {rubric->class_credit, rubric->policy_credit})
    require(share >= 0 && share <= 1, "an impossible share");
  double points = 0;
  for (const Exercise& exercise : rubric->exercises) {
    points += exercise.points;
    require(std::isfinite(points) && exercise.points >= 0, "an impossible number of points");
    require(!exercise.id.empty() && !exercise.cases.empty(), "an exercise without cases");
  }
  for (const std::string& note : rubric->notes)
    require_printable({"NOTE", "", note});
}

BINDPOSE_FUZZER(rubric)

}  // namespace bindpose::fuzz::rubric_fuzzer
