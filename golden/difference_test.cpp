// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/difference.h"

#include <gtest/gtest.h>

#include "reference/io/safetensors.h"

namespace bindpose::golden::difference_test {

std::vector<std::byte> file(const Array& array, Storage storage = Storage::float64,
                            const Metadata& metadata = {}) {
  const Tensor tensor{array, storage};
  return to_safetensors(std::span(&tensor, 1), metadata).value();
}

TEST(difference, differences_name_the_element) {
  const auto a = file({"y", {2, 3}, Array::Reals{0, 1, 2, 3, 4, 5}});
  const auto b = file({"y", {2, 3}, Array::Reals{0, 1, 2, 3, 4.5, 5}});
  EXPECT_NE(describe_difference(a, b).find("y[1][1] is 4, expected 4.5"), std::string::npos)
      << describe_difference(a, b);
}

TEST(difference, differences_distinguish_the_signs_of_zeros) {
  const auto a = file({"y", {1}, Array::Reals{-0.0}});
  const auto b = file({"y", {1}, Array::Reals{0.0}});
  EXPECT_NE(describe_difference(a, b).find("y[0] is -0, expected 0"), std::string::npos);
}

TEST(difference, differences_name_arrays_shapes_and_types) {
  const auto y = file({"y", {1}, Array::Reals{1}});
  const auto z = file({"z", {1}, Array::Reals{1}});
  EXPECT_NE(describe_difference(z, y).find("y is missing"), std::string::npos);
  const auto matrix = file({"y", {1, 1}, Array::Reals{1}});
  EXPECT_NE(describe_difference(matrix, y).find("y is F64 [1, 1], expected F64 [1]"), std::string::npos);
  const auto single = file({"y", {1}, Array::Reals{1}}, Storage::float32);
  EXPECT_NE(describe_difference(single, y).find("y is F32 [1], expected F64 [1]"), std::string::npos);
  const auto noted = file({"y", {1}, Array::Reals{1}}, Storage::float64, {{"case", "other"}});
  EXPECT_NE(describe_difference(noted, y).find("header"), std::string::npos);
}

TEST(difference, other_files_are_compared_by_bytes) {
  const auto y = file({"y", {1}, Array::Reals{1}});
  const std::vector<std::byte> short_file(y.begin(), y.begin() + 20);
  EXPECT_NE(describe_difference(short_file, y).find("byte 20, 20 bytes instead of"), std::string::npos);
  EXPECT_NE(describe_difference(short_file, y).find("unreadable, TRUNCATED"), std::string::npos);
  const auto text = std::as_bytes(std::span("abc", 3));
  EXPECT_EQ(describe_difference(text, std::as_bytes(std::span("abd", 3))), "byte 2");
}

}  // namespace bindpose::golden::difference_test
