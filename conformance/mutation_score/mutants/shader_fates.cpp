// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <regex>
#include <thread>
#include <tuple>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/mutation_score/mutants/asks.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/capture/skinner.h"
#include "gpu/program/embedded.h"

namespace bindpose::conformance {
namespace {

constexpr unsigned seconds_for_one = 60;  // per input; an input usually takes a tenth of a second

/// An input in one variant of the GPU.
struct ShaderAsk {
  const MutantCase* of = nullptr;
  gpu::Variant variant = {};
};

/// Each formulation and format once, as in the subject `gpu`, but only with the first palette
/// binding, because the shaders do not depend on it.
std::vector<ShaderAsk> asks_of(const std::vector<MutantCase>& cases) {
  std::vector<ShaderAsk> asks;
  for (const MutantCase& each : cases) {
    const std::vector<gpu::Variant> all = gpu::covering(gpu::variants(*each.from->algorithm));
    for (const gpu::Variant& variant : all)
      if (variant.palette == all[0].palette && variant.capture == all[0].capture &&
          variant.frames == all[0].frames &&
          !each.asked.expectation.not_applicable.contains(variant.formulation))
        asks.push_back({&each, variant});
  }
  return asks;
}

bool is_built_in(std::string_view piece) {
  const auto holds = [piece](std::string_view text) { return text.find(piece) != std::string_view::npos; };
  return holds(gpu::embedded_common()) || holds(gpu::embedded_elementary()) ||
         holds(gpu::embedded_sign_pivot()) ||
         std::ranges::any_of(gpu::embedded_functions(), holds, &gpu::EmbeddedFunction::text);
}

/// True if a mutant is in an algorithm's shader function or in a function that it calls.
bool concerns(const Mutant& mutant, const Algorithm& algorithm) {
  if (mutant.callers.empty()) return mutant.file == fmt::format("gpu/{}.glsl", algorithm.path());
  return std::ranges::any_of(mutant.callers, [&algorithm](const std::string& function) {
    return gpu::mentions(gpu::embedded_function(algorithm), function);
  });
}

/// Evaluates the condition of an #if: defined(NAME) and !defined(NAME), joined by && and, with
/// lower precedence, ||.
bool holds(const std::string& condition, const std::set<std::string>& macros) {
  static const std::regex part(R"((!?)\s*defined\s*\(\s*(\w+)\s*\)|\|\|)");
  bool all = true;
  for (std::sregex_iterator at(condition.begin(), condition.end(), part), end; at != end; ++at) {
    if ((*at)[2].matched) {
      all = all && macros.contains((*at)[2]) != ((*at)[1].length() > 0);
    } else {
      if (all) return true;
      all = true;
    }
  }
  return all;
}

/// True if no #if excludes the code at this place of the text.
bool is_compiled(const std::string& text, std::size_t place) {
  static const std::regex directive(R"(^[ \t]*#[ \t]*(define|if|elif|else|endif)\b[ \t]*(\w*)(.*))",
                                    std::regex::multiline);
  struct Level {
    bool taken, was_taken;
  };
  std::vector<Level> levels;
  std::set<std::string> macros;
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
  const auto is_on = [&levels] { return std::ranges::all_of(levels, &Level::taken); };
  for (std::sregex_iterator at(text.begin(), end, directive), none; at != none; ++at) {
    const std::string word = (*at)[1], condition = (*at)[2].str() + (*at)[3].str();
    if (word == "define" && is_on()) macros.insert((*at)[2]);
    if (word == "if") levels.push_back({holds(condition, macros), false});
    if (word == "endif") levels.pop_back();
    if (word == "elif" || word == "else") {
      Level& level = levels.back();
      level.was_taken = level.was_taken || level.taken;
      level.taken = !level.was_taken && (word == "else" || holds(condition, macros));
    }
  }
  return is_on();
}

/// The context of a process, and the outputs of the unchanged shaders in this context.
class ShaderBench {
 public:
  ShaderBench(const std::vector<ShaderAsk>& asks, std::unique_ptr<gpu::Context> context, const MutantRun& run)
      : asks_(asks),
        run_(run),
        context_(std::move(context)),
        device_(*context_),
        written_(device_),
        order_(asks.size()),
        programs_(asks.size()),
        answers_(asks.size()) {
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  }

  /// Decides a mutant's fate with every input whose program contains the mutant's place. Error
  /// WRONG if the unchanged shader fails.
  Expected<FateReport> fate_of(const Mutant& mutant) {
    const std::string& part = mutant.piece;
    gpu::GlBackend device(*context_);
    gpu::Skinner changed(device);
    changed.settings.edit = [&](std::string text) {
      return text.replace(text.find(part) + mutant.start, mutant.end - mutant.start, mutant.mutant);
    };
    std::map<const void*, bool> known;  // by algorithm or program
    const auto once = [&known](const auto& of, auto decide) {
      const auto [it, is_new] = known.try_emplace(&of, false);
      if (is_new) it->second = decide(of);
      return it->second;
    };
    const auto has_place = [&](const std::string& program) {
      const std::size_t from = program.find(part);
      return from != std::string::npos && is_compiled(program, from + mutant.start);
    };
    FateReport report{Fate::unreached};
    std::vector<std::uint32_t> reaching;
    for (auto at = order_.begin(); at != order_.end(); ++at) {
      const std::uint32_t i = *at;
      if (!once(*asks_[i].of->from->algorithm,
                [&mutant](const Algorithm& a) { return concerns(mutant, a); }) ||
          !once(program_of(i), has_place))
        continue;
      BINDPOSE_TRY(const Fate fate, fate_by(i, changed));
      if (fate > report.fate || fate == Fate::meaningless) report = {fate, i};
      if (fate != Fate::unreached) reaching.push_back(i);
      if (fate == Fate::killed) std::rotate(order_.begin(), at, at + 1);  // it may also kill the next mutant
      if (fate == Fate::killed || fate == Fate::meaningless) break;
    }
    return report.fate == Fate::same ? fate_on_fresh_questions(reaching, changed, has_place) : report;
  }

 private:
  /// One entry for each combination of algorithm, options and variant.
  std::vector<std::uint32_t> kinds_of(const std::vector<std::uint32_t>& all) const {
    std::set<std::tuple<const Algorithm*, Options, Options>> seen;
    std::vector<std::uint32_t> kinds;
    for (const std::uint32_t i : all) {
      const Question& question = asks_[i].of->asked.question;
      if (seen.emplace(question.algorithm, question.options, to_options(asks_[i].variant)).second)
        kinds.push_back(i);
    }
    return kinds;
  }

  /// Runs random inputs with a survivor that never changed an output. The fate is `same` or
  /// `within`.
  template <class HasPlace>
  FateReport fate_on_fresh_questions(const std::vector<std::uint32_t>& reaching, gpu::Skinner& changed,
                                     const HasPlace& has_place) {
    FateReport report{Fate::same};
    const std::clock_t end = std::clock() + static_cast<std::clock_t>(run_.seconds) * CLOCKS_PER_SEC;
    const std::vector<std::uint32_t> kinds = kinds_of(reaching);
    for (std::size_t round = 1, rows = 1; rows > 0; ++round) {
      rows = 0;  // in this round
      for (const std::uint32_t i : kinds) {
        if (report.same_rows >= run_.rows || std::clock() >= end) return report;
        const auto same = rows_left_as_they_were(asks_[i], changed, has_place, round);
        if (!same) return {Fate::within, i};
        rows += *same;
        report.same_rows += *same;
      }
    }
    return report;
  }

  /// Number of unchanged rows. None if an output changes; 0 if the input cannot run or its program
  /// lacks the mutant's code.
  template <class HasPlace>
  std::optional<std::size_t> rows_left_as_they_were(const ShaderAsk& ask, gpu::Skinner& changed,
                                                    const HasPlace& has_place, std::size_t seed) {
    constexpr std::size_t rows_of_a_sample = 10'000;
    const Algorithm* const algorithm = ask.of->asked.question.algorithm;
    const Options& options = ask.of->asked.question.options;
    Random random(seed);
    const ArraySet sample = algorithm->implementation.sample(rows_of_a_sample, random);
    const auto text = written_.shader_source(*algorithm, sample, options, ask.variant);
    if (!text || !has_place(*text)) return 0;
    ::alarm(seconds_for_one);
    auto right = written_.run(*algorithm, sample, options, ask.variant);
    auto other = changed.run(*algorithm, sample, options, ask.variant);
    if (!right) return 0;
    if (!other) return std::nullopt;
    const Answer one{std::move(*right), {}, 0}, two{std::move(*other), {}, 0};
    if (!is_same(one, two)) return std::nullopt;
    return row_count(one);
  }

  /// The text of a program; empty if the input or the device excludes it.
  const std::string& program_of(std::uint32_t i) {
    if (programs_[i] == nullptr) {
      const Question& question = asks_[i].of->asked.question;
      auto text =
          written_.shader_source(*question.algorithm, question.arrays, question.options, asks_[i].variant);
      programs_[i] = &*texts_.insert(text ? std::move(*text) : std::string()).first;
    }
    return *programs_[i];
  }

  Expected<Answer> answer(gpu::Skinner& skinner, std::uint32_t i) {
    ::alarm(seconds_for_one);
    const Question& question = asks_[i].of->asked.question;
    BINDPOSE_TRY(auto arrays,
                 skinner.run(*question.algorithm, question.arrays, question.options, asks_[i].variant));
    return Answer{std::move(arrays), {}, 0};
  }

  Expected<Fate> fate_by(std::uint32_t i, gpu::Skinner& changed) {
    const Expectation& expectation = asks_[i].of->asked.expectation;
    if (!answers_[i]) {
      answers_[i] = answer(written_, i);
      if (*answers_[i] && !passes(expectation, **answers_[i]))
        return fail("WRONG", asks_[i].of->from->name,
                    "the unchanged shader fails: " + compare(expectation, **answers_[i]).detail);
    }
    const Expected<Answer>& right = *answers_[i];
    if (!right) return Fate::unreached;  // NOT_SUPPORTED, NOT_APPLICABLE
    const auto other = answer(changed, i);
    if (!other) return other.error().code == "SHADER_COMPILE" ? Fate::meaningless : Fate::killed;
    if (is_same(*right, *other)) return Fate::same;
    return passes(expectation, *other) ? Fate::within : Fate::killed;
  }

  const std::vector<ShaderAsk>& asks_;
  const MutantRun& run_;
  std::unique_ptr<gpu::Context> context_;
  gpu::GlBackend device_;
  gpu::Skinner written_;
  std::vector<std::uint32_t> order_;  ///< order in which inputs run
  std::set<std::string> texts_;
  std::vector<const std::string*> programs_;              ///< by input
  std::vector<std::optional<Expected<Answer>>> answers_;  ///< outputs of the unchanged shader, by input
};

/// Data that processes share: the next mutant, and the result of each mutant.
struct Board {
  explicit Board(std::size_t mutants) : count(mutants), reports(mutants) {}

  /// Claims the next mutant.
  std::optional<std::size_t> take() {
    const std::size_t taken = next[0]++;
    return taken < count ? std::optional(taken) : std::nullopt;
  }

  std::size_t count;
  Shared<std::atomic<std::size_t>> next{1};
  Shared<FateReport> reports;
};

/// Runs mutants on one context until none are left. Exit codes: 0 done, 2 failure.
[[noreturn]] void work(const std::vector<Mutant>& mutants, const std::vector<ShaderAsk>& asks, Board& board,
                       const MutantRun& run) {
  const rlimit core{0, 0};
  ::setrlimit(RLIMIT_CORE, &core);
  ::setenv("GALLIVM_PERF", "nopt", 0);  // Mesa: same numbers, but compiles twice as fast
  const auto must = [](auto expected) {
    if (!expected) {
      fmt::print(stderr, "bindpose-mutants: {}\n", to_string(expected.error()));
      ::_exit(2);
    }
    return std::move(*expected);
  };
  std::optional<ShaderBench> bench;
  while (const auto m = board.take()) {
    if (!bench) bench.emplace(asks, must(gpu::Context::open(must(gpu::parse_device("surfaceless")))), run);
    board.reports[*m] = must(bench->fate_of(mutants[*m]));
  }
  ::_exit(0);
}

/// Runs the allowed number of processes and replaces each process that a mutant ends.
Expected<void> work_in_processes(const std::vector<Mutant>& mutants, const std::vector<ShaderAsk>& asks,
                                 Board& board, const MutantRun& run) {
  unsigned running = 0;
  const auto start = [&] {
    const pid_t pid = ::fork();
    if (pid == 0) work(mutants, asks, board, run);
    if (pid > 0) ++running;
  };
  for (unsigned process = 0; process < run.processes; ++process)
    start();
  bool able = running > 0;
  while (running > 0) {
    int status = 0;
    if (::waitpid(-1, &status, WNOHANG) > 0) {
      --running;
      if (WIFSIGNALED(status))
        start();
      else
        able = able && WEXITSTATUS(status) == 0;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      if (run.done) run.done(std::min(board.next[0].load(), board.count));
    }
  }
  if (able) return {};
  return fail("WORKER_START", "shaders", "a process could not run the shaders");
}

}  // namespace

Expected<void> decide_shader_fates(MutantTable& table, const MutantRun& run) {
  for (const Mutant& mutant : table.mutants)
    if (mutant.end > mutant.piece.size() || !is_built_in(mutant.piece))
      return fail("SHADERS", mutant.file, "the table does not match the built-in shaders");
  BINDPOSE_TRY(const auto cases, mutant_cases(
                                     [](const Case& c) {
                                       const auto levels = gpu::levels(*c.algorithm);
                                       return std::ranges::find(levels, c.level) != levels.end();
                                     },
                                     run.processes));
  const std::vector<ShaderAsk> asks = asks_of(cases);
  Board board(table.mutants.size());
  BINDPOSE_CHECK(work_in_processes(table.mutants, asks, board, run));
  for (std::size_t m = 0; m < table.mutants.size(); ++m) {
    const FateReport& report = board.reports[m];
    table.mutants[m].fate = report.fate;
    table.mutants[m].same_rows = report.same_rows;
    if (report.fate == Fate::killed)
      table.mutants[m].by = report.ask == no_ask ? "no output" : asks[report.ask].of->from->name;
  }
  return {};
}

}  // namespace bindpose::conformance
