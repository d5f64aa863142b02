// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/diagnosis.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/run/merged_diagnosis.h"
#include "conformance/run/name_failures.h"
#include "conformance/testing/fakes.h"
#include "reference/algorithms.h"
#include "reference/model/rows.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::diagnosis_test {

/// The diagnoses of the first of these subjects, judged on these cases.
Diagnoses diagnoses_of(std::vector<std::unique_ptr<Subject>> subjects,
                       const std::vector<std::string>& globs) {
  Suite suite;
  suite.add_cases(built_in_cases(), globs);
  for (auto& subject : subjects)
    suite.add_subject(std::move(subject));
  suite.make_records();
  Executor executor(suite);
  executor.run_all();
  Diagnoses diagnoses = diagnose(executor, 0);
  count_failing(suite, 0, diagnoses);
  return diagnoses;
}

Diagnoses diagnoses_of(std::unique_ptr<Subject> subject, const std::vector<std::string>& globs) {
  std::vector<std::unique_ptr<Subject>> subjects;
  subjects.push_back(std::move(subject));
  return diagnoses_of(std::move(subjects), globs);
}

/// The diagnosis of all algorithms together.
Diagnosis diagnosis_of(std::vector<std::unique_ptr<Subject>> subjects,
                       const std::vector<std::string>& globs) {
  return merged_diagnosis(diagnoses_of(std::move(subjects), globs));
}

Diagnosis diagnosis_of(std::unique_ptr<Subject> subject, const std::vector<std::string>& globs) {
  return merged_diagnosis(diagnoses_of(std::move(subject), globs));
}

Diagnosis diagnosis_of(const std::string& subject, const std::vector<std::string>& globs) {
  return diagnosis_of(*open_any(*parse_subject(subject)), globs);
}

const std::vector<std::string> bars = {"skinning.linear_blend.bar.*"};

/// Every position is off by a different amount.
Expected<Answer> with_odd_positions(const Question&, Answer answer) {
  change_rows(answer.arrays, "positions", 3, [](double* row, std::size_t v) {
    for (std::size_t c = 0; c < 3; ++c)
      row[c] += 0.25 + 0.125 * static_cast<double>((v + c) * 7 % 5);
  });
  return answer;
}

std::string symptom_ids(const Diagnosis& diagnosis) {
  std::string ids;
  for (const Symptom& symptom : diagnosis.symptoms)
    ids += symptom.id + " ";
  return ids;
}

/// A subject that is wrong in one of two forms, or as one of two devices.
class Odd : public Fake {
 public:
  Odd(std::string name, std::string wrong_form)
      : name_(std::move(name)), wrong_form_(std::move(wrong_form)) {}
  std::string name() const override { return name_; }
  std::vector<Options> variants(const Algorithm&, Level) const override {
    return {{{"palette", "ssbo"}}, {{"palette", "texture"}}};
  }
  Expected<Answer> run(const Question& question, const Options& variant) override {
    BINDPOSE_TRY(Answer answer, Fake::run(question, variant));
    const bool is_wrong = wrong_form_ == "all" || variant.at("palette") == wrong_form_;
    return is_wrong ? with_odd_positions(question, std::move(answer)) : answer;
  }

 private:
  std::string name_, wrong_form_;
};

/// Reports all goals, or those that are too near, as in reach, and gives them as the nearest
/// points.
std::unique_ptr<Subject> says_in_reach(bool all) {
  return std::make_unique<Fake>([all](const Question& question, Answer answer) -> Expected<Answer> {
    using Point = Eigen::Map<const Vec3<double>>;
    const Array::Reals &goals = question.arrays.find("goals")->reals(),
                       &rest = question.arrays.find("rest")->reals();
    auto &reachable = std::get<Array::Reals>(answer.arrays.find("reachable")->data),
         &nearest = std::get<Array::Reals>(answer.arrays.find("nearest")->data);
    for (std::size_t i = 0; i < reachable.size(); ++i) {
      const Point root(&rest[rest.size() / reachable.size() * i]), goal(&goals[3 * i]), near(&nearest[3 * i]);
      if (!all && (goal - root).norm() > (near - root).norm()) continue;
      reachable[i] = 1;
      std::copy_n(&goals[3 * i], 3, &nearest[3 * i]);
    }
    return answer;
  });
}

TEST(DiagnosisTest, goals_wrongly_reported_in_reach_are_named) {
  for (const char* solver : {"ik.ik_ccd.*", "ik.ik_dls.*", "ik.ik_fabrik.*"}) {
    const std::string near = diagnosis_text(diagnosis_of(says_in_reach(false), {solver}));
    EXPECT_NE(near.find("100 % are as ik-too-near-unsaid"), std::string::npos) << solver << near;
    const std::string all = diagnosis_text(diagnosis_of(says_in_reach(true), {solver}));
    EXPECT_NE(all.find("ik-unreachable-unsaid"), std::string::npos) << solver << all;
  }
}

TEST(DiagnosisTest, one_failing_test_is_little_evidence_for_a_defect) {
  const char* const doubt = "ibm-ignored makes them, but one test may agree by chance: ";
  const auto text_of = [](const char* globs) {
    return diagnosis_text(diagnosis_of("defect:ibm-ignored", {globs}));
  };
  EXPECT_TRUE(has(text_of("skinning.linear_blend.bar.posed.direction.pose.f32"), doubt));
  const std::string of_several = text_of("skinning.linear_blend.bar.*.direction.pose.f32");
  EXPECT_TRUE(has(of_several, "ibm-ignored makes them: "));
}

class MadeDefect : public testing::TestWithParam<const char*> {};

TEST_P(MadeDefect, the_defect_is_named_from_all_outputs) {
  const std::string id = GetParam();
  const Diagnosis found = diagnosis_of("defect:" + id, {"skinning.*.bar.*", "hierarchy.*", "animation.*"});
  ASSERT_FALSE(found.suspects.empty());
  EXPECT_EQ(found.suspects.front().defect->id, id);
  EXPECT_GT(found.suspects.front().evidence.share(), 0.9);
  EXPECT_GT(found.tests, 0U);
  EXPECT_NE(diagnosis_text(found).find(id), std::string::npos) << diagnosis_text(found);
}

INSTANTIATE_TEST_SUITE_P(defects, MadeDefect,
                         testing::Values("loop-fmod", "loop-not-closed", "ibm-ignored", "quat-wxyz",
                                         "weights-ignored", "fk-child-times-parent", "normal-not-skinned",
                                         "nlerp-instead-of-slerp", "linear-as-step", "cubic-no-dt",
                                         "normal-by-inverse", "joint-parent", "pivot-is-parent",
                                         "ibm-by-rows", "ibm-by-columns", "ibm-by-cofactors",
                                         "pivot-at-parent", "key-after-its-time"));

/// Defects of interpolation keep the before_first_key of the loop.
TEST(DiagnosisTest, slerp_defects_follow_the_policy_before_the_first_key) {
  const std::vector<std::string> held = {"animation.pose_loop.*holds*"};
  EXPECT_EQ(diagnosis_of("defect:lerp-fallback-no-sign", held).tests, 0U) << "no sign has an effect here";
  const Diagnosis lost = diagnosis_of("defect:slerp-nan", held);
  ASSERT_FALSE(lost.suspects.empty());
  EXPECT_EQ(lost.suspects.front().defect->id, "slerp-nan") << diagnosis_text(lost);
}

/// If a subject always uses the usual value of every option, the verdicts report this.
TEST(DiagnosisTest, an_output_by_another_policy_is_not_a_defect) {
  const auto fault = [](const Question& question, Answer) -> Expected<Answer> {
    return as_answer(*question.algorithm->implementation.in_float(question.arrays, {}));
  };
  const Diagnosis found =
      diagnosis_of(std::make_unique<Fake>(fault), {"binding.weight_limit.*", "animation.pose_loop.*"});
  EXPECT_TRUE(found.suspects.empty() && is_by_policy(found));
  EXPECT_EQ(diagnosis_text(found),
            "3 failing tests are right by another policy: before_first_key=wraps; right by another policy: "
            "tie=lower-joint");
}

TEST(DiagnosisTest, several_policies_of_an_algorithm_are_one_sentence) {
  const auto fault = [](const Question& question, Answer) -> Expected<Answer> {
    const bool is_slot = question.options.at("pivot") == "first-slot";
    return as_answer(*question.algorithm->implementation.in_float(
        question.arrays, {{"pivot", is_slot ? "running-sum" : "first-slot"}}));
  };
  const Diagnoses found = diagnoses_of(std::make_unique<Fake>(fault),
                                       {"skinning.dual_quaternion.trident.first-slot.palette.f32",
                                        "skinning.dual_quaternion.trident.largest-weight.palette.f32"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(diagnosis_text(found.front()),
            "2 failing tests are right by several values of pivot, and none explains all: pivot=first-slot, "
            "pivot=running-sum");
}

/// A float32 output with the double output of a defect in some of its arrays.
std::unique_ptr<Subject> wrong_in(const char* id, const std::vector<std::string>& arrays) {
  return std::make_unique<Fake>([=](const Question& question, Answer answer) -> Expected<Answer> {
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    const auto wrong = answer_with(*find_defect(id), question, judged_arrays(question, *right));
    for (const std::string& array : arrays)
      if (wrong && wrong->has(array)) answer.arrays.put(*wrong->find(array));
    return answer;
  });
}

/// Normals and tangents, which are two thirds of the numbers, have another error.
TEST(DiagnosisTest, a_defect_of_one_array_is_named_despite_other_errors) {
  for (const auto& [id, globs] : {std::pair("muscle-whole-angle", "face.linear_muscle.*"),
                                  std::pair("bend-without-range", "deform.bend.*"),
                                  std::pair("deform-beyond-keys", "deform.twist.*")}) {
    const auto fault = [id = id](const Question& question, Answer answer) -> Expected<Answer> {
      BINDPOSE_TRY(answer, wrong_in(id, {"positions"})->run(question, {}));
      for (const char* name : {"normals", "tangents"})
        change_rows(answer.arrays, name, 1,
                    [](double* x, std::size_t i) { *x += 0.01 * static_cast<double>(i * 7 % 5 + 1); });
      return answer;
    };
    const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), {globs});
    const auto of_positions = std::ranges::find(found.of_arrays, "positions", &ArraySuspect::array);
    ASSERT_NE(of_positions, found.of_arrays.end()) << id << ": " << diagnosis_text(found);
    EXPECT_EQ(of_positions->defect->id, id);
    EXPECT_TRUE(has(diagnosis_text(found), std::string("of the wrong positions 100 % are as ") + id));
    EXPECT_TRUE(found.symptoms.empty());
  }
}

/// "your positions are right", "every number of your output is 0".
TEST(DiagnosisTest, a_defect_with_a_false_sentence_is_not_named) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    BINDPOSE_TRY(answer, wrong_in("normal-not-skinned", {"normals", "tangents"})->run(question, {}));
    return with_odd_positions(question, std::move(answer));
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), {"skinning.linear_blend.bar.posed.*"});
  EXPECT_EQ(diagnosis_text(found).find("normal-not-skinned"), std::string::npos) << diagnosis_text(found);
  const Diagnosis zeros = diagnosis_of(wrong_in("all-zeros", {"normals", "tangents"}),
                                       {"skinning.linear_blend.bar.posed.direction.*"});
  EXPECT_EQ(diagnosis_text(zeros).find("all-zeros"), std::string::npos) << diagnosis_text(zeros);
}

TEST(DiagnosisTest, right_subjects_have_no_diagnosis) {
  const Diagnosis found = diagnosis_of("reference-float", bars);
  EXPECT_EQ(found.tests, 0U);
  EXPECT_EQ(diagnosis_text(found), "");
}

TEST(DiagnosisTest, outputs_that_are_not_numbers_are_diagnosed) {
  const Diagnosis found = diagnosis_of("defect:nan-times-zero", {"skinning.*.unused-joint-nan.*"});
  ASSERT_FALSE(found.suspects.empty());
  EXPECT_EQ(found.suspects.front().defect->id, "nan-times-zero");
  EXPECT_EQ(found.suspects.front().evidence.share(), 1) << diagnosis_text(found);
}

/// An output of another shape is skipped; the others are evaluated.
TEST(DiagnosisTest, an_output_that_cannot_be_compared_is_skipped) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.level == Level::palette)
      answer.arrays.remove("positions");
    else
      answer.arrays.put(*question.arrays.find("positions"));
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), bars);
  EXPECT_GT(found.tests, 0U);
  EXPECT_GT(found.numbers, 0U);
}

TEST(DiagnosisTest, two_defects_are_named_together) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const auto changed = find_defect("largest-weight")->question(question);
    if (changed)
      answer = as_answer(*question.algorithm->implementation.in_float(changed->arrays, changed->options));
    for (const char* name : {"normals", "tangents"})
      if (question.arrays.has(name)) answer.arrays.put(*question.arrays.find(name));
    return answer;
  };
  const Diagnosis found =
      diagnosis_of(std::make_unique<Fake>(fault), {"skinning.linear_blend.bar.*.direction.*"});
  ASSERT_TRUE(found.pair) << diagnosis_text(found);
  const std::string text = diagnosis_text(found);
  EXPECT_TRUE(has(text, {"together explain ", "largest-weight", "normal-not-skinned"}));
  EXPECT_GT(found.pair->evidence.share(), 0.95);
  EXPECT_TRUE(found.symptoms.empty());
}

/// The smallest wrong outputs have no weights: they are 0 with any defect.
TEST(DiagnosisTest, many_scenes_count_more_than_the_smallest_outputs) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const auto changed = find_defect("first-vertex-influences")->question(question);
    if (changed)
      answer = as_answer(*question.algorithm->implementation.in_float(changed->arrays, changed->options));
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault),
                                       {"skinning.linear_blend.bar.*", "skinning.linear_blend.hose.slots*"});
  ASSERT_FALSE(found.suspects.empty());
  EXPECT_EQ(found.suspects.front().defect->id, "first-vertex-influences") << diagnosis_text(found);
  EXPECT_GT(found.suspects.front().evidence.share(), 0.9) << diagnosis_text(found);
  EXPECT_GT(found.tests, 6U);
}

TEST(DiagnosisTest, symptoms_are_reported_if_no_defect_explains_half) {
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(with_odd_positions), bars);
  EXPECT_NE(symptom_ids(found).find("one-array "), std::string::npos) << symptom_ids(found);
  const std::string text = diagnosis_text(found);
  EXPECT_TRUE(has(text, {"no registered defect explains half: ", "only positions are wrong"}));
  EXPECT_TRUE(diagnosis_of("defect:ibm-ignored", bars).symptoms.empty());
}

/// A tenth of the positions has irregular errors.
TEST(DiagnosisTest, unexplained_wrong_numbers_are_reported) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const std::size_t vertices = question.arrays.find("positions")->shape[0];
    double* positions = reals_of(answer.arrays, "positions")->data();
    for (const std::size_t v : {vertices / 3, vertices / 2}) {
      positions[3 * v] += 0.25;
      positions[3 * v + 1] -= 0.75;
    }
    return answer;
  };
  const Diagnosis found =
      diagnosis_of(std::make_unique<Fake>(fault), {"skinning.linear_blend.bar.posed.direction.palette.*"});
  EXPECT_TRUE(found.symptoms.empty()) << symptom_ids(found);
  EXPECT_EQ(diagnosis_text(found), "of 4 wrong numbers in 1 failing test no registered defect explains half");
}

TEST(DiagnosisTest, a_faulty_variant_and_a_faulty_device_are_named) {
  const auto ids_of = [](const std::string& wrong_form, const std::string& name) {
    std::vector<std::unique_ptr<Subject>> subjects;
    subjects.push_back(std::make_unique<Odd>("gpu:device:0", wrong_form));
    subjects.push_back(std::make_unique<Odd>(name, name == "gpu:wrong" ? "texture" : "none"));
    return symptom_ids(
        diagnosis_of(std::move(subjects), {"skinning.linear_blend.bar.*.direction.palette.*"}));
  };
  const auto has = [](const std::string& ids, const char* id) { return ids.find(id) != std::string::npos; };
  EXPECT_TRUE(has(ids_of("ssbo", "gpu:device:1"), "one-variant"));
  EXPECT_FALSE(has(ids_of("all", "gpu:device:1"), "one-variant"));
  EXPECT_TRUE(has(ids_of("all", "gpu:device:1"), "one-device"));
  EXPECT_FALSE(has(ids_of("all", "gpu:wrong"), "one-device"));
  EXPECT_FALSE(has(ids_of("all", "reference-float"), "one-device")) << "no other such device exists";
}

/// Makes one defect in skins and another in slerp, as a subject with several bugs does.
std::unique_ptr<Subject> wrong_in_two_algorithms() {
  return std::make_unique<Fake>([](const Question& question, Answer answer) -> Expected<Answer> {
    const char* id = question.algorithm->id == "lbs" ? "last-weight-implicit" : "slerp-degrees";
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    if (const auto wrong = answer_with(*find_defect(id), question, judged_arrays(question, *right)))
      answer.arrays = *wrong;
    return answer;
  });
}
const std::vector<std::string> two_algorithms = {"animation.slerp.turn.*", "skinning.linear_blend.bar.*"};

TEST(DiagnosisTest, each_algorithm_has_its_own_cause) {
  const Diagnoses found = diagnoses_of(wrong_in_two_algorithms(), two_algorithms);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].algorithms, std::vector<std::string>{"animation/slerp"});
  ASSERT_FALSE(found[0].suspects.empty());
  EXPECT_EQ(found[0].suspects.front().defect->id, "slerp-degrees");
  ASSERT_FALSE(found[1].suspects.empty());
  EXPECT_EQ(found[1].suspects.front().defect->id, "last-weight-implicit");
  for (const Diagnosis& each : found)
    EXPECT_FALSE(each.pair);
  const std::vector<std::string> texts = diagnosis_texts(found);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].find("animation/slerp: of "), 0U) << texts[0];
  EXPECT_EQ(texts[1].find("skinning/linear_blend: of "), 0U) << texts[1];
}

TEST(DiagnosisTest, algorithms_with_one_cause_share_a_line) {
  const Diagnoses found =
      diagnoses_of(*open_any(*parse_subject("defect:ibm-ignored")),
                   {"skinning.linear_blend.bar.posed.*", "skinning.dual_quaternion.bar.posed.*"});
  ASSERT_EQ(found.size(), 2U);
  const Diagnoses causes = by_cause(found);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].algorithms.size(), 2U);
  EXPECT_EQ(causes[0].numbers, found[0].numbers + found[1].numbers);
  EXPECT_EQ(diagnosis_texts(found).size(), 1U);
}

TEST(DiagnosisTest, the_equal_defect_of_most_algorithms_comes_first) {
  const auto suspect = [](const char* id) { return Suspect{find_defect(id), {100, 0, {}}}; };
  Diagnosis one, other;
  one.suspects = {suspect("weights-ignored"), suspect("ibm-ignored")};
  other.suspects = {suspect("ibm-ignored"), suspect("largest-weight")};
  Diagnoses both = {one, other};
  agree_on_causes(both);
  EXPECT_EQ(both[0].suspects[0].defect->id, "ibm-ignored");
  EXPECT_EQ(both[1].suspects[0].defect->id, "ibm-ignored");
  EXPECT_NE(diagnosis_text({1, 100, both[0].suspects, {}, {}}).find("weights-ignored makes the same numbers"),
            std::string::npos);
}

/// The failing tests of a subject, with their algorithm's cause named in them.
std::vector<Verdict> named_failures(std::unique_ptr<Subject> subject, const std::vector<std::string>& globs) {
  Suite suite;
  suite.add_cases(built_in_cases(), globs);
  suite.add_subject(std::move(subject));
  suite.make_records();
  Executor executor(suite);
  executor.run_all();
  diagnose_and_name(suite, 0, [&executor] { return diagnose(executor, 0); });
  std::vector<Verdict> failures;
  for (const Record& record : suite.records())
    if (!is_expected(record.verdict.outcome)) failures.push_back(record.verdict);
  return failures;
}

TEST(NameFailuresTest, every_failing_test_gets_the_name_of_its_cause) {
  const std::vector<Verdict> failures = named_failures(wrong_in_two_algorithms(), two_algorithms);
  ASSERT_GT(failures.size(), 8U);
  for (const char* id : {"slerp-degrees", "last-weight-implicit"})
    EXPECT_GT(std::ranges::count(failures, id, &Verdict::defect), 2) << id;
  for (const Verdict& verdict : failures) {
    EXPECT_EQ(verdict.policy, "") << verdict.detail;
    EXPECT_TRUE(verdict.defect == "slerp-degrees" || verdict.defect == "last-weight-implicit")
        << verdict.detail;
    ASSERT_NE(find_defect(verdict.defect), nullptr) << verdict.detail;
    EXPECT_TRUE(has(verdict.detail, find_defect(verdict.defect)->sentence));
    EXPECT_EQ(verdict.precision_class, "") << verdict.detail;
  }
}

/// Small rotations stay at their start, as at time 0; large rotations do not.
TEST(DiagnosisTest, a_defect_that_passing_tests_refute_is_not_named) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const Array::Reals &a = question.arrays.find("a")->reals(), &b = question.arrays.find("b")->reals();
    change_rows(answer.arrays, "values", 4, [&](double* row, std::size_t r) {
      double dot = 0;
      for (std::size_t c = 0; c < 4; ++c)
        dot += a[4 * r + c] * b[4 * r + c];
      if (std::fabs(dot) > 0.98) std::copy_n(&a[4 * r], 4, row);
    });
    return answer;
  };
  const std::vector<std::string> turns = {"animation.slerp.turn.*"};
  const std::string text = diagnosis_text(diagnosis_of(std::make_unique<Fake>(fault), turns));
  EXPECT_EQ(text.find("time-zero"), std::string::npos) << text;
  EXPECT_NE(text.find("only rotations of "), std::string::npos) << text;
  for (const Verdict& verdict : named_failures(std::make_unique<Fake>(fault), turns)) {
    EXPECT_EQ(verdict.defect, "") << verdict.detail;
    EXPECT_EQ(verdict.detail.find("at the time 0"), std::string::npos) << verdict.detail;
  }
}

/// Weights that sum to 1.75 are renormalised; weights that sum to 0.98 are not.
TEST(NameFailuresTest, a_policy_that_passing_tests_refute_is_not_named) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const Array& weights = *question.arrays.find("weights");
    const double* first = weights.reals().data();
    if (std::accumulate(first, first + weights.shape[1], 0.0) < 1.5) return answer;
    Options renormalised = question.options;
    renormalised["weight_sum"] = "renormalised";
    BINDPOSE_TRY(const auto result,
                 question.algorithm->implementation.in_float(question.arrays, renormalised));
    return as_answer(result);
  };
  const std::vector<Verdict> failures =
      named_failures(std::make_unique<Fake>(fault), {"skinning.linear_blend.*.direction.*"});
  ASSERT_EQ(failures.size(), 2U);
  for (const Verdict& verdict : failures)
    EXPECT_EQ(verdict.policy, "") << verdict.detail;
}

/// Rounds palettes to binary16. Outputs from a pose have large errors instead.
TEST(NameFailuresTest, a_class_that_explains_less_than_half_of_the_failures_is_not_named) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.level == Level::palette) {
      ArraySet rounded = question.arrays;
      round_to(**find_precision_class("half-palette"), rounded, Rounding::nearest);
      BINDPOSE_TRY(const auto result, question.algorithm->implementation.in_float(rounded, question.options));
      return as_answer(result);
    }
    std::vector<double>& positions = *reals_of(answer.arrays, "positions");
    for (std::size_t i = 0; i < positions.size(); ++i)
      positions[i] += 0.25 * std::sin(static_cast<double>(i * i));
    return answer;
  };
  const auto classes_of = [&fault](std::vector<std::string> globs) {
    std::vector<std::string> classes;
    for (const Verdict& verdict : named_failures(std::make_unique<Fake>(fault), globs))
      classes.push_back(verdict.precision_class);
    return classes;
  };
  const std::vector<std::string> many = classes_of({"skinning.linear_blend.*.direction.palette.f32"});
  EXPECT_GT(many.size(), 16U);
  EXPECT_GT(2 * std::ranges::count(many, "half-palette"), static_cast<std::ptrdiff_t>(many.size()))
      << "searches that find the class are not limited";
  const std::string rounded = "skinning.linear_blend.bar.posed.direction.palette.f32";
  EXPECT_EQ(classes_of({rounded}), std::vector<std::string>{"half-palette"});
  const std::vector<std::string> classes =
      classes_of({rounded, "skinning.linear_blend.bar.*.direction.pose.f32"});
  EXPECT_GT(classes.size(), 2U);
  EXPECT_EQ(std::ranges::count(classes, ""), static_cast<std::ptrdiff_t>(classes.size()));
}

/// Normalised linear interpolation of rotations whose dot product is above 0.98, which no policy has.
TEST(DiagnosisTest, several_values_of_one_policy_explain_nothing_alone) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    BINDPOSE_TRY(const auto linear,
                 find_algorithm("interp.nlerp")->implementation.in_float(question.arrays, {}));
    const Array::Reals &a = question.arrays.find("a")->reals(), &b = question.arrays.find("b")->reals();
    change_rows(answer.arrays, "values", 4, [&](double* row, std::size_t r) {
      double dot = 0;
      for (std::size_t c = 0; c < 4; ++c)
        dot += a[4 * r + c] * b[4 * r + c];
      if (std::fabs(dot) > 0.98) std::copy_n(&linear.find("values")->values[4 * r], 4, row);
    });
    return answer;
  };
  const std::string text = diagnosis_text(diagnosis_of(std::make_unique<Fake>(fault), {"animation.slerp.*"}));
  EXPECT_TRUE(has(text, "right by several values of close_rotations, and none explains all")) << text;
}

/// An importer drops influences only at pose level.
TEST(DiagnosisTest, passing_tests_of_another_level_refute_no_defect) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.level == Level::palette) return answer;
    const auto wrong = answer_with(*find_defect("first-influence"), question, answer.arrays);
    if (wrong) answer.arrays = *wrong;
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), {"skinning.linear_blend.bar.*"});
  ASSERT_GT(found.tests, 0U);
  EXPECT_TRUE(has(diagnosis_text(found), "first-influence")) << diagnosis_text(found);
}

/// Groups must be smaller than the given size: single vertices are rogues for size 2, and pairs also for size 3.
TEST(DiagnosisTest, right_numbers_of_passing_tests_count_against_a_defect) {
  const auto smaller = [](const Question& question, const Answer&) -> Expected<Answer> {
    Question asked = question;
    std::int32_t& size = (*integers_of(asked.arrays, "rogue_size"))[0];
    size = std::max(size - 1, 1);
    BINDPOSE_TRY(const auto result, asked.algorithm->implementation.in_float(asked.arrays, asked.options));
    return as_answer(result);
  };
  const Diagnosis diagnosis = diagnosis_of(std::make_unique<Fake>(smaller), {"binding.rogue_weights.*"});
  ASSERT_EQ(diagnosis.suspects.front().defect->id, "rogue-vertices-alone");
  EXPECT_GT(diagnosis.suspects.front().evidence.against, 0U);
  EXPECT_TRUE(has(diagnosis_text(diagnosis), "no registered defect explains nearly all"));
}

TEST(NameFailuresTest, tests_with_unexplained_numbers_do_not_get_the_name) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    BINDPOSE_TRY(answer, wrong_in("ibm-ignored", {"positions", "normals", "tangents"})->run(question, {}));
    for (const char* stage : {"world", "palette"})  // right stages would refute the defect
      answer.arrays.remove(stage);
    if (question.level == Level::palette) reals_of(answer.arrays, "positions")->front() += 0.25;
    return answer;
  };
  std::size_t named = 0, others = 0;
  for (const Verdict& verdict : named_failures(std::make_unique<Fake>(fault), bars))
    ++(verdict.defect.empty() ? others : named);
  EXPECT_GT(named, 0U);
  EXPECT_GT(others, 0U);
}

/// A few tests look like a defect that the others do not show.
TEST(NameFailuresTest, an_unconfirmed_name_of_few_tests_is_removed) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const auto rule = question.options.find("normal_rule");
    const bool is_of_few = question.level == Level::palette && rule != question.options.end() &&
                           rule->second == "blend-of-inverse-transposes";
    if (is_of_few) return wrong_in("largest-weight", {"positions", "normals", "tangents"})->run(question, {});
    return with_odd_positions(question, std::move(answer));
  };
  const std::vector<Verdict> failures = named_failures(std::make_unique<Fake>(fault), bars);
  EXPECT_GT(failures.size(), 20U);
  for (const Verdict& verdict : failures)
    EXPECT_EQ(verdict.defect, "") << verdict.detail;
}

/// The number of failing tests with a name if the first few of four get one, and the diagnosis names none.
std::size_t names_left(std::size_t named) {
  Suite suite;
  const std::string bar = "skinning.linear_blend.bar.";
  suite.add_cases(built_in_cases(),
                  {bar + "posed.direction.palette.f32", bar + "scaled.direction.palette.f32",
                   bar + "grown.direction.palette.f32", bar + "armature.direction.palette.f32"});
  suite.add_subject(std::make_unique<Fake>(
      [named, asked = std::size_t{0}](const Question& question, Answer answer) mutable -> Expected<Answer> {
        return asked++ < named
                   ? wrong_in("largest-weight", {"positions", "normals", "tangents"})->run(question, {})
                   : with_odd_positions(question, std::move(answer));
      }));
  suite.make_records();
  Executor executor(suite);
  executor.run_all();
  const auto count = [&suite] {
    return static_cast<std::size_t>(std::ranges::count_if(
        suite.records(), [](const Record& record) { return record.verdict.defect == "largest-weight"; }));
  };
  EXPECT_EQ(suite.records().size(), 4U);
  EXPECT_EQ(count(), named);
  diagnose_and_name(suite, 0, [] {
    Diagnosis unnamed;
    unnamed.tests = 4;
    unnamed.algorithms = {"skinning/linear_blend"};
    return Diagnoses{unnamed};
  });
  return count();
}

TEST(NameFailuresTest, a_name_of_half_of_the_failures_is_removed_and_of_more_is_kept) {
  EXPECT_EQ(names_left(1), 0U);
  EXPECT_EQ(names_left(2), 0U);
  EXPECT_EQ(names_left(3), 3U);
  EXPECT_EQ(names_left(4), 4U);
}

/// A verdict has a rotation with the sign of the right one, and numbers as float32.
TEST(DiagnosisTest, unchanged_outputs_are_not_reported_as_changed) {
  const auto turned = [](const Question&, Answer answer) -> Expected<Answer> {
    change_rows(answer.arrays, "values", 4, [](double* q, std::size_t) {
      for (int c = 0; c < 4; ++c)
        q[c] = -1.00001 * q[c] - 1e-5 * c;
    });
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(turned), {"animation.slerp.*"});
  EXPECT_GT(found.tests, 0U);
  EXPECT_FALSE(has(diagnosis_text(found), "second run")) << diagnosis_text(found);
}

TEST(DiagnosisTest, failing_tests_that_are_right_in_a_second_run_are_reported) {
  const auto fault = [asked = 0](const Question& question, Answer answer) mutable -> Expected<Answer> {
    return ++asked == 3 ? with_odd_positions(question, std::move(answer)) : answer;
  };
  const Diagnoses found = diagnoses_of(std::make_unique<Fake>(fault), bars);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(diagnosis_text(found[0]),
            "in a second run of 1 failing test, 1 was right: the subject's outputs change");
}

TEST(DiagnosisTest, all_failing_tests_are_counted_although_only_some_run_again) {
  const Diagnosis found = diagnosis_of("defect:ibm-ignored", {"skinning.linear_blend.*.pose.f32"});
  EXPECT_LT(found.tests, found.failing);
  const std::string tests = fmt::format(" in {} of {} failing tests ", found.tests, found.failing);
  EXPECT_TRUE(has(diagnosis_text(found), tests)) << diagnosis_text(found);
}

TEST(DiagnosisTest, failing_tests_that_are_right_in_a_separate_process_are_reported) {
  const auto opened = []() -> Expected<std::unique_ptr<Subject>> {
    return std::make_unique<Fake>(
        [asked = 0](const Question& question, Answer answer) mutable -> Expected<Answer> {
          return ++asked > 3 ? with_odd_positions(question, std::move(answer)) : answer;
        });
  };
  Suite suite;
  suite.add_cases(built_in_cases(), bars);
  suite.add_subject(*opened(), opened);
  suite.make_records();
  Executor executor(suite);
  executor.run_all();
  const Diagnoses found = diagnose(executor, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(
      diagnosis_text(found[0]).ends_with(" failing tests, at least one of which passes in a separate "
                                         "process: the subject keeps state from test to test"))
      << diagnosis_text(found[0]);
}

/// As with a sum that is not set to 0.
TEST(DiagnosisTest, outputs_that_depend_on_earlier_tests_are_reported) {
  const auto fault = [sum = 0.0](const Question&, Answer answer) mutable -> Expected<Answer> {
    sum += 1;
    change_rows(answer.arrays, "positions", 1, [&sum](double* x, std::size_t) { *x += sum; });
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), bars);
  EXPECT_TRUE(has(diagnosis_text(found), " have other wrong numbers: earlier tests may have an effect"))
      << diagnosis_text(found);
}

TEST(DiagnosisTest, policies_by_which_some_failing_tests_are_right_are_reported) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.level == Level::palette) return with_odd_positions(question, std::move(answer));
    Options other = question.options;
    other["normal_rule"] = "inverse-transpose-of-blend";
    return as_answer(*question.algorithm->implementation.in_float(question.arrays, other));
  };
  const Diagnosis found =
      diagnosis_of(std::make_unique<Fake>(fault), {"skinning.linear_blend.bar.*.direction.*"});
  EXPECT_TRUE(
      has(diagnosis_text(found), " failing tests are right by normal_rule=inverse-transpose-of-blend"))
      << diagnosis_text(found);
}

TEST(DiagnosisTest, a_defect_for_each_array_replaces_a_common_candidate) {
  Diagnosis found;
  found.tests = 1, found.numbers = 100;
  const Defect *whole = find_defect("largest-weight"), *first = find_defect("ibm-ignored"),
               *second = find_defect("normal-not-skinned");
  found.suspects = {{whole, {60, 40, {}, {{"positions", {40, 20}}, {"normals", {20, 20}}}}}};
  found.of_arrays = {{"positions", first, {60, 0}}};
  EXPECT_TRUE(has(diagnosis_text(found), "largest-weight"));
  found.of_arrays.push_back({"normals", second, {40, 0}});
  EXPECT_FALSE(has(diagnosis_text(found), "largest-weight"));
  EXPECT_TRUE(has(diagnosis_text(found), {"of the wrong positions 100 % are as ibm-ignored",
                                          "of the wrong normals 100 % are as normal-not-skinned"}));
}

TEST(DiagnosisTest, arrays_with_wrong_numbers_only_need_a_defect) {
  Diagnosis found;
  found.tests = 1, found.numbers = 40;
  const Defect* of_normals = find_defect("nearest-key");
  found.suspects = {{of_normals, {40, 60, {}, {{"positions", {0, 60, 60}}, {"normals", {40, 0}}}}}};
  found.of_arrays = {{"normals", of_normals, {40, 0}}};
  EXPECT_TRUE(diagnosis_text(found).starts_with(
      "40 wrong numbers in 1 failing test: of the wrong normals 100 % are as nearest-key"))
      << diagnosis_text(found);
  EXPECT_FALSE(has(diagnosis_text(found), "explains half"))
      << "all wrong numbers are explained: " << diagnosis_text(found);
}

/// A sentence about the whole output contradicts the share of a candidate.
TEST(DiagnosisTest, a_candidate_is_about_the_numbers_that_it_explains) {
  Diagnosis found;
  found.tests = 2, found.numbers = 100;
  found.suspects = {{find_defect("nearest-key"), {60, 40, {}, {}}}};
  EXPECT_TRUE(has(diagnosis_text(found), "60 % are as nearest-key makes them: they equal what one gets when"))
      << diagnosis_text(found);
  found.suspects.front().evidence = {100, 0, {}, {}};
  EXPECT_TRUE(has(diagnosis_text(found), "makes them: your output equals what one gets when"))
      << diagnosis_text(found);
}

TEST(DiagnosisTest, defects_that_explain_an_array_equally_well_are_joined) {
  Diagnosis found;
  found.tests = 2, found.numbers = 100;
  const Defect *first = find_defect("nearest-key"), *second = find_defect("linear-as-step");
  found.suspects = {{first, {40, 60, {}, {{"normals", {40, 0}}, {"positions", {0, 60}}}}}};
  found.of_arrays = {{"normals", first, {40, 0}}, {"normals", second, {40, 0}}};
  EXPECT_TRUE(has(diagnosis_text(found), "; as many are as linear-as-step makes them: they equal"))
      << diagnosis_text(found);
}

/// Whatever makes an array 0 agrees with every defect that makes it 0.
TEST(DiagnosisTest, zeros_of_an_array_name_no_defect_that_changes_other_arrays) {
  const auto fault = [](const Question&, Answer answer) -> Expected<Answer> {
    change_rows(answer.arrays, "residual", 1, [](double* x, std::size_t) { *x = 0; });
    return answer;
  };
  const Diagnosis found = diagnosis_of(std::make_unique<Fake>(fault), {"ik.ik_fabrik.*"});
  EXPECT_TRUE(found.of_arrays.empty()) << diagnosis_text(found);
  EXPECT_TRUE(has(diagnosis_text(found), " wrong rows of residual are 0")) << diagnosis_text(found);
}

/// Runs each case in these variants, and is wrong in some of them.
class OfVariants : public Fake {
 public:
  OfVariants(std::vector<Options> variants, std::set<std::size_t> wrong)
      : variants_(std::move(variants)), wrong_(std::move(wrong)) {}
  std::vector<Options> variants(const Algorithm&, Level) const override { return variants_; }
  Expected<Answer> run(const Question& question, const Options& variant) override {
    BINDPOSE_TRY(Answer answer, Fake::run(question, variant));
    const auto at = std::ranges::find(variants_, variant) - variants_.begin();
    return wrong_.contains(static_cast<std::size_t>(at)) ? with_odd_positions(question, std::move(answer))
                                                         : answer;
  }

 private:
  std::vector<Options> variants_;
  std::set<std::size_t> wrong_;
};

TEST(DiagnosisTest, a_variant_is_named_alone_only_if_its_counterpart_is_right) {
  const Options usual = {{"capture", "feedback"}, {"palette", "ubo"}},
                other = {{"capture", "compute"}, {"palette", "ssbo"}};
  const auto ids = [&](const std::vector<Options>& variants) {
    return symptom_ids(diagnosis_of(std::make_unique<OfVariants>(variants, std::set<std::size_t>{0}), bars));
  };
  EXPECT_EQ(ids({usual, other}).find("one-variant"), std::string::npos) << "either option may be the cause";
  const Options counterpart = {{"capture", "compute"}, {"palette", "ubo"}};
  EXPECT_NE(ids({usual, other, counterpart}).find("one-variant"), std::string::npos);
}

TEST(DiagnosisTest, common_values_of_two_options_are_reported) {
  const std::vector<Options> variants = {{{"capture", "feedback"}},
                                         {{"capture", "feedback"}, {"draw", "first"}},
                                         {{"capture", "feedback"}, {"feedback", "paused"}},
                                         {{"capture", "feedback"}, {"feedback", "separate"}}};
  const std::string text =
      diagnosis_text(diagnosis_of(std::make_unique<OfVariants>(variants, std::set<std::size_t>{1, 2}), bars));
  EXPECT_TRUE(has(text, "failing tests have draw=first or feedback=paused, passing tests do not"));
}

TEST(DiagnosisTest, an_option_value_with_all_failures_is_reported) {
  const auto fault = [](const Question& question, Answer answer) -> Expected<Answer> {
    const auto rule = question.options.find("normal_rule");
    return rule != question.options.end() && rule->second == "blend-of-inverse-transposes"
               ? with_odd_positions(question, std::move(answer))
               : answer;
  };
  const std::string text = diagnosis_text(diagnosis_of(std::make_unique<Fake>(fault), bars));
  EXPECT_TRUE(has(text, "failing tests have normal_rule=blend-of-inverse-transposes, passing tests do not"));
}

}  // namespace bindpose::conformance::diagnosis_test
