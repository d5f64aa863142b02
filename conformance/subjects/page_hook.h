// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the scripts that run in a page before the page's own scripts.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// page_hook.js with the names of a program's outputs from the subject's options, and page_hook_webgpu.js, which
/// uses its results.
std::string page_hook(const Options& varyings);

}  // namespace bindpose::conformance
