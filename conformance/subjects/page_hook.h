// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the scripts that run in a page before its own.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// page_hook.js, given what programs' outputs are called by the subject's options, and page_hook_webgpu.js, given what that gives.
std::string page_hook(const Options& varyings);

}  // namespace bindpose::conformance
