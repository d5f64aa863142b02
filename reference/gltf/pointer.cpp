// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/pointer.h"

namespace bindpose::gltf {

std::string Pointer::str() const {
  if (depth_ == 0) return "/";
  std::string text;
  for (std::size_t i = 0; i < depth_; ++i) {
    text += '/';
    if (!segments_[i].is_key) {
      text += std::to_string(segments_[i].index);
      continue;
    }
    for (const char c : segments_[i].key) {
      if (c == '~') {
        text += "~0";
      } else if (c == '/') {
        text += "~1";
      } else {
        text += c;
      }
    }
  }
  return text;
}

}  // namespace bindpose::gltf
