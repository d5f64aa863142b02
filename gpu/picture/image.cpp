// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/picture/image.h"

#include <algorithm>

#include <png.h>

namespace bindpose::gpu {
namespace {

/// The printable ASCII characters, row by row: a hexadecimal digit of opacity for each pixel.
constexpr std::string_view letters =
#include "gpu/picture/letters.inc"
    ;
constexpr char first_letter = ' ', last_letter = '~';
constexpr std::size_t letter_pixels = letter_columns * letter_rows;
static_assert(letters.size() == letter_pixels * (last_letter - first_letter + 1));

std::string_view pixels_of(char letter) {
  const char shown = letter < first_letter || letter > last_letter ? '?' : letter;
  return letters.substr(letter_pixels * static_cast<std::size_t>(shown - first_letter), letter_pixels);
}

/// 0 .. 15
int opacity_of(char digit) {
  return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

Rgb mixed(const Rgb& below, const Rgb& above, int opacity) {
  Rgb mix;
  for (std::size_t c = 0; c < mix.size(); ++c)
    mix[c] = static_cast<std::uint8_t>((below[c] * (15 - opacity) + above[c] * opacity) / 15);
  return mix;
}

}  // namespace

Image::Image(std::size_t image_width, std::size_t image_height, const Rgb& colour)
    : width(image_width), height(image_height), rgb(3 * image_width * image_height) {
  fill(0, 0, width, height, colour);
}

void Image::set(std::size_t x, std::size_t y, const Rgb& colour) {
  if (x < width && y < height) std::ranges::copy(colour, rgb.data() + 3 * (y * width + x));
}

Rgb Image::at(std::size_t x, std::size_t y) const {
  const std::uint8_t* first = rgb.data() + 3 * (y * width + x);
  return {first[0], first[1], first[2]};
}

void Image::fill(std::size_t x, std::size_t y, std::size_t fill_width, std::size_t fill_height,
                 const Rgb& colour) {
  for (std::size_t row = 0; row < fill_height; ++row)
    for (std::size_t column = 0; column < fill_width; ++column)
      set(x + column, y + row, colour);
}

void Image::paste(const Image& other, std::size_t x, std::size_t y) {
  for (std::size_t row = 0; row < other.height; ++row)
    for (std::size_t column = 0; column < other.width; ++column)
      set(x + column, y + row, other.at(column, row));
}

void write_text(Image& image, std::size_t x, std::size_t y, std::string_view text, const Rgb& colour) {
  for (const char letter : text) {
    const std::string_view pixels = pixels_of(letter);
    for (std::size_t i = 0; i < letter_pixels; ++i) {
      const std::size_t column = x + i % letter_columns, row = y + i / letter_columns;
      if (column < image.width && row < image.height)
        image.set(column, row, mixed(image.at(column, row), colour, opacity_of(pixels[i])));
    }
    x += letter_columns;
  }
}

Image halved(const Image& image) {
  Image half(image.width / 2, image.height / 2, {});
  for (std::size_t y = 0; y < half.height; ++y)
    for (std::size_t x = 0; x < half.width; ++x)
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned sum = image.at(2 * x, 2 * y)[c] + image.at(2 * x + 1, 2 * y)[c] +
                             image.at(2 * x, 2 * y + 1)[c] + image.at(2 * x + 1, 2 * y + 1)[c];
        half.rgb[3 * (y * half.width + x) + c] = static_cast<std::uint8_t>(sum / 4);
      }
  return half;
}

Expected<std::string> to_png(const Image& image) {
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
  std::string bytes(size, '\0');
  const int written =
      png_image_write_to_memory(&header, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr);
  if (written == 0) return fail("PICTURE_WRITE", "PNG", header.message);
  bytes.resize(size);
  return bytes;
}

}  // namespace bindpose::gpu
