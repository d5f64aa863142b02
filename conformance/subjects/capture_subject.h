// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a frame that a program drew earlier (capture:), as a subject; its vertices are the output.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Takes level asset. target: a frame captured by RenderDoc, or the folder of one (conformance/captures). Options:
/// draw: event numbers, separated by +, for the parts in order; positions, normals, tangents: names of the vertex
/// shader's outputs (default for positions: gl_Position; the others are judged only if named); camera: the matrix
/// between world space and gl_Position. Errors: SUBJECT_SYNTAX, FILE_READ; LIBRARY_MISSING, CAPTURE_REFUSED,
/// CAPTURE_FORMAT, TIMEOUT; for an input also CAPTURE_DRAW (none matches), CAPTURE_AMBIGUOUS, CAPTURE_OUTPUT,
/// CAPTURE_ORDER, CAPTURE_VERTEX and those of captures::read_camera().
Expected<std::unique_ptr<Subject>> open_capture(const SubjectSpec& spec);

}  // namespace bindpose::conformance
