// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/engine_conventions.h"

#include <algorithm>
#include <iterator>

#include "conformance/cases/shared/many_keyframes.h"
#include "conformance/cases/shared/scene_case.h"
#include "conformance/cases/shared/slots.h"
#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

using SixWeights = std::array<double, 6>;

/// Six slots in which only small weights are equal.
constexpr SixWeights untied = {0.125, 0.3125, 0.0625, 0.1875, 0.25, 0.0625};
/// The fourth and fifth largest weights are equal.
constexpr SixWeights tied = {0.25, 0.125, 0.125, 0.25, 0.125, 0.125};

/// The fourth and fifth largest weights are equal and belong to one joint, so the choice does not matter.
constexpr SixWeights tied_of_one_joint = {0.25, 0.3125, 0.09375, 0.1875, 0.09375, 0.0625};

/// Uses six slots. Every second vertex gets these weights.
void weighing_six(ArraySet& question, const SixWeights& even) {
  in_six_slots(question);
  change_rows(question, "weights", even.size(), [&even](double* w, std::size_t v) {
    if (v % 2 == 0) std::ranges::copy(even, w);
  });
}

void weighing_less(ArraySet& question) {
  for (double& w : *reals_of(question, "weights"))
    w = to_float32(0.98 * w);
}

void leaving_a_rest(ArraySet& question) {
  weighing_less(question);
  with_own_joint_in_free_slots(question);
}

struct Asked {
  Options policies = {};
  Vec3<double> middle_scale = {1, 1, 1};
  ChangeQuestion change = nullptr;
};

Case& add(std::vector<Case>& cases, const Conventions& of, const char* scene, const char* purpose,
          const Asked& asked, Level level) {
  Options options = of.options;
  options.insert(asked.policies.begin(), asked.policies.end());
  return add_case(
      cases, scene_case(of.stem, of.scene + "." + scene, options, level), purpose,
      [scale = asked.middle_scale, ask = of.ask, level] { return ask(scale, level); }, asked.change);
}

bool has_tangents(const std::string& stem) {
  return find_option(find_algorithm(stem)->implementation.declaration.options, "tangent_rule") != nullptr;
}

}  // namespace

void in_six_slots(ArraySet& question) {
  const Array joints = *question.find("joints"), weights = *question.find("weights");
  const std::size_t V = joints.shape[0], K = joints.shape[1], all = V * untied.size();
  const auto slot = [&](std::size_t i) {
    const std::size_t v = i / untied.size();
    if (K < 2) return v;
    return K * v + (weights.reals()[K * v + K - 1] == 0 ? 0 : K - 2) + i % untied.size() % 2;
  };
  Array::Integers j;
  Array::Reals w, e;
  const Array* endpoint_weights = question.find("endpoint_weights");
  for (std::size_t i = 0; i < all; ++i) {
    j.push_back(joints.integers()[slot(i)]);
    w.push_back(untied[i % untied.size()]);
    if (endpoint_weights != nullptr) e.push_back(endpoint_weights->reals()[slot(i)]);
  }
  if (endpoint_weights != nullptr) question.put({"endpoint_weights", {V, untied.size()}, std::move(e)});
  question.put({"joints", {V, untied.size()}, std::move(j)});
  question.put({"weights", {V, untied.size()}, std::move(w)});
}

void add_linear_blend_conventions(std::vector<Case>& cases, const Conventions& of) {
  add_normal_conventions(cases, of);
  add_weight_conventions(cases, of, Level::palette);
  add_tied_influences(cases, of);
  add_matrix_conventions(cases, of);
  add_rotation_conventions(cases, of);
}

void add_normal_conventions(std::vector<Case>& cases, const Conventions& of) {
  for (const char* rule : {"inverse-transpose-of-blend", "blend-of-inverse-transposes"}) {
    add(cases, of, "scaled", "Non-uniform scale in the middle joint distinguishes the normal rules.",
        {.policies = {{"normal_rule", rule}}, .middle_scale = {2, 0.5, 1}}, Level::palette);
    if (has_tangents(of.stem))
      add(cases, of, "scaled", "Tangents are transformed like normals.",
          {.policies = {{"normal_rule", rule}, {"tangent_rule", "as-normals"}}, .middle_scale = {2, 0.5, 1}},
          Level::palette);
    add(cases, of, "flat-joint", "A joint that maps onto a plane: no matrix can transform its normals.",
        {.policies = {{"normal_rule", rule}}, .change = &with_flat_joint}, Level::palette);
  }
}

void add_weight_conventions(std::vector<Case>& cases, const Conventions& of, Level level) {
  add(cases, of, "weights-sum-0.98", "Weights are divided by their sum of 0.98.",
      {.policies = {{"weight_sum", "renormalised"}}, .change = &weighing_less}, level);
  add(cases, of, "weights-sum-0.98", "Given weights sum to 0.98; the last one becomes 1 minus the others.",
      {.policies = {{"weight_sum", "last-from-rest"}}, .change = &leaving_a_rest}, level)
      .golden = false;
  for (const char* zero : {"first-joint", "rest"})
    add(cases, of, "some-without-weight", "Every third vertex has no weight.",
        {.policies = {{"zero_sum", zero}}, .change = &some_without_weight}, level);
  if (const Case usual = scene_case(of.stem, of.scene + ".some-without-weight", of.options, level);
      std::ranges::find(cases, usual.name, &Case::name) == cases.end())
    add(cases, of, "some-without-weight", "Every third vertex has no weight: its sum of 0 is used as is.",
        {.change = &some_without_weight}, level);
  add(cases, of, "slots-6", "Six influences, all of which count.",
      {.change = [](ArraySet& q) { weighing_six(q, untied); }}, level)
      .golden = false;
  for (const char* kept : {"first-four", "four-largest"})
    add(cases, of, "slots-6", "Six influences, of which four count.",
        {.policies = {{"influences_kept", kept}}, .change = [](ArraySet& q) { weighing_six(q, untied); }},
        level);
}

void add_tied_influences(std::vector<Case>& cases, const Conventions& of, Level level) {
  add(cases, of, "tied-slots", "The fourth and fifth weights are equal: either may count.",
      {.policies = {{"influences_kept", "four-largest"}},
       .change = [](ArraySet& q) { weighing_six(q, tied); }},
      level)
      .golden = level == Level::palette;
  add(cases, of, "tied-slots-of-one-joint",
      "Equal fourth and fifth weights of one joint: the choice does not matter.",
      {.policies = {{"influences_kept", "four-largest"}},
       .change = [](ArraySet& q) { weighing_six(q, tied_of_one_joint); }},
      level)
      .golden = false;
}

void add_matrix_conventions(std::vector<Case>& cases, const Conventions& of) {
  add(cases, of, "scaled-root", "Scale and rotation are inherited separately.",
      {.policies = {{"scale_inheritance", "without-shear"}}, .change = &with_scaled_root}, Level::pose);
  add(cases, of, "matrix-joint", "A matrix joint is first decomposed into translation, rotation and scale.",
      {.policies = {{"matrix_joints", "decomposed"}}, .change = &with_matrix_joint}, Level::pose);
  add(cases, of, "rotations-1.01", "Rotations 1 % too long are used as given.",
      {.change = &with_long_rotations}, Level::pose);
  add(cases, of, "many-keyframes", "Keyframes, each with a different sampling rule.",
      {.change = &with_many_keyframes}, Level::pose);
  if (of.reads_rotations) return;
  add(cases, of, "matrix-joint", "A matrix replaces a joint's translation, rotation and scale.",
      {.change = &with_matrix_joint}, Level::pose);
}

void add_rotation_conventions(std::vector<Case>& cases, const Conventions& of) {
  add(cases, of, "rotations-1.01", "Rotations 1 % too long are normalized before use.",
      {.policies = {{"rotations", "kept-unit"}}, .change = &with_long_rotations}, Level::pose);
  add(cases, of, "keyframes", "Keyframes of joints; rotations use nlerp.",
      {.policies = {{"rotation_interpolation", "nlerp"}}, .change = &with_keyframes}, Level::pose);
}

}  // namespace bindpose::conformance
