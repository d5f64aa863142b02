// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: text whose parts have a style, which a terminal shows in colours.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

enum class Style {
  plain,
  good,  ///< green
  bad    ///< red
};

/// good for a pass, bad for what is not as expected, plain for everything else.
Style style_of(Outcome outcome);

class StyledText {
 public:
  void add(std::string text, Style style) { parts_.emplace_back(std::move(text), style); }
  StyledText& operator+=(std::string text) {
    add(std::move(text), Style::plain);
    return *this;
  }
  StyledText& operator+=(const StyledText& other) {
    parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
    return *this;
  }
  bool empty() const { return parts_.empty(); }
  /// shown_text() of all parts: they may be the words of a subject, a cache or an earlier run.
  std::string text(bool in_colours) const;

 private:
  std::vector<std::pair<std::string, Style>> parts_;
};

/// True for a terminal that is not called dumb, unless NO_COLOR is set (https://no-color.org).
bool wants_colours(std::FILE* file);

}  // namespace bindpose::conformance
