// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/skinner.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::gpu {
namespace kernel_skinner_test {

TEST(SampleKernels, every_body_is_written_as_a_kernel) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    for (const Contraction contraction : {Contraction::off, Contraction::on}) {
      const auto kernels = sample_kernels(algorithm, contraction);
      ASSERT_TRUE(kernels) << algorithm.path() << ": " << to_string(kernels.error());
      EXPECT_FALSE(kernels->empty()) << algorithm.path();
    }
  }
}

}  // namespace kernel_skinner_test
}  // namespace bindpose::gpu
