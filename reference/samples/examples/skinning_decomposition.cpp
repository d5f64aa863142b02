// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/model/question.h"
#include "reference/numeric/float32.h"
#include "reference/samples/example_poses.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// A limb of two or three bones along x whose joints are blended linearly, in three or four poses, with up to a millimetre of noise. Clusters are
/// where a bone's weight is largest; one round. At most a thousand vertices: what their bounds cost grows with the square.
ArraySet skinning_decomposition_question(std::size_t size, Random& random) {
  const std::size_t bones = 2 + random.below(2), poses = 3 + random.below(2),
                    count = std::clamp<std::size_t>(size, 4 * bones, 1000);
  Array::Reals rest, examples;
  Array::Integers clusters;
  for (std::size_t v = 0; v < count; ++v) {
    const auto along = static_cast<double>(v * bones) / static_cast<double>(count);
    clusters.push_back(static_cast<std::int32_t>(along));
    rest.push_back(to_float32(along - static_cast<double>(bones) / 2));
    for (const std::size_t half : {v, v / 2})
      rest.push_back((half % 2 == 0 ? -1 : 1) * random.uniform(0.25, 0.5));
  }
  for (std::size_t k = 0; k < poses; ++k) {
    std::vector<Affine<double>> M;
    for (std::size_t j = 0; j < bones; ++j) {
      const Quat<double> turn = random.rotation();
      const Vec3<double> shift = random.point(0.5);
      M.push_back({rotation_matrix(turn), shift});
    }
    for (std::size_t v = 0; v < count; ++v) {
      const Vec3<double> p(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
      const auto j = static_cast<std::size_t>(clusters[v]), next = std::min(j + 1, bones - 1);
      const double w = std::max(0.0, p[0] + static_cast<double>(bones) / 2 - static_cast<double>(j) - 0.5);
      const Vec3<double> y = (1 - w) * (M[j] * p) + w * (M[next] * p) + random.point(0x1p-10);
      for (int c = 0; c < 3; ++c)
        examples.push_back(to_float32(y[c]));
    }
  }
  ArraySet question;
  question.add("positions", {count, 3}, std::move(rest));
  question.add("example_positions", {poses, count, 3}, std::move(examples));
  question.add("bone_count", {1}, Array::Integers{static_cast<std::int32_t>(bones)});
  // Of many vertices some would leave open which bones they keep: all of them are kept there.
  const std::size_t kept = size > 100 ? bones : 2;
  question.add("influence_count", {1}, Array::Integers{static_cast<std::int32_t>(kept)});
  question.add("round_count", {1}, Array::Integers{1});
  question.add("clusters", {count}, std::move(clusters));
  return question;
}

}  // namespace bindpose::samples
