// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a part's vertices bound as attributes, and drawn as points by the job's draw call. Internal.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/capture/capture.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

class VertexDraw {
 public:
  /// Stores the part's vertices and binds their array. Errors NOT_APPLICABLE from storage; NOT_SUPPORTED for a
  /// draw call that the device lacks.
  static Expected<VertexDraw> make(const CaptureJob& job);

  /// Draws `count` vertices of the part, from vertex `first` on.
  void draw(std::size_t first, std::size_t count) const;

 private:
  explicit VertexDraw(const CaptureJob& job);
  Expected<void> point_attributes();
  void point_instance_base() const;
  void make_indices();
  void number_from(std::size_t first) const;
  void draw_arrays(std::size_t first, std::size_t count) const;
  void draw_elements(std::size_t first, std::size_t count) const;
  void draw_instances(std::size_t first, std::size_t count) const;

  const CaptureJob* job_;
  std::size_t beside_ = 0;  ///< unused vertices before the part's, and after them
  bool long_indices_ = false;
};

}  // namespace bindpose::gpu
