// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in skinning, in the order of algorithms.def.
#include "reference/model/rows.h"
#include "reference/samples/bones.h"
#include "reference/samples/pivot_questions.h"
#include "reference/samples/sample.h"
#include "reference/skinning/shared/centres.h"

namespace bindpose::samples {

using namespace skinning;

ArraySet rigid_parts_question(std::size_t size, Random& random) {
  return scenes::sample_rigid(size, random);
}

ArraySet stitching_question(std::size_t size, Random& random) {
  return scenes::sample_rigid(size, random);
}

ArraySet linear_blend_question(std::size_t size, Random& random) {
  return scenes::sample_skinning(size, random);
}

ArraySet batched_question(std::size_t size, Random& random) {
  return sample_in_parts(size, 4, random);
}

ArraySet palette_parts_question(std::size_t size, Random& random) {
  return sample_in_parts(size, 57, random);
}

ArraySet bones_blending_question(std::size_t size, Random& random) {
  return sample_forks(size, 2, random);
}

ArraySet spherical_joint_blend_question(std::size_t size, Random& random) {
  return sample_forks(size, 3, random);
}

ArraySet spherical_blend_question(std::size_t size, Random& random) {
  return sample_forks(size, 3, random);
}

ArraySet log_blend_question(std::size_t size, Random& random) {
  return sample_rigid_blend(size, random);
}

/// A crowd whose weights vary by entry, some of them 0 or below.
ArraySet multi_weight_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({size, 4, 16}, random);
  Array::Reals weights;
  for (const double w : crowd.influences.weights)
    for (std::size_t e = 0; e < 12; ++e)
      weights.push_back(random.below(8) == 0 ? 0 : to_float32(w * random.uniform(-0.25, 2)));
  ArraySet question = without(scenes::crowd_question(crowd), {"weights"});
  question.add("entry_weights", {size, crowd.influences.width, 12}, std::move(weights));
  return question;
}

ArraySet dual_quaternion_question(std::size_t size, Random& random) {
  return sample_rigid_blend(size, random);
}

/// Random vertices under two of four joints, and random triangles between them.
ArraySet optimised_centres_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({size, 2, 4}, random);
  std::vector<Triangle> triangles;
  for (std::size_t t = 0; t < 2 * size; ++t) {
    Triangle corners;
    for (std::uint32_t& v : corners)
      v = static_cast<std::uint32_t>(random.below(size));
    triangles.push_back(corners);
  }
  ArraySet question = without(scenes::crowd_question(crowd), {"palette"});
  add_triangles(question, triangles);
  return question;
}

/// Every eighth vertex has no centre; the others' lie anywhere within the crowd.
ArraySet centre_of_rotation_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  Centres<double> centres;
  for (std::size_t v = 0; v < size; ++v) {
    centres.p.push_back(random.point(2));
    centres.has.push_back(v % 8 == 7 ? 0 : 1);
  }
  add_centres(question, centres);
  return question;
}

ArraySet stretchable_twistable_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  const std::size_t J = question.find("palette_rotations")->shape[0];
  add_random_bones(question, J, random);
  Array::Reals stretches, twists, e;
  for (std::size_t j = 0; j < J; ++j) {
    for (const double x : random.point(1))
      stretches.push_back(x);
    twists.push_back(random.uniform(-4, 4));
  }
  for (std::size_t i = 0; i < question.find("weights")->reals().size(); ++i)
    e.push_back(random.unit());
  question.add("endpoint_weights", question.find("weights")->shape, std::move(e));
  question.add("stretches", {J, 3}, std::move(stretches));
  question.add("twists", {J}, std::move(twists));
  return question;
}

/// Vertices of one joint, or of a joint and its parent in either order, under a random hierarchy.
ArraySet swing_twist_question(std::size_t size, Random& random) {
  ArraySet question = sample_rigid_blend(size, random);
  const std::size_t J = question.find("palette_rotations")->shape[0];
  Array::Integers parents(J, -1), joints;
  Array::Reals weights, e;
  for (std::size_t j = 1; j < J; ++j)
    parents[j] = static_cast<std::int32_t>(random.below(j));
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t j = random.below(J);
    const bool alone = random.below(4) == 0 || parents[j] < 0;
    const double w = alone ? 1 : scenes::dyadic_weight(random.unit());
    const std::pair child{static_cast<std::int32_t>(j), w}, parent{alone ? 0 : parents[j], 1 - w};
    const bool parent_first = random.below(2) == 0;
    for (const auto& [joint, weight] : {parent_first ? parent : child, parent_first ? child : parent}) {
      joints.push_back(joint);
      weights.push_back(weight);
      e.push_back(random.unit());
    }
  }
  question.put({"joints", {size, 2}, std::move(joints)});
  question.put({"weights", {size, 2}, std::move(weights)});
  question.add("parents", {J}, std::move(parents));
  add_random_bones(question, J, random);
  if (random.below(4) != 0) question.add("endpoint_weights", {size, 2}, std::move(e));
  return question;
}

}  // namespace bindpose::samples
