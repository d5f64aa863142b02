// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

#include "conformance/mutation_score/mutants/kernel_asks.h"
#include "conformance/mutation_score/mutants/pick.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t seconds_for_cases = 5;  // processor time; they usually take a tenth of a second

/// Every case and formulation, with the output of the unchanged kernels. Errors: those of inputs;
/// WRONG if the judge fails the output.
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
                    "the unchanged kernel fails: " + compare(asked.expectation, ask.answer).detail);
      asks.push_back(std::move(ask));
    }
  }
  return asks;
}

/// Runs every case that reaches the mutant.
FateReport asked_by_cases(const Mutant& mutant, const std::vector<Ask>& asks,
                          const std::vector<std::uint32_t>& reaching) {
  FateReport report{Fate::unreached};
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

/// Starts a process for one mutant. The process writes its result into the report.
pid_t start(const Mutant& mutant, const std::vector<Ask>& asks, const std::vector<std::uint32_t>& reaching,
            FateReport& report) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  limit_this_process(seconds_for_cases);
  try {
    report = asked_by_cases(mutant, asks, reaching);
  } catch (...) {
    report = {Fate::killed, 0};
  }
  ::_exit(0);
}

}  // namespace

Expected<void> decide_kernel_fates(MutantTable& table, const MutantRun& run) {
  BINDPOSE_TRY(const auto cases,
               mutant_cases([](const Case& c) { return c.level != Level::asset; }, run.processes));
  BINDPOSE_TRY(const std::vector<Ask> asks, all_asks(cases));
  AsksByPlace reaching;
  for (std::uint32_t i = 0; i < asks.size(); ++i)
    for (const int place : asks[i].reached)
      reaching[place].push_back(i);

  Shared<FateReport> reports(table.mutants.size());
  std::map<pid_t, std::size_t> running;
  std::size_t finished = 0;
  const auto wait_for_one = [&] {
    const auto ended = running.find(::wait(nullptr));
    if (ended == running.end()) return;
    Mutant& mutant = table.mutants[ended->second];
    const FateReport& report = reports[ended->second];
    mutant.fate = report.fate;
    if (mutant.fate == Fate::killed)
      mutant.by = report.ask == no_ask ? "no output" : asks[report.ask].from->name;
    running.erase(ended);
    if (run.done) run.done(++finished);
  };
  for (std::size_t m = 0; m < table.mutants.size(); ++m) {
    const auto who = reaching.find(table.mutants[m].site);
    if (who == reaching.end()) continue;
    while (running.size() >= run.processes)
      wait_for_one();
    running[start(table.mutants[m], asks, who->second, reports[m])] = m;
  }
  while (!running.empty())
    wait_for_one();
  return run_survivors_again(table, run, asks, reaching);
}

}  // namespace bindpose::conformance
