// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one name for what is wrong with a subject, from its wrong answers to many questions at once; where there is none, what
// they have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/suspects.h"
#include "conformance/judge/symptoms.h"
#include "conformance/run/executor.h"

namespace bindpose::conformance {

struct Diagnosis {
  std::size_t tests = 0;          ///< failing ones that were looked at
  std::size_t numbers = 0;        ///< of these, outside their bounds or none
  std::vector<Suspect> suspects;  ///< the likeliest first
  std::optional<SuspectPair>
      pair;  ///< two that explain clearly more where both are made than the likeliest alone
  std::vector<Symptom>
      symptoms;  ///< where neither a suspect nor a pair explains half, nor a suspect an array
  std::vector<ArraySuspect> of_arrays = {};  ///< where no pair does, and no suspect nearly all
};

/// Asks a subject once more for its wrong answers, few of each algorithm and level, and matches them - of one of 10,000 rows a sample
/// of these - against all registered mistakes; where those do not explain half, for some right ones, too. Answers that are right by
/// another policy are no mistakes: their verdicts name it. Call when all records have run.
Diagnosis diagnose(Executor& executor, std::size_t subject);
/// Diagnosis of an interrupted run, from the wrong answers that were kept (wrong_answers.h) and from the verdicts: no subject is
/// asked again.
Diagnosis diagnose(const Suite& suite, std::size_t subject, const std::vector<GivenAnswer>& kept);

/// Whether no mistake is named: then symptoms are.
bool names_none(const Diagnosis& diagnosis);

/// "of 1234 wrong numbers in 12 failing tests 98 % are as ibm-ignored makes them: <sentence>", and the next best; of a pair
/// "ibm-ignored and weights-ignored together explain 97 %"; "of the wrong positions 100 % are as bend-without-range makes them"; else
/// the symptoms; "" where there are none.
std::string diagnosis_text(const Diagnosis& diagnosis);
/// Of that what names a mistake: "98 % are as ibm-ignored makes them: <sentence>"; "" where none is named.
std::string mistakes_text(const Diagnosis& diagnosis);

}  // namespace bindpose::conformance
