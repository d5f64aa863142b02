// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <ctime>

#include <sys/wait.h>
#include <unistd.h>

#include "conformance/cases/fresh/fresh.h"
#include "conformance/mutation_score/mutants/kernel_asks.h"
#include "conformance/mutation_score/mutants/pick.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t rows_of_a_sample = 1000;
constexpr std::size_t rounds_of_cases = 3;

/// A survivor's record, written by its process and read by the parent. If the process crashes or
/// exceeds its time, the part written before counts.
struct Tried {
  std::size_t rows = 0;  ///< rows with the same bits
  bool differs = false;
};

struct FreshQuestion {
  const Algorithm* algorithm = nullptr;
  ArraySet arrays;
};

/// The case of an entry with other numbers.
std::optional<FreshQuestion> another_case(const Ask& ask, const std::string& seed, std::size_t round) {
  const auto other = fresh_case(*ask.from, seed, round);
  if (!other) return std::nullopt;
  auto question = other->question();
  if (!question) return std::nullopt;
  return FreshQuestion{other->algorithm, std::move(*question)};
}

/// An entry whose input computes the places of some survivors. Fresh inputs replace its case.
struct Asking {
  const Ask* ask = nullptr;
  std::vector<std::size_t> members;
  bool by_sample =
      false;  ///< uses many random rows with the same options, while they compute a survivor's place

  std::optional<FreshQuestion> question(const std::string& seed, std::size_t round) const {
    if (!by_sample || round < rounds_of_cases) return another_case(*ask, seed, round);
    const Algorithm& algorithm = *ask->asked->question.algorithm;
    Random random(round);
    return FreshQuestion{&algorithm, algorithm.implementation.sample(rows_of_a_sample, random)};
  }
};

/// The survivors of one kernel under test.
class Survivors {
 public:
  Survivors(const MutantTable& table, std::span<const std::size_t> members, const MutantRun& run,
            Shared<Tried>& tries)
      : table_(table), members_(members), run_(run), tries_(tries) {}

  void ask(const std::vector<Ask>& asks, const AsksByPlace& reaching) {
    std::vector<Asking> all = askings(asks, reaching);
    for (std::size_t round = 0; !is_done(); ++round)
      for (Asking& each : all)
        if (!is_late()) ask_one(each, round);
  }

 private:
  bool is_late() const { return static_cast<std::size_t>(std::clock()) / CLOCKS_PER_SEC >= run_.seconds; }
  bool has_enough(std::size_t m) const { return tries_[m].differs || tries_[m].rows >= run_.rows; }
  bool have_enough(std::span<const std::size_t> members) const {
    return std::ranges::all_of(members, [this](std::size_t m) { return has_enough(m); });
  }
  bool is_done() const { return is_late() || have_enough(members_); }

  std::vector<Asking> askings(const std::vector<Ask>& asks, const AsksByPlace& reaching) const {
    std::map<std::uint32_t, Asking> by_ask;
    for (const std::size_t m : members_)
      for (const std::uint32_t i : reaching.at(table_.mutants[m].site))
        by_ask[i].members.push_back(m);
    std::vector<Asking> all;
    for (auto& [i, asking] : by_ask) {
      asking.ask = &asks[i];
      asking.by_sample = asks[i].asked->question.algorithm->implementation.sample != nullptr;
      all.push_back(std::move(asking));
    }
    return all;
  }

  void ask_one(Asking& asking, std::size_t round) {
    if (have_enough(asking.members)) return;
    const Ask& ask = *asking.ask;
    const auto fresh = asking.question(table_.mutants[members_.front()].file, round);
    if (!fresh) return;
    std::memset(mutants::state.reached, 0, sizeof(mutants::state.reached));
    const auto right = answer_in_float(*fresh->algorithm, fresh->arrays, ask.options);
    if (!right) return;
    std::vector<std::size_t> reached;
    for (const std::size_t m : asking.members)
      if (!has_enough(m) && mutants::state.reached[table_.mutants[m].site]) reached.push_back(m);
    if (reached.empty() && round >= rounds_of_cases) asking.by_sample = false;
    for (const std::size_t m : reached) {
      if (is_late()) return;
      Tried& tried = tries_[m];
      const Fate fate = fate_of(*fresh->algorithm, fresh->arrays, ask.options, table_.mutants[m].id, *right,
                                [](const Answer&) { return true; });
      if (fate > Fate::same) tried.differs = true;
      if (fate == Fate::same) tried.rows += row_count(*right);
    }
  }

  const MutantTable& table_;
  const std::span<const std::size_t> members_;
  const MutantRun& run_;
  Shared<Tried>& tries_;
};

/// For each kernel, the mutants that were computed and never changed an output.
std::map<std::string, std::vector<std::size_t>> survivors_by_kernel(const MutantTable& table) {
  std::map<std::string, std::vector<std::size_t>> survivors;
  for (std::size_t m = 0; m < table.mutants.size(); ++m)
    if (table.mutants[m].fate == Fate::same) survivors[table.mutants[m].file].push_back(m);
  return survivors;
}

void take(Mutant& mutant, const Tried& tried) {
  mutant.same_rows = tried.rows;
  if (tried.differs) mutant.fate = Fate::within;
}

}  // namespace

Expected<void> run_survivors_again(MutantTable& table, const MutantRun& run, const std::vector<Ask>& asks,
                                   const AsksByPlace& reaching) {
  Shared<Tried> tries(table.mutants.size());
  std::size_t started = 0;
  const auto survivors = survivors_by_kernel(table);
  for (const auto& [kernel, members] : survivors) {
    if (started++ >= run.processes) ::wait(nullptr);
    if (::fork() != 0) continue;
    limit_this_process(run.seconds + run.seconds / 2 + 1);
    Survivors(table, members, run, tries).ask(asks, reaching);
    ::_exit(0);
  }
  while (::wait(nullptr) > 0) {
  }
  for (const auto& [kernel, members] : survivors)
    for (const std::size_t m : members)
      take(table.mutants[m], tries[m]);
  return {};
}

}  // namespace bindpose::conformance
