// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a subject that makes one registered mistake wherever it can be made, and is right elsewhere.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// defect:ID. Takes palette and pose level. Errors: SUBJECT_UNKNOWN where no such mistake is registered.
Expected<std::unique_ptr<Subject>> open_defect(const SubjectSpec& spec);

}  // namespace bindpose::conformance
