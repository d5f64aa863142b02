// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/numeric/float32.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

/// 1 to 4 drives with 1 to 4 keys each.
ArraySet driven_joint_question(std::size_t size, Random& random) {
  ArraySet question = sample_pose(size, random);
  question.remove("local_is_matrix");
  question.remove("local_matrices");
  const std::size_t joints = question.find("parents")->shape[0], count = 1 + random.below(4);
  Array::Integers drives, counts;
  Array::Reals axes, angles, values;
  for (std::size_t d = 0; d < count; ++d) {
    drives.push_back(static_cast<std::int32_t>(random.below(joints)));
    drives.push_back(static_cast<std::int32_t>(random.below(joints)));
    drives.push_back(static_cast<std::int32_t>(random.below(2)));
    const Vec3<double> a = random.direction();
    axes.insert(axes.end(), a.begin(), a.end());
    counts.push_back(static_cast<std::int32_t>(1 + random.below(4)));
    double theta = random.uniform(-3, -1);
    for (int k = 0; k < counts.back(); ++k) {
      angles.push_back(theta);
      theta = to_float32(theta + random.uniform(0.5, 2));
      for (int c = 0; c < 3; ++c)
        values.push_back(random.uniform(0.25, 2));
    }
  }
  const std::size_t keys = angles.size();
  question.add("drives", {count, 3}, std::move(drives));
  question.add("drive_axes", {count, 3}, std::move(axes));
  question.add("key_counts", {count}, std::move(counts));
  question.add("key_angles", {keys}, std::move(angles));
  question.add("key_values", {keys, 3}, std::move(values));
  return question;
}

}  // namespace bindpose::samples
