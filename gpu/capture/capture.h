// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one draw or dispatch into a poisoned, guarded buffer, and the checks of what comes back. Internal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/capture/guard.h"
#include "gpu/device/context.h"
#include "gpu/device/program.h"
#include "gpu/program/vertex_data.h"

namespace bindpose::gpu {

/// A buffer that grows in powers of two and is reused.
class ReusedBuffer {
 public:
  /// Makes it hold these bytes from offset 0 on, and leaves it bound to `target`.
  void fill(const GladGLContext& gl, GLenum target, const void* data, std::size_t bytes);
  GLuint name() const { return buffer_.name(); }

 private:
  Buffer buffer_;
  std::size_t capacity_ = 0;
};

/// GL objects that every run of a Skinner shares.
struct CaptureObjects {
  ReusedBuffer vertices;
  ReusedBuffer captured;
  ReusedBuffer palette;
  ReusedBuffer instance_bases;  ///< rows before the joints of each instance
  Texture palette_texture;
  Texture palette_buffer_texture;
  ReusedBuffer frames;
  Texture frame_texture;
  VertexArray attributes;
  Query written;
};

/// One part of a mesh, its program in use and its palette bound.
struct CaptureJob {
  const Context& context;
  CaptureObjects& objects;
  GLuint program = 0;
  const VertexLayout& layout;
  std::span<const std::uint32_t> vertices;  ///< [vertex_count * layout.words()]
  std::size_t vertex_count = 0;
  std::size_t drawn = 0;           ///< vertex_count, but for tests
  std::size_t range_vertices = 0;  ///< likewise
  bool second_instance = false;  ///< drawn; where its joints begin is an attribute behind those of the layout
};

/// Texels of the bound two-dimensional texture as they are; without mipmaps one is complete only if nothing is to be filtered.
void set_unfiltered(const GladGLContext& gl);

/// Appends vertex_count * layout.captured_words() words to `captured`. Errors GL_ERROR, INVALID_OUTPUT.
Expected<void> capture_by_transform_feedback(const CaptureJob& job, std::vector<float>& captured);
Expected<void> capture_by_compute(const CaptureJob& job, std::vector<float>& captured);

}  // namespace bindpose::gpu
