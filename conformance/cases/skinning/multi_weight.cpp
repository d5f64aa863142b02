// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of multi-weight enveloping. Varied: how the twelve weights of an influence differ - not at all,
// which is linear blending; each its own; negative ones; zeros beside numbers that are none - the scene, the
// normal rule and the entry level.
#include <limits>

#include <fmt/format.h>

#include "conformance/defects/defect_id.h"
#include "reference/algorithms.h"
#include "reference/model/case.h"
#include "reference/model/question.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance::skinning {
namespace {

using scenes::Scene;

constexpr const char* normal_rules[] = {"direction", "inverse-transpose"};

/// Weight of entry e of vertex v's slot i, from the slot's one weight w.
using Spread = double (*)(double w, std::size_t v, std::size_t i, std::size_t e);

double equal(double w, std::size_t, std::size_t, std::size_t) {
  return w;
}

/// Each entry within 3/16 of w, no two rows or columns alike.
double own(double w, std::size_t v, std::size_t i, std::size_t e) {
  const double step = static_cast<double>((5 * e + 3 * i + v) % 7) - 3;
  return to_float32(w * (1 + step / 16));
}

/// As fitted weights come out: negative ones and sums far from 1 off the diagonal.
double negative(double w, std::size_t v, std::size_t i, std::size_t e) {
  if (e % 5 == 0) return w;  // the diagonal
  const double step = static_cast<double>((3 * e + i + v) % 5) - 2;
  return to_float32(w * step);
}

/// Replaces the weights of a question by twelve per influence.
Expected<ArraySet> with_entries(Expected<ArraySet> question, Spread spread) {
  if (!question) return question;
  ArraySet result;
  for (const Array& array : *question) {
    if (array.name != "weights") {
      result.put(array);
      continue;
    }
    const std::size_t vertices = array.shape[0], slots = array.shape[1];
    Array::Reals entries;
    for (std::size_t s = 0; s < vertices * slots; ++s)
      for (std::size_t e = 0; e < 12; ++e)
        entries.push_back(spread(array.reals()[s], s / slots, s % slots, e));
    result.add("entry_weights", {vertices, slots, 12}, std::move(entries));
  }
  return result;
}

struct EntryScene {
  std::string name;
  std::string purpose;
  DefectIds catches;
  bool golden = false;
  Spread spread = &own;
  std::function<Scene()> make;
};

void add(std::vector<Case>& cases, const EntryScene& scene, const char* normal_rule) {
  for (const Level level : {Level::palette, Level::pose}) {
    Case c;
    c.name = fmt::format("skinning.multi_weight.{}.{}.{}.f32", scene.name, normal_rule, to_string(level));
    c.algorithm = find_algorithm("mwe");
    c.level = level;
    c.options = {{"normal_rule", normal_rule}};
    c.question = [scene, level] {
      const Scene made = scene.make();
      return with_entries(
          level == Level::palette ? scenes::palette_question(made) : scenes::pose_question(made),
          scene.spread);
    };
    c.purpose = scene.purpose;
    c.catches = catches_at(c.level, scene.catches);
    c.golden = scene.golden;
    cases.push_back(std::move(c));
  }
}

Scene posed_bar(const std::function<void(scenes::BarVariation&)>& change) {
  scenes::BarVariation variation;
  change(variation);
  return scenes::bar(variation);
}

void add_bar_cases(std::vector<Case>& cases) {
  const DefectIds own_defects = {"entry-weights-transposed", "entry-weights-column-major",
                                 "one-weight-an-influence"};
  for (const char* rule : normal_rules) {
    add(cases,
        {"bar.own", "Every entry of every matrix has a weight of its own.", own_defects, true, &own,
         [] { return scenes::bar(); }},
        rule);
    add(cases,
        {"bar.scaled", "The same under uneven scale, where the normal rules differ.",
         rule == normal_rules[0] ? DefectIds{"normal-uses-one-weight"}
                                 : DefectIds{"normal-by-M", "normal-uses-one-weight"},
         rule != normal_rules[0], &own,
         [] { return posed_bar([](scenes::BarVariation& v) {
                v.middle_scale = {2, 0.5, 1};
              }); }},
        rule);
  }
  add(cases,
      {"bar.negative",
       "Weights below 0 and sums far from 1, as fitting gives them.",
       {"negative-weight-clamped", "weights-renormalised"},
       true,
       &negative,
       [] { return scenes::bar(); }},
      "direction");
  add(cases,
      {"bar.equal",
       "Twelve equal weights are linear blend skinning.",
       {"ibm-wrong-side", "palette-transposed"},
       false,
       &equal,
       [] { return scenes::bar(); }},
      "direction");
  add(cases,
      {"bar.rest",
       "Equal weights and the rest pose give the rest mesh back.",
       {"ibm-ignored", "entry-weights-stride"},
       false,
       &equal,
       [] { return scenes::bar({}, true); }},
      "direction");
  add(cases,
      {"bar.mirrored",
       "A mirrored joint with weights of 1: the normal keeps to the outside.",
       {"normal-cofactor-sign"},
       true,
       &equal,
       [] {
         return posed_bar([](scenes::BarVariation& v) {
           v.middle_scale = {-1, 1, 1};
           v.rigid = true;
         });
       }},
      "inverse-transpose");
  add(cases,
      {"bar.far",
       "A kilometre from the origin: the translation's weights matter most.",
       {"translation-unweighted"},
       true,
       &own,
       [] { return posed_bar([](scenes::BarVariation& v) {
              v.offset = {1000, 0, 0};
            }); }},
      "direction");
}

void add_round_cases(std::vector<Case>& cases) {
  for (const int elbow : {30, 90})
    add(cases,
        {fmt::format("cylinder.bend-{}", elbow),
         "The course's cylinder with its elbow bent.",
         {"one-weight-an-influence", "normal-not-skinned"},
         false,
         &own,
         [elbow] { return scenes::cylinder(scenes::degrees(elbow), 0); }},
        "direction");
  for (const std::size_t slots : {2, 4, 8})
    add(cases,
        {fmt::format("hose.slots-{}", slots),
         "Influences in the first and the last of several slots.",
         {"second-set-ignored", "first-four-kept", "entry-weights-stride"},
         false,
         &own,
         [slots] {
           scenes::HoseShape shape;
           shape.slots = slots;
           return scenes::hose(scenes::degrees(20), scenes::degrees(15), shape);
         }},
        "direction");
}

void add_crowd_cases(std::vector<Case>& cases) {
  for (const std::size_t influences : {1, 3, 4, 6}) {
    Case c;
    c.name = fmt::format("skinning.multi_weight.crowd.influences-{}.direction.palette.f32", influences);
    c.algorithm = find_algorithm("mwe");
    c.options = {{"normal_rule", "direction"}};
    c.question = [name = c.name, influences]() -> Expected<ArraySet> {
      Random random(name);
      return with_entries(scenes::crowd_question(scenes::crowd({200, influences, 50}, random)), &own);
    };
    c.purpose = "Random vertices under random joints, every slot used.";
    c.catches = catches_at(c.level, {"joints-width", "entry-weights-stride", "palette-texture-addressing"});
    cases.push_back(std::move(c));
  }
}

/// The bar with one more joint that holds no number, named by slots whose twelve weights are 0, and a joint
/// with single numbers missing where the weights are 0.
Expected<ArraySet> with_missing_numbers() {
  auto question = with_entries(scenes::palette_question(scenes::bar()), &own);
  if (!question) return question;
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  Array joints = *question->find("joints"), palette = *question->find("palette"),
        weights = *question->find("entry_weights");
  const auto unused = static_cast<std::int32_t>(palette.shape[0]);
  auto& j = std::get<Array::Integers>(joints.data);
  auto& w = std::get<Array::Reals>(weights.data);
  auto& M = std::get<Array::Reals>(palette.data);
  palette.shape[0] += 1;
  M.resize(palette.shape[0] * 12, not_a_number);
  M[12 + 6] = not_a_number;
  M[12 + 3] = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < j.size(); ++i) {
    bool none = true;
    for (std::size_t e = 0; e < 12; ++e)
      none = none && w[12 * i + e] == 0;
    if (none) j[i] = unused;
    if (j[i] == 1) w[12 * i + 6] = w[12 * i + 3] = 0;
  }
  question->put(std::move(joints));
  question->put(std::move(palette));
  question->put(std::move(weights));
  return question;
}

void add_missing_number_cases(std::vector<Case>& cases) {
  for (const char* rule : normal_rules) {
    Case c;
    c.name = fmt::format("skinning.multi_weight.bar.missing-numbers.{}.palette.f32", rule);
    c.algorithm = find_algorithm("mwe");
    c.options = {{"normal_rule", rule}};
    c.question = &with_missing_numbers;
    c.purpose = "Weights of 0 beside NaN and infinity, whole matrices and single entries: they add nothing.";
    c.catches = catches_at(c.level, {"nan-times-zero"});
    cases.push_back(std::move(c));
  }
}

}  // namespace

void multi_weight_cases(std::vector<Case>& cases) {
  add_bar_cases(cases);
  add_round_cases(cases);
  add_crowd_cases(cases);
  add_missing_number_cases(cases);
}

}  // namespace bindpose::conformance::skinning
