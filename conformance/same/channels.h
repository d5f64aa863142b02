// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: differences between the channels of two clips, at the keys of the rewritten file and
// elsewhere.
#pragma once

#include <map>

#include "conformance/same/pairs.h"

namespace bindpose::conformance::same {

struct ChannelDifference {
  enum class State {
    same,       ///< within the rounding of the stored numbers, at all times
    resampled,  ///< within this rounding at the keys of the rewritten channel, but not between them
    changed
  };
  std::size_t node_before = 0, node_after = 0;
  gltf::Channel::Path path = gltf::Channel::Path::translation;
  State state = State::same;
  double allowed = 0;  ///< rounding of the stored numbers: metres, radians, a factor, a weight
  double at_keys = 0, elsewhere = 0;
  double seconds = 0;           ///< time of the largest difference
  std::optional<double> shift;  ///< seconds by which all keys are later than before

  double most() const { return std::max(at_keys, elsewhere); }
};

/// Partners of the targets of a node's mesh; none: paired in order.
using TargetsOfNode = std::map<std::size_t, Pairing>;

/// Compares the channels of paired nodes in both clips.
std::vector<ChannelDifference> channel_differences(const gltf::Asset& before, std::size_t clip_before,
                                                   const gltf::Asset& after, std::size_t clip_after,
                                                   const Pairing& nodes, const TargetsOfNode& targets);

/// "rotation"
std::string_view name_of(gltf::Channel::Path path);

/// "2.3 deg", "1.2 mm", "0.5"
std::string size_text(gltf::Channel::Path path, double size);

}  // namespace bindpose::conformance::same
