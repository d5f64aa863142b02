// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/must_pass.h"

#include <gtest/gtest.h>

#include "gpu/backends/least_devices.h"
#include "reference/algorithms.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::must_pass_test {

TEST(MustPassTest, the_shipped_list_is_up_to_date) {
  const std::string list = must_pass_list();
  EXPECT_EQ(slurp(must_pass_file()), list)
      << "run 'bindpose list --must-pass > conformance/gate/mustpass.txt'";
  EXPECT_TRUE(has(list, "\nskinning.linear_blend.bar.posed.direction.palette.f32/usual\n"));
  EXPECT_FALSE(has(list, "skinning.linear_blend.hose.joints-2060")) << "a palette of more than 16 KiB";
  EXPECT_FALSE(has(list, "hierarchy.")) << "without shaders";
}

TEST(MustPassTest, cases_above_the_smallest_limits_of_an_api_do_not_fit) {
  const Algorithm& lbs = *find_algorithm("lbs");
  const auto error = [&lbs](std::size_t joints, std::size_t slots) {
    ArraySet question;
    question.add("positions", {1, 3}, Array::Reals{1, 2, 3});
    question.add("joints", {1, slots}, Array::Integers(slots, 0));
    question.add("weights", {1, slots}, Array::Reals(slots, 1.0 / static_cast<double>(slots)));
    question.add("palette", {joints, 3, 4}, Array::Reals(joints * 12, 0.5));
    const auto fits = gpu::fits_every_device(lbs, question, {});
    return fits ? std::string("fits") : fits.error().where;
  };
  EXPECT_EQ(error(341, 4), "fits");
  EXPECT_EQ(error(342, 4), "GL_MAX_UNIFORM_BLOCK_SIZE");
  EXPECT_EQ(error(4, 40), "GL_MAX_VERTEX_ATTRIBS");
}

}  // namespace bindpose::conformance::must_pass_test
