// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a program's uniforms that are 4 by 4 matrices; a camera is a product of some of them.
#pragma once

#include <vector>

#include "conformance/captures/interposer/originals.h"
#include "conformance/captures/interposer/written_frame.h"

namespace bindpose::captures {

/// Matrices of all uniforms, inside and outside of blocks, by columns.
std::vector<Column> matrices_of(GLuint program);

}  // namespace bindpose::captures
