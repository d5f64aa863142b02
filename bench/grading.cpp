// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <filesystem>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/bench.h"
#include "conformance/grade/class_run.h"
#include "conformance/subjects/open.h"
#include "conformance/subjects/sandbox/folders.h"

namespace bindpose::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Measures how long a subject takes to end: this time counts as the subject's own.
class Timed : public conformance::Subject {
 public:
  Timed(std::unique_ptr<Subject> subject, std::atomic<double>& closing)
      : subject_(std::move(subject)), closing_(closing) {}
  ~Timed() override {
    const auto start = Clock::now();
    subject_.reset();
    const double seconds = since(start);
    for (double seen = closing_; !closing_.compare_exchange_weak(seen, seen + seconds);) {
    }
  }
  std::string name() const override { return subject_->name(); }
  conformance::SubjectInfo info() const override { return subject_->info(); }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    return subject_->variants(algorithm, level);
  }
  Expected<conformance::Answer> run(const Question& question, const Options& variant) override {
    return subject_->run(question, variant);
  }

 private:
  std::unique_ptr<Subject> subject_;
  std::atomic<double>& closing_;
};

/// Copies of the Python course's worked solution, graded by the course's rubric on two threads, with all files
/// written. judge_ms: the time of grading a submission, without its own time.
void grade_class(benchmark::State& state) {
  namespace fs = std::filesystem;
  const fs::path course = BINDPOSE_COURSE;
  constexpr unsigned threads = 2;
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto rubric = conformance::read_rubric(course / "rubric.json");
  if (!rubric) return state.SkipWithError(to_string(rubric.error()).c_str());
  const auto grader = conformance::Grader::make(*rubric, "bench");
  if (!grader) return state.SkipWithError(to_string(grader.error()).c_str());
  const auto spec = conformance::parse_subject(
      fmt::format("cmd:python3 {}/python/subject.py --exercises solution", course.string()));
  std::atomic<double> closing = 0;
  std::vector<conformance::ClassMember> members;
  for (std::size_t i = 0; i < count; ++i)
    members.push_back(
        {fmt::format("student-{}", i), [&]() -> Expected<std::unique_ptr<conformance::Subject>> {
           auto subject = conformance::open_any(*spec);
           if (!subject) return subject;
           return std::make_unique<Timed>(std::move(*subject), closing);
         }});
  const auto folder = conformance::ScratchFolder::make();
  if (!folder) return state.SkipWithError("no folder to write to");
  const std::string out = folder->path();
  for (auto _ : state) {
    const auto start = Clock::now();
    const auto grades = conformance::grade_class(**grader, members, {out, threads, true});
    const double wall = since(start);
    if (!grades || grades->size() != count) {
      state.SkipWithError("not every submission was graded");
      break;
    }
    double own = closing;
    for (const conformance::MemberGrade& grade : *grades) {
      own += grade.subject_seconds;
      if (grade.score != grade.points) state.SkipWithError("the worked solution does not get all points");
    }
    const double per_submission = 1e3 / static_cast<double>(count);
    state.counters["judge_ms"] = (wall * threads - own) * per_submission;
    state.counters["subject_ms"] = own * per_submission;
    state.counters["ratio"] = wall * threads / own;
  }
}

}  // namespace

void register_grading() {
  benchmark::RegisterBenchmark("grade/class", grade_class)
      ->Arg(200)
      ->Iterations(1)
      ->Unit(benchmark::kSecond)
      ->UseRealTime();
}

}  // namespace bindpose::bench
