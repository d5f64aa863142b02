// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the expected output of a case, and the bounds for float32 arithmetic.
#pragma once

#include "conformance/judge/feature.h"
#include "conformance/judge/precision_class.h"

namespace bindpose::conformance {

/// Values for one result of the comparisons that float32 cannot decide.
struct Branch {
  std::vector<double> values;
  std::vector<double> bounds;  ///< on |output - value|; infinite: not judged
};

struct ExpectedArray {
  std::string name;
  Shape shape;
  Branch branch;
  Branch other;  ///< values if every undecided comparison has the other result; empty if all are decided
  bool rotations = false;  ///< as in ResultArray
  /// Tolerance for the length of a row's first three numbers, if all three are decided; infinite by
  /// default.
  double length_bound = infinity;
};

struct Expectation {
  std::vector<ExpectedArray> arrays;  ///< the judged arrays of the algorithm that the input has
  std::vector<ExpectedArray> stages;  ///< earlier stages
  std::vector<Undefined> undefined;   ///< rows without an output; their bounds are infinite
  std::map<std::string, Error>
      not_applicable;  ///< formulations that cannot compute this input, with the reason
};

/// Returns the policies with each formulation: ways to compute the same result that round differently.
std::vector<Options> formulations(const Implementation& implementation, const Options& policies);
/// The chosen formulation; empty: none.
std::string formulation_of(const Options& options);

/// True if the case excludes the variant's formulation or joint format.
bool is_left_out(const Case& c, const Options& variant);

/// Values from the double reference; bounds are the largest of the tracked evaluations of every formulation
/// that applies. Fails if the reference refuses the
/// input. If an input lists its outputs, expects only these. Without classes: any
/// conforming float32 evaluation. With classes: float32 on the stored inputs, or mediump.
Expected<Expectation> expect(const Question& question, const PrecisionClasses& classes = {});

/// Adds the names and shapes of the expected arrays to the input, so that a subject need not derive them.
void list_arrays(Question& question, const Expectation& expectation);

/// A case as it is sent to a subject.
struct AskedCase {
  Question question;
  Expectation expectation;
  std::vector<std::string> left_out = {};  ///< arrays that the subject lacks: "tangents"
};
/// The case with these policies instead of its own, without features that the
/// subject lacks. Errors: from the case's input, leave_out() and expect().
Expected<AskedCase> asked_case(const Case& c, const Options& policies = {}, const Features& without = {});
/// The case's input without its expectation, which takes most of the time; does not list arrays of the output.
Expected<AskedCase> asked_question(const Case& c, const Options& policies = {}, const Features& without = {});

}  // namespace bindpose::conformance
