// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/asset_cases.h"

namespace bindpose::conformance {

std::string case_word(const std::string& text) {
  std::string word = text;
  for (char& c : word) {
    const bool kept =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!kept) c = '_';
  }
  return word;
}

}  // namespace bindpose::conformance
