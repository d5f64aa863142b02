// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the share of wrong numbers that each registered defect, or a pair, explains, for one input and for many.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

/// An implementation has a defect in float32: it rounds like the right output, in another computation.
inline constexpr double bounds_of_a_defect = 4, of_its_scale = 0x1p-20;
/// A number shows a defect if it is this many times closer to the defect's number than to the right one. Otherwise a defect
/// that changes nothing would match right numbers.
inline constexpr double times_nearer = 3;

/// Numbers that speak for a defect and against it.
struct Weighed {
  std::size_t explained = 0, against = 0;

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
  /// The failing numbers that the outputs give, without regard to the sentence.
  std::size_t given_count() const;
  Evidence& operator+=(const Evidence& more);
};

/// Numbers outside their bounds.
std::size_t failing_numbers(const GivenAnswer& given);

/// Compares a comparable output with an implementation that has all these defects. If no defect applies, every
/// failing number counts against them. NaN equals NaN. Two defects together have no sentence.
Evidence evidence_for(std::span<const Defect* const> seeded, const GivenAnswer& given);

struct Suspect {
  const Defect* defect = nullptr;
  Evidence evidence;
};

/// Defects that explain some of these outputs' wrong numbers, the best first. Defects that explain
/// nothing of the first outputs of an algorithm are not tried on its others.
std::vector<Suspect> suspects(std::span<const GivenAnswer> answers);

/// A defect that explains nearly all wrong numbers of one array.
struct ArraySuspect {
  std::string array;
  const Defect* defect = nullptr;
  Weighed evidence;
};

/// Returns the likeliest candidate of each array, or the first three that explain as much, if they explain
/// nearly all: one array's formula may have its own defect. Returns none for an array with few wrong numbers,
/// none at all if one candidate explains nearly everything, and never a candidate that explains half of
/// everything.
std::vector<ArraySuspect> suspects_of_arrays(std::span<const Suspect> suspects);

/// True if the defect affects skinning matrices, but in most outputs that have them they differ from the
/// defect's.
bool is_refuted_by_stages(const Defect& defect, std::span<const GivenAnswer> answers);

/// True if the likeliest candidate explains more than half of the wrong numbers. Then bindpose names it.
bool explains_half(std::span<const Suspect> suspects);
/// True if there are candidates, but none explains nearly all.
bool leave_a_rest(std::span<const Suspect> suspects);

struct SuspectPair {
  std::array<const Defect*, 2> defects = {};
  Evidence evidence;
};

/// Returns the two defects that together explain most of the same outputs. Tries only pairs whose single defects give
/// the most failing numbers. Nothing if the likeliest candidate explains nearly all, or if no pair explains half of
/// all and half of the rest that this candidate leaves. If one defect's sentence says that an array is right, the
/// other defect explains its wrong numbers.
std::optional<SuspectPair> suspect_pair(std::span<const GivenAnswer> answers,
                                        std::span<const Suspect> suspects);
/// True if a pair explains half of all, and half of the rest that the likeliest candidate leaves.
bool explains_enough(const SuspectPair& pair, std::span<const Suspect> suspects);

}  // namespace bindpose::conformance
