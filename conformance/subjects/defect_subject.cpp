// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/defect_subject.h"

#include <chrono>

#include "conformance/defects/shaders.h"
#include "conformance/defects/together.h"
#include "conformance/subjects/worker.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {
namespace {

class DefectSubject : public Subject {
 public:
  explicit DefectSubject(SubjectSpec spec) : spec_(std::move(spec)) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    return {{"renderer", "the reference in double, with a defect"}, {"software", "reference"}};
  }
  std::vector<Options> variants(const Algorithm&, Level level) const override {
    return level == Level::asset ? std::vector<Options>() : std::vector<Options>{Options{}};
  }

  Expected<Answer> run(const Question& question, const Options&) override {
    const auto start = std::chrono::steady_clock::now();
    BINDPOSE_TRY(const Result<double> result,
                 question.algorithm->implementation.in_double(question.arrays, question.options));
    Answer answer;
    answer.arrays = judged_arrays(question, result);
    // Some defects have two opposite forms: the first that applies is used.
    for (const Defect& defect : defects()) {
      if (defect.id != spec_.target) continue;
      auto wrong = answer_with(defect, question, answer.arrays);
      if (!wrong && wrong.error().code == "REFUSED") return tl::unexpected(wrong.error());
      if (!wrong) continue;
      answer.arrays = *std::move(wrong);
      break;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    answer.seconds = elapsed.count();
    return answer;
  }

 private:
  SubjectSpec spec_;
};

std::vector<std::string> ids_of_defects() {
  std::vector<std::string> ids;
  for (const Defect& defect : defects())
    ids.emplace_back(defect.id);
  for (const ShaderDefect& defect : shader_defects())
    ids.emplace_back(defect.id);
  return ids;
}

}  // namespace

Expected<std::unique_ptr<Subject>> open_defect(const SubjectSpec& spec) {
  if (find_shader_defect(spec.target) != nullptr) {
    SubjectSpec device{"gpu", "", spec.options, name_of(spec)};
    device.options["defect"] = spec.target;
    return start_worker(device);
  }
  BINDPOSE_CHECK(check_keys(spec, {}));
  if (find_defect(spec.target) == nullptr)
    return fail("SUBJECT_UNKNOWN", to_string(spec),
                "no such defect is registered; `bindpose list --defects` names all" +
                    did_you_mean(spec.target, ids_of_defects()));
  return std::make_unique<DefectSubject>(spec);
}

}  // namespace bindpose::conformance
