// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: maps the vertices of a draw to the vertices of a glTF primitive.
#pragma once

#include "conformance/captures/frame.h"
#include "reference/gltf/asset.h"

namespace bindpose::captures {

/// True if the draw has as many indices as the primitive; without triangles, one for each of
/// its vertices.
bool is_as_large(const Draw& draw, const gltf::Primitive& primitive);

/// Returns, for each vertex of the primitive in its order, the row of the draw's outputs. If the
/// draw has as many indices as the file, index n of the draw matches index n of the file, although
/// an engine may have joined, split or reordered vertices. If the counts differ, or two indices of
/// a vertex have different outputs, matches vertices by their numbers in the draw's buffers. If
/// their counts differ as well: error CAPTURE_ORDER. Error CAPTURE_VERTEX: a vertex without a drawn
/// index. CAPTURE_FORMAT: no indices, or not one row for each corner.
Expected<std::vector<std::size_t>> rows_of_vertices(const DrawnVertices& drawn,
                                                    const gltf::Primitive& primitive);

}  // namespace bindpose::captures
