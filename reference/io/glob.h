// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: globs of '*' (any text, also with '/' and '.'), '?' (one byte) and '[...]' (one byte of a set, or with '!' or '^' one byte outside it).
// A backslash means itself.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bindpose {

/// A compiled glob. Matching returns to the last '*' only, so it takes at most (length of the glob) * (length of the text) steps.
class Glob {
 public:
  explicit Glob(std::string_view glob);
  bool matches(std::string_view text) const;

 private:
  struct Step {
    enum class Kind : std::uint8_t { letter, any, set, star };
    Kind kind;
    char letter = 0;          ///< the byte of a letter
    std::uint32_t index = 0;  ///< index of a set
  };
  std::size_t add_set(std::string_view glob, std::size_t at);
  bool fits(const Step& step, char c) const;

  std::vector<Step> steps_;
  std::vector<std::bitset<256>> sets_;
  std::size_t least_ = 0;  ///< bytes of the shortest text that matches
};

inline bool matches_glob(std::string_view text, std::string_view glob) {
  return Glob(glob).matches(text);
}

}  // namespace bindpose
