// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: numbers as rows of one width, with checked access.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace bindpose {

/// Views numbers from a foreign source as rows. Readers check foreign sizes first and return errors. Access to a
/// missing row is a bug and ends the program, so nothing reads past the end.
template <class Number>
class RowView {
 public:
  RowView(std::span<const Number> numbers, std::size_t width) : numbers_(numbers), width_(width) {}

  std::size_t width() const { return width_; }
  /// Complete rows; 0 for a width of 0.
  std::size_t count() const { return width_ == 0 ? 0 : numbers_.size() / width_; }
  /// The `width` numbers of a row, `row` below count().
  std::span<const Number> operator[](std::size_t row) const {
    if (row >= count()) {
      std::fprintf(stderr, "row %zu of %zu does not exist\n", row, count());
      std::abort();
    }
    return numbers_.subspan(row * width_, width_);
  }

 private:
  std::span<const Number> numbers_;
  std::size_t width_;
};

}  // namespace bindpose
