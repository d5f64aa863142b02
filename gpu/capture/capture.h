// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one draw or dispatch into a poisoned, guarded buffer, and the checks of the result. Internal.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <glad/gl.h>

#include "gpu/capture/guard.h"
#include "gpu/capture/repeats.h"
#include "gpu/device/context.h"
#include "gpu/device/program.h"
#include "gpu/program/number_form.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_pipeline.h"

namespace bindpose::gpu {

/// A buffer that grows in powers of two and is reused.
class ReusedBuffer {
 public:
  /// Allocates this many bytes, and leaves the buffer bound to `target`.
  void reserve(const GladGLContext& gl, GLenum target, std::size_t bytes);
  /// Stores these bytes from offset 0 on, and leaves the buffer bound to `target`. is_exact: makes
  /// a new buffer with only these bytes.
  void fill(const GladGLContext& gl, GLenum target, const void* data, std::size_t bytes,
            bool is_exact = false);
  GLuint name() const { return buffer_.name(); }

 private:
  Buffer buffer_;
  std::size_t capacity_ = 0;
};

/// GL objects that every run of a GlBackend shares.
struct CaptureObjects {
  std::vector<ReusedBuffer> vertices;  ///< one for each stored attribute
  ReusedBuffer indices;
  std::vector<ReusedBuffer> captured;  ///< one for each simultaneous capture
  ReusedBuffer palette;
  ReusedBuffer instance_bases;  ///< rows before the joints of each instance
  Texture palette_texture;
  Texture palette_buffer_texture;
  ReusedBuffer frames;
  Texture frame_texture;
  VertexArray attributes;
  VertexArray passed;   ///< attributes are captured vertices
  VertexArray nothing;  ///< without any buffer
  std::array<FeedbackObject, 2> feedback;
  Query written;
};

/// True if transform feedback has objects and pauses.
bool has_feedback_objects(const Context& context);

/// One part of a mesh, its program in use and its palette bound.
struct CaptureJob {
  const Context& context;
  CaptureObjects& objects;
  GLuint program = 0;
  const VertexLayout& layout;
  std::span<const std::uint32_t> vertices;  ///< [vertex_count * layout.record_words()]
  std::size_t vertex_count = 0;
  std::size_t drawn = 0;           ///< vertex_count, except for tests
  std::size_t range_vertices = 0;  ///< vertex_count, except for tests
  bool is_exact = false;           ///< Plan::is_exact
  bool second_instance = false;    ///< is drawn; an attribute after the layout's holds its first row
  // Only for transform feedback:
  VertexPipeline path;
  PathFault fault = PathFault::none;
  GLuint pass_through_program = 0;      ///< pass_through_shader(), if another program draws
  GLint vertices_before = -1;           ///< the uniform of a program that numbers vertices; -1: none
  std::size_t part_begins_with = 0;     ///< index of its first vertex in the mesh
  std::optional<NumberForm> bits = {};  ///< Plan::bits
  Repeats* repeats = nullptr;
};

/// Allows texel reads from the bound two-dimensional texture without filtering: without mipmaps, a texture is
/// complete only then.
void set_unfiltered(const GladGLContext& gl);

/// Repeats the computation as often as the job requests, while nothing else runs.
template <class Compute>
Expected<void> repeat(const CaptureJob& job, Compute compute) {
  if (job.repeats == nullptr) return {};
  return job.repeats->add([&]() -> Expected<void> {
    for (std::size_t turn = 0; turn < job.repeats->count; ++turn)
      compute();
    job.context.gl().Finish();
    return {};
  });
}

/// GL takes an offset into a buffer as a pointer.
inline const void* as_pointer(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr)
}

/// One vertex array is used for all layouts, so attributes that an earlier layout enabled from this location
/// on are disabled.
void disable_attributes_from(const CaptureJob& job, GLuint location);

/// A buffer that captures this many words of each vertex.
struct CaptureTarget {
  std::size_t buffer = 0;  ///< index in CaptureObjects::captured
  std::size_t record = 0;
  GuardedRange range;
};
CaptureTarget capture_target(const CaptureJob& job, std::size_t buffer, std::size_t vertices,
                             std::size_t record);

/// Poisons the target's buffer, and binds this many words of its range, without the guards.
void bind_poisoned(const CaptureJob& job, const CaptureTarget& target, std::size_t words, GLenum binding,
                   GLuint index);

/// Checks or appends the words of a target's whole buffer.
using TakeWords = std::function<Expected<void>(std::span<const std::uint32_t>)>;
/// Reads the buffer and unbinds it. Error GL_ERROR, before errors of `take`.
Expected<void> read_back(const CaptureJob& job, const CaptureTarget& target, GLenum binding, GLuint index,
                         const TakeWords& take);
/// Reads the buffer, and appends its range to `captured`. Errors GL_ERROR, and those of take_range().
Expected<void> collect(const CaptureJob& job, const CaptureTarget& target, GLenum binding, GLuint index,
                       std::vector<float>& captured);

/// Appends vertex_count * layout.captured_words() words to `captured`. Errors GL_ERROR, INVALID_OUTPUT; for
/// transform feedback NOT_APPLICABLE, NOT_SUPPORTED if the draw call needs a missing feature.
Expected<void> capture_by_transform_feedback(const CaptureJob& job, std::vector<float>& captured);
Expected<void> capture_by_compute(const CaptureJob& job, std::vector<float>& captured);

}  // namespace bindpose::gpu
