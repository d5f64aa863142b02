// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a subject that makes one registered defect in each input that allows it, and is right elsewhere;
// a defect of shaders on the best device here, only in those inputs.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// defect:ID. Takes palette and pose level. Errors: SUBJECT_UNKNOWN if no such defect is registered; of defects of shaders
/// those of opening a device.
Expected<std::unique_ptr<Subject>> open_defect(const SubjectSpec& spec);

}  // namespace bindpose::conformance
