// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: pages that are made of a template and what stands at its marks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bindpose::conformance {

/// The template with each mark replaced, once, in the order in which they stand.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& parts);

/// JSON that ends no script, whatever its texts are.
std::string script_safe(const std::string& json);

}  // namespace bindpose::conformance
