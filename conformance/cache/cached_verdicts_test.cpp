// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Suites and graders with a subject that counts its runs: which inputs run, and which have a cached
// verdict.
#include "conformance/cache/cached_verdicts.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/throughput.h"
#include "conformance/testing/fakes.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::cached_verdicts_test {

constexpr const char* chosen = "skinning.linear_blend.bar.posed.*.palette.f32";

/// A subject, and how it runs.
struct Asking {
  Fake::Change change = {};
  std::string content = "a subject";
  std::string content_later = "a subject";
  std::vector<std::string> accept = {};
  std::size_t fresh = 0;
  unsigned workers = 1;
};

/// The result of a run.
struct Came {
  int asked = 0;
  std::vector<Verdict> verdicts;
  bool is_settled = true;
  std::string differs;  ///< the message of verifying all cached verdicts
};

std::shared_ptr<CachedVerdicts> kept_in(const std::filesystem::path& folder, const Asking& asking) {
  return std::make_shared<CachedVerdicts>(VerdictFolder(folder), SubjectContent{asking.content, ""},
                                          [later = asking.content_later] {
                                            return SubjectContent{later, ""};
                                          });
}

std::vector<Case> cases_of(const Asking& asking) {
  std::vector<Case> cases;
  for (const Case& c : built_in_cases())
    if (matches_glob(c.name, chosen)) cases.push_back(c);
  const std::size_t count = cases.size();
  for (std::size_t f = 0; f < asking.fresh; ++f)
    for (std::size_t i = 0; i < count; ++i)
      cases.push_back(*fresh_case(cases[i], "seed", f));
  return cases;
}

Came run_in(const std::filesystem::path& folder, const Asking& asking, bool verify = false) {
  Suite suite;
  suite.add_cases(cases_of(asking), {});
  auto fake = std::make_unique<Fake>(asking.change);
  const Fake& subject = *fake;
  suite.add_subject(std::move(fake));
  const auto kept = kept_in(folder, asking);
  suite.accept(*accepted_deviations_of(asking.accept));
  suite.make_records();
  Executor executor(suite, {.cached = {{0, kept}}});
  executor.run_all();
  measure_throughput(suite, 0);
  diagnose(executor, 0);
  Came came{subject.asked, {}, kept->settle().has_value(), ""};
  for (const Record& record : suite.records())
    came.verdicts.push_back(record.verdict);
  executor.verify_cached(verify ? suite.records().size() : 0);
  for (const Record& record : suite.records())
    if (record.verdict.outcome == Outcome::internal_error) came.differs = record.verdict.detail;
  return came;
}

Expected<Answer> halved(const Question&, Answer right) {
  ArraySet arrays;
  for (const Array& array : right.arrays) {
    Array::Reals numbers = array.reals();
    for (double& x : numbers)
      x /= 2;
    arrays.add(array.name, array.shape, std::move(numbers));
  }
  right.arrays = std::move(arrays);
  return right;
}

struct CachedVerdictsTest : testing::Test {
  const TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

TEST_F(CachedVerdictsTest, a_second_run_without_changes_runs_no_subject) {
  for (const Fake::Change& change : {Fake::Change(), Fake::Change(&halved)}) {
    const Asking asking{
        .change = change, .content = change ? "wrong" : "right", .content_later = change ? "wrong" : "right"};
    const Came first = run_in(folder_, asking), second = run_in(folder_, asking);
    EXPECT_GE(first.asked, static_cast<int>(first.verdicts.size()));
    EXPECT_EQ(second.asked, 0) << "not for a verdict, its speed or a diagnosis";
    ASSERT_EQ(second.verdicts.size(), first.verdicts.size());
    for (std::size_t i = 0; i < first.verdicts.size(); ++i) {
      EXPECT_TRUE(is_same(first.verdicts[i], second.verdicts[i]));
      EXPECT_FALSE(first.verdicts[i].is_cached.has_value());
      EXPECT_EQ(second.verdicts[i].is_cached, true) << "the verdict is marked as cached";
    }
  }
}

TEST_F(CachedVerdictsTest, another_subject_or_other_accepted_deviations_run_everything) {
  const Came first = run_in(folder_, {});
  EXPECT_EQ(run_in(folder_, {.content = "another", .content_later = "another"}).asked, first.asked);
  EXPECT_GE(run_in(folder_, {.accept = {"half-palette"}}).asked, static_cast<int>(first.verdicts.size()));
  EXPECT_EQ(run_in(folder_, {}).asked, 0);
}

TEST_F(CachedVerdictsTest, fresh_inputs_run_every_time) {
  const Came first = run_in(folder_, {.fresh = 1}), second = run_in(folder_, {.fresh = 1});
  EXPECT_GE(second.asked, static_cast<int>(first.verdicts.size() / 2));
  EXPECT_LT(second.asked, first.asked);
}

TEST_F(CachedVerdictsTest, crashes_and_hangs_are_not_cached) {
  for (const char* code : {"CRASH", "TIMEOUT"}) {
    const Asking asking{.change = [code](const Question&, const Answer&) -> Expected<Answer> {
      return fail(code, "", "as told");
    }};
    const int first = run_in(folder_, asking).asked;
    EXPECT_EQ(run_in(folder_, asking).asked, first) << code;
  }
}

TEST_F(CachedVerdictsTest, a_subject_that_changes_during_a_run_is_not_cached) {
  EXPECT_FALSE(run_in(folder_, {.content_later = "another"}).is_settled);
  EXPECT_GT(run_in(folder_, {}).asked, 0);
  EXPECT_EQ(run_in(folder_, {}).asked, 0);
}

TEST_F(CachedVerdictsTest, an_entry_that_differs_in_a_new_run_is_an_error_and_is_removed) {
  const Came first = run_in(folder_, {});
  EXPECT_EQ(run_in(folder_, {}, true).differs, "") << "its outputs are the same";
  const Came other =
      run_in(folder_, {.change = &halved}, true);  // other outputs with the same key find the verdict
  EXPECT_NE(other.differs.find("CACHE_DIFFERS"), std::string::npos) << other.differs;
  EXPECT_NE(other.differs.find("the cached verdict is 'pass', a new run gives 'fail"), std::string::npos)
      << other.differs;
  EXPECT_EQ(run_in(folder_, {}).asked, first.asked) << "the removed entry is not used";
}

TEST_F(CachedVerdictsTest, the_key_of_a_verdict_covers_input_and_judging) {
  const auto cases = cases_of({});
  const auto asked = asked_question(cases.front());
  ASSERT_TRUE(asked);
  std::set<std::string> names;
  const auto is_new = [&names](const QuestionAsked& each) {
    return names.insert(question_name(each)).second;
  };
  const Options none, some = {{"formulation", "loop"}};
  const std::vector<std::string> nothing, tangents = {"tangents"};
  const PrecisionClasses classes = {*find_precision_class("half-palette")};
  Question question = asked->question;
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, nothing, {}}));
  EXPECT_FALSE(is_new({"suite", question_content(question), none, none, nothing, {}}));
  EXPECT_TRUE(is_new({"grader", question_content(question), none, none, nothing, {}}));
  EXPECT_TRUE(is_new({"suite", question_content(question), some, none, nothing, {}})) << "the variant";
  EXPECT_TRUE(is_new({"suite", question_content(question), none, some, nothing, {}})) << "policies";
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, tangents, {}}))
      << "the omitted arrays";
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, nothing, classes}))
      << "the accepted classes";
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, nothing, {}, "mirrored"}))
      << "the relation";
  question.options["normal_rule"] = "another";
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, nothing, {}})) << "an option";
  std::get<Array::Reals>(question.arrays.find("positions")->data).front() += 1;
  EXPECT_TRUE(is_new({"suite", question_content(question), none, none, nothing, {}})) << "a number";
}

TEST_F(CachedVerdictsTest, an_input_is_made_once_for_all_subjects) {
  int made = 0;
  const auto makings = [&] {
    made = 0;
    std::vector<Case> cases = cases_of({});
    cases.resize(1);
    cases.front().question = [&made, question = cases.front().question] {
      ++made;
      return question();
    };
    Suite suite;
    suite.add_cases(std::move(cases), {});
    const auto kept = kept_in(folder_, {});
    for (std::size_t s = 0; s < 3; ++s)
      suite.add_subject(std::make_unique<Fake>(Fake::Change()));
    suite.make_records();
    EXPECT_EQ(suite.records().size(), 3U);
    Executor(suite, {.cached = {{0, kept}, {1, kept}, {2, kept}}}).run_all();
    EXPECT_TRUE(kept->settle());
    return made;
  };
  EXPECT_EQ(makings(), 2) << "once for the key, once for the subjects";
  EXPECT_EQ(makings(), 1) << "once for the key";
}

TEST_F(CachedVerdictsTest, a_relations_verdict_is_found_without_other_relations) {
  const auto asked = [&](const std::vector<std::string>& relations) {
    Suite suite;
    const std::string base = cases_of({}).front().name;
    suite.add_cases(*metamorphic_cases(cases_of({}).front(), [&](const std::string& name) {
      return std::ranges::any_of(relations, [&](const auto& each) { return name == base + "." + each; });
    }));
    auto fake = std::make_unique<Fake>();
    const Fake& subject = *fake;
    suite.add_subject(std::move(fake));
    suite.make_records();
    EXPECT_EQ(suite.records().size(), relations.size());
    const auto kept = kept_in(folder_, {});
    Executor(suite, {.cached = {{0, kept}}}).run_all();
    EXPECT_TRUE(kept->settle());
    return subject.asked;
  };
  EXPECT_EQ(asked({"influence-order", "unit-change"}), 4) << "each compares two outputs";
  for (const char* relation : {"influence-order", "unit-change"})
    EXPECT_EQ(asked({relation}), 0) << relation;
}

TEST_F(CachedVerdictsTest, a_grader_repeats_only_fresh_cases) {
  const auto grader = small_grader();
  const Asking asking{.change = [](const Question& question, Answer right) {
    return question.algorithm->id == "slerp" ? halved(question, std::move(right)) : right;
  }};
  const auto graded = [&](std::size_t verify) {
    Fake fake(asking.change);
    const auto kept = kept_in(folder_, asking);
    GradeSheet sheet = grader->grade({"student", &fake, 0, {}, kept, verify});
    EXPECT_TRUE(kept->settle());
    return std::pair(fake.asked, std::move(sheet));
  };
  const auto [asked, first] = graded(0);
  const auto [again, second] = graded(0);
  EXPECT_GT(asked, 2);
  EXPECT_EQ(again, 2) << "its two fresh cases";
  EXPECT_EQ(second.score, first.score);
  EXPECT_EQ(graded(3).first, 5) << "and three verified cases";
  EXPECT_FALSE(graded(1000).second.judge_error);
}

}  // namespace bindpose::conformance::cached_verdicts_test
