// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in morph, in the order of algorithms.def.

#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet dense_question(std::size_t size, Random& random) {
  const Mesh base = scenes::crowd({.vertices = size}, random).mesh;
  const std::size_t count = sample_target_count(size, random);
  const std::vector<double> weights = sample_target_weights(count, random);
  ArraySet question;
  add_mesh(question, base);
  morph::add_targets(question, base, weights, sample_targets(count, size, random));
  return question;
}

ArraySet sparse_question(std::size_t size, Random& random) {
  const Mesh base = scenes::crowd({.vertices = size}, random).mesh;
  const std::size_t count = sample_target_count(size, random);
  const std::vector<double> weights = sample_target_weights(count, random);
  ArraySet question;
  add_mesh(question, base);
  morph::add_sparse_targets(question, weights,
                            morph::sparse_targets(base, sample_shapes(count, base, random)));
  return question;
}

/// Attributes in 0 .. 1, displaced by up to 0.5.
ArraySet attributes_question(std::size_t size, Random& random) {
  const std::size_t count = sample_target_count(size, random);
  ArraySet question;
  question.add("target_weights", {count}, sample_target_weights(count, random));
  const auto add = [&](const char* name, Shape base, double low, double high, bool of_targets) {
    if (of_targets) base.insert(base.begin(), count);
    Array::Reals numbers(element_count(base));
    for (double& x : numbers)
      x = random.uniform(low, high);
    question.add((of_targets ? "target_" : "") + std::string(name), std::move(base), std::move(numbers));
  };
  for (const auto& [name, base] :
       {std::pair{"colours", Shape{size, 4}}, std::pair{"texture_coordinates", Shape{size, 2}},
        std::pair{"wrinkles", Shape{size}}}) {
    add(name, base, 0, 1, false);
    add(name, base, -0.5, 0.5, true);
  }
  return question;
}

/// At palette level, for linear blending.
ArraySet then_skin_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({.vertices = size}, random);
  const std::size_t count = sample_target_count(size, random);
  const std::vector<double> weights = sample_target_weights(count, random);
  ArraySet question = scenes::crowd_question(crowd);
  morph::add_targets(question, crowd.mesh, weights, sample_targets(count, size, random));
  return question;
}

ArraySet texture_blend_question(std::size_t size, Random& random) {
  const std::size_t count = sample_target_count(size, random);
  Array::Reals texels(4 * size), maps(4 * size * count);
  for (double& x : texels)
    x = random.unit();
  for (double& x : maps)
    x = random.unit();
  ArraySet question;
  question.add("target_weights", {count}, sample_target_weights(count, random));
  question.add("texels", {size, 4}, std::move(texels));
  question.add("target_texels", {count, size, 4}, std::move(maps));
  return question;
}

}  // namespace bindpose::samples
