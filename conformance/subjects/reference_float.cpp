// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/reference_float.h"

#include <chrono>

namespace bindpose::conformance {
namespace {

class ReferenceFloat : public Subject {
 public:
  explicit ReferenceFloat(SubjectSpec spec) : spec_(std::move(spec)) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    return {{"renderer", "float32 on the CPU"}, {"software", "reference"}};
  }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    if (level == Level::asset) return {};
    return matching(formulations(algorithm.implementation, {}), spec_.options);
  }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    Options options = question.options;
    options.insert(variant.begin(), variant.end());
    const auto start = std::chrono::steady_clock::now();
    const auto result = question.algorithm->implementation.in_float(question.arrays, options);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!result) return tl::unexpected(result.error());
    Answer answer = as_answer(*result);
    answer.seconds = elapsed.count();
    return answer;
  }

 private:
  SubjectSpec spec_;
};

}  // namespace

Expected<std::unique_ptr<Subject>> open_reference_float(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_keys(spec, {"formulation"}));
  BINDPOSE_CHECK(check_formulation(spec));
  if (!spec.target.empty()) return fail("SUBJECT_SYNTAX", to_string(spec), "reference-float has no target");
  return std::make_unique<ReferenceFloat>(spec);
}

}  // namespace bindpose::conformance
