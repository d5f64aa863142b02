// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a summary on a terminal, where what is right is green and what is wrong red.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace bindpose::conformance {

/// A terminal that is not called dumb, and nobody has said NO_COLOR (https://no-color.org).
bool wants_colours(std::FILE* file);

/// With the counts of verdicts, and the verdicts before tests, in colour.
std::string coloured(std::string_view summary);

}  // namespace bindpose::conformance
