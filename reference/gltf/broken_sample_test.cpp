// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/broken_sample.h"

#include <gtest/gtest-spi.h>

namespace bindpose::gltf::broken_sample_test {

TEST(broken_sample, notices_the_remark) {
  expect_remark({"asset", without("/asset"), "UNDEFINED_PROPERTY", "/"});
}

TEST(broken_sample, fails_without_the_remark) {
  EXPECT_NONFATAL_FAILURE(expect_remark({"nothing", [](SampleDocument&) {}, "UNDEFINED_PROPERTY", "/"}),
                          "UNDEFINED_PROPERTY at / is missing");
}

}  // namespace bindpose::gltf::broken_sample_test
