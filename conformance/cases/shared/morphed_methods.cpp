// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/morphed_methods.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "conformance/cases/shared/case_lists.h"
#include "conformance/cases/shared/morphed_scene.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/algorithm.h"

namespace bindpose::conformance {

namespace {

/// Cases of a method whose mesh is morphed first.
struct OwnCases {
  const char* method;
  void (*add)(std::vector<Case>&);
  std::vector<std::string> names;  ///< "bar.posed": what stands between the stem and the level
};

/// The options of the method as options of morphing, then skinning, without those that have the default value.
Options asked_by(const OwnCases& own, const Case& c) {
  Options options = {{"method", own.method}};
  for (const OptionSpec& spec : c.algorithm->implementation.declaration.options)
    if (const auto chosen = c.options.find(std::string(spec.name));
        chosen != c.options.end() && chosen->second != spec.values.front())
      options[spec.name == "normal_rule" ? "rigid_normal_rule" : chosen->first] = chosen->second;
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

void add_own_cases(std::vector<Case>& cases, const OwnCases& own) {
  std::vector<Case> of_method;
  own.add(of_method);
  std::erase_if(of_method, [&own](const Case& c) {
    return std::ranges::none_of(
        own.names, [&c](const auto& name) { return c.name.find("." + name + ".p") != std::string::npos; });
  });
  for (const Case& c : of_method)
    cases.push_back(morphed(own, c));
}

}  // namespace

void add_morphed_methods(std::vector<Case>& cases) {
  const OwnCases all[] = {
      {"bones-blending", &skinning::bones_blending_cases, {"bar.posed", "hose.slots-4"}},
      {"sjb", &skinning::spherical_joint_blend_cases, {"bar.posed", "fork.spread-130"}},
      {"sbs", &skinning::spherical_blend_cases, {"bar.posed", "fork.spread-130"}},
      {"mwe", &skinning::multi_weight_cases, {"bar.negative.direction", "bar.scaled.inverse-transpose"}},
      {"cor", &skinning::centre_of_rotation_cases, {"bar.posed.first-influence", "trident.running-sum"}},
      {"stbs", &skinning::stretchable_twistable_cases, {"bar.posed", "bar.turns-3"}},
      {"swing-twist", &skinning::swing_twist_cases, {"bar.posed", "bar.leaning"}}};
  for (const OwnCases& own : all)
    add_own_cases(cases, own);
}

}  // namespace bindpose::conformance
