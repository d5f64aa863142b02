// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: JSON pointers (RFC 6901) whose text is built only on demand.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace bindpose::gltf {

/// A place in the document. Keys are not copied: they must outlive the pointer (literals, keys of the
/// document).
class Pointer {
 public:
  Pointer() = default;  ///< the root

  /// The member `key` of this place. At most 10 levels deep; deeper places keep the pointer of level 10.
  Pointer operator/(std::string_view key) const { return with({key, 0, true}); }

  /// The array element `index` of this place.
  Pointer operator/(std::size_t index) const { return with({{}, index, false}); }

  /// "/skins/0/joints/3"; the root is "/", as the Khronos validator writes it.
  std::string str() const;

 private:
  struct Segment {
    std::string_view key;
    std::size_t index = 0;
    bool is_key = true;
  };

  Pointer with(const Segment& segment) const {
    Pointer longer = *this;
    if (longer.depth_ < longer.segments_.size()) longer.segments_[longer.depth_++] = segment;
    return longer;
  }

  std::array<Segment, 10> segments_{};
  std::size_t depth_ = 0;
};

}  // namespace bindpose::gltf
