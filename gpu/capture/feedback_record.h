// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the positions of a vertex's arrays in a transform feedback buffer. Internal.
//
//   gaps       words are skipped before each array and after the last one: gl_SkipComponents1 to 4
//   reordered  the arrays in reverse order of the shader; after the first of them a varying with the
//              same value at every vertex, which the shader declares and writes first
//   all other  the arrays one after the other
//
// Source. OpenGL 4.5 core, section 11.1.2.1 (gl_SkipComponents) and 13.2.2: skipped words stay unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/guard.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_pipeline.h"

namespace bindpose::gpu {

struct FeedbackRecord {
  std::vector<std::string> names;     ///< the names for glTransformFeedbackVaryings
  std::vector<std::size_t> at;        ///< the first word of each of layout.captures()
  std::vector<std::size_t> skipped;   ///< words that stay unwritten
  std::vector<std::size_t> constant;  ///< words of the varying that is the same at every vertex
  std::size_t words = 0;
};
FeedbackRecord feedback_record(const VertexLayout& layout, FeedbackUse use);

/// The names as a driver with this fault sees them.
std::vector<std::string> faulty(std::vector<std::string> names, PathFault fault);

/// Appends the arrays of every captured vertex to `captured`, in the layout's order. Errors INVALID_OUTPUT: those
/// of take_range(), an overwritten skipped word, a constant with another value; then it appends nothing.
Expected<void> take_records(std::span<const std::uint32_t> buffer, const GuardedRange& range,
                            const VertexLayout& layout, const FeedbackRecord& record,
                            std::vector<float>& captured);

}  // namespace bindpose::gpu
