// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which vertex of a draw is which vertex of a primitive of a glTF file.
#pragma once

#include "conformance/captures/frame.h"
#include "reference/gltf/asset.h"

namespace bindpose::captures {

/// True if a draw has as many corners as the primitive's triangles, or, without triangles, as it has
/// vertices.
bool is_as_large(const Draw& draw, const gltf::Primitive& primitive);

/// For each vertex of the primitive, in its order, a row of the draw's outputs.
///
/// A draw of as many corners has the file's corners in their order, whatever vertices an engine has made of them: joined, taken apart, in
/// another order. Where two corners of a vertex are different the triangles are in another order, and vertices go by their numbers
/// in the draw's buffers, if there are as many of them: error CAPTURE_ORDER where not. Error CAPTURE_VERTEX: one of which no corner is
/// drawn. Error CAPTURE_FORMAT: no corners, or not as many rows as vertices.
Expected<std::vector<std::size_t>> rows_of_vertices(const DrawnVertices& drawn,
                                                    const gltf::Primitive& primitive);

}  // namespace bindpose::captures
