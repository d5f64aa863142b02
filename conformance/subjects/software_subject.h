// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the software skinning of conformance/software, as a subject.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Takes palette level, and morph targets at pose level. Option: threads, the number of computing threads; default
/// 1.
Expected<std::unique_ptr<Subject>> open_software(const SubjectSpec& spec);

}  // namespace bindpose::conformance
