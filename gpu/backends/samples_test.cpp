// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/backends/samples.h"

#include <gtest/gtest.h>

#include "gpu/program/variant.h"
#include "reference/algorithms.h"

namespace bindpose::gpu::samples_test {

TEST(Samples, every_shader_function_is_translated) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_function(algorithm).empty()) continue;
    for (const auto& texts : {sample_kernels(algorithm, Contraction::off),
                              sample_kernels(algorithm, Contraction::on), sample_wgsl(algorithm)}) {
      ASSERT_TRUE(texts) << algorithm.path() << ": " << to_string(texts.error());
      EXPECT_FALSE(texts->empty()) << algorithm.path();
    }
  }
}

TEST(Samples, contraction_changes_the_kernels) {
  const Algorithm& lbs = *find_algorithm("lbs");
  EXPECT_EQ(sample_kernels(lbs, Contraction::off)->front().find("fma("), std::string::npos);
  EXPECT_NE(sample_kernels(lbs, Contraction::on)->front().find("fma("), std::string::npos);
}

TEST(Samples, wgsl_declares_its_work_group_and_barrier) {
  const auto wgsl = sample_wgsl(*find_algorithm("lbs"));
  EXPECT_NE(wgsl->front().find("@compute @workgroup_size(64)"), std::string::npos);
  EXPECT_NE(wgsl->front().find("workgroupBarrier()"), std::string::npos) << "groups store together";
}

}  // namespace bindpose::gpu::samples_test
