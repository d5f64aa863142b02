// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/grader.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "conformance/cases/fresh/fresh.h"
#include "conformance/grade/accepted.h"
#include "conformance/grade/feedback.h"
#include "conformance/grade/prepared_case.h"
#include "conformance/report/page_content.h"
#include "conformance/run/suite.h"
#include "conformance/subjects/foreign_subject.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_reopened = 3;  // a submission that hangs in more exercises is not asked the rest

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double rounded(double points) {
  return std::round(points * 1e6) / 1e6;
}

bool counts_as_right(const Verdict& verdict) {
  return is_expected(verdict.outcome) && verdict.outcome != Outcome::not_supported &&
         verdict.outcome != Outcome::skipped;
}

}  // namespace

Grader::Grader(Rubric rubric, std::string seed) : rubric_(std::move(rubric)), seed_(std::move(seed)) {}
Grader::~Grader() = default;

Expected<std::unique_ptr<Grader>> Grader::make(Rubric rubric, std::string seed) {
  std::unique_ptr<Grader> grader(new Grader(std::move(rubric), std::move(seed)));
  std::map<const Case*, std::shared_ptr<PreparedCase>> shared;
  for (std::size_t e = 0; e < grader->rubric_.exercises.size(); ++e) {
    std::vector<Item>& items = grader->items_.emplace_back();
    for (const RubricCase& c : grader->rubric_.exercises[e].cases) {
      std::shared_ptr<PreparedCase>& prepared = shared[c.from];
      if (prepared == nullptr) prepared = std::make_shared<PreparedCase>(*c.from);
      items.push_back({prepared, c.hidden, false});
    }
    BINDPOSE_CHECK(grader->add_fresh(e));
  }
  return grader;
}

Expected<void> Grader::add_fresh(std::size_t e) {
  const Exercise& exercise = rubric_.exercises[e];
  std::vector<std::size_t> order(exercise.cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(fmt::format("{}/{}", seed_, exercise.id));
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(i)]);
  std::size_t failures = 0;
  for (std::size_t next = 0, made = 0; made < exercise.fresh; ++next) {
    const Case& base = *exercise.cases[order[next % order.size()]].from;
    auto fresh = fresh_case(base, fmt::format("{}/{}", seed_, exercise.id), made);
    if (!fresh && ++failures == order.size()) return tl::unexpected(fresh.error());
    if (!fresh) continue;
    failures = 0;
    items_[e].push_back({std::make_shared<PreparedCase>(std::move(*fresh)), true, true});
    ++made;
  }
  return {};
}

std::size_t Grader::case_count() const {
  std::size_t count = 0;
  for (const auto& items : items_)
    count += items.size();
  return count;
}

GradeSheet Grader::empty_sheet(const std::string& name) const {
  GradeSheet sheet;
  sheet.rubric = rubric_.title;
  sheet.submission = name;
  sheet.seed = seed_;
  for (const Exercise& exercise : rubric_.exercises) {
    ExerciseGrade& grade = sheet.exercises.emplace_back();
    grade.id = exercise.id;
    grade.title = exercise.title;
    grade.points = exercise.points;
    grade.needs = exercise.needs;
    grade.source = exercise.source;
    sheet.points += exercise.points;
  }
  sheet.points = rounded(sheet.points);
  return sheet;
}

/// One submission being graded.
class Grader::Session {
 public:
  Session(const Grader& grader, const Submission& submission, const Progress& progress)
      : grader_(grader), submission_(submission), progress_(progress) {
    sheet_ = grader.empty_sheet(submission.name);
    subject_ = submission.subject;
    sheet_.info = subject_->info();
    sheet_.findings = findings_;
    sheet_.subject_seconds = submission.start_seconds;
  }

  GradeSheet run() {
    for (const std::size_t e : order()) {
      if (interrupted() || sheet_.judge_error) break;
      exercise(e);
    }
    if (sheet_.judge_error) sheet_.score = 0;
    sheet_.complete = !interrupted() || done_ == sheet_.exercises.size();
    tell();
    return std::move(sheet_);
  }

 private:
  /// Every exercise after those that it needs, else as listed.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> found;
    std::vector<bool> placed(sheet_.exercises.size(), false);
    while (found.size() < placed.size())
      for (std::size_t e = 0; e < placed.size(); ++e) {
        const bool ready = std::all_of(
            sheet_.exercises[e].needs.begin(), sheet_.exercises[e].needs.end(),
            [&](const std::string& id) { return placed[static_cast<std::size_t>(index_of(id))]; });
        if (placed[e] || !ready) continue;
        placed[e] = true;
        found.push_back(e);
        break;
      }
    return found;
  }

  std::ptrdiff_t index_of(const std::string& id) const {
    const auto at = std::find_if(sheet_.exercises.begin(), sheet_.exercises.end(),
                                 [&id](const ExerciseGrade& grade) { return grade.id == id; });
    return at - sheet_.exercises.begin();
  }

  void exercise(std::size_t e) {
    ExerciseGrade& grade = sheet_.exercises[e];
    for (const std::string& need : grade.needs) {
      const ExerciseGrade& needed = sheet_.exercises[static_cast<std::size_t>(index_of(need))];
      if (needed.status == ExerciseStatus::passed) continue;
      grade.status = ExerciseStatus::blocked;
      grade.blocked_by = need;
      grade.feedback =
          fmt::format("Not judged yet: it builds on '{}'. Get that one right first.", needed.title);
      ++done_;
      return;
    }
    if (hung_) open_again();
    bool any_offered = false;
    for (const Item& item : grader_.items_[e]) {
      if (interrupted()) return;
      const bool offered = run_case(item, grade);
      any_offered = any_offered || offered;
      if (sheet_.judge_error) return;
      score(e, any_offered);
      tell();
    }
    ++done_;
  }

  void score(std::size_t e, bool any_offered) {
    const Exercise& exercise = grader_.rubric_.exercises[e];
    ExerciseGrade& grade = sheet_.exercises[e];
    double credit = 0;
    bool all_right = grade.cases.size() == grader_.items_[e].size();
    for (const CaseGrade& c : grade.cases) {
      credit += c.credit;
      all_right = all_right && c.credit == 1;
    }
    const double share = credit / static_cast<double>(grader_.items_[e].size());
    const double points = exercise.partial == PartialCredit::none && !all_right ? 0 : exercise.points * share;
    grade.score = rounded(points);
    grade.status = all_right     ? ExerciseStatus::passed
                   : any_offered ? (credit > 0 ? ExerciseStatus::partial : ExerciseStatus::failed)
                                 : ExerciseStatus::skipped;
    grade.feedback = any_offered ? exercise_feedback(exercise, grade)
                                 : "Not handed in: the submission does not say that it offers this.";
    sheet_.score = 0;
    for (const ExerciseGrade& each : sheet_.exercises)
      sheet_.score += each.score;
    sheet_.score = rounded(sheet_.score);
  }

  /// False where the subject does not offer such questions.
  bool run_case(const Item& item, ExerciseGrade& grade) {
    PreparedCase& prepared = prepared_for(*item.prepared);
    CaseGrade result;
    result.name = prepared.from.name;
    result.hidden = item.hidden;
    result.fresh = item.fresh;
    const auto variant = variant_for(prepared);
    if (prepared.error) {
      result.verdict = judge_error(*prepared.error);
      sheet_.judge_error = Error{prepared.error->code, result.name,
                                 "the reference cannot answer its own case: " + to_string(*prepared.error)};
    } else if (!variant) {
      result.verdict.outcome = Outcome::not_supported;
      result.verdict.detail = "the submission does not say that it offers this";
    } else {
      result.verdict = ask(prepared, *variant, !item.hidden && !item.fresh);
      if (result.verdict.outcome == Outcome::internal_error)
        sheet_.judge_error = Error{"INTERNAL_ERROR", result.name, result.verdict.detail};
    }
    result.credit = credit_of(result.verdict, prepared, grade);
    result.feedback = case_feedback(result);
    grade.cases.push_back(std::move(result));
    return variant.has_value();
  }

  /// Where it declares another policy than the case's own, and that one is worth something, it is asked by it; not
  /// where that policy has no answer to the case's question.
  PreparedCase& prepared_for(PreparedCase& own) const {
    const Case& c = own.from;
    PreparedCase& other = own.by(policies_for(c, subject_->terms(*c.algorithm, c.level),
                                              grader_.rubric_.accept, grader_.rubric_.policy_credit > 0));
    own.prepare();
    other.prepare();
    return other.error ? own : other;
  }

  std::optional<Options> variant_for(const PreparedCase& prepared) const {
    for (const Options& variant : subject_->variants(*prepared.from.algorithm, prepared.from.level)) {
      if (!is_left_out(prepared.from, variant) &&
          !prepared.expectation.not_applicable.contains(formulation_of(variant)))
        return variant;
    }
    return std::nullopt;
  }

  /// is_shown: the student may look at the answer.
  Verdict ask(PreparedCase& prepared, const Options& variant, bool is_shown) {
    const auto asked = Clock::now();
    const auto answer = subject_->run(prepared.question, variant);
    sheet_.subject_seconds += seconds_since(asked);
    const auto answered = Clock::now();
    const Terms& accept = grader_.rubric_.accept;
    Verdict verdict = answer ? judge(prepared.question, prepared.expectation, *answer, accept.classes,
                                     prepared.explanations)
                             : judge_error(answer.error());
    if (verdict.outcome == Outcome::fail && is_accepted(verdict.policy, accept))
      verdict.outcome = Outcome::pass;
    if (verdict.outcome == Outcome::pass && !prepared.policies.empty()) {
      verdict.policy = to_string(prepared.policies);
      if (!are_accepted(prepared.policies, accept)) verdict.outcome = Outcome::fail;
    }
    if (answer && is_shown)
      findings_->look_at(submission_.name,
                         {page_test_name(prepared.from.name, submission_.name), prepared.from,
                          prepared.question, prepared.expectation, *answer, verdict});
    verdict.judge_seconds = seconds_since(answered);
    hung_ = verdict.outcome == Outcome::timeout;
    return verdict;
  }

  void open_again() {
    if (!submission_.again || times_reopened_ == most_reopened) return;
    ++times_reopened_;
    const auto start = Clock::now();
    // What does not start again stays the one that hung.
    if (auto subject = submission_.again()) {
      reopened_ = std::move(*subject);
      subject_ = reopened_.get();
    }
    hung_ = false;
    sheet_.subject_seconds += seconds_since(start);
  }

  double credit_of(const Verdict& verdict, const PreparedCase& prepared, const ExerciseGrade& grade) const {
    if (counts_as_right(verdict)) return 1;
    return std::max(explained_credit(verdict), stage_credit(verdict, prepared, grade));
  }

  /// Of a case that is wrong only by the class of precision or the policy that the verdict names.
  double explained_credit(const Verdict& verdict) const {
    if (verdict.outcome != Outcome::fail) return 0;
    if (!verdict.precision_class.empty()) return grader_.rubric_.class_credit;
    return verdict.policy.empty() ? 0 : grader_.rubric_.policy_credit;
  }

  double stage_credit(const Verdict& verdict, const PreparedCase& prepared,
                      const ExerciseGrade& grade) const {
    const Exercise& exercise = grader_.rubric_.exercises[static_cast<std::size_t>(index_of(grade.id))];
    if (exercise.partial != PartialCredit::stages || verdict.outcome != Outcome::fail) return 0;
    std::size_t right = 0;
    for (const ArrayVerdict& stage : verdict.stages) {
      if (stage.name == verdict.first_wrong_stage) break;
      ++right;
    }
    return static_cast<double>(right) / static_cast<double>(prepared.stages + 1);
  }

  void tell() {
    sheet_.seconds = submission_.start_seconds + seconds_since(start_);
    if (progress_) progress_(sheet_);
  }

  const Grader& grader_;
  const Submission& submission_;
  const Progress& progress_;
  Subject* subject_ = nullptr;
  std::unique_ptr<Subject> reopened_;
  bool hung_ = false;  ///< at its last question
  int times_reopened_ = 0;
  std::shared_ptr<Findings> findings_ = std::make_shared<Findings>();
  GradeSheet sheet_;
  std::size_t done_ = 0;
  Clock::time_point start_ = Clock::now();
};

GradeSheet Grader::grade(const Submission& submission, const Progress& progress) const {
  return Session(*this, submission, progress).run();
}

GradeSheet Grader::unopened(const std::string& name, const Error& error) const {
  GradeSheet sheet = empty_sheet(name);
  sheet.complete = true;
  if (is_own_fault(error) || error.code == "FILE_READ")
    sheet.broken = error;
  else
    sheet.judge_error = error;
  for (ExerciseGrade& grade : sheet.exercises)
    grade.feedback = "Not judged: the submission did not start.";
  return sheet;
}

}  // namespace bindpose::conformance
