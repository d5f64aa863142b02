// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the format of a vertex's number in a buffer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bindpose::gpu {

/// The format of an attribute's numbers in a buffer.
struct NumberForm {
  unsigned type = 0x1406;  ///< by OpenGL's number: GL_FLOAT
  std::size_t bytes = 4;   ///< bytes of one number; packed: of all numbers
  bool normalized = false;
  bool packed = false;
  std::uint32_t nobody = 0x7FC00000;  ///< in slots without a vertex: NaN, joint 0

  bool operator==(const NumberForm&) const = default;
};

}  // namespace bindpose::gpu
