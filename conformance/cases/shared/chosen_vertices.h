// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input reduced to chosen vertices of its mesh.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose::conformance {

/// The input with these rows of every declared array that has a row for each vertex. A row may be chosen more than once.
ArraySet with_vertices(const Declaration& declaration, ArraySet question,
                       const std::vector<std::size_t>& rows);

/// The input with at most eight vertices, spread over the mesh, so that its golden file is small.
/// Inputs with triangles are returned unchanged.
ArraySet with_few_vertices(const Declaration& declaration, ArraySet question);

}  // namespace bindpose::conformance
