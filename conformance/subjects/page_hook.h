// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the script that stands in a page before its first one.
#pragma once

#include <string>

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// page_hook.js, given what programs' outputs are called by the subject's options.
std::string page_hook(const Options& varyings);

}  // namespace bindpose::conformance
