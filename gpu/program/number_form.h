// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a number of a vertex as it is in a buffer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bindpose::gpu {

/// The numbers of an attribute as they are in a buffer.
struct NumberForm {
  unsigned type = 0x1406;  ///< by OpenGL's number: GL_FLOAT
  std::size_t bytes = 4;   ///< of one number; packed: of all of them
  bool normalized = false;
  bool packed = false;
  std::uint32_t nobody = 0x7FC00000;  ///< in slots without a vertex: NaN, joint 0

  bool operator==(const NumberForm&) const = default;
};

}  // namespace bindpose::gpu
