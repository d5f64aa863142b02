// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/picture/image.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

namespace bindpose::gpu {
namespace image_test {

constexpr Rgb white = {255, 255, 255}, red = {255, 0, 0};

TEST(ImageTest, a_png_is_read_back_as_it_was) {
  Image image(5, 3, white);
  image.set(4, 2, red);
  image.set(5, 0, red);  // outside
  const auto bytes = to_png(image);
  ASSERT_TRUE(bytes) << to_string(bytes.error());
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_memory(&header, bytes->data(), bytes->size()), 0);
  header.format = PNG_FORMAT_RGB;
  EXPECT_EQ(header.width, 5U);
  EXPECT_EQ(header.height, 3U);
  std::vector<std::uint8_t> read(PNG_IMAGE_SIZE(header));
  ASSERT_NE(png_image_finish_read(&header, nullptr, read.data(), 0, nullptr), 0);
  EXPECT_EQ(read, image.rgb);
}

TEST(ImageTest, an_image_without_pixels_is_an_error) {
  const auto bytes = to_png(Image());
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, "PICTURE_WRITE");
}

TEST(ImageTest, words_are_written_and_stay_inside) {
  Image image(4 * letter_columns, letter_rows, white);
  write_text(image, 0, 0, "i1\xff much too long", red);
  EXPECT_EQ(image.at(0, 0), red);    // the upper bar of I
  EXPECT_EQ(image.at(0, 3), white);  // beside its stem
  EXPECT_EQ(image.at(3, 3), red);
  Image once(letter_columns, letter_rows, white), capital = once;
  write_text(once, 0, 0, "w", red);
  write_text(capital, 0, 0, "W", red);
  EXPECT_EQ(once.rgb, capital.rgb);
}

TEST(ImageTest, no_two_letters_look_alike) {
  std::set<std::vector<std::uint8_t>> seen;
  const std::string letters = "abcdefghijklmnopqrstuvwxyz123456789.,:-/%+_()? ";
  for (const char letter : letters) {
    Image image(letter_columns, letter_rows, white);
    write_text(image, 0, 0, std::string(1, letter), red);
    EXPECT_TRUE(seen.insert(image.rgb).second) << letter;
  }
  EXPECT_EQ(seen.size(), letters.size());
}

TEST(ImageTest, half_of_it_is_the_mean) {
  Image image(4, 2, {});
  image.fill(0, 0, 1, 1, {255, 100, 0});
  const Image half = halved(image);
  EXPECT_EQ(half.width, 2U);
  EXPECT_EQ(half.height, 1U);
  EXPECT_EQ(half.at(0, 0), (Rgb{63, 25, 0}));
  EXPECT_EQ(half.at(1, 0), (Rgb{0, 0, 0}));
}

}  // namespace image_test
}  // namespace bindpose::gpu
