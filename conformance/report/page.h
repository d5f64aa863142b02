// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm's page on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace bindpose::conformance {

/// Markdown without its title and without the marks of what ci/pages writes; tables in columns, a bar in a cell as a bar.
std::string readable(std::string_view page);

}  // namespace bindpose::conformance
