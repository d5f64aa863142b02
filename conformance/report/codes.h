// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: error codes and their explanations. The algorithms' pages declare codes of inputs and of rows without an
// output; this file has all others.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

struct CodeFacts {
  std::string_view code;
  std::string_view sentence;  ///< without a full stop
};
/// Codes of devices, subjects, files and options, in alphabetical order.
std::span<const CodeFacts> codes_with_facts();

/// Texts of conditions, each with the ids of the algorithms whose pages have it.
using CodeConditions = std::map<std::string, std::vector<std::string_view>>;
/// The conditions of each code on the algorithms' pages.
const std::map<std::string, CodeConditions, std::less<>>& codes_of_pages();

/// The meaning of a code in a sentence; empty for an unknown one.
std::string words_of_code(const std::string& code);

}  // namespace bindpose::conformance
