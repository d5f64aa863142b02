// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: one interface for everything that is measured: the reference in double and in float, and subjects.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "bench/roofline.h"
#include "conformance/subjects/subject.h"

namespace bindpose::bench {

class Runner {
 public:
  virtual ~Runner() = default;

  virtual std::string device() const = 0;
  /// The clock that measures its time: "processor time" of this process, or "the clock".
  virtual std::string measured_by() const { return "processor time"; }
  /// Number of vertices for comparisons with the history: large enough that the algorithm's own work dominates.
  virtual std::size_t usual_rows() const { return 1000; }
  /// Errors NOT_SUPPORTED and NOT_APPLICABLE if the subject does not accept the input.
  virtual Expected<conformance::Answer> run(const Question& question) = 0;
  /// Mean time of `calls` calls with an input that run() has
  /// computed. work: 1; 1.25 to do a quarter of the work twice.
  virtual double seconds(const Question& question, std::size_t calls, double work) = 0;
};

/// "reference-double", "reference-float", or a subject. Errors of parse_subject() and open_subject().
Expected<std::unique_ptr<Runner>> open_runner(const std::string& name);

}  // namespace bindpose::bench
