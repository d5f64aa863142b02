// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far each registered mistake, and two of them at once, go in explaining wrong answers, of one question and of many.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

/// An implementation makes a mistake in float32: roundings like those of the right answer, where something else is computed.
inline constexpr double bounds_of_a_mistake = 4, of_its_scale = 0x1p-20;
/// A number is a mistake's where it is so many times nearer to what the mistake gives than to what is right: within reach of a
/// mistake that changes nothing is the right number, too.
inline constexpr double times_nearer = 3;

/// Numbers that speak for a mistake and against it.
struct Weighed {
  std::size_t explained = 0, against = 0;

  double share() const;
  Weighed& operator+=(const Weighed& more);
};

/// What speaks for a mistake, and what against it, in numbers of answers. In an answer of which the mistake's sentence is not true -
/// "your positions are right", "every number of your output is 0" - it explains nothing.
struct Evidence {
  std::size_t explained =
      0;  ///< failing numbers that the mistake gives, clearly nearer to its number than to the right one
  std::size_t against = 0;  ///< all other failing ones, right ones that it would make wrong
  std::vector<bool> given;  ///< of each failing number, in order, whether the mistake gives it
  std::map<std::string, Weighed> arrays = {};  ///< the same of each array by itself

  double share() const;
  /// Of failing numbers, whatever the sentence says.
  std::size_t given_count() const;
  Evidence& operator+=(const Evidence& more);
};

/// Numbers outside their bounds.
std::size_t failing_numbers(const GivenAnswer& given);

/// Of a comparable answer, for an implementation that makes all these mistakes. Where none can be made every failing number is
/// against them. No number is like any other that is not one. Sentences are those of one mistake: what two make of an answer neither says.
Evidence evidence_for(std::span<const Defect* const> mistakes, const GivenAnswer& given);

struct Suspect {
  const Defect* defect = nullptr;
  Evidence evidence;
};

/// What all these answers together say: mistakes that give a part of them, those that explain most first. Mistakes of which the
/// first answers to an algorithm show nothing are not made in the others.
std::vector<Suspect> suspects(std::span<const GivenAnswer> answers);

/// A mistake that explains nearly all that is wrong with one array.
struct ArraySuspect {
  std::string array;
  const Defect* defect = nullptr;
  Weighed evidence;
};

/// Of these suspects the likeliest of each array, if it explains nearly all: the formula of one array may be wrong alone, or another
/// way than that of the rest. None for an array with
/// few wrong numbers, and none at all if one suspect explains nearly all of the whole. Never a suspect that explains half of the whole.
std::vector<ArraySuspect> suspects_of_arrays(std::span<const Suspect> suspects);

/// Whether most answers that give their skinning matrices give others than the mistake makes.
bool is_refuted_by_stages(const Defect& mistake, std::span<const GivenAnswer> answers);

/// Whether the likeliest of these suspects explains more than half of what is wrong: it is named.
bool explains_half(std::span<const Suspect> suspects);
/// Whether it leaves something to explain: there are suspects, and none explains nearly all.
bool leave_a_rest(std::span<const Suspect> suspects);

struct SuspectPair {
  std::array<const Defect*, 2> defects = {};
  Evidence evidence;
};

/// Of the same answers: the two mistakes that explain most where both are made. Tried are a few pairs, those whose mistakes give
/// most failing numbers when each is made alone. Nothing where the likeliest suspect explains nearly all, and if no pair
/// explains half of all, and half of what the likeliest suspect leaves. If one says of an array that it is right, the other
/// explains what is wrong with it.
std::optional<SuspectPair> suspect_pair(std::span<const GivenAnswer> answers,
                                        std::span<const Suspect> suspects);
/// Whether a pair explains half of all, and half of what the likeliest of these suspects leaves.
bool explains_enough(const SuspectPair& pair, std::span<const Suspect> suspects);

}  // namespace bindpose::conformance
