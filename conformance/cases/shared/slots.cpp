// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/slots.h"

#include <algorithm>

#include "reference/model/rows.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {

scenes::Scene halved(scenes::Scene scene) {
  Influences& influences = scene.rig.influences;
  Influences twice{influences.width * 2, {}, {}};
  for (std::size_t i = 0; i < influences.joints.size(); ++i) {
    twice.joints.insert(twice.joints.end(), 2, influences.joints[i]);
    twice.weights.insert(twice.weights.end(), 2, influences.weights[i] / 2);
  }
  influences = std::move(twice);
  return scene;
}

scenes::Scene with_tiny_weights(scenes::Scene scene, const TinyWeights& weights) {
  Influences& influences = scene.rig.influences;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const auto first = influences.weights.begin() + static_cast<std::ptrdiff_t>(v * influences.width);
    const auto last = first + static_cast<std::ptrdiff_t>(influences.width);
    if (std::count(first, last, 0.0) + 2 != static_cast<std::ptrdiff_t>(influences.width)) continue;
    const auto strongest = std::max_element(first, last);
    const double tiny = v % 2 == 0 ? weights.even : weights.odd;
    for (auto w = first; w != last; ++w)
      if (*w != 0) *w = w == strongest ? 1 - tiny : tiny;
  }
  return scene;
}

void with_far_joint(ArraySet& question, double distance) {
  for (const auto& [name, x] : {std::pair{"palette", 12U + 3}, std::pair{"palette_translations", 3U}})
    if (Array::Reals* numbers = reals_of(question, name))
      (*numbers)[x] = to_float32((*numbers)[x] + distance);
}

scenes::Scene with_slots_reversed(scenes::Scene scene) {
  Influences& influences = scene.rig.influences;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const auto first = static_cast<std::ptrdiff_t>(v * influences.width);
    const auto last = first + static_cast<std::ptrdiff_t>(influences.width);
    std::reverse(influences.joints.begin() + first, influences.joints.begin() + last);
    std::reverse(influences.weights.begin() + first, influences.weights.begin() + last);
  }
  return scene;
}

void with_own_joint_in_free_slots(ArraySet& question) {
  const std::size_t slots = question.find("weights")->shape[1];
  Array::Integers& joints = *integers_of(question, "joints");
  change_rows(question, "weights", slots, [&](const double* w, std::size_t v) {
    for (std::size_t slot = 1; slot < slots; ++slot)
      if (w[slot] == 0) joints[v * slots + slot] = joints[v * slots];
  });
}

}  // namespace bindpose::conformance
