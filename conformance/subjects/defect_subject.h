// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a subject with one registered defect in each input that allows it, and otherwise right; a
// defect of shaders runs on the best device of this machine, only for those inputs.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// defect:ID. Takes palette and pose level. Errors: SUBJECT_UNKNOWN if no such defect is registered; for defects
/// of shaders those of opening a device.
Expected<std::unique_ptr<Subject>> open_defect(const SubjectSpec& spec);

}  // namespace bindpose::conformance
