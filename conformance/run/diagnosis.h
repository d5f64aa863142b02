// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the cause of a subject's failures for each algorithm, found from its wrong outputs for many inputs;
// without a cause, their common symptoms.
#pragma once

#include "conformance/judge/symptoms.h"
#include "conformance/run/executor.h"

namespace bindpose::conformance {

/// The common cause of the wrong outputs for one algorithm, or for several.
struct Diagnosis {
  std::size_t tests = 0;            ///< failing tests that were compared with the defects
  std::size_t numbers = 0;          ///< their numbers outside bounds, or not numbers
  std::vector<Suspect> suspects;    ///< the likeliest first
  std::optional<SuspectPair> pair;  ///< two defects that together explain clearly more than the likeliest one
  std::vector<Symptom>
      symptoms;  ///< set if no candidate and no pair explains half, and no candidate explains an array
  std::vector<ArraySuspect> of_arrays = {};  ///< if no pair, and no candidate nearly all
  std::vector<std::string> algorithms = {};  ///< their paths
  std::size_t failing = 0;                   ///< all their failing tests; 0: only those compared
};
using Diagnoses = std::vector<Diagnosis>;

/// True if a failing test passes in a separate process.
bool keeps_state(const Diagnosis& diagnosis);
/// True if other policies explain every failure.
bool is_by_policy(const Diagnosis& diagnosis);

/// Takes the policies that explain failing tests out of their verdicts if other tests with the same options refute
/// them: at least as many are wrong by the policy, or would be, as failing tests are right. Also takes the precision
/// classes out of an algorithm's verdicts if less than half of its searched failures have one. Called by
/// diagnose_and_name().
void forget_refuted_causes(Suite& suite, std::size_t subject);

/// Runs the inputs of a subject's wrong outputs again, a few for each algorithm and level, and compares the
/// outputs with all registered defects (only a sample for an output with 10,000 rows). If the defects do not
/// explain half, also uses some right outputs. Outputs that are right by another policy are not defects: the
/// diagnosis names the policy if all are, and otherwise omits them. One diagnosis per algorithm, in the order of
/// their paths. Call after all records have run.
Diagnoses diagnose(Executor& executor, std::size_t subject);
/// Diagnoses of wrong outputs, without symptoms; right outputs of the same algorithms can refute a defect.
Diagnoses diagnose(const std::vector<GivenAnswer>& wrong, const std::vector<GivenAnswer>& right);
/// Diagnoses of an interrupted run, from the saved wrong outputs (wrong_answers.h) and from the verdicts: runs no
/// subject.
Diagnoses diagnose(const Suite& suite, std::size_t subject, const std::vector<GivenAnswer>& kept);

/// Counts all failing tests of each diagnosis that no policy explains. Called by diagnose_and_name(), because a name
/// may replace a policy.
void count_failing(const Suite& suite, std::size_t subject, Diagnoses& diagnoses);

/// If several defects explain an algorithm's failures equally well, chooses the one that
/// explains most algorithms; among these, the one that fewest algorithms can have.
void agree_on_causes(Diagnoses& diagnoses);

/// The defect that explains nearly all of a diagnosis's wrong numbers; null: none.
const Defect* only_cause(const Diagnosis& diagnosis);
/// True if no defect is named; then symptoms are named.
bool names_none(const Diagnosis& diagnosis);

/// Joins the diagnoses that have the same cause.
Diagnoses by_cause(const Diagnoses& diagnoses);

/// Text such as "of 1234 wrong numbers in 12 of 124 failing tests 98 % are as ibm-ignored makes them: <sentence>", and
/// the next best; for a pair "ibm-ignored and weights-ignored together explain 97 %"; "of the wrong positions 100
/// % are as bend-without-range makes them"; else the symptoms; empty without any.
std::string diagnosis_text(const Diagnosis& diagnosis);
/// A line for each cause, with its algorithms if there are several causes; at most 8.
std::vector<std::string> diagnosis_texts(const Diagnoses& diagnoses);

}  // namespace bindpose::conformance
