// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/runner.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/cpu_time.h"
#include "bench/evaluate.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

template <class T>
class ReferenceRunner : public Runner {
 public:
  std::string device() const override { return "processor"; }
  Expected<conformance::Answer> run(const Question& question) override {
    return evaluate<T>(question.algorithm->implementation.template on<T>(), question, question.options);
  }
  double seconds(const Question& question, std::size_t calls, double work) override {
    const Evaluate<T>& in_scalar = question.algorithm->implementation.template on<T>();
    return cpu_seconds_a_call([&] { return in_scalar(question.arrays, question.options); }, calls, work);
  }
};

class SubjectRunner : public Runner {
 public:
  SubjectRunner(const conformance::SubjectSpec& spec, std::unique_ptr<conformance::Subject> subject)
      : is_device_(is_device(spec)),
        is_browser_(spec.kind == "webgl" || spec.kind == "webgpu"),
        subject_(std::move(subject)) {}

  std::string device() const override { return conformance::value_of(subject_->info(), "renderer"); }
  std::string measured_by() const override { return is_on_processor() ? "processor time" : "the clock"; }
  std::size_t usual_rows() const override { return is_device_ ? 1000 : 10000; }

  /// With the first variant that supports the input.
  Expected<conformance::Answer> run(const Question& question) override {
    Expected<conformance::Answer> answer = fail("NOT_SUPPORTED", std::string(question.algorithm->id),
                                                "the subject does not have this algorithm");
    for (const Options& variant : subject_->variants(*question.algorithm, question.level)) {
      variant_ = variant;
      answer = subject_->run(question, variant);
      if (answer || (answer.error().code != "NOT_SUPPORTED" && answer.error().code != "NOT_APPLICABLE"))
        break;
    }
    return answer;
  }

  double seconds(const Question& question, std::size_t calls, double work) override {
    if (is_on_processor())
      return cpu_seconds_a_call([&] { return subject_->run(question, variant_); }, calls, work);
    return least_of_its_own(question, calls, work);
  }

 private:
  /// True if this process computes. A browser computes in its own processes, whose time is not part of ours.
  bool is_on_processor() const {
    return is_device_ && !is_browser_ && !conformance::value_of(subject_->info(), "software").empty();
  }

  /// The lower limit of a computing time, in wall time, because other load only adds to it.
  double least_of_its_own(const Question& question, std::size_t calls, double work) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t call = 0; call < calls; ++call) {
      double seconds = subject_->run(question, variant_)->seconds;
      if (work > 1) seconds += (work - 1) * subject_->run(question, variant_)->seconds;
      least = std::min(least, seconds);
    }
    return least;
  }

  bool is_device_, is_browser_;
  std::unique_ptr<conformance::Subject> subject_;
  Options variant_;  ///< variant of the last run
};

}  // namespace

Expected<std::unique_ptr<Runner>> open_runner(const std::string& name) {
  if (name == "reference-double") return std::make_unique<ReferenceRunner<double>>();
  if (name == "reference-float") return std::make_unique<ReferenceRunner<float>>();
  BINDPOSE_TRY(const auto spec, conformance::parse_subject(name));
  BINDPOSE_TRY(auto subject, conformance::open_subject(spec));
  return std::make_unique<SubjectRunner>(spec, std::move(subject));
}

}  // namespace bindpose::bench
