// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in animation, in the order of algorithms.def.
#include "reference/animation/shared/vertex_keys.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"
#include "reference/samples/parts.h"
#include "reference/samples/sample.h"

namespace bindpose::samples {

using namespace animation;

ArraySet lerp_question(std::size_t size, Random& random) {
  Array::Reals a, b, t;
  for (std::size_t i = 0; i < size; ++i) {
    for (int c = 0; c < 3; ++c)
      a.push_back(random.uniform(-2, 2));
    for (int c = 0; c < 3; ++c)
      b.push_back(random.uniform(-2, 2));
    t.push_back(random.uniform(-0.5, 1.5));
  }
  ArraySet question;
  question.add("a", {size, 3}, std::move(a)).add("b", {size, 3}, std::move(b)).add("t", {size}, std::move(t));
  return question;
}

ArraySet slerp_question(std::size_t size, Random& random) {
  return sample_rotation_pairs(size, random);
}

ArraySet nlerp_question(std::size_t size, Random& random) {
  return sample_rotation_pairs(size, random);
}

/// Four rotations per row with random signs, each within 120 degrees of the lead, so that no sum
/// comes near 0; one weight in six is 0.
ArraySet quaternion_blend_question(std::size_t size, Random& random) {
  constexpr std::size_t width = 4;
  Array::Reals rotations, weights;
  Array::Integers leads;
  for (std::size_t row = 0; row < size; ++row) {
    const Vec4<double> centre = random.rotation().coeffs();
    for (std::size_t i = 0; i < width; ++i) {
      const double sign = random.below(2) == 0 ? 1 : -1;
      const Vec4<double> around = centre + 0.5 * Vec4<double>(random.rotation().coeffs());
      const Vec4<double> q = (sign * around.normalized()).unaryExpr(&to_float32);
      rotations.insert(rotations.end(), q.begin(), q.end());
      weights.push_back(random.below(6) == 0 ? 0 : random.uniform(0.0625, 1));
    }
    leads.push_back(static_cast<std::int32_t>(random.below(width)));
    const std::size_t lead = row * width + static_cast<std::size_t>(leads.back());
    if (weights[lead] == 0 && random.below(2) == 0) weights[lead] = 0.5;
  }
  ArraySet question;
  question.add("rotations", {size, width, 4}, std::move(rotations));
  question.add("weights", {size, width}, std::move(weights)).add("leads", {size}, std::move(leads));
  return question;
}

ArraySet step_track_question(std::size_t size, Random& random) {
  return sample_track(Interpolation::step, size, random);
}

ArraySet linear_track_question(std::size_t size, Random& random) {
  return sample_track(Interpolation::linear, size, random);
}

ArraySet cubicspline_track_question(std::size_t size, Random& random) {
  return sample_track(Interpolation::cubicspline, size, random);
}

/// `size` joints, 1 to 5 keys; a time within the first four periods, before and after 0.
ArraySet pose_loop_question(std::size_t size, Random& random) {
  const std::size_t keys = 1 + random.below(5);
  const std::vector<double> times = sample_times(keys, random);
  const double period = to_float32(times.back() + random.uniform(0.0625, 1));
  Array::Reals translations, rotations;
  for (std::size_t i = 0; i < keys * size; ++i) {
    const Trs<double> trs = sample_rigid(random);
    translations.insert(translations.end(), trs.translation.begin(), trs.translation.end());
    rotations.insert(rotations.end(), trs.rotation.coeffs().begin(), trs.rotation.coeffs().end());
  }
  ArraySet question;
  question.add("times", {keys}, times).add("period", {1}, Array::Reals{period});
  question.add("translations", {keys, size, 3}, std::move(translations));
  question.add("rotations", {keys, size, 4}, std::move(rotations));
  question.add("t", {1}, Array::Reals{random.uniform(-2 * period, 2 * period)});
  return question;
}

/// `size` vertices, 1 to 5 keys; a vertex's normals rotate by up to 60 degrees from key to key.
ArraySet vertex_track_question(std::size_t size, Random& random) {
  VertexKeys keys;
  keys.times = sample_times(1 + random.below(5), random);
  for (std::size_t v = 0; v < size; ++v) {
    Vec3<double> n = random.direction();
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
      keys.positions.push_back(random.point(2));
      keys.normals.push_back(n);
      n = (n + 0.875 * random.direction()).normalized().unaryExpr(&to_float32).eval();
    }
  }
  const bool on_key = random.below(4) == 0;
  const double t = on_key ? keys.times[random.below(keys.times.size())]
                          : random.uniform(keys.times.front() - 1, keys.times.back() + 1);
  ArraySet question;
  add_vertex_keys(question, keys, t);
  return question;
}

/// Adds PREFIX translations, rotations and scales of the shape [rows.., width].
void add_transforms(ArraySet& question, const std::string& prefix, const Shape& rows, Random& random) {
  Array::Reals t, q, s;
  for (std::size_t i = 0; i < element_count(rows); ++i) {
    const Trs<double> joint = sample_trs(random);
    t.insert(t.end(), joint.translation.begin(), joint.translation.end());
    q.insert(q.end(), joint.rotation.coeffs().begin(), joint.rotation.coeffs().end());
    s.insert(s.end(), joint.scale.begin(), joint.scale.end());
  }
  const auto shape = [&rows](std::size_t width) {
    Shape whole = rows;
    whole.push_back(width);
    return whole;
  };
  question.add(prefix + "translations", shape(3), std::move(t));
  question.add(prefix + "rotations", shape(4), std::move(q));
  question.add(prefix + "scales", shape(3), std::move(s));
}

/// "layer_weights" from `least` to 1, and "layer_masks"; one mask in six is 0.
void add_layer_weights(ArraySet& question, double least, const Shape& rows, Random& random) {
  Array::Reals weights, masks;
  for (std::size_t i = 0; i < rows[0]; ++i)
    weights.push_back(random.uniform(least, 1));
  for (std::size_t i = 0; i < element_count(rows); ++i)
    masks.push_back(random.below(6) == 0 ? 0 : random.uniform(0.0625, 1));
  question.add("layer_weights", {rows[0]}, std::move(weights)).add("layer_masks", rows, std::move(masks));
}

/// `size` joints, 1 to 3 layers, a threshold up to 1.
ArraySet blend_layers_question(std::size_t size, Random& random) {
  const Shape rows = {static_cast<std::size_t>(1 + random.below(3)), size};
  ArraySet question;
  add_layer_weights(question, 0.0625, rows, random);
  add_transforms(question, "layer_", rows, random);
  add_transforms(question, "rest_", {size}, random);
  question.add("threshold", {1}, Array::Reals{random.uniform(0.0625, 1)});
  return question;
}

/// `size` joints, 1 to 3 layers with weights of either sign; scales of differences are at least a half.
ArraySet additive_layers_question(std::size_t size, Random& random) {
  const Shape rows = {static_cast<std::size_t>(1 + random.below(3)), size};
  ArraySet question;
  add_layer_weights(question, -1, rows, random);
  add_transforms(question, "delta_", rows, random);
  for (double& s : *reals_of(question, "delta_scales"))
    s = std::fabs(s);
  add_transforms(question, "", {size}, random);
  return question;
}

ArraySet pose_difference_question(std::size_t size, Random& random) {
  ArraySet question;
  add_transforms(question, "", {size}, random);
  add_transforms(question, "reference_", {size}, random);
  return question;
}

/// `size` keys of a root, an axis and a direction.
ArraySet root_motion_question(std::size_t size, Random& random) {
  Array::Reals t, q;
  for (std::size_t k = 0; k < size; ++k) {
    const Trs<double> key = sample_rigid(random);
    t.insert(t.end(), key.translation.begin(), key.translation.end());
    q.insert(q.end(), key.rotation.coeffs().begin(), key.rotation.coeffs().end());
  }
  const Trs<double> reference = sample_rigid(random);
  const Vec3<double> axis = random.direction(), forward = random.direction();
  const auto row = [](const auto& x) { return Array::Reals(x.begin(), x.end()); };
  ArraySet question;
  question.add("translations", {size, 3}, std::move(t)).add("rotations", {size, 4}, std::move(q));
  question.add("reference_translation", {3}, row(reference.translation));
  question.add("reference_rotation", {4}, row(reference.rotation.coeffs()));
  Array::Integers components;
  for (int c = 0; c < 3; ++c)
    components.push_back(static_cast<std::int32_t>(random.below(2)));
  question.add("components", {3}, std::move(components));
  question.add("axis", {3}, row(axis)).add("forward", {3}, row(forward));
  return question;
}

}  // namespace bindpose::samples
