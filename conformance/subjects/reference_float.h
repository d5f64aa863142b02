// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the reference's own formulas in float32, as a subject.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Takes palette and pose level. Option: formulation.
Expected<std::unique_ptr<Subject>> open_reference_float(const SubjectSpec& spec);

}  // namespace bindpose::conformance
