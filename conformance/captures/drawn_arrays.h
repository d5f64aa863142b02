// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the outputs of a draw as the arrays of an output.
#pragma once

#include "conformance/captures/frame.h"
#include "reference/gltf/asset.h"
#include "reference/model/declaration.h"

namespace bindpose::captures {

/// Name of the output that becomes an array: the option with the array's name, gl_Position by
/// default.
std::string output_of(const Options& options, const std::string& array);

/// "gl_Position (4), v_normal (3)"
std::string outputs_in(const DrawnVertices& drawn);

/// Appends the primitive's vertices, in the file's order, to the arrays positions, normals and tangents. Positions
/// from gl_Position are transformed back by the option `camera`, with the uncertainty of this step. Errors:
/// CAPTURE_OUTPUT (an output is missing or too narrow), those of rows_of_vertices(), read_camera() and seen_from().
Expected<void> append_drawn(const DrawnVertices& drawn, const gltf::Primitive& primitive,
                            const Options& options, std::map<std::string, Array>& arrays);

}  // namespace bindpose::captures
