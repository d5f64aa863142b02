// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Two bones that bend the wrong way, or are taken for each other.
#include "conformance/defects/ik/shared/chains.h"
#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

bool is_position(const Question& question) {
  const auto& options = question.algorithm->implementation.declaration.options;
  return choice(options, question.options, "pole") == "position";
}

/// change(k, points at rest): the pole as seen from the root.
template <class Change>
Changed with_poles(const Question& question, Change change) {
  return with_rows(question, {"poles"}, 3, [&](double* row, std::size_t i) {
    const Points rest = chain_at(question, i);
    const Vec3<double> root = is_position(question) ? rest[0] : Vec3<double>(Vec3<double>::Zero());
    Eigen::Map<Vec3<double>> pole(row);
    pole = root + change(Vec3<double>(pole - root), rest);
  });
}

Changed pole_ignored(const Question& question) {
  return with_poles(
      question, [](const Vec3<double>&, const Points& rest) -> Vec3<double> { return rest[1] - rest[0]; });
}

Changed bends_away(const Question& question) {
  return with_poles(question, [](const Vec3<double>& k, const Points&) -> Vec3<double> { return -k; });
}

Changed pole_kind(const Question& question) {
  if (question.algorithm->id != "ik.two-bone") return std::nullopt;
  Question changed = question;
  changed.options["pole"] = is_position(question) ? "direction" : "position";
  return changed;
}

Changed lengths_swapped(const Question& question) {
  if (question.algorithm->id != "ik.two-bone") return std::nullopt;
  return with_rows(question, {"rest"}, 9, [](double* row, std::size_t) {
    for (int c = 0; c < 3; ++c)
      row[3 + c] = row[c] + row[6 + c] - row[3 + c];
  });
}

}  // namespace

BINDPOSE_DEFECTS(ik, ik_two_bone) {
  return {
      {.id = "two-bone-pole-ignored",
       .sentence =
           "your output equals what one gets when the elbow bends as it does at rest, wherever the pole is",
       .symptom = "elbows and knees do not follow their poles",
       .source = "(derived)",
       .question = &pole_ignored},
      {.id = "two-bone-bends-away",
       .sentence = "your output equals what one gets when the elbow bends away from the pole",
       .symptom = "knees bend backwards",
       .source = "(derived)",
       .question = &bends_away},
      {.id = "two-bone-pole-kind",
       .sentence = "your output equals what one gets when a pole that is a point is read as a direction, or "
                   "the other way "
                   "round",
       .symptom = "right at the origin, wrong elsewhere",
       .source = "(derived)",
       .question = &pole_kind},
      {.id = "two-bone-lengths-swapped",
       .sentence = "your output equals what one gets when the lengths of the two bones are swapped in the "
                   "law of cosines",
       .symptom = "the upper arm takes the forearm's length",
       .source = "(derived)",
       .question = &lengths_swapped},
  };
}

}  // namespace bindpose::conformance
