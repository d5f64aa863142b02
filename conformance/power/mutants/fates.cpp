// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/cases/fresh/fresh.h"
#include "conformance/power/mutants/asks.h"
#include "conformance/power/mutants/pick.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr rlim_t seconds_for_cases = 5;  // of the processor; they take a tenth of one
constexpr rlim_t seconds_for_fresh = 4;  // then what the cases say stands
constexpr rlim_t bytes_for_one = rlim_t{4} << 30;

/// A question by one formulation, and what the kernel as it is written answers.
struct Ask {
  const Case* from = nullptr;
  const AskedCase* asked = nullptr;
  Options options;
  Answer answer;
  std::vector<int> reached;  ///< places
};

Expected<Answer> answer_in_float(const Algorithm& algorithm, const ArraySet& question,
                                 const Options& options) {
  BINDPOSE_TRY(const auto result, algorithm.implementation.in_float(question, options));
  return as_answer(result);
}

/// Every case and formulation, as the kernels answer it that are written. Errors: those of a question; WRONG where the judge fails it.
Expected<std::vector<Ask>> all_asks(const std::vector<MutantCase>& cases) {
  std::vector<Ask> asks;
  for (const auto& [from, asked] : cases) {
    const Question& question = asked.question;
    for (const Options& options : formulations(question.algorithm->implementation, question.options)) {
      if (asked.expectation.not_applicable.contains(formulation_of(options))) continue;
      std::memset(mutants::state.reached, 0, sizeof(mutants::state.reached));
      auto answer = answer_in_float(*question.algorithm, question.arrays, options);
      if (!answer) continue;
      Ask ask{from, &asked, options, std::move(*answer), {}};
      for (int place = 0; place < mutants::most; ++place)
        if (mutants::state.reached[place]) ask.reached.push_back(place);
      if (!passes(asked.expectation, ask.answer))
        return fail("WRONG", from->name,
                    "the kernel as it is written fails: " + compare(asked.expectation, ask.answer).detail);
      asks.push_back(std::move(ask));
    }
  }
  return asks;
}

/// A mutant's answer to a question, and what it is worth.
Fate fate_of(const Algorithm& algorithm, const ArraySet& question, const Options& options, int id,
             const Answer& right, const std::function<bool(const Answer&)>& is_passed) {
  mutants::state.active = id;
  mutants::state.was_meaningless = mutants::state.was_reached = false;
  const auto answer = answer_in_float(algorithm, question, options);
  mutants::state.active = 0;
  if (mutants::state.was_meaningless) return Fate::meaningless;
  if (!mutants::state.was_reached) return Fate::unreached;
  if (!answer) return Fate::killed;
  if (is_same(right, *answer)) return Fate::same;
  return is_passed(*answer) ? Fate::within : Fate::killed;
}

/// By every case that reaches it.
FateReport asked_by_cases(const Mutant& mutant, const std::vector<Ask>& asks,
                          const std::vector<std::uint32_t>& reaching) {
  FateReport report;
  for (const std::uint32_t i : reaching) {
    const Ask& ask = asks[i];
    const Fate fate =
        fate_of(*ask.asked->question.algorithm, ask.asked->question.arrays, ask.options, mutant.id,
                ask.answer, [&ask](const Answer& answer) { return passes(ask.asked->expectation, answer); });
    if (fate > report.fate) report = {fate, i};
    if (fate == Fate::killed) break;
  }
  return report;
}

/// A survivor that never changed an answer is asked what nobody has seen before: same, or within.
FateReport asked_anew(const Mutant& mutant, const std::vector<Ask>& asks,
                      const std::vector<std::uint32_t>& reaching, std::size_t fresh) {
  for (const std::uint32_t i : reaching)
    for (std::size_t index = 0; index < fresh; ++index) {
      const auto other = fresh_case(*asks[i].from, mutant.file, index);
      if (!other) continue;
      const auto question = other->question();
      if (!question) continue;
      const auto right = answer_in_float(*other->algorithm, *question, asks[i].options);
      if (!right) continue;
      const Fate fate = fate_of(*other->algorithm, *question, asks[i].options, mutant.id, *right,
                                [](const Answer&) { return true; });
      if (fate > Fate::same) return {fate, i};
    }
  return {Fate::same, 0};
}

/// A process that is on its way.
struct Running {
  pid_t pid = -1;
  int from = -1;
  std::size_t mutant = 0;
};

Running start(const Mutant& mutant, std::size_t index, const std::vector<Ask>& asks,
              const std::vector<std::uint32_t>& reaching, std::size_t fresh) {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const rlimit memory{bytes_for_one, bytes_for_one}, core{0, 0};
    const auto limit_to = [](rlim_t seconds) {
      const rlimit time{seconds, seconds_for_cases + seconds_for_fresh};
      ::setrlimit(RLIMIT_CPU, &time);
    };
    const auto say = [&ends](const FateReport& report) {
      return ::write(ends[1], &report, sizeof report) == static_cast<ssize_t>(sizeof report);
    };
    ::setrlimit(RLIMIT_AS, &memory);
    ::setrlimit(RLIMIT_CORE, &core);
    ::close(STDERR_FILENO);
    limit_to(seconds_for_cases);
    bool written = false;
    try {
      const FateReport report = asked_by_cases(mutant, asks, reaching);
      written = say(report);
      limit_to(seconds_for_cases + seconds_for_fresh);
      if (report.fate == Fate::same) written = say(asked_anew(mutant, asks, reaching, fresh));
    } catch (...) {
      written = say({Fate::killed, 0});
    }
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  return {pid, ends[0], index};
}

/// Its last word; without one it crashed or hung, which is seen by everybody.
void finish(const Running& running, std::vector<Mutant>& all, const std::vector<Ask>& asks) {
  FateReport report{Fate::killed, 0}, next;
  Mutant& mutant = all[running.mutant];
  bool has_answered = false;
  for (; ::read(running.from, &next, sizeof next) == static_cast<ssize_t>(sizeof next); has_answered = true)
    report = next;
  ::close(running.from);
  mutant.fate = report.fate;
  if (mutant.fate == Fate::killed) mutant.by = has_answered ? asks[report.ask].from->name : "no answer";
}

}  // namespace

Expected<void> decide_kernel_fates(MutantTable& table, const MutantRun& run) {
  BINDPOSE_TRY(const auto cases,
               mutant_cases([](const Case& c) { return c.level != Level::asset; }, run.processes));
  BINDPOSE_TRY(const std::vector<Ask> asks, all_asks(cases));
  std::map<int, std::vector<std::uint32_t>> reaching;
  for (std::uint32_t i = 0; i < asks.size(); ++i)
    for (const int place : asks[i].reached)
      reaching[place].push_back(i);

  std::vector<Running> all;
  std::size_t finished = 0;
  const auto wait_for_one = [&] {
    int status = 0;
    const pid_t pid = ::wait(&status);
    const auto running = std::ranges::find(all, pid, &Running::pid);
    if (running == all.end()) return;
    finish(*running, table.mutants, asks);
    all.erase(running);
    if (run.done) run.done(++finished);
  };
  for (std::size_t m = 0; m < table.mutants.size(); ++m) {
    const auto who = reaching.find(table.mutants[m].site);
    if (who == reaching.end()) continue;
    while (all.size() >= run.processes)
      wait_for_one();
    all.push_back(start(table.mutants[m], m, asks, who->second, run.fresh));
  }
  while (!all.empty())
    wait_for_one();
  return {};
}

}  // namespace bindpose::conformance
