// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/picture/image.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

namespace bindpose::gpu::image_test {

constexpr Rgb white = {255, 255, 255}, red = {255, 0, 0};

TEST(ImageTest, a_png_file_keeps_every_pixel) {
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

TEST(ImageTest, text_stays_inside_the_image) {
  Image image(4 * letter_columns, letter_rows, white);
  write_text(image, 0, 0, "i1\xff much too long", red);
  Image question(letter_columns, letter_rows, white), other = question;
  write_text(question, 0, 0, "?", red);
  for (std::size_t y = 0; y < letter_rows; ++y)
    for (std::size_t x = 0; x < letter_columns; ++x) {
      EXPECT_EQ(image.at(x + 2 * letter_columns, y), question.at(x, y));
      EXPECT_EQ(image.at(x, y)[0], 255);  // white, red, or between them
    }
  write_text(other, 0, 0, "i", red);
  EXPECT_LT(other.at(letter_columns / 2, letter_rows / 2)[1], 128);  // the stem
}

TEST(ImageTest, no_two_letters_look_alike) {
  std::set<std::vector<std::uint8_t>> seen;
  std::string letters;
  for (char letter = ' '; letter <= '~'; ++letter)
    letters += letter;
  for (const char letter : letters) {
    Image image(letter_columns, letter_rows, white);
    write_text(image, 0, 0, std::string(1, letter), red);
    EXPECT_TRUE(seen.insert(image.rgb).second) << letter;
  }
  EXPECT_EQ(seen.size(), letters.size());
}

TEST(ImageTest, a_halved_image_has_the_means_of_its_pixels) {
  Image image(4, 2, {});
  image.fill(0, 0, 1, 1, {255, 100, 0});
  const Image half = halved(image);
  EXPECT_EQ(half.width, 2U);
  EXPECT_EQ(half.height, 1U);
  EXPECT_EQ(half.at(0, 0), (Rgb{63, 25, 0}));
  EXPECT_EQ(half.at(1, 0), (Rgb{0, 0, 0}));
}

}  // namespace bindpose::gpu::image_test
