// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for facial action coding: the head with a target for each action unit. Varied: the
// emotion and its strength, individual scores, the set and order of targets, the output of
// directions.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/shared/scene_case.h"
#include "reference/face/shared/emotions.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/scenes/head.h"

namespace bindpose::conformance::face {
namespace {

/// An expression of the head.
struct Expression {
  std::string name;
  std::string purpose;
  double strength = 1;
  int emotion = -1;          ///< the emotion; -1: given by scores
  Array::Integers scores{};  ///< scores of the units
  Array::Integers units{scenes::head_action_units().begin(), scenes::head_action_units().end()};
};

bool known(int unit) {
  const std::vector<int>& units = scenes::head_action_units();
  return std::ranges::find(units, unit) != units.end();
}

/// A unit missing from the table gets the target of the lip corners, so that an effect would be
/// visible.
Expected<ArraySet> ask(const Expression& asked) {
  const Mesh base = scenes::head(scenes::small_head).rig.mesh;
  std::vector<Mesh> shapes;
  for (const int unit : asked.units)
    shapes.push_back(scenes::head_with_action_unit(known(unit) ? unit : 12, scenes::small_head));
  ArraySet question;
  add_mesh(question, base);
  bindpose::morph::add_targets(question, base, std::vector<double>(shapes.size(), 0),
                               bindpose::morph::displacements(base, shapes));
  question.remove("target_weights");
  question.add("action_units", {asked.units.size()}, asked.units);
  question.add("strength", {1}, Array::Reals{asked.strength});
  if (asked.emotion < 0)
    question.add("scores", {asked.scores.size()}, asked.scores);
  else
    question.add("emotion", {1}, Array::Integers{asked.emotion});
  return question;
}

void add(std::vector<Case>& cases, const Expression& asked, const char* normalise = "here") {
  add_case(cases, scene_case("facs", asked.name, {{"normalise", normalise}}, Level::pose), asked.purpose,
           [asked] { return ask(asked); });
}

Expression emotion(int e, const std::string& name, double strength) {
  return {fmt::format("head.{}", name), fmt::format("An emotion at strength {:g}.", strength), strength, e};
}

/// Gives every unit the same score.
Expression all_by(int score) {
  Expression asked{fmt::format("head.all-{}", static_cast<char>('a' + score - 1)),
                   "Every action unit has the same score."};
  asked.scores.assign(asked.units.size(), score);
  return asked;
}

}  // namespace

void facs_cases(std::vector<Case>& cases) {
  const char* names[] = {"anger", "sadness", "disgust", "surprise", "fear", "happiness"};
  for (int e = 0; e < 6; ++e)
    add(cases, emotion(e, names[e], 1));
  add(cases, emotion(0, "half-anger", 0.5));
  add(cases, emotion(5, "beyond-happiness", 1.25));
  add(cases, emotion(4, "fear", 0.75), "later");
  for (const int score : {1, 2, 4, 5})
    add(cases, all_by(score));
  Expression scored{"head.by-scores", "Scores of every level, one per unit, some absent.", 0.75};
  for (std::size_t i = 0; i < scored.units.size(); ++i)
    scored.scores.push_back(static_cast<int>(i * 5 % 6));
  add(cases, scored);
  scored.name = "head.by-scores-against";
  scored.purpose = "Scores of every level with a negative strength.";
  scored.strength = -0.5;
  add(cases, scored);

  Expression few = emotion(2, "few-units", 1);
  few.purpose = "Targets for some units only, reordered; one is not in the table, one appears twice.";
  few.units = {26, 9, 4, 43, 17, 9};
  add(cases, few);
  for (const int e : {4, 5}) {
    few.name = fmt::format("head.few-units-of-{}", names[e]);
    few.emotion = e;
    add(cases, few);
  }
  Expression rest = emotion(3, "no-strength", 0);
  rest.purpose = "Strength 0: the face at rest.";
  add(cases, rest);
}

}  // namespace bindpose::conformance::face
