// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/kind.h"

#include <array>

#include <fmt/format.h>

namespace bindpose {
namespace {

std::string_view name_of(Space space) {
  constexpr std::array names = {"",      "mesh",  "world", "model",    "parent",
                                "joint", "joint", "bone",  "deformer", "muscle"};
  return names[static_cast<std::size_t>(space)];
}

/// "mesh_from_joint at bind time", "mesh space"; empty without a frame.
std::string frame_text(const Kind& kind) {
  if (kind.to == Space::none) return {};
  if (kind.to == Space::vertex_joint) return "space of the vertex's joint";
  const std::string frame = kind.is_map() ? fmt::format("{}_from_{}", name_of(kind.to), name_of(kind.from))
                                          : fmt::format("{} space", name_of(kind.to));
  return kind.at_bind_time ? frame + " at bind time" : frame;
}

std::string_view unit_text(Kind::Of of) {
  switch (of) {
    case Kind::Of::point:
    case Kind::Of::offset:
    case Kind::Of::translation:
    case Kind::Of::affine:
    case Kind::Of::length:
      return "metres";
    case Kind::Of::direction:
    case Kind::Of::tangent:
      return "unit";
    case Kind::Of::rotation:
      return "unit quaternion (x, y, z, w)";
    case Kind::Of::stretch:
      return "before the rotation";
    case Kind::Of::per_length:
      return "1 / metres";
    case Kind::Of::turn:
      return "radians";
    case Kind::Of::opening:
      return "radians, of a cone";
    case Kind::Of::time:
      return "seconds";
    default:
      return {};
  }
}

}  // namespace

std::string to_string(const Kind& kind) {
  const std::string frame = frame_text(kind);
  if (kind.of == Kind::Of::moments) return frame + "; metres^2, metres, 1";
  const std::string_view unit = kind.words.empty() ? unit_text(kind.of) : kind.words;
  return frame.empty() || unit.empty() ? frame + std::string(unit) : fmt::format("{}, {}", frame, unit);
}

}  // namespace bindpose
