// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/morphed_methods.h"

#include <algorithm>

#include "conformance/cases/shared/case_lists.h"
#include "conformance/cases/shared/chosen_vertices.h"
#include "conformance/cases/shared/morphed_scene.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {

namespace {

/// Cases of a method after morphing of its mesh.
struct OwnCases {
  const char* method;
  void (*add)(std::vector<Case>&);
  std::vector<std::string> names;  ///< "bar.posed": the text between the stem and the level
};

/// The method's options as options of morph.then-skin, without default values.
Options asked_by(const OwnCases& own, const Case& c) {
  const OptionSpec& usual_rules =
      *find_option(find_algorithm("then_skin")->implementation.declaration.options, "normal_rule");
  Options options = {{"method", own.method}};
  for (const OptionSpec& spec : c.algorithm->implementation.declaration.options)
    if (const auto chosen = c.options.find(std::string(spec.name));
        chosen != c.options.end() && chosen->second != spec.values.front()) {
      const bool is_of_one_matrix = spec.name == usual_rules.name && spec.values != usual_rules.values;
      options[is_of_one_matrix ? "rigid_normal_rule" : chosen->first] = chosen->second;
    }
  return options;
}

Case morphed(const OwnCases& own, const Case& c) {
  Case morphed = scene_case("then_skin", scene_of(c), asked_by(own, c), c.level);
  morphed.question = [ask = c.question] { return with_shapes(ask(), {1.5, -0.5}); };
  morphed.purpose = c.purpose;
  morphed.leave_out = forms_left_out_by(own.method);
  morphed.golden = true;
  return morphed;
}

std::vector<Case> cases_of_method(const OwnCases& own) {
  std::vector<Case> cases;
  own.add(cases);
  return cases;
}

void add_own_cases(std::vector<Case>& cases, const OwnCases& own, const std::vector<Case>& of_method) {
  for (const Case& c : of_method)
    if (std::ranges::any_of(own.names, [&c](const auto& name) {
          return c.name.find("." + name + ".p") != std::string::npos;
        }))
      cases.push_back(morphed(own, c));
}

/// The scene with few vertices, for a small file. Cases at pose level are not golden, because other
/// files test the policies of poses.
Case morphed_and_small(const OwnCases& own, Case c) {
  const Declaration& declaration = c.algorithm->implementation.declaration;
  c.question = [ask = c.question, &declaration]() -> Expected<ArraySet> {
    BINDPOSE_TRY(ArraySet question, ask());
    return with_few_vertices(declaration, std::move(question));
  };
  Case asked = morphed(own, c);
  asked.golden = c.level == Level::palette;
  return asked;
}

/// For each unused value of a policy, adds the method's first case with only this value. Also adds
/// the first case with vertices without weight.
void add_policies(std::vector<Case>& cases, const OwnCases& own, const std::vector<Case>& of_method) {
  const auto add_first = [&](const Options& asked, const std::string& scene) {
    if (asked.size() > 1 &&
        std::ranges::any_of(cases, [&](const Case& c) { return std::ranges::includes(c.options, asked); }))
      return;
    const auto first = std::ranges::find_if(of_method, [&](const Case& c) {
      return c.golden && asked_by(own, c) == asked && c.name.find(scene) != std::string::npos &&
             c.name.find(".tied-slots") == std::string::npos;
    });
    if (first != of_method.end()) cases.push_back(morphed_and_small(own, *first));
  };
  for (const OptionSpec& spec : find_algorithm("then_skin")->implementation.declaration.options)
    for (const std::string_view value : spec.values)
      if (spec.name != "method" && value != spec.values.front())
        add_first({{"method", own.method}, {std::string(spec.name), std::string(value)}}, "");
  add_first({{"method", own.method}}, "-without-weight.");
}

}  // namespace

void add_morphed_methods(std::vector<Case>& cases) {
  const OwnCases all[] = {
      {"lbs", &skinning::linear_blend_cases, {}},
      {"dqs", &skinning::dual_quaternion_cases, {"bar.stretched.first-influence"}},
      {"log-blend", &skinning::log_blend_cases, {}},
      {"stitching", &skinning::stitching_cases, {}},
      {"bones-blending", &skinning::bones_blending_cases, {"bar.posed", "hose.slots-4"}},
      {"sjb", &skinning::spherical_joint_blend_cases, {"bar.posed", "fork.spread-130"}},
      {"sbs", &skinning::spherical_blend_cases, {"bar.posed", "fork.spread-130"}},
      {"mwe", &skinning::multi_weight_cases, {"bar.negative.direction", "bar.scaled.inverse-transpose"}},
      {"cor", &skinning::centre_of_rotation_cases, {"bar.posed.first-influence", "trident.running-sum"}},
      {"stbs", &skinning::stretchable_twistable_cases, {"bar.posed", "bar.turns-3"}},
      {"swing-twist", &skinning::swing_twist_cases, {"bar.posed", "bar.leaning"}}};
  for (const OwnCases& own : all) {
    const std::vector<Case> of_method = cases_of_method(own);
    add_own_cases(cases, own, of_method);
    add_policies(cases, own, of_method);
  }
}

}  // namespace bindpose::conformance
