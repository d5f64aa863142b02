// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the least that a program does to skin vertices on a device and have them back - linear blending of positions, normals and
// tangents by four influences, and no check of anything. What the capture of gpu/capture is measured against.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <glad/gl.h>

#include "gpu/device/program.h"
#include "gpu/program/palette_delivery.h"
#include "reference/model/arrays.h"

namespace bindpose::bench {

/// OpenGL 4.3 or later, or OpenGL ES 3.1 or later, current at every call.
class MinimalCapture {
 public:
  /// arrays: those of a question about linear blending at palette level with four influences. shader: Skinner::shader_source()'s; empty:
  /// the least one. Errors SHADER_COMPILE, GL_ERROR.
  static Expected<MinimalCapture> make(const GladGLContext& gl, gpu::Api api, gpu::PaletteDelivery delivery,
                                       bool by_compute, const ArraySet& arrays,
                                       const std::string& shader = {});

  /// Sends vertices and palette, skins, and reads back.
  void run();
  /// The captured positions, normals and tangents.
  ArraySet answer() const;

 private:
  MinimalCapture(const GladGLContext& gl, gpu::PaletteDelivery delivery, bool by_compute,
                 const ArraySet& arrays);
  std::string own_shader(gpu::Api api) const;
  Expected<void> compile(gpu::Api api, const std::string& shader);
  void send_palette();
  void draw();
  void dispatch();

  const GladGLContext* gl_;
  gpu::PaletteDelivery delivery_;
  bool by_compute_;
  std::size_t vertex_count_, palette_rows_;
  std::vector<std::uint32_t> vertices_;
  std::vector<float> palette_, captured_;
  gpu::Program program_;
  gpu::Buffer vertex_buffer_, palette_buffer_, captured_buffer_;
  gpu::Texture texture_;
  gpu::VertexArray attributes_;
};

}  // namespace bindpose::bench
