// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a picture in memory, text in it, and PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// Red, green and blue, sRGB.
using Rgb = std::array<std::uint8_t, 3>;

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb = {};  ///< [height width 3], the top row first

  Image() = default;
  Image(std::size_t image_width, std::size_t image_height, const Rgb& colour);

  /// Ignores pixels outside.
  void set(std::size_t x, std::size_t y, const Rgb& colour);
  Rgb at(std::size_t x, std::size_t y) const;
  void fill(std::size_t x, std::size_t y, std::size_t fill_width, std::size_t fill_height, const Rgb& colour);
  /// Copies another image, its upper left corner at (x, y).
  void paste(const Image& other, std::size_t x, std::size_t y);
};

/// Size of a letter in pixels: its width, and the height of a line.
constexpr std::size_t letter_columns = 10, letter_rows = 20;

/// Writes a line whose upper left corner is (x, y). A character that is not printable ASCII becomes a question mark.
void write_text(Image& image, std::size_t x, std::size_t y, std::string_view text, const Rgb& colour);

/// Half the width and height: each pixel is the mean of four.
Image halved(const Image& image);

/// A PNG file. Error PICTURE_WRITE with libpng's message.
Expected<std::string> to_png(const Image& image);

}  // namespace bindpose::gpu
