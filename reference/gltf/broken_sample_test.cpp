// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/broken_sample.h"

#include <gtest/gtest-spi.h>

namespace bindpose::gltf::broken_sample_test {

TEST(broken_sample, an_expected_error_is_noticed) {
  expect_remark({"asset", without("/asset"), "UNDEFINED_PROPERTY", "/"});
}

TEST(broken_sample, a_missing_error_fails_the_test) {
  EXPECT_NONFATAL_FAILURE(expect_remark({"nothing", [](SampleDocument&) {}, "UNDEFINED_PROPERTY", "/"}),
                          "UNDEFINED_PROPERTY at / is missing");
}

}  // namespace bindpose::gltf::broken_sample_test
