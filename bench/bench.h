// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the benchmarks - one loop over the table of algorithms, each result verified before it is timed.
//
// Compare speeds only within one run, because machines and runs differ.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/subjects/subject.h"
#include "reference/algorithms.h"

namespace bindpose::bench {

/// An input of about `size` vertices (keys, joints ...) and its expected output, made once.
struct Workload {
  Question question;
  conformance::Expectation expectation;
  std::size_t rows = 0;         ///< vertices, or rows of the first judged array
  std::size_t input_bytes = 0;  ///< as float32 and 32-bit integers
  std::size_t output_bytes = 0;
};
/// 10^3, 10^4 .. largest; only 10^3 if the algorithm's inputs stay small.
std::vector<std::int64_t> sizes(const Algorithm& algorithm, std::int64_t largest = 1'000'000);
/// A random valid input, the same in every run.
Question sample_question(const Algorithm& algorithm, std::size_t size);
Expected<std::shared_ptr<const Workload>> workload(const Algorithm& algorithm, std::size_t size);

/// Result of verifying an output: an empty reason if it is right.
struct Check {
  std::string reason;
  double largest_error = 0;   ///< largest |answer - double reference|
  double worst_fraction = 0;  ///< as a fraction of the float32 bound
};
Check check(const conformance::Expectation& expectation, const conformance::Answer& answer);

/// The double reference, and the float32 one, of every algorithm in every formulation, 10^3 .. 10^6 rows.
void register_reference();
/// Every GLSL algorithm on the subject, in every variant, 10^3 .. 10^6 vertices.
void register_gpu(std::shared_ptr<conformance::Subject> subject);
/// The judge's cost of a case, without the reference's and the subject's own time; program: bindpose, for its
/// worker.
void register_judge(const std::string& program);
/// Costs of a wrong output in addition to its comparison: naming the defect and showing it in report.html; draws:
/// also makes a picture, which a process cannot draw if its parent has a device open.
void register_wrong_answer(bool draws);
/// Measures the cost of grading a class, without the submissions' own time.
void register_grading();

}  // namespace bindpose::bench
