// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/grader.h"

#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/subjects/files_subject.h"
#include "conformance/testing/exported.h"
#include "conformance/testing/fakes.h"
#include "reference/io/lines.h"
#include "reference/model/rows.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::grader_test {

GradeSheet grade(Fake& fake, const std::string& seed = "seed") {
  return small_grader(seed)->grade({"student", &fake});
}

const ExerciseGrade& exercise(const GradeSheet& sheet, std::string_view id) {
  for (const ExerciseGrade& each : sheet.exercises)
    if (each.id == id) return each;
  ADD_FAILURE() << "no exercise " << id;
  return sheet.exercises.front();
}

/// Adds 1 to a number of an array of the outputs for one algorithm.
Fake wrong_at(const std::string& algorithm, const std::vector<std::string>& arrays) {
  return Fake([=](const Question& question, Answer answer) -> Expected<Answer> {
    for (const std::string& name : arrays)
      if (question.algorithm->id == algorithm) (*reals_of(answer.arrays, name))[5] += 1;
    return answer;
  });
}

/// Errors in place of outputs for one algorithm.
Fake error_at(const std::string& algorithm, const Error& error) {
  return Fake([=](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id == algorithm) return tl::unexpected(error);
    return answer;
  });
}

TEST(GraderTest, all_right_gives_all_points) {
  Fake fake;
  const GradeSheet sheet = grade(fake);
  EXPECT_TRUE(sheet.complete);
  EXPECT_EQ(sheet.submission, "student");
  EXPECT_EQ(sheet.rubric, "Small");
  EXPECT_EQ(sheet.seed, "seed");
  EXPECT_EQ(sheet.points, 40);
  EXPECT_EQ(sheet.score, 40);
  for (const ExerciseGrade& each : sheet.exercises) {
    EXPECT_EQ(each.status, ExerciseStatus::passed) << each.id << ": " << each.feedback;
    EXPECT_EQ(each.score, 10);
    for (const CaseGrade& c : each.cases)
      EXPECT_EQ(c.credit, 1) << c.name << ": " << c.verdict.detail;
  }
  EXPECT_EQ(sheet.exercises[0].cases.size(), 4U);
  EXPECT_TRUE(sheet.exercises[0].cases[3].fresh);
  EXPECT_TRUE(sheet.exercises[0].cases[3].hidden);
}

/// The small rubric with a changed first exercise, with or without the others.
std::unique_ptr<Grader> grader_of_skin(const nlohmann::json& changes, bool alone) {
  auto document = nlohmann::json::parse(small_rubric);
  document["exercises"][0].update(changes);
  if (alone) document["exercises"] = {document["exercises"][0]};
  return std::move(*Grader::make(*parse_rubric(document.dump(), "small.json"), "seed"));
}

TEST(GraderTest, stages_before_the_first_wrong_stage_give_credit) {
  const auto grader = grader_of_skin({{"needs", nlohmann::json::array()}}, true);
  // In turn, two, one and none of world, palette and output are right.
  const std::vector<std::vector<std::string>> wrong = {
      {"positions"}, {"positions", "palette"}, {"positions", "palette", "world"}};
  const double credit[] = {2.0 / 3, 1.0 / 3, 0};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    Fake fake = wrong_at("lbs", wrong[i]);
    const ExerciseGrade skin = exercise(grader->grade({"student", &fake}), "skin");
    EXPECT_NEAR(skin.score, 10 * credit[i], 1e-6);
    EXPECT_EQ(skin.status, credit[i] > 0 ? ExerciseStatus::partial : ExerciseStatus::failed);
  }
}

TEST(GraderTest, a_stage_of_another_exercise_gives_no_credit) {
  Fake fake = wrong_at("lbs", {"positions"});
  EXPECT_EQ(exercise(grade(fake), "skin").score, 0) << "world and palette belong to other exercises";
  const ExerciseGrade other = exercise(grade(fake), "palette");
  EXPECT_EQ(other.score, 10);
}

TEST(GraderTest, a_judged_dependent_exercise_does_not_lose_points_twice) {
  const auto grader = grader_of_skin({{"needs", {"world"}}, {"if_needed_fails", "judge"}}, false);
  const auto graded = [&grader](int most_wrong) {
    int lbs = 0;
    Fake fake([&](const Question& question, Answer answer) -> Expected<Answer> {
      const bool is_wrong =
          question.algorithm->id == "fk.matrix" || (question.algorithm->id == "lbs" && ++lbs <= most_wrong);
      for (const char* name : {"world", "palette", "positions"})
        if (Array* array = is_wrong ? answer.arrays.find(name) : nullptr)
          std::get<Array::Reals>(array->data)[5] += 1;
      return answer;
    });
    return exercise(grader->grade({"student", &fake}), "skin");
  };
  const ExerciseGrade once = graded(1);
  EXPECT_EQ(once.cases[0].belongs_to, "world");
  EXPECT_EQ(once.score, 10) << "the other stages are right, and another exercise judges world";
  EXPECT_EQ(once.status, ExerciseStatus::partial) << "some stages were not judged";
  EXPECT_TRUE(has(once.feedback, "the first error belongs to: world"));
  EXPECT_FALSE(has(once.feedback, "Think again.")) << "a hint only concerns this exercise";
  const ExerciseGrade always = graded(1000);
  EXPECT_EQ(always.score, 0);
  EXPECT_EQ(always.status, ExerciseStatus::blocked) << "no case is left to judge";
  EXPECT_EQ(always.blocked_by, "world");
}

TEST(GraderTest, stages_are_printed_as_text) {
  Fake fake = wrong_at("lbs", {"positions", "palette"});
  const std::string words = exercise(grade(fake), "skin").feedback;
  EXPECT_TRUE(has(words, "0 of 1 visible cases are right"));
  EXPECT_TRUE(has(words,
                  "The world transforms of the joints are right, the skinning matrices are not: look at "
                  "the product with the inverse bind matrices"))
      << words;
  EXPECT_TRUE(has(words, {"vertex 1, z: got ", "Think again."}));
  Fake after = wrong_at("lbs", {"positions"});
  EXPECT_TRUE(has(exercise(grade(after), "skin").feedback, "look at the steps after that"));
}

TEST(GraderTest, a_wrong_case_without_stages_gives_no_credit) {
  Fake fake([](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id != "lbs") return answer;
    answer.arrays = without(answer.arrays, {"world", "palette"});
    (*reals_of(answer.arrays, "positions"))[5] += 1;
    return answer;
  });
  EXPECT_EQ(exercise(grade(fake), "skin").score, 0);
}

TEST(GraderTest, a_known_defect_is_named) {
  Fake fake([](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id != "skeleton.palette") return answer;
    for (const Defect& defect : defects())
      if (defect.id == "ibm-wrong-side")
        return as_answer(*question.algorithm->implementation.in_float(defect.question(question)->arrays, {}));
    return answer;
  });
  const ExerciseGrade palette = exercise(grade(fake), "palette");
  EXPECT_TRUE(has(palette.feedback, "the inverse bind matrix is on the wrong side"));
}

/// One additional wrong number hides the defect in each single case.
TEST(GraderTest, a_defect_that_only_all_cases_together_reveal_is_named) {
  Fake fake([](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id != "fk.matrix") return answer;
    const auto wrong = answer_with(*find_defect("fk-child-times-parent"), question, answer.arrays);
    if (!wrong) return answer;
    answer.arrays = *wrong;
    Array::Reals& world = *reals_of(answer.arrays, "world");
    world[0] = std::nextafter(world[0] + 1e-3, 2);
    return answer;
  });
  const ExerciseGrade world = exercise(grade(fake), "world");
  for (const CaseGrade& c : world.cases) {
    const bool is_visible = !c.hidden && !c.fresh;
    EXPECT_EQ(c.verdict.defect, is_visible && c.credit < 1 ? "fk-child-times-parent" : c.verdict.defect)
        << c.name << c.feedback;
  }
  EXPECT_TRUE(has(world.feedback, "Diagnosis: ")) << world.feedback;
}

TEST(GraderTest, a_rubric_can_limit_or_disable_partial_credit) {
  Fake one_wrong([](const Question& question, Answer answer) -> Expected<Answer> {
    const bool matrix =
        question.algorithm->id == "fk.matrix" && question.arrays.find("parents")->shape[0] == 4;
    if (matrix) (*reals_of(answer.arrays, "world"))[5] += 1;
    return answer;
  });
  const ExerciseGrade world = exercise(grade(one_wrong), "world");
  const std::size_t visible = world.cases.size();
  EXPECT_GE(visible, 5U);
  EXPECT_NEAR(world.score, 10 * static_cast<double>(visible - 1) / static_cast<double>(visible), 1e-6);
  EXPECT_TRUE(has(world.feedback, fmt::format("{} of {} visible cases are right", visible - 1, visible)))
      << world.feedback;
  EXPECT_TRUE(has(world.feedback, "Right: hierarchy.fk_matrix.bar.parents-first"));

  int asked = 0;
  Fake one_of_palette([&asked](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id == "skeleton.palette" && ++asked == 2)
      (*reals_of(answer.arrays, "palette"))[5] += 1;
    return answer;
  });
  const ExerciseGrade palette = exercise(grade(one_of_palette), "palette");
  EXPECT_EQ(palette.score, 0);
  EXPECT_EQ(palette.status, ExerciseStatus::partial);
  EXPECT_TRUE(has(palette.feedback, "One wrong case takes all points of this exercise."));
}

TEST(GraderTest, feedback_starts_with_the_worst_number_and_ends_with_the_hint) {
  ExerciseGrade grade;
  grade.status = ExerciseStatus::partial;
  const auto add = [&grade](const std::string& name, double fraction, const char* stage, double credit) {
    CaseGrade c;
    c.name = name;
    c.credit = credit;
    c.verdict.outcome = credit == 1 ? Outcome::pass : Outcome::fail;
    c.verdict.first_wrong_stage = stage;
    c.verdict.worst_fraction = fraction;
    c.verdict.detail = "wrong by " + name;
    c.verdict.defect = std::string_view(stage) == "world" ? "slerp-long-path" : "";
    grade.cases.push_back(c);
  };
  for (int i = 0; i < 30; ++i)
    add("many." + std::to_string(i), 10 + i, "world", 0);
  add("worst", 1e6, "palette", 0.5);
  for (const char* stage : {"positions", "normals", "tangents"})
    add(stage, 5, stage, 0);
  for (int i = 0; i < 9; ++i)
    add("right." + std::to_string(i), 0, "", 1);
  Exercise exercise;
  exercise.hint = "Think again.";
  const std::string text = exercise_feedback(exercise, grade, false);
  const std::vector<std::string_view> lines = lines_of(text);
  ASSERT_LE(lines.size(), 8U) << "ten lines with the points and the exercise's title";
  EXPECT_EQ(
      lines[0],
      "9 of 43 visible cases are right. 1 wrong case earns part of the points: the first stages are right.");
  EXPECT_TRUE(lines[1].starts_with("Worst: worst: ")) << text;
  EXPECT_TRUE(lines[2].starts_with("Also: many.29 and 29 more: ")) << text;
  EXPECT_TRUE(has(text, "And 2 other kinds of wrong output."));
  EXPECT_TRUE(lines[lines.size() - 2].starts_with("Diagnosis: 30 of 34 wrong cases")) << text;
  EXPECT_EQ(lines.back(), "Think again.");
  // With all sentences at once, the least useful ones are removed.
  exercise.partial = PartialCredit::none;
  grade.cases.front().belongs_to = "'World'";
  const std::string longest = exercise_feedback(exercise, grade, true);
  const std::vector<std::string_view> most = lines_of(longest);
  ASSERT_EQ(most.size(), 8U) << longest;
  EXPECT_TRUE(has(longest, {"Worst: worst: ", "One wrong case", "In some cases",
                            "Diagnosis: ", "No hidden case is right"}))
      << longest;
  EXPECT_FALSE(has(longest, "Right: ")) << longest;
  EXPECT_FALSE(has(longest, "other kinds")) << longest;
  EXPECT_EQ(most.back(), "Think again.");
}

TEST(GraderTest, feedback_names_the_convention_that_some_wrong_cases_follow) {
  ExerciseGrade grade;
  for (const char* policy : {"", "arc=as-given", "arc=as-given"}) {
    CaseGrade c;
    c.name = fmt::format("case-{}", grade.cases.size());
    c.verdict.outcome = Outcome::fail;
    c.verdict.policy = policy;
    c.verdict.worst_fraction = 9 - static_cast<double>(grade.cases.size());
    grade.cases.push_back(c);
  }
  const std::string text = exercise_feedback(Exercise(), grade, false);
  EXPECT_TRUE(has(text, {"Also: case-1 and 1 more: ", "arc=as-given"})) << text;
}

TEST(GraderTest, feedback_lists_missing_outputs_first_and_each_kind_once) {
  ExerciseGrade grade;
  const auto add = [&grade](const std::string& name, Outcome outcome, const std::string& detail) {
    CaseGrade c;
    c.name = name;
    c.verdict.outcome = outcome;
    c.verdict.detail = detail;
    c.verdict.worst_fraction = outcome == Outcome::fail ? 1e6 : 0;
    c.verdict.first_wrong_stage = outcome == Outcome::fail ? name : "";
    grade.cases.push_back(c);
  };
  for (const char* stage : {"palette", "positions"})
    add(stage, Outcome::fail, "wrong");
  add("first", Outcome::invalid_output, "world[0] is never written: 12 of 30");
  add("second", Outcome::invalid_output, "world[7] is never written: 3 of 40");
  add("third", Outcome::crash, "it died");
  const std::string text = exercise_feedback(Exercise(), grade, false);
  const std::vector<std::string_view> lines = lines_of(text);
  ASSERT_EQ(lines.size(), 5U) << text;
  EXPECT_TRUE(lines[1].starts_with("Worst: first and 1 more: ")) << text;
  EXPECT_TRUE(lines[2].starts_with("Also: third: ")) << text;
  EXPECT_TRUE(lines[3].starts_with("Also: palette: ")) << text;
  EXPECT_EQ(lines[4], "And 1 other kind of wrong output.");
}

TEST(GraderTest, feedback_separates_exceptions_from_wrong_numbers) {
  ExerciseGrade grade;
  for (const char* name : {"numbers", "more numbers", "raises"}) {
    CaseGrade c;
    c.name = name;
    c.verdict.outcome = Outcome::fail;
    c.verdict.worst_fraction = 9;
    grade.cases.push_back(c);
  }
  grade.cases[2].verdict.error = Error{"ANSWER_REFUSED", "", "IndexError: list index out of range"};
  const std::string text = exercise_feedback(Exercise(), grade, false);
  EXPECT_TRUE(has(text, {"Worst: raises: No output: IndexError", "Also: numbers and 1 more: "})) << text;
}

TEST(GraderTest, advice_on_a_named_defect_replaces_advice_on_the_stage) {
  CaseGrade c;
  c.verdict.outcome = Outcome::fail;
  c.verdict.stages = {ArrayVerdict{.name = "world"}};
  c.verdict.first_wrong_stage = "world";
  EXPECT_TRUE(has(case_feedback(c), "The world transforms of the joints are not right: look at "));
  c.verdict.defect = "slerp-long-path";
  EXPECT_TRUE(has(case_feedback(c), "The world transforms of the joints are not right."));
}

TEST(GraderTest, the_rubric_sets_the_credit_for_another_policy) {
  Fake fake([](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id != "lbs") return answer;
    return as_answer(*question.algorithm->implementation.in_float(
        question.arrays, {{"normal_rule", "inverse-transpose-of-blend"}}));
  });
  const auto credit = [&fake](const std::string& key, const std::string& value) {
    auto document = nlohmann::json::parse(small_rubric);
    if (!key.empty()) document[key] = nlohmann::json::parse(value);
    const auto grader = Grader::make(*parse_rubric(document.dump(), "small.json"), "seed");
    return exercise((*grader)->grade({"student", &fake}), "skin").cases.front().credit;
  };
  EXPECT_EQ(credit("", ""), 0) << "other exercises judge world and palette, which are right";
  EXPECT_EQ(credit("policy_credit", "0.75"), 0.75);
  EXPECT_EQ(credit("class_credit", "0.75"), 0);
  EXPECT_EQ(credit("accept", R"(["normal_rule=inverse-transpose-of-blend"])"), 1);
  EXPECT_EQ(credit("accept", R"(["normal_rule=blend-of-inverse-transposes", "mediump"])"), 0);
}

TEST(GraderTest, exercises_that_need_a_failed_exercise_do_not_run) {
  Fake fake = wrong_at("fk.matrix", {"world"});
  const GradeSheet sheet = grade(fake);
  EXPECT_EQ(static_cast<std::size_t>(fake.asked), exercise(sheet, "world").cases.size() + 1)
      << "all cases of fk.matrix, one case of slerp";
  const ExerciseGrade& palette = exercise(sheet, "palette");
  EXPECT_EQ(palette.status, ExerciseStatus::blocked);
  EXPECT_EQ(palette.blocked_by, "world");
  EXPECT_TRUE(palette.cases.empty());
  EXPECT_EQ(palette.score, 0);
  EXPECT_TRUE(has(palette.feedback, "'World'"));
  EXPECT_EQ(exercise(sheet, "skin").blocked_by, "palette");
  EXPECT_EQ(exercise(sheet, "slerp").score, 10);
  EXPECT_EQ(sheet.score, 10);
}

TEST(GraderTest, unsupported_exercises_are_skipped_and_refusals_earn_nothing) {
  Fake fake = error_at("interp.slerp", {"NOT_SUPPORTED", "", "more than 8 rows"});
  fake.offered = [](const Algorithm& algorithm, Level) { return algorithm.id != "lbs"; };
  const GradeSheet sheet = grade(fake);
  EXPECT_EQ(exercise(sheet, "skin").status, ExerciseStatus::skipped);
  EXPECT_EQ(exercise(sheet, "skin").score, 0);
  EXPECT_EQ(exercise(sheet, "slerp").status, ExerciseStatus::failed);
  EXPECT_TRUE(has(exercise(sheet, "slerp").feedback, "earns no points"));
  EXPECT_EQ(sheet.score, 20);
  EXPECT_FALSE(sheet.judge_error);
}

TEST(GraderTest, crashes_timeouts_and_invalid_outputs_have_own_sentences) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"CRASH", "The program ended before it answered."},
      {"TIMEOUT", "No answer within the time limit."},
      {"INVALID_OUTPUT", "The output is not valid."},
      {"STUDENT", "No output: "}};
  for (const auto& [code, sentence] : words) {
    Fake fake = error_at("interp.slerp", {code, "", "exercise 4: not written yet"});
    const ExerciseGrade slerp = exercise(grade(fake), "slerp");
    EXPECT_EQ(slerp.status, ExerciseStatus::failed);
    EXPECT_TRUE(has(slerp.feedback, {sentence, "not written yet"}));
  }
}

TEST(GraderTest, a_hang_costs_only_its_exercise) {
  const auto grader = small_grader();
  // After a hang the subject gives no output until it is opened again.
  const auto hanging = [] {
    auto hung = std::make_shared<bool>(false);
    return std::make_unique<Fake>([hung](const Question& question, Answer answer) -> Expected<Answer> {
      *hung = *hung || question.algorithm->id == "fk.matrix";
      if (*hung) return fail("TIMEOUT", "", "");
      return answer;
    });
  };
  const auto first = hanging();
  EXPECT_EQ(grader->grade({"student", first.get()}).score, 0);
  const auto second = hanging();
  const auto again = [&]() -> Expected<std::unique_ptr<Subject>> { return hanging(); };
  EXPECT_EQ(grader->grade({"student", second.get(), 0, again}).score, 10);
}

TEST(GraderTest, a_subject_that_always_hangs_is_reopened_only_three_times) {
  std::string exercises;
  for (const char* id : {"a", "b", "c", "d", "e", "f"})
    exercises += std::string(exercises.empty() ? "" : ", ") + R"({"id": ")" + id + R"(", "title": ")" + id +
                 R"(", "points": 1, "visible": ["animation.slerp.turn.120.*"]})";
  const auto rubric = parse_rubric(
      R"({"format": "bindpose-rubric-1", "title": "Six", "exercises": [)" + exercises + "]}", "six.json");
  ASSERT_TRUE(rubric) << to_string(rubric.error());
  int opened = 0;
  const auto hanging = [&opened] {
    ++opened;
    return std::make_unique<Fake>(
        [](const Question&, const Answer&) -> Expected<Answer> { return fail("TIMEOUT", "", ""); });
  };
  const auto first = hanging();
  const auto again = [&]() -> Expected<std::unique_ptr<Subject>> { return hanging(); };
  const GradeSheet sheet = (*Grader::make(*rubric, "seed"))->grade({"student", first.get(), 0, again});
  EXPECT_TRUE(sheet.complete);
  EXPECT_EQ(sheet.score, 0);
  EXPECT_EQ(opened, 4);
}

/// A rubric with ten points for all cases of slerp and four fresh cases.
std::unique_ptr<Grader> slerp_grader(const std::string& keys = "") {
  return *Grader::make(*parse_rubric(R"({"format": "bindpose-rubric-1", "title": "Slerp", )" + keys +
                                         R"("exercises": [{"id": "slerp", "title": "Slerp", "points": 10,
      "visible": ["animation.slerp.*"], "fresh": 4}]})",
                                     "slerp.json"),
                       "seed");
}

/// Returns the right output for built-in cases, and `otherwise` for fresh cases, which come last.
Fake memorised(const Grader& grader, const Expected<Answer>& otherwise) {
  const auto known = static_cast<int>(grader.case_count()) - 4;
  return Fake([known, otherwise, asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
    return ++asked <= known ? Expected<Answer>(std::move(answer)) : otherwise;
  });
}

TEST(GraderTest, memorised_outputs_earn_nothing_and_are_marked_for_staff) {
  const auto grader = slerp_grader();
  for (const char* code : {"KEY_ERROR", "CRASH", "NOT_SUPPORTED", "INVALID_OUTPUT"}) {
    Fake fake = memorised(*grader, fail(code, "", "not in the table"));
    const GradeSheet sheet = grader->grade({"table", &fake});
    EXPECT_EQ(sheet.score, 0) << code;
    const ExerciseGrade& slerp = sheet.exercises.front();
    EXPECT_EQ(slerp.status, ExerciseStatus::failed) << code;
    EXPECT_TRUE(slerp.only_visible_right) << code;
    EXPECT_TRUE(has(slerp.feedback, "the visible cases earn no more points than the hidden ones."))
        << slerp.feedback;
    EXPECT_FALSE(has(slerp.feedback, "memorised")) << "the student's sheet has no accusation";
    EXPECT_EQ(parse_sheet(sheet_json(sheet), "sheet")->exercises.front().only_visible_right, true);
  }
}

TEST(GraderTest, a_rubric_may_count_visible_cases_as_usual) {
  const auto grader = slerp_grader(R"("if_only_visible_right": "as-usual", )");
  Fake fake = memorised(*grader, fail("KEY_ERROR", "", "not in the table"));
  const GradeSheet sheet = grader->grade({"table", &fake});
  const auto all = static_cast<double>(grader->case_count());
  EXPECT_NEAR(sheet.score, 10 * (all - 4) / all, 1e-6);
  EXPECT_TRUE(sheet.exercises.front().only_visible_right);
  EXPECT_FALSE(has(sheet.exercises.front().feedback, "earn no more"));
}

TEST(GraderTest, a_subject_that_hangs_before_the_fresh_cases_still_gets_them) {
  const auto grader = slerp_grader();
  const auto known = static_cast<int>(grader->case_count()) - 4;
  // The last five visible cases hang; so do all later ones until the subject is opened again.
  const auto hanging = [known](int before) {
    return std::make_unique<Fake>(
        [known, asked = before](const Question&, Answer answer) mutable -> Expected<Answer> {
          ++asked;
          if (asked > known - 5 && asked < 1000) return fail("TIMEOUT", "", "");
          return answer;
        });
  };
  const auto first = hanging(0);
  const auto again = [&]() -> Expected<std::unique_ptr<Subject>> { return hanging(1000); };
  const GradeSheet sheet = grader->grade({"slow", first.get(), 0, again});
  const auto all = static_cast<double>(grader->case_count());
  EXPECT_NEAR(sheet.score, 10 * (all - 5) / all, 1e-6)
      << "the fresh cases that the subject can solve are right";
  Fake table = memorised(*grader, fail("TIMEOUT", "", ""));
  EXPECT_EQ(grader->grade({"table", &table}).score, 0);
}

TEST(GraderTest, numbers_of_hidden_cases_are_not_shown) {
  // A memorised output is right for the visible case only.
  const auto grader = small_grader();
  int lbs = 0;
  Fake fake([&lbs](const Question& question, Answer answer) -> Expected<Answer> {
    if (question.algorithm->id == "lbs" && ++lbs > 1) (*reals_of(answer.arrays, "positions"))[5] += 1;
    return answer;
  });
  const GradeSheet sheet = grader->grade({"learnt", &fake});
  const ExerciseGrade& skin = exercise(sheet, "skin");
  EXPECT_EQ(skin.status, ExerciseStatus::failed) << "memorised outputs give no points";
  EXPECT_TRUE(has(skin.feedback, {"All 1 visible cases are right.", "No hidden case is right"}));
  EXPECT_FALSE(has(skin.feedback, "At least one hidden case")) << "this sentence would repeat the other";
  for (const CaseGrade& c : skin.cases) {
    EXPECT_EQ(c.feedback, c.hidden ? "Not right." : "Right.");
  }
}

TEST(GraderTest, an_error_of_the_judge_gives_no_score) {
  Fake fake = error_at("interp.slerp", {"FILE_WRITE", "/tmp", "no space left"});
  const GradeSheet sheet = grade(fake);
  ASSERT_TRUE(sheet.judge_error);
  EXPECT_EQ(sheet.score, 0);

  static Case broken = built_in_cases().front();
  broken.question = []() -> Expected<ArraySet> { return fail("BROKEN", "", ""); };
  Rubric rubric = *parse_rubric(small_rubric, "small.json");
  rubric.exercises[3].cases = {{&broken, false}};
  Fake right;
  const GradeSheet other = (*Grader::make(rubric, "seed"))->grade({"student", &right});
  ASSERT_TRUE(other.judge_error);
  EXPECT_EQ(other.judge_error->code, "BROKEN");
}

TEST(GraderTest, a_failed_start_is_a_broken_submission_or_a_judge_error) {
  const auto grader = small_grader();
  const GradeSheet crashed = grader->unopened("student", {"CRASH", "", "it ended with exit code 1"});
  EXPECT_TRUE(crashed.broken && crashed.complete && !crashed.judge_error);
  EXPECT_EQ(crashed.score, 0);
  EXPECT_EQ(crashed.points, 40);
  for (const char* code : {"SUBMISSION_LINK", "SUBMISSION_SIZE", "FILE_SIZE", "EXPORT_FORMAT"})
    EXPECT_TRUE(grader->unopened("student", {code, "", "the submission is at fault"}).broken) << code;
  EXPECT_TRUE(grader->unopened("student", {"SANDBOX_MISSING", "", ""}).judge_error);
}

TEST(GraderTest, fresh_cases_come_from_the_seed) {
  const auto fresh_names = [](const std::string& seed) {
    std::set<std::string> names;
    const auto grader = small_grader(seed);
    Fake fake;
    const GradeSheet sheet = grader->grade({"", &fake});
    for (const CaseGrade& c : sheet.exercises[0].cases)
      if (c.fresh) names.insert(c.name);
    return names;
  };
  EXPECT_EQ(fresh_names("a"), fresh_names("a"));
  EXPECT_EQ(fresh_names("a").size(), 2U);
}

TEST(GraderTest, progress_is_reported_after_every_case_and_at_the_end) {
  const auto grader = small_grader();
  Fake fake;
  std::size_t told = 0;
  bool complete = false;
  grader->grade({"student", &fake}, [&](const GradeSheet& sheet) {
    ++told;
    EXPECT_FALSE(complete);
    complete = sheet.complete;
  });
  EXPECT_EQ(told, grader->case_count() + 1);
  EXPECT_TRUE(complete);
}

TEST(GraderTest, answers_in_files_get_their_points) {
  const std::string_view glob = "animation.slerp.turn.120.*";
  std::vector<Case> cases;
  for (const Case& c : built_in_cases())
    if (matches_glob(c.name, glob)) cases.push_back(c);
  ASSERT_FALSE(cases.empty());
  const TemporaryFolder folder;
  ASSERT_TRUE(export_questions(folder, cases, {}));
  const auto index = nlohmann::json::parse(std::ifstream(folder / "questions.json"));
  const auto rubric_with = [](const std::string& fresh) {
    return *parse_rubric(R"({"format": "bindpose-rubric-1", "title": "By files", "exercises": [
      {"id": "slerp", "title": "Slerp", "points": 10, "visible": ["animation.slerp.turn.120.*"], "fresh": )" +
                             fresh + "}]}",
                         "files.json");
  };
  const auto score = [&](const char* fresh = "0") {
    const auto subject = open_files(*parse_subject("files:" + folder.path().string()));
    EXPECT_TRUE(subject);
    return (*Grader::make(rubric_with(fresh), "seed"))->grade({"student", subject->get()}).score;
  };
  EXPECT_EQ(score(), 0) << "no output exists";
  for (const auto& question : index["questions"])
    answer_exported(folder, question);
  EXPECT_EQ(score(), 10);
  EXPECT_EQ(score("1"), 5) << "files cannot have fresh cases; the visible cases still count";
}

}  // namespace bindpose::conformance::grader_test
