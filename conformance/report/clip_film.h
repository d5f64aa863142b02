// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a clip of a file as the reference poses it from its first key to its last, to play next to a judged moment.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "conformance/report/judged_answer.h"

namespace bindpose::conformance {

struct MeshView;

/// Moments of a clip, evenly spread, the first and the last key among them.
struct ClipFilm {
  static constexpr std::size_t most_moments = 17;  ///< of which every second or fourth also has the last key

  std::string clip;                                 ///< its name, or its number
  std::array<double, 3> low = {}, high = {};        ///< the box in which coordinates count from 0 to 65535
  std::vector<double> seconds;                      ///< [#moments] rising
  std::vector<std::vector<std::uint16_t>> moments;  ///< [#moments][#drawn 3] where the drawn vertices belong
};

/// Films of answers, each made once for all answers that share it, and kept while in use. Any number of threads.
class ClipFilms {
 public:
  /// For what the view draws; null if the case is of no clip, or the reference has no answer at one of its moments.
  std::shared_ptr<const ClipFilm> of(const JudgedAnswer& judged, const MeshView& view);

 private:
  using Key = std::pair<const void*, std::string>;  ///< the drawable, and what else a film depends on

  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const ClipFilm>> films_;
};

}  // namespace bindpose::conformance
