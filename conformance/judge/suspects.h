// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the share of wrong numbers that each registered defect, or a pair, explains, for one input and for many.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

/// An implementation with a defect in float32: it rounds like the right output, in another computation.
inline constexpr double bounds_of_a_defect = 4, of_its_scale = 0x1p-20;
/// A number is evidence for a defect if it is this many times closer to the defect's number than to the right one.
/// Otherwise a defect without effect would match right numbers.
inline constexpr double times_nearer = 3;

/// Numbers that are evidence for a defect and against it.
struct Weighed {
  std::size_t explained = 0, against = 0;
  std::size_t spoiled = 0;  ///< of those against it, the right numbers that the defect would change
  std::size_t zeros = 0;    ///< of the explained ones, those that are 0

  double share() const;
  Weighed& operator+=(const Weighed& more);
};

/// Evidence for and against a defect, in numbers of outputs. If the defect's sentence ("your positions are
/// right", "every number of your output is 0") is false for an output, the defect explains nothing of it.
struct Evidence {
  std::size_t explained =
      0;  ///< failing numbers that are clearly closer to the defect's number than to the right one
  std::size_t against = 0;  ///< all other failing numbers, and right numbers that the defect would change
  std::vector<bool> given;  ///< [#failing numbers] true if the defect gives it
  std::map<std::string, Weighed> arrays = {};  ///< the same for each array

  double share() const;
  /// Failing numbers that the defect explains, regardless of the sentence.
  std::size_t given_count() const;
  Evidence& operator+=(const Evidence& more);
};

/// Numbers outside their bounds.
std::size_t failing_numbers(const GivenAnswer& given);

/// Compares a comparable output with an implementation that has all these defects. If no defect applies, all
/// failing numbers count against them. NaN equals NaN. Two defects together have no sentence.
Evidence evidence_for(std::span<const Defect* const> seeded, const GivenAnswer& given);

struct Suspect {
  const Defect* defect = nullptr;
  Evidence evidence;
};

/// Defects that explain some of these outputs' wrong numbers, the best first. A defect that explains nothing of an
/// algorithm's first outputs is not tried on its other outputs.
std::vector<Suspect> suspects(std::span<const GivenAnswer> answers);

/// A defect that explains nearly all wrong numbers of one array.
struct ArraySuspect {
  std::string array;
  const Defect* defect = nullptr;
  Weighed evidence;
};

/// Returns the likeliest candidate of each array, or the first three with an equal share, if they explain nearly
/// all: one array's formula may have its own defect. None for an array with few wrong numbers, or with nothing but 0
/// where the defect would change right numbers of other arrays; none at all if one
/// candidate explains nearly everything; never a candidate that explains half of everything.
std::vector<ArraySuspect> suspects_of_arrays(std::span<const Suspect> suspects);

/// True if the defect affects skinning matrices, but most given matrices differ from the defect's.
bool is_refuted_by_stages(const Defect& defect, std::span<const GivenAnswer> answers);

/// True if the likeliest candidate explains more than half of the wrong numbers. Then bindpose names it.
bool explains_half(std::span<const Suspect> suspects);
/// True if there are candidates, but none explains nearly all.
bool leave_a_rest(std::span<const Suspect> suspects);

struct SuspectPair {
  std::array<const Defect*, 2> defects = {};
  Evidence evidence;
};

/// Returns the two defects that together explain most of the same outputs. Tries only pairs whose single defects
/// explain the most failing numbers. None if the likeliest candidate explains nearly all, or if no pair explains
/// half of all and half of the rest without this candidate. If an array is right by one defect's sentence, the
/// other defect explains its wrong numbers.
std::optional<SuspectPair> suspect_pair(std::span<const GivenAnswer> answers,
                                        std::span<const Suspect> suspects);
/// True if a pair explains half of all, and half of the rest without the likeliest candidate.
bool explains_enough(const SuspectPair& pair, std::span<const Suspect> suspects);

}  // namespace bindpose::conformance
