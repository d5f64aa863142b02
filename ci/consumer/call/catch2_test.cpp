// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a test with Catch2 of one vertex under two joints. Its tag [wrong] fails.
#define CATCH_CONFIG_MAIN  // for version 2
#include <bindpose/catch2.h>

static void check(const std::vector<float>& mine) {
  const std::vector<float> x = {0.5F, 1, 2}, w = {0.25F, 0.75F};
  const std::vector<int32_t> j = {0, 1};
  const std::vector<float> m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0};
  bindpose::call::Inputs inputs("lbs");
  inputs.add("positions", {1, 3}, x).add("joints", {1, 2}, j).add("weights", {1, 2}, w);
  inputs.add("palette", {2, 3, 4}, m);
  CHECK_THAT(bindpose::call::Arrays().add("positions", {1, 3}, mine), bindpose::call::IsRight(inputs));
}

TEST_CASE("skinning is right", "[right]") {
  check({0.125F, 0.625F, 2});
}
TEST_CASE("nothing moves", "[wrong]") {
  check({0.5F, 1, 2});
}
