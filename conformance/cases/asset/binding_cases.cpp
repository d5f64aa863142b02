// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/binding_cases.h"

#include <iterator>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

constexpr std::size_t moments_of_a_clip = 8;

}  // namespace

std::vector<BindingCase> binding_cases(const std::shared_ptr<const Character>& character,
                                       const std::string& label) {
  std::vector<BindingCase> cases;
  for (const std::string_view method : bind_methods()) {
    // Without a clip, no vertex moves.
    if (method == "weights.direct" && character->palettes.empty()) continue;
    const Algorithm& algorithm = **find_bind_method(method);
    Case c;
    c.name = fmt::format("{}.{}.{}.properties", algorithm.family, algorithm.stem, label);
    c.algorithm = &algorithm;
    c.level = Level::pose;
    c.options = options_of_binding(algorithm);
    c.question = [character, method]() -> Expected<ArraySet> {
      BINDPOSE_TRY(Question question, bind_question(*character, method));
      return std::move(question.arrays);
    };
    c.purpose = fmt::format("{}: {} vertices under {} joints, judged by the properties of right weights",
                            label, character->mesh.vertex_count(), character->pivots.size());
    cases.push_back({std::move(c), character});
  }
  return cases;
}

Expected<std::vector<BindingCase>> built_in_binding_cases() {
  BINDPOSE_TRY(Character figure, built_in_figure(moments_of_a_clip));
  std::vector<BindingCase> cases;
  for (Character& character :
       std::array{std::move(figure), built_in_legs(moments_of_a_clip),
                  built_in_unlike_legs(moments_of_a_clip), built_in_ringed_legs(moments_of_a_clip)}) {
    const std::string label = character.name;
    auto more = binding_cases(std::make_shared<const Character>(std::move(character)), label);
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  }
  return cases;
}

std::vector<BindingCase> binding_cases_of(const std::shared_ptr<const gltf::Asset>& asset,
                                          const std::string& label, std::vector<std::string>& notes) {
  std::vector<BindingCase> cases;
  for (Drawable& each : drawables(*asset)) {
    if (!each.skinned || each.is_repeated) continue;
    auto character =
        character_of(asset, std::make_shared<const Drawable>(std::move(each)), moments_of_a_clip);
    if (!character) {
      notes.push_back(to_string(character.error()));
      continue;
    }
    const std::string name = fmt::format("{}.{}", label, character->name);
    auto more = binding_cases(std::make_shared<const Character>(*std::move(character)), name);
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  }
  return cases;
}

}  // namespace bindpose::conformance
