// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the required device of a run, so that bindpose notices if a driver falls back to another one.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Checks that a device is the requested one. requirement: terms separated by commas, all of which must hold:
///   hardware, software        not a software rasteriser; a software rasteriser
///   renderer=GLOB             a fact of `bindpose devices`: vendor, version, device ...; ignores case
///   api>=4.3, glsl>=4.30      the first number of its version, or of its GLSL version
/// Errors: REQUIREMENT_SYNTAX; DEVICE_OTHER, with the actual value.
Expected<void> require_device(std::string_view requirement, const SubjectInfo& info);

}  // namespace bindpose::conformance
