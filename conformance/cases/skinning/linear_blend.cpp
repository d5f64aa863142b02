// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for linear blend skinning. Varied: the scene (the course's cylinder, a hose, the bar
// on which no transforms commute), the normal rule, the number of influence slots, the sum of
// weights, mirrored and non-uniform scale, joints with NaN matrices, and the entry level.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/many_keyframes.h"
#include "conformance/cases/shared/packed_weights.h"
#include "conformance/cases/shared/slots.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance::skinning {
namespace {

constexpr std::string_view direction = "direction";
constexpr const char* normal_rules[] = {"direction", "inverse-transpose-of-blend",
                                        "blend-of-inverse-transposes"};

/// One scene at both levels under one normal rule.
void add(std::vector<Case>& cases, const std::string& name, const char* normal_rule, const char* purpose,
         bool golden, const MakeScene& make) {
  for (const Level level : {Level::palette, Level::pose})
    cases.push_back(scene_case("linear_blend", {name, purpose, golden, make}, {{"normal_rule", normal_rule}},
                               level, &matrix_question));
}

void add_cylinder_cases(std::vector<Case>& cases) {
  for (const int elbow : {0, 30, 60, 90})
    add(cases, fmt::format("cylinder.bend-{}", elbow), "direction",
        "The course's cylinder with its elbow bent.", false, cylinder(elbow, 0));
  for (const int twist : {60, 120, 180})
    add(cases, fmt::format("cylinder.twist-{}", twist), "direction",
        "The cylinder twisted about its axis: the radius shrinks to |cos(a/2)| (candy wrapper).", false,
        cylinder(0, twist));
  for (const char* rule : normal_rules)
    add(cases, "cylinder.bend-90-small", rule,
        "A small cylinder at a right angle, where the normal rules differ most.", true,
        cylinder(90, 0, {4, 50, 10, 8, 12.5}));
}

void add_hose_cases(std::vector<Case>& cases) {
  for (const std::size_t slots : {2, 4, 8, 16})
    add(cases, fmt::format("hose.slots-{}", slots), "direction",
        "Influences in the first and the last of several slots: a missing one is noticed.", slots == 4,
        hose(20, 15, {.slots = slots}));
  for (const std::size_t slots : {6, 16})
    add(cases, fmt::format("hose.every-slot-{}", slots), "direction",
        "All slots are used, by neighbouring joints: all of them count.", true,
        hose(20, 15, {.joints = 18, .rings_per_joint = 1, .sides = 3, .slots = slots, .every_slot = true}));
  add(cases, "hose.joints-300", "direction", "More joints than a byte can count.", false, far_joints());
  cases.push_back(scene_case("linear_blend", other_far_joints(), {{"normal_rule", "direction"}},
                             Level::palette, &matrix_question));
  add(cases, "hose.joints-520", "direction", "More joints than nine bits can count.", false,
      hose(1, 1, {.joints = 520, .rings_per_joint = 1, .sides = 3}));
  cases.push_back(scene_case(
      "linear_blend",
      {"hose.joints-2060", "More joints than a half float can count.", true, joints_beyond_half_floats()},
      {{"normal_rule", "direction"}}, Level::palette, &matrix_question));
}

void add_bar_cases(std::vector<Case>& cases) {
  add(cases, "bar.rest", "direction", "The rest pose: an identity palette returns the rest mesh.", true,
      bar({}, true));
  for (const char* rule : normal_rules) {
    add(cases, "bar.posed", rule, "Rotated bind frames and a posed root: nothing commutes.", true, bar());
    add(cases, "bar.scaled", rule, "Non-uniform scale in the middle joint distinguishes the normal rules.",
        true, bar({.middle_scale = {2, 0.5, 1}}));
    add(cases, "bar.grown", rule,
        "Scales whose product is not 1 reveal a normal matrix without its determinant.", true,
        bar({.middle_scale = {3, 0.5, 1.25}}));
    add(cases, "bar.tiny", rule, "A joint scaled to a thousandth: its determinant is 1e-9, not 0.", true,
        bar({.middle_scale = {0x1p-10, 0x3p-11, 0x3p-12}}));
    add(cases, "bar.mirrored", rule, "A mirrored joint with rigid weights: normals still point outwards.",
        true, bar({.rigid = true, .middle_scale = {-1, 1, 1}}));
  }
  add(cases, "bar.armature", "direction", "A non-joint ancestor that rotates, moves and scales.", true,
      bar({.armature = true}));
  add(cases, "bar.shuffled", "direction", "Joints listed child first.", true, bar({.shuffled = true}));
  add(cases, "bar.bind-shape", "direction", "Inverse binds that do not invert the rest pose.", true,
      bar({.bind_shape = true}));
  add(cases, "bar.far", "direction", "A kilometre from the origin: weight errors grow with distance.", true,
      bar({.offset = {1000, 0, 0}}));
}

/// The case with four of six influences kept.
Case with_four_of_six(const Case& six, const char* kept, const char* sum) {
  Case c = scene_case("linear_blend", "crowd.influences-6", {{"influences_kept", kept}, {"weight_sum", sum}},
                      Level::palette);
  c.question = six.question;
  c.purpose = "Six influences, of which four count.";
  c.leave_out = {"implicit-last-weight"};
  return c;
}

/// Blends without an inverse.
void add_flat_cases(std::vector<Case>& cases) {
  for (const char* rule : normal_rules)
    cases.push_back(scene_case(
        "linear_blend",
        {"bar.flat", "A joint that maps its single-joint vertices onto a plane.", true, bar({.rigid = true})},
        {{"normal_rule", rule}}, Level::palette, &matrix_question, &with_flat_joint));
}

void add_keyframe_cases(std::vector<Case>& cases) {
  const auto add_keyed = [&cases](const SceneVariation& scene, const Options& options,
                                  const ChangeQuestion& change) {
    cases.push_back(scene_case("linear_blend", scene, options, Level::pose, &matrix_question, change));
  };
  const Options usual = {{"normal_rule", "direction"}};
  add_keyed({"bar.keyframes", "Cubic, linear and held keyframes replace parts of the pose; between two keys.",
             true, bar()},
            usual, &with_keyframes);
  add_keyed({"hose.keyframes", "Keyframes of the first joints of a chain.", false, hose(20, 15)}, usual,
            &with_keyframes);
  add_keyed({"bar.many-keyframes", "Keyframes, each with a different sampling rule.", true, bar()}, usual,
            &with_many_keyframes);
  add_keyed({"bar.many-keyframes", "Keyframes, each with a different sampling rule; rotations use nlerp.",
             true, bar()},
            {{"rotation_interpolation", "nlerp"}}, &with_many_keyframes);
}

/// Weights that sum to 0.98, used as given: a policy of the reference.
void add_weight_sum_cases(std::vector<Case>& cases) {
  const std::size_t first = cases.size();
  add(cases, "bar.weights-sum-0.98", "direction", "Weights that do not sum to 1 are used as given.", true,
      bar({.weight_sum = 0.98}));
  add(cases, "bar.weights-sum-1.75", "direction", "Weights above 1 are used as given.", true,
      bar({.weight_sum = 1.75}));
  add(cases, "bar.weights-tiny", "direction", "Influences of 2^-12 and 2^-16 count like any other.", true,
      [] { return with_tiny_weights(scenes::bar()); });
  for (std::size_t i = first; i < cases.size(); ++i) {
    cases[i].leave_out = {"implicit-last-weight"};
    cases[i].notes = {"weights do not sum to 1"};
  }
}

/// Weights so small that they count only for a joint that is far away.
void add_tiny_weight_cases(std::vector<Case>& cases) {
  for (const bool is_farther : {false, true}) {
    const TinyWeights weights = is_farther ? TinyWeights{0x1p-20, 0x1p-24} : TinyWeights{0x1p-18, 0x1p-21};
    cases.push_back(
        scene_case("linear_blend",
                   {is_farther ? "bar.weights-tiny-farther" : "bar.weights-tiny-far",
                    "Influences below 2^-16 of a distant joint count like any other.", !is_farther,
                    [weights] { return with_tiny_weights(scenes::bar(), weights); }},
                   {{"normal_rule", "direction"}}, Level::palette, &matrix_question,
                   [is_farther](ArraySet& question) { with_far_joint(question, is_farther ? 4096 : 1024); }));
    cases.back().leave_out = {"implicit-last-weight"};
  }
}

/// Weights of six slots. The fourth and fifth weights are equal; they belong to one joint, or the
/// choice is undefined.
void with_harmless_ties(ArraySet& question) {
  constexpr std::size_t slots = 6;
  constexpr double of_one_joint[slots] = {0.5, 0.25, 0.125, 0.0625, 0.0625, 0};
  constexpr double of_nothing[slots] = {0.5, 0.375, 0.125, 0, 0, 0};
  auto& weights = std::get<Array::Reals>(question.find("weights")->data);
  auto& joints = std::get<Array::Integers>(question.find("joints")->data);
  for (std::size_t first = 0; first < weights.size(); first += slots) {
    const bool is_even = first / slots % 2 == 0;
    std::copy_n(is_even ? of_one_joint : of_nothing, slots, &weights[first]);
    if (is_even) joints[first + 4] = joints[first + 3];
  }
}

/// Adds cases of policies of engines, on scenes where they differ from the default.
class PolicyCases {
 public:
  explicit PolicyCases(std::vector<Case>& cases) : cases_(cases) {}

  Case& operator()(const std::string& name, const Options& policies, const char* purpose,
                   const MakeScene& make, Level level, const ChangeQuestion& change = nullptr) const {
    Case& c = cases_.emplace_back(
        scene_case("linear_blend", {name, purpose, true, make}, policies, level, &matrix_question, change));
    c.leave_out = {"implicit-last-weight"};
    return c;
  }

 private:
  std::vector<Case>& cases_;
};

/// Policies that apply at both levels.
void add_mesh_policies(const PolicyCases& add, Level level) {
  add("bar.weights-sum-0.98", {{"weight_sum", "renormalised"}}, "Weights are divided by their sum of 0.98.",
      bar({.weight_sum = 0.98}), level);
  for (const char* scene : {"bar.weights-sum-0.98", "bar.weights-sum-1"})
    add(scene, {{"weight_sum", "last-from-rest"}},
        "The last slot's weight is 1 minus the others; the given one is not read.",
        bar({.weight_sum = std::string_view(scene).ends_with("0.98") ? 0.98 : 1}), level)
        .golden = false;
  add("bar.some-without-weight", {{"zero_sum", "undefined"}},
      "Every third vertex has no weight: 0 / 0 is not judged.", bar(), level, &some_without_weight)
      .golden = false;
  for (const char* zero : {"first-joint", "rest"})
    add("bar.some-without-weight", {{"zero_sum", zero}}, "Every third vertex has no weight.", bar(), level,
        &some_without_weight);
  add("bar.some-without-weight", {{"weight_sum", "renormalised"}},
      "Weights are divided by their sum of 0.98, except every third vertex, whose sum is 0.",
      bar({.weight_sum = 0.98}), level, &some_without_weight);
  for (const char* rule : {normal_rules[1], normal_rules[2]})
    add("bar.scaled", {{"normal_rule", rule}, {"tangent_rule", "as-normals"}},
        "Tangents are transformed like normals.", bar({.middle_scale = {2, 0.5, 1}}), level);
}

void add_slot_policies(const PolicyCases& add) {
  const Options four_largest = {{"influences_kept", "four-largest"}};
  for (const char* kept : {"first-four", "four-largest"})
    add("hose.every-slot-6", {{"influences_kept", kept}}, "Six influences, of which four count.",
        every_slot_hose(6, 0.25), Level::palette);
  add("hose.tied-slots", four_largest, "The fourth and fifth weights are equal: either may count.",
      every_slot_hose(6), Level::palette);
  add("hose.harmless-ties", four_largest,
      "The fourth and fifth weights are equal, but have the same joint, or are 0.", every_slot_hose(6),
      Level::palette, &with_harmless_ties);
  add("hose.slots-5", four_largest, "Any of the five slots may be dropped.", every_slot_hose(5, 0.25),
      Level::palette)
      .golden = false;
  add("hose.slots-4", four_largest, "All four influences are kept.", every_slot_hose(4), Level::palette);
}

void add_pose_policies(const PolicyCases& add) {
  const Options usual = {{"normal_rule", "direction"}};
  add("bar.matrix-joint", {{"matrix_joints", "decomposed"}},
      "A matrix joint is first decomposed into translation, rotation and scale.", bar(), Level::pose,
      &with_matrix_joint);
  add("bar.matrix-joint", usual, "A matrix replaces a joint's translation, rotation and scale.", bar(),
      Level::pose, &with_matrix_joint);
  add("bar.rotations-1.01", usual, "Rotations 1 % too long are used as given.", bar(), Level::pose,
      &with_long_rotations);
  add("bar.rotations-1.01", {{"rotations", "kept-unit"}}, "Rotations 1 % too long are normalized before use.",
      bar(), Level::pose, &with_long_rotations);
}

void add_policy_cases(std::vector<Case>& cases) {
  const PolicyCases add(cases);
  for (const Level level : {Level::palette, Level::pose})
    add_mesh_policies(add, level);
  add("bar.scaled", {{"scale_inheritance", "without-shear"}}, "Scale and rotation are inherited separately.",
      bar({.middle_scale = {2, 0.5, 1}}), Level::pose);
  for (const Level level : {Level::palette, Level::pose})
    add("bar.some-without-weight", {{"normal_rule", "direction"}},
        "Every third vertex has no weight: its sum is 0.", bar(), level, &some_without_weight)
        .notes = {"weights do not sum to 1"};
  add_slot_policies(add);
  add_pose_policies(add);
}

/// Random vertices under random joints.
Case& add_crowd(std::vector<Case>& cases, const std::string& name, const char* purpose,
                const scenes::CrowdShape& size) {
  Case& c =
      cases.emplace_back(scene_case("linear_blend", name, {{"normal_rule", "direction"}}, Level::palette));
  c.question = [name = c.name, size]() -> Expected<ArraySet> {
    Random random(name);
    return scenes::crowd_question(scenes::crowd(size, random));
  };
  c.purpose = purpose;
  return c;
}

void add_crowd_cases(std::vector<Case>& cases) {
  for (const std::size_t influences : {1, 2, 3, 4, 6, 8, 16, 33}) {
    add_crowd(cases, fmt::format("crowd.influences-{}", influences),
              "Random vertices under random joints; all slots are used.", {500, influences, 100});
    if (influences != 6) continue;
    for (const char* kept : {"first-four", "four-largest"})
      for (const char* sum : {"as-given", "renormalised"})
        cases.push_back(with_four_of_six(cases.back(), kept, sum));
  }
}

/// Vertex counts that exactly fill groups of a compute shader or the buffer of a draw call, one
/// more, and one less.
void add_size_cases(std::vector<Case>& cases) {
  for (const std::size_t vertices : {1, 63, 64, 65, 4095, 4096, 4097})
    add_crowd(cases, fmt::format("crowd.vertices-{}", vertices),
              "Vertex counts near the sizes of work groups and draw calls.", {vertices, 2, 30});
  Case& most =
      add_crowd(cases, "crowd.vertices-65540", "More vertices than 16 bits can count.", {65540, 1, 30});
  change_question(most, [](ArraySet& question) {
    for (const char* directions : {"normals", "tangents"})
      question.remove(directions);
  });
}

/// Pairs of vertices at one position, which have their own joints and weights.
void add_touching_cases(std::vector<Case>& cases) {
  for (const std::size_t vertices : {60, 600}) {
    Case& c = add_crowd(cases, fmt::format("crowd.touching-{}", vertices),
                        "Pairs of vertices at the same position have different joints and weights.",
                        {vertices, 2, 20});
    c.golden = vertices == 60;
    change_question(c, [](ArraySet& question) {
      Array::Reals& positions = std::get<Array::Reals>(question.find("positions")->data);
      for (std::size_t i = 0; i + 6 <= positions.size(); i += 6)
        std::copy_n(&positions[i], 3, &positions[i + 3]);
    });
  }
}

/// Weights of every packed format, in one and in two sets of four slots.
void add_packed_cases(std::vector<Case>& cases) {
  for (const PackedForm& form : packed_forms())
    for (const std::size_t influences : {4, 6}) {
      Case& c = add_crowd(cases, fmt::format("crowd.packed-{}-{}", form.name, influences),
                          "Weights that a packed format holds exactly: devices decode them as well.",
                          {100, influences, 100});
      change_question(c, [&form](ArraySet& question) { question = with_packed_weights(question, form); });
      c.notes = {form.note};
      if (!form.is_exact) c.leave_out = {"implicit-last-weight"};  // sums are 1 only within rounding
    }
}

/// A joint with a NaN matrix that only slots of weight 0 refer to.
void add_unused_joint_cases(std::vector<Case>& cases) {
  for (const auto& [name, make] : {std::pair{"hose.unused-joint-nan", hose(20, 0, {.slots = 4})},
                                   std::pair{"bar.unused-joint-nan", bar({.rigid = true})}}) {
    Case c = scene_case(
        "linear_blend",
        {name, "Slots of weight 0 refer to a joint with NaN: they contribute nothing.", false, make},
        {{"normal_rule", "direction"}}, Level::palette, &matrix_question, &with_unused_joint);
    c.leave_out = {"implicit-last-weight"};  // the weight of the last slot must be 0, not implicit
    cases.push_back(std::move(c));
  }
}

}  // namespace

void linear_blend_cases(std::vector<Case>& cases) {
  add_cylinder_cases(cases);
  add_hose_cases(cases);
  add_bar_cases(cases);
  add_keyframe_cases(cases);
  add_flat_cases(cases);
  add_weight_sum_cases(cases);
  add_tiny_weight_cases(cases);
  add_policy_cases(cases);
  add_crowd_cases(cases);
  add_touching_cases(cases);
  add_size_cases(cases);
  add_packed_cases(cases);
  add_unused_joint_cases(cases);
}

}  // namespace bindpose::conformance::skinning
