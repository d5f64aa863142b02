// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for multi-weight enveloping. Varied: the twelve weights of an influence (all equal,
// which is linear blending; all different; negative; zeros on NaN and infinity), the scene, the
// normal rule and the entry level.

#include <fmt/format.h>

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/far_joints.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance::skinning {
namespace {

constexpr const char* normal_rules[] = {"direction", "inverse-transpose"};

/// Weight of entry e of vertex v's slot i. w: the slot's single weight.
using Spread = double (*)(double w, std::size_t v, std::size_t i, std::size_t e);

double equal(double w, std::size_t, std::size_t, std::size_t) {
  return w;
}

/// Each entry differs from w by at most 3/16; no two rows or columns are equal.
double own(double w, std::size_t v, std::size_t i, std::size_t e) {
  const double step = static_cast<double>((5 * e + 3 * i + v) % 7) - 3;
  return to_float32(w * (1 + step / 16));
}

/// Typical fitted weights: negative weights, and sums far from 1 off the diagonal.
double negative(double w, std::size_t v, std::size_t i, std::size_t e) {
  if (e % 5 == 0) return w;  // the diagonal
  const double step = static_cast<double>((3 * e + i + v) % 5) - 2;
  return to_float32(w * step);
}

/// Like own(), except that one slot has weights in only one row.
double one_row(double w, std::size_t v, std::size_t i, std::size_t e) {
  return e / 4 != v % 3 && i == v / 3 % 2 ? 0 : own(w, v, i, e);
}

/// Equal weights. In one slot, two rows have opposite signs and the third row is 0.
double opposite_rows(double w, std::size_t v, std::size_t i, std::size_t e) {
  const double sign[] = {1, -1, 0};
  return i == v / 3 % 2 ? sign[(e / 4 + v) % 3] * w : w;
}

/// Replaces the weights of an input by twelve weights per influence.
ArraySet with_entries(const ArraySet& question, Spread spread) {
  ArraySet result;
  for (const Array& array : question) {
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

Case& add_at(std::vector<Case>& cases, const SceneVariation& scene, const char* normal_rule, Spread spread,
             Level level) {
  return cases.emplace_back(
      scene_case("multi_weight", scene, {{"normal_rule", normal_rule}}, level, &matrix_question,
                 [spread](ArraySet& question) { question = with_entries(question, spread); }));
}

/// One scene at both levels under one normal rule.
void add(std::vector<Case>& cases, const std::string& name, const char* normal_rule, const char* purpose,
         bool golden, Spread spread, const MakeScene& make) {
  for (const Level level : {Level::palette, Level::pose})
    add_at(cases, {name, purpose, golden, make}, normal_rule, spread, level);
}

void add_bar_cases(std::vector<Case>& cases) {
  for (const char* rule : normal_rules) {
    add(cases, "bar.own", rule, "Every entry of every matrix has its own weight.", true, &own, bar());
    add(cases, "bar.scaled", rule, "Entry weights under non-uniform scale, where the normal rules differ.",
        rule != normal_rules[0], &own, bar({.middle_scale = {2, 0.5, 1}}));
  }
  add(cases, "bar.negative", "direction", "Weights below 0 and sums far from 1, as a fit produces them.",
      true, &negative, bar());
  add(cases, "bar.negative-shuffled", "direction", "Weights below 0; joints listed child first.", false,
      &negative, bar({.shuffled = true}));
  add(cases, "bar.one-row", "direction", "One slot of each vertex has weights in one row only.", false,
      &one_row, bar());
  add(cases, "bar.opposite-rows", "direction", "Weights of a slot that cancel between its rows.", false,
      &opposite_rows, bar());
  add(cases, "bar.equal", "direction", "Twelve equal weights equal linear blend skinning.", false, &equal,
      bar());
  add(cases, "bar.rest", "direction", "Equal weights in the rest pose return the rest mesh.", false, &equal,
      bar({}, true));
  add(cases, "bar.mirrored", "inverse-transpose",
      "A mirrored joint with weights of 1: normals still point outwards.", true, &equal,
      bar({.rigid = true, .middle_scale = {-1, 1, 1}}));
  add(cases, "bar.mirrored-uneven", "inverse-transpose", "A joint that mirrors and scales non-uniformly.",
      false, &equal, bar({.rigid = true, .middle_scale = {1.5, 1, -0.5}}));
  const SceneVariation flat = {"bar.flat",
                               "A joint that maps onto a plane: its normals have no inverse transpose.", true,
                               bar({.rigid = true})};
  change_question(add_at(cases, flat, "inverse-transpose", &own, Level::palette), &with_flat_joint);
  add(cases, "bar.tiny", "inverse-transpose",
      "A joint scaled to a thousandth: its determinant is 1e-9, not 0.", true, &equal,
      bar({.rigid = true, .middle_scale = {0x1p-10, 0x3p-11, 0x3p-12}}));
  const SceneVariation zeros = {
      "bar.zero-directions", "Normals and tangents of length 0 have no direction; positions are unaffected.",
      true, bar()};
  change_question(add_at(cases, zeros, "direction", &own, Level::palette), &with_zero_directions);
  const Conventions conventions{
      "multi_weight", [](const Vec3<double>& scale, Level level) {
        return matrix_question(scenes::bar({.middle_scale = scale}), level).map([](const ArraySet& q) {
          return with_entries(q, &own);
        });
      }};
  add_matrix_conventions(cases, conventions);
  add_rotation_conventions(cases, conventions);
  add(cases, "bar.far", "direction", "A kilometre from the origin: the translation's weights matter most.",
      true, &own, bar({.offset = {1000, 0, 0}}));
}

void add_round_cases(std::vector<Case>& cases) {
  for (const int elbow : {30, 90})
    add(cases, fmt::format("cylinder.bend-{}", elbow), "direction",
        "The course's cylinder with its elbow bent.", false, &own, cylinder(elbow, 0));
  add(cases, "hose.joints-300", "direction", "More joints than a byte can count.", true, &own, far_joints());
  add(cases, "hose.joints-262", "direction", "Other joints with large indices.", true, &own,
      other_far_joints().make);
  for (const std::size_t slots : {2, 4, 8})
    add(cases, fmt::format("hose.slots-{}", slots), "direction",
        "Influences in the first and the last of several slots.", false, &own,
        hose(20, 15, {.slots = slots}));
  add(cases, "hose.every-slot-6", "direction",
      "All slots are used, by neighbouring joints: all of them count.", true, &own, every_slot_hose(6));
}

void add_crowd_cases(std::vector<Case>& cases) {
  for (const std::size_t influences : {1, 3, 4, 6}) {
    Case c = scene_case("multi_weight", fmt::format("crowd.influences-{}", influences),
                        {{"normal_rule", "direction"}}, Level::palette);
    c.question = [name = c.name, influences]() -> Expected<ArraySet> {
      Random random(name);
      return with_entries(scenes::crowd_question(scenes::crowd({200, influences, 50}, random)), &own);
    };
    c.purpose = "Random vertices under random joints; all slots are used.";
    cases.push_back(std::move(c));
  }
}

/// The bar with an additional joint that is all NaN, in slots whose twelve weights are 0. Joint 1 has
/// NaN and infinity in these entries, which have weight 0.
Expected<ArraySet> with_missing_numbers(std::size_t nan_entry, std::size_t infinite_entry) {
  BINDPOSE_TRY(const ArraySet asked, scenes::palette_question(scenes::bar()));
  ArraySet question = with_entries(asked, &own);
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  Array joints = *question.find("joints"), palette = *question.find("palette"),
        weights = *question.find("entry_weights");
  const auto unused = static_cast<std::int32_t>(palette.shape[0]);
  auto& j = std::get<Array::Integers>(joints.data);
  auto& w = std::get<Array::Reals>(weights.data);
  auto& M = std::get<Array::Reals>(palette.data);
  palette.shape[0] += 1;
  M.resize(palette.shape[0] * 12, not_a_number);
  M[12 + nan_entry] = not_a_number;
  M[12 + infinite_entry] = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < j.size(); ++i) {
    bool none = true;
    for (std::size_t e = 0; e < 12; ++e)
      none = none && w[12 * i + e] == 0;
    if (none) j[i] = unused;
    if (j[i] == 1) w[12 * i + nan_entry] = w[12 * i + infinite_entry] = 0;
  }
  question.put(std::move(joints));
  question.put(std::move(palette));
  question.put(std::move(weights));
  return question;
}

void add_missing_number_cases(std::vector<Case>& cases) {
  for (const char* rule : normal_rules) {
    const auto add_missing = [&](const char* scene, std::size_t nan_entry, std::size_t infinite_entry) {
      add_case(cases, scene_case("multi_weight", scene, {{"normal_rule", rule}}, Level::palette),
               "Whole matrices and single entries of NaN or infinity with weight 0 contribute nothing.",
               [=] { return with_missing_numbers(nan_entry, infinite_entry); })
          .golden = false;
    };
    add_missing("bar.missing-numbers", 6, 3);
    add_missing("bar.missing-numbers-elsewhere", 4, 9);
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
