// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: metamorphic cases: the subject runs a built-in input and a changed one, and the judge compares the two
// outputs.
//
// Metamorphic cases need no golden values, so they can judge the reference itself, and engines that
// deliberately compute something else. The two outputs may differ by the sum of both inputs'
// bounds, after the second bound is mapped back like the output. Only the reference supplies these
// bounds.
#pragma once

#include "conformance/cases/metamorphic/relations.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {

struct Relation {
  std::string_view name;      ///< "split-influence"
  std::string_view sentence;  ///< what changes
  Expected<ChangedQuestion> (*change)(const Question& question, Random& random);
};

std::span<const Relation> relations();

/// A case that runs twice, the second time with a changed input.
struct MetamorphicCase {
  Case c;  ///< named "<case>.<relation>"
  const Relation* relation = nullptr;
};
/// The case under each applicable relation whose name is_chosen accepts. Errors: the input's own.
Expected<std::vector<MetamorphicCase>> metamorphic_cases(
    const Case& base, const std::function<bool(const std::string&)>& is_chosen);

/// The second input of a case, and how to compare the outputs.
struct RelatedCase {
  const Relation* relation = nullptr;
  ChangedQuestion changed;
  Expectation first;  ///< expectation of the unchanged input
  AskedCase second;
};
/// name: name of the metamorphic case, which seeds the change; asked: the case with its options.
/// Errors NOT_SUPPORTED if the relation does not hold for the case, or if the changed input has no
/// output.
Expected<RelatedCase> related_case(const Relation& relation, const std::string& name, const AskedCase& asked);

/// Compares the two outputs. Outcomes as in judge(). Rows and numbers that are undecided in either
/// expectation are not compared. accepted: precision classes whose bounds apply.
Verdict judge_related(const AskedCase& asked, const RelatedCase& related, const Answer& first,
                      const Answer& second, const PrecisionClasses& accepted);

}  // namespace bindpose::conformance
