// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in face, in the order of algorithms.def.

#include "reference/face/shared/emotions.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/deformers.h"
#include "reference/samples/face_patches.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// With scores or with an emotion; action units of the table and others.
ArraySet facs_question(std::size_t size, Random& random) {
  const Mesh base = scenes::crowd({.vertices = size}, random).mesh;
  const std::size_t count = sample_target_count(size, random);
  ArraySet question;
  add_mesh(question, base);
  morph::add_targets(question, base, std::vector<double>(count, 0), sample_targets(count, size, random));
  question.remove("target_weights");
  Array::Integers units, scores;
  for (std::size_t i = 0; i < count; ++i) {
    units.push_back(face::action_units[random.below(face::action_units.size())].number);
    scores.push_back(static_cast<std::int32_t>(random.below(6)));
  }
  question.add("action_units", {count}, std::move(units));
  if (random.below(2) == 0)
    question.add("scores", {count}, std::move(scores));
  else
    question.add("emotion", {1}, Array::Integers{static_cast<std::int32_t>(random.below(6))});
  question.add("strength", {1}, Array::Reals{to_float32(random.uniform(0, 1.25))});
  return question;
}

/// 1 to 4 muscles of a metre or two.
ArraySet linear_muscle_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  const std::size_t count = 1 + random.below(4);
  Array::Reals from, to, angles, starts, ends, contractions;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> v_1 = random.point(2), way = random.direction();
    const double length = random.uniform(1, 2);
    for (int c = 0; c < 3; ++c) {
      from.push_back(v_1[c]);
      to.push_back(to_float32(v_1[c] + length * way[c]));
    }
    angles.push_back(random.uniform(0.25, 1.25));
    starts.push_back(random.uniform(0.75, 1.5));
    ends.push_back(to_float32(starts.back() + random.uniform(0.5, 2)));
    contractions.push_back(random.uniform(-0.25, 0.5));
  }
  question.add("muscle_attachments", {count, 3}, std::move(from));
  question.add("muscle_insertions", {count, 3}, std::move(to));
  question.add("zone_angles", {count}, std::move(angles));
  question.add("falloff_starts", {count}, std::move(starts));
  question.add("falloff_ends", {count}, std::move(ends));
  question.add("contractions", {count}, std::move(contractions));
  return question;
}

/// 1 to 3 muscles with ellipses of half a metre to two.
ArraySet sphincter_muscle_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  const std::size_t count = 1 + random.below(3);
  Array::Reals centres, rotations, radii, contractions;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> c = random.point(1.5);
    const Vec4<double> q = random.rotation().coeffs();
    centres.insert(centres.end(), c.begin(), c.end());
    rotations.insert(rotations.end(), q.begin(), q.end());
    radii.push_back(random.uniform(0.5, 2));
    radii.push_back(random.uniform(0.5, 2));
    contractions.push_back(random.uniform(-0.25, 0.75));
  }
  question.add("muscle_centres", {count, 3}, std::move(centres));
  question.add("muscle_rotations", {count, 4}, std::move(rotations));
  question.add("muscle_radii", {count, 2}, std::move(radii));
  question.add("contractions", {count}, std::move(contractions));
  return question;
}

/// A patch with one to three muscles, its jaw open by up to 8 degrees.
ArraySet anatomical_question(std::size_t size, Random& random) {
  return face_question(sample_face_patch(size, random));
}

}  // namespace bindpose::samples
