// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: option values and codes in algorithms' declarations and pages that no case distinguishes.
#pragma once

#include <mutex>
#include <set>
#include <span>

#include "conformance/judge/expectation.h"

namespace bindpose::conformance {

/// Items of algorithms, one per line:
///
///   skinning/linear_blend: zero_sum=origin, not rest                    a case has the first value and fails an output by the second
///   skinning/linear_blend: zero_sum=rest with weight_sum=renormalised   a case has both and fails an output by the default of either that allows the input
///   skinning/linear_blend: a row of ZERO_NORMAL                         a case has a row without an output for this reason
///
/// Options come from the declarations, without formulations. Codes come from the pages' tables of degenerate rows.
class Readings {
 public:
  /// Records the items that a case distinguishes. Thread-safe.
  void note(const AskedCase& asked);

  /// The items of these cases' algorithms that no recorded case distinguishes, and the arrays of
  /// recorded cases with mostly undecided numbers, in the order of the algorithms.
  std::vector<std::string> missing(std::span<const Case* const> cases) const;

  /// The number of items of these cases' algorithms.
  static std::size_t count(std::span<const Case* const> cases);

 private:
  void note_values(const AskedCase& asked);
  void note_pairs(const AskedCase& asked);
  bool has(const std::string& item) const;
  void put(std::string item);

  mutable std::mutex mutex_;
  std::set<std::string> distinguished_;
  std::set<std::string> mostly_undecided_;
};

/// Codes in the table of degenerate rows of an algorithm's page, in their order.
std::vector<std::string> degenerate_codes(std::string_view page);

}  // namespace bindpose::conformance
