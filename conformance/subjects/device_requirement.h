// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the device that a run requires, so that bindpose notices if a driver falls back to another one.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Checks that a device is the requested one. requirement: terms separated by commas, all of which must hold:
///   hardware, software        no software rasteriser, or one
///   renderer=GLOB             of what `bindpose devices` prints: vendor, version, device ...; case does
///                             not matter
///   api>=4.3, glsl>=4.30      the first number of its version, or of its GLSL's
/// Errors: REQUIREMENT_SYNTAX; DEVICE_OTHER, with what was found instead.
Expected<void> require_device(std::string_view requirement, const SubjectInfo& info);

}  // namespace bindpose::conformance
