// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/grader.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "conformance/cache/cached_verdicts.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/grade/prepared_case.h"
#include "conformance/judge/name_failure.h"
#include "conformance/report/page_content.h"
#include "conformance/report/text.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/interruption.h"
#include "conformance/subjects/foreign_subject.h"

namespace bindpose::conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_kept = 8;         // limit for wrong outputs of an exercise, and for right ones
constexpr std::size_t many_numbers = 20000;  // right outputs with more numbers are not kept
constexpr int most_reopened = 3;             // after more hangs, the remaining exercises do not run

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double rounded(double points) {
  return std::round(points * 1e6) / 1e6;
}

bool is_of(const std::vector<Case>& cases, const Case* c) {
  return !std::less<>()(c, cases.data()) && std::less<>()(c, cases.data() + cases.size());
}

/// The subject of an exercise: the arrays that its cases judge.
std::set<std::string_view> answers_of(const Exercise& exercise) {
  std::set<std::string_view> answers;
  for (const RubricCase& c : exercise.cases)
    answers.insert(c.from->algorithm->outputs.begin(), c.from->algorithm->outputs.end());
  return answers;
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
      items.push_back({prepared, c.hidden, false, c.hidden && is_of(*grader->rubric_.own, c.from)});
    }
    BINDPOSE_CHECK(grader->add_fresh(e));
  }
  grader->find_owners();
  return grader;
}

void Grader::find_owners() {
  for (const Exercise& exercise : rubric_.exercises) {
    auto& owners = owners_.emplace_back();
    const auto own = answers_of(exercise);
    const auto take = [&](const Exercise& other) {
      for (const std::string_view answer : answers_of(other))
        if (!own.contains(answer)) owners.emplace(answer, other.id);
    };
    for (const bool is_needed : {true, false})  // a needed exercise has priority
      for (const Exercise& other : rubric_.exercises)
        if (&other != &exercise && is_needed == (std::ranges::count(exercise.needs, other.id) > 0))
          take(other);
  }
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
    const std::size_t base = order[next % order.size()];
    auto fresh = fresh_case(*exercise.cases[base].from, fmt::format("{}/{}", seed_, exercise.id), made);
    if (!fresh && ++failures == order.size()) return tl::unexpected(fresh.error());
    if (!fresh) continue;
    failures = 0;
    items_[e].push_back({std::make_shared<PreparedCase>(std::move(*fresh)), true, true, true, base});
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
  sheet.time = time_now();
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
    sheet_.hash = submission.hash;
    sheet_.subject_seconds = submission.start_seconds;
  }

  GradeSheet run() {
    for (const std::size_t e : order()) {
      if (interrupted() || sheet_.judge_error) break;
      exercise(e);
    }
    verify_found();
    if (sheet_.judge_error) sheet_.score = 0;
    sheet_.complete = !interrupted() || done_ == sheet_.exercises.size();
    tell();
    return std::move(sheet_);
  }

 private:
  /// All exercises in an order in which each follows those that it needs, otherwise as listed.
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

  const ExerciseGrade& grade_of(const std::string& id) const {
    return sheet_.exercises[static_cast<std::size_t>(index_of(id))];
  }

  bool is_unmet(const std::string& need) const { return grade_of(need).status != ExerciseStatus::passed; }

  /// True if the exercise was judged or skipped, and has not passed.
  bool is_known_to_be_wrong(const std::string& id) const {
    return is_unmet(id) && (!grade_of(id).cases.empty() || grade_of(id).status == ExerciseStatus::blocked);
  }

  /// Skips the exercise, because a needed exercise has not passed.
  void block(ExerciseGrade& grade, const std::string& need) const {
    grade.status = ExerciseStatus::blocked;
    grade.blocked_by = need;
    grade.feedback =
        fmt::format("Not judged yet: it builds on '{}'. Solve that one first.", grade_of(need).title);
  }

  void exercise(std::size_t e) {
    ExerciseGrade& grade = sheet_.exercises[e];
    const auto unmet = std::ranges::find_if(grade.needs, [this](const auto& need) { return is_unmet(need); });
    if (unmet != grade.needs.end() && grader_.rubric_.exercises[e].if_needed_fails == Unmet::skip) {
      block(grade, *unmet);
      ++done_;
      return;
    }
    if (hung_) open_again();
    kept_.clear();
    bool any_offered = false;
    for (const Item& item : grader_.items_[e]) {
      if (interrupted()) return;
      if (hung_ && item.fresh && is_before_fresh_and_partly_right(grade)) start_again();
      const std::size_t before = grade.cases.size();
      const bool offered = run_case(item, grade);
      if (grade.cases.size() == before) return;  // an interruption ended the run early
      any_offered = any_offered || offered;
      if (sheet_.judge_error) return;
      score(e, any_offered);
      tell();
    }
    if (name_defects(grade)) score(e, any_offered);
    ++done_;
  }

  /// If one defect explains the visible wrong cases of an exercise together, adds the defect to
  /// their texts. True if any text changes.
  bool name_defects(ExerciseGrade& grade) {
    const std::vector<Kept> kept = std::exchange(kept_, {});
    std::vector<GivenAnswer> wrong, right;
    bool is_any_unnamed = false;
    for (const Kept& each : kept) {
      if (each.given) (each.is_wrong ? wrong : right).push_back(*each.given);
      is_any_unnamed = is_any_unnamed || (each.is_wrong && grade.cases[each.at].verdict.defect.empty());
    }
    bool has_new = false;
    if (!is_any_unnamed || interrupted()) return has_new;
    for (const Diagnosis& diagnosis : diagnose(wrong, right)) {
      const Defect* const defect = only_cause(diagnosis);
      if (defect == nullptr) continue;
      for (const Kept& each : kept) {
        CaseGrade& c = grade.cases[each.at];
        const bool is_of_it = each.prepared->from.algorithm->path() == diagnosis.algorithms.front();
        if (!each.is_wrong || !is_of_it || c.verdict.defect == defect->id ||
            !explains_worst_numbers(*defect, each.prepared->question, c.verdict))
          continue;
        rename_failure(c.verdict, *defect);
        c.feedback = case_feedback(c);
        has_new = true;
      }
    }
    return has_new;
  }

  /// Fresh cases run even if a case hung before, so that they can confirm the right outputs.
  static bool is_before_fresh_and_partly_right(const ExerciseGrade& grade) {
    return !grade.cases.empty() && !grade.cases.back().fresh &&
           std::ranges::count(grade.cases, 1.0, &CaseGrade::credit) > 0;
  }

  /// The cases of the exercise so far, in the order of its items.
  std::vector<CountedCase> counted(std::size_t e) const {
    std::vector<CountedCase> counted;
    for (const CaseGrade& c : sheet_.exercises[e].cases) {
      const Item& item = grader_.items_[e][counted.size()];
      counted.push_back({c.credit, item.is_secret, is_excused(grader_.rubric_.exercises[e], c),
                         c.verdict.outcome != Outcome::missing, item.made_of});
    }
    return counted;
  }

  void score(std::size_t e, bool any_offered) {
    const Exercise& exercise = grader_.rubric_.exercises[e];
    ExerciseGrade& grade = sheet_.exercises[e];
    const std::size_t planned = grader_.items_[e].size();
    const std::vector<CountedCase> cases = counted(e);
    const ExerciseCredit credit =
        exercise_credit(cases, planned, grader_.rubric_.if_only_visible_right, grader_.rubric_.hidden_weight);
    if (credit.counted == 0) {
      block(grade, grade.cases.back().belongs_to);
      return;
    }
    const bool gives_nothing = exercise.partial == PartialCredit::none && !credit.all_right;
    grade.score = rounded(gives_nothing ? 0 : exercise.points * credit.share);
    grade.status = credit.all_right && credit.counted == planned ? ExerciseStatus::passed
                   : any_offered ? (credit.share > 0 ? ExerciseStatus::partial : ExerciseStatus::failed)
                                 : ExerciseStatus::skipped;
    if (credit.only_visible_right) grade.only_visible_right = true;
    grade.feedback = any_offered ? exercise_feedback(exercise, grade, credit.most < 1)
                                 : "Not submitted: the submission does not declare this exercise.";
    sheet_.score = 0;
    for (const ExerciseGrade& each : sheet_.exercises)
      sheet_.score += each.score;
    sheet_.score = rounded(sheet_.score);
  }

  /// True if the first wrong stage belongs to a needed exercise that has not passed: the points are lost
  /// there.
  bool is_excused(const Exercise& exercise, const CaseGrade& c) const {
    return exercise.if_needed_fails == Unmet::judge && !c.verdict.first_wrong_stage.empty() &&
           std::ranges::count(exercise.needs, c.belongs_to) > 0 && is_unmet(c.belongs_to);
  }

  /// The exercise of the first wrong stage; empty: this exercise, or unknown.
  std::string owner_of_defect(const Verdict& verdict, std::size_t e) const {
    if (verdict.outcome != Outcome::fail || verdict.stages.empty()) return "";
    const auto& owners = grader_.owners_[e];
    const auto owner = owners.find(verdict.first_wrong_stage);
    if (owner != owners.end()) return is_known_to_be_wrong(owner->second) ? owner->second : "";
    if (!verdict.first_wrong_stage.empty()) return "";
    // All stages are right. The output is wrong, which may belong to a needed exercise.
    const auto own = answers_of(grader_.rubric_.exercises[e]);
    for (const std::string& need : sheet_.exercises[e].needs) {
      const auto theirs = answers_of(grader_.rubric_.exercises[static_cast<std::size_t>(index_of(need))]);
      if (is_unmet(need) && std::ranges::any_of(theirs, [&own](auto answer) { return own.contains(answer); }))
        return need;
    }
    return "";
  }

  /// Returns false if the subject does not support such inputs.
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
                                 "the reference cannot compute its own case: " + to_string(*prepared.error)};
    } else if (!variant) {
      result.verdict.outcome = Outcome::not_supported;
      result.verdict.detail = "the submission does not declare this";
    } else {
      result.verdict = ask(prepared, *variant, item, grade.cases.size());
      result.verdict.detail = without_folder(std::move(result.verdict.detail), submission_.folder);
      if (auto& error = result.verdict.error)
        error->message = without_folder(std::move(error->message), submission_.folder);
      if (was_cut_short(result.verdict)) return true;
      if (result.verdict.outcome == Outcome::internal_error)
        sheet_.judge_error = Error{"INTERNAL_ERROR", result.name, result.verdict.detail};
    }
    result.credit = credit_of(result.verdict, prepared, grade);
    if (result.credit < 1)
      result.belongs_to = owner_of_defect(result.verdict, static_cast<std::size_t>(index_of(grade.id)));
    result.feedback = case_feedback(result);
    grade.cases.push_back(std::move(result));
    return variant.has_value();
  }

  /// The case with a policy that the submission declares, if the policy earns points and has an
  /// output for the case's input; otherwise the unchanged case.
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

  /// The key of the verdict in the cache; empty: not cached.
  std::string kept_name(const PreparedCase& prepared, const Options& variant, const Item& item) const {
    if (submission_.kept == nullptr || item.fresh) return "";
    return question_name({"grader",
                          question_content(prepared.question),
                          variant,
                          prepared.policies,
                          {},
                          grader_.rubric_.accept.classes});
  }

  /// The verdict on a case. at: the index of the case in the exercise.
  Verdict ask(PreparedCase& prepared, const Options& variant, const Item& item, std::size_t at) {
    const std::string name = kept_name(prepared, variant, item);
    auto found = name.empty() ? std::nullopt : submission_.kept->find(name);
    if (found) {
      found_.push_back({name, &prepared, variant, *found});
      return on_terms(*std::move(found), prepared);
    }
    Answered answered = run_again(prepared, variant);
    if (!name.empty()) submission_.kept->keep(name, answered.verdict);
    const Verdict verdict = on_terms(answered.verdict, prepared);
    if (answered.answer && !item.hidden && !item.fresh) {  // the student may see it
      findings_->look_at(submission_.name,
                         {page_test_name(prepared.from.name, submission_.name), prepared.from,
                          prepared.question, prepared.expectation, *answered.answer, verdict});
      keep(prepared, *answered.answer, verdict, at);
    }
    hung_ = verdict.outcome == Outcome::timeout;
    return verdict;
  }

  /// Keeps some outputs for name_defects(): samples of large wrong outputs, no large right ones.
  void keep(PreparedCase& prepared, const Answer& answer, const Verdict& verdict, std::size_t at) {
    const bool is_wrong = verdict.outcome == Outcome::fail && verdict.policy.empty();
    const bool is_enough = std::ranges::count(kept_, is_wrong, &Kept::is_wrong) >= std::ptrdiff_t{most_kept};
    const auto is_large = [](const ArrayVerdict& array) { return array.judged > many_numbers; };
    if (is_wrong && is_enough) kept_.push_back({&prepared, at, is_wrong, std::nullopt});
    if (is_enough || (!is_wrong && verdict.outcome != Outcome::pass)) return;
    if (!is_wrong && std::ranges::any_of(verdict.arrays, is_large)) return;
    std::optional<GivenAnswer> given;
    if (is_wrong) given = sample_of(prepared.question, prepared.expectation, answer, of_large_answers);
    if (!given) given = GivenAnswer{prepared.question, prepared.expectation, answer};
    kept_.push_back({&prepared, at, is_wrong, std::move(given)});
  }

  /// Applies the rubric's accepted deviations to a verdict.
  Verdict on_terms(Verdict verdict, const PreparedCase& prepared) const {
    const AcceptedDeviations& accept = grader_.rubric_.accept;
    if (verdict.outcome == Outcome::fail && is_accepted(verdict.policy, accept))
      verdict.outcome = Outcome::pass;
    if (verdict.outcome == Outcome::pass && !prepared.policies.empty()) {
      verdict.policy = to_string(prepared.policies);
      if (!are_accepted(prepared.policies, accept)) verdict.outcome = Outcome::fail;
    }
    return verdict;
  }

  struct Answered {
    Expected<Answer> answer;
    Verdict verdict;
  };
  Answered run_again(PreparedCase& prepared, const Options& variant) {
    const auto asked = Clock::now();
    auto answer = subject_->run(prepared.question, variant);
    sheet_.subject_seconds += seconds_since(asked);
    const auto answered = Clock::now();
    Verdict verdict =
        answer ? judge(prepared.question, prepared.expectation, *answer, grader_.rubric_.accept.classes,
                       prepared.explanations, [&prepared] { return joint_names_of(prepared.from); })
               : judge_error(answer.error());
    verdict.judge_seconds = seconds_since(answered);
    return {std::move(answer), std::move(verdict)};
  }

  /// Runs some of the cached tests again; a different verdict is the judge's own error.
  void verify_found() {
    std::ranges::shuffle(found_, std::mt19937_64(std::random_device{}()));
    found_.resize(std::min(found_.size(), submission_.verify));
    for (const Found& each : found_) {
      if (interrupted() || sheet_.judge_error) return;
      const Verdict now = run_again(*each.prepared, each.variant).verdict;
      if (was_cut_short(now)) return;
      if (const auto same = submission_.kept->verify(each.name, each.verdict, now); !same)
        sheet_.judge_error = same.error();
      else
        ++sheet_.verified;
    }
  }

  void open_again() {
    if (times_reopened_ == most_reopened) return;
    ++times_reopened_;
    start_again();
  }

  void start_again() {
    if (!submission_.again) return;
    const auto start = Clock::now();
    // If it does not start again, the hung one stays.
    if (auto subject = submission_.again()) {
      reopened_ = std::move(*subject);
      subject_ = reopened_.get();
    }
    hung_ = false;
    sheet_.subject_seconds += seconds_since(start);
  }

  double credit_of(const Verdict& verdict, const PreparedCase& prepared, const ExerciseGrade& grade) const {
    if (counts_as_right(verdict.outcome)) return 1;
    return std::max(explained_credit(verdict), stage_credit(verdict, prepared, grade));
  }

  /// The credit of a case that is wrong only by the precision class or the policy that the verdict names.
  double explained_credit(const Verdict& verdict) const {
    if (verdict.outcome != Outcome::fail) return 0;
    if (!verdict.precision_class.empty()) return grader_.rubric_.class_credit;
    return verdict.policy.empty() ? 0 : grader_.rubric_.policy_credit;
  }

  double stage_credit(const Verdict& verdict, const PreparedCase& prepared,
                      const ExerciseGrade& grade) const {
    const auto e = static_cast<std::size_t>(index_of(grade.id));
    if (grader_.rubric_.exercises[e].partial != PartialCredit::stages || verdict.outcome != Outcome::fail)
      return 0;
    const auto is_own = [&](const std::string& stage) { return !grader_.owners_[e].contains(stage); };
    const auto others = std::ranges::count_if(prepared.expectation.stages, [&](const ExpectedArray& stage) {
      return is_judged_stage(stage) && !is_own(stage.name);
    });
    std::size_t right = 0;
    for (const ArrayVerdict& stage : verdict.stages) {
      if (stage.name == verdict.first_wrong_stage) break;
      right += is_own(stage.name) ? 1 : 0;
    }
    return static_cast<double>(right) /
           static_cast<double>(stage_count(prepared.expectation) + 1 - static_cast<std::size_t>(others));
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
  bool hung_ = false;  ///< the last input ran out of time
  int times_reopened_ = 0;
  struct Found {
    std::string name;
    PreparedCase* prepared;
    Options variant;
    Verdict verdict;
  };
  std::vector<Found> found_;  ///< cache hits
  /// A visible output of the current exercise.
  struct Kept {
    PreparedCase* prepared;
    std::size_t at;  ///< index of the case
    bool is_wrong;
    std::optional<GivenAnswer> given;  ///< only for the first few
  };
  std::vector<Kept> kept_;
  std::shared_ptr<Findings> findings_ = std::make_shared<Findings>();
  GradeSheet sheet_;
  std::size_t done_ = 0;
  Clock::time_point start_ = Clock::now();
};

GradeSheet Grader::grade(const Submission& submission, const Progress& progress) const {
  return Session(*this, submission, progress).run();
}

GradeSheet Grader::unopened(const std::string& name, const Error& found, const std::string& folder) const {
  const Error error = {found.code, without_folder(found.where, folder),
                       without_folder(found.message, folder)};
  GradeSheet sheet = empty_sheet(name);
  sheet.complete = error.code != "INTERRUPTED";
  if (!sheet.complete) return sheet;
  constexpr std::string_view of_its_files[] = {"EXPORT_FORMAT",   "FILE_READ",       "FILE_SIZE",
                                               "SUBMISSION_FILE", "SUBMISSION_LINK", "SUBMISSION_SIZE"};
  if (is_own_fault(error) || std::ranges::count(of_its_files, error.code) > 0)
    sheet.broken = error;
  else
    sheet.judge_error = error;
  for (ExerciseGrade& grade : sheet.exercises)
    grade.feedback = "Not judged: the submission did not start.";
  return sheet;
}

}  // namespace bindpose::conformance
