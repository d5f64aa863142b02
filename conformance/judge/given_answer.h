// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: an output with its input, and a sample of its rows if there are many.
#pragma once

#include "conformance/judge/judge.h"

namespace bindpose::conformance {

/// The output of a subject to an input, and the right output.
struct GivenAnswer {
  Question question;
  Expectation right;
  Answer answer;
  std::vector<std::string> joint_names = {};  ///< [#joints or 0]
  std::vector<std::size_t> rows = {};         ///< for a sample: indices of its rows in the whole output
};

/// Size of a sample of an output.
struct SampleSize {
  std::size_t fewest_rows = 10000;  ///< outputs with fewer rows are used whole
  std::size_t most_wrong = 64;      ///< rows with a number outside its bound, spread over the output
  std::size_t most_right = 64;      ///< other rows, in proportion
};

/// A sample of a large output: the first row, the rows of its arrays' largest numbers, some wrong rows and some
/// right ones, as the output for an input of these rows only. None if there are fewer rows, or if rows depend on
/// each other: the input refers to rows by number, or the right numbers of the sample and of the whole mesh
/// differ.
std::optional<GivenAnswer> sample_of(const Question& question, const Expectation& right, const Answer& answer,
                                     const SampleSize& size = {});

}  // namespace bindpose::conformance
