// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "conformance/assets/asset_cases.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance {
namespace {

volatile std::sig_atomic_t interrupt_flag = 0;

/// One record as a GoogleTest test.
class RecordTest : public testing::Test {
 public:
  RecordTest(Suite& suite, std::size_t record) : suite_(suite), record_(record) {}

  void TestBody() override {
    const Verdict& verdict = suite_.run(record_);
    RecordProperty("outcome", std::string(to_string(verdict.outcome)));
    RecordProperty("worst_fraction_of_bound", fmt::format("{:.4g}", verdict.worst_fraction));
    if (verdict.outcome == Outcome::not_supported) GTEST_SKIP() << verdict.detail;
    if (!is_expected(verdict.outcome)) ADD_FAILURE() << to_string(verdict.outcome) << ": " << verdict.detail;
  }

 private:
  Suite& suite_;
  std::size_t record_;
};

/// "skinning.linear_blend" of "skinning.linear_blend.cylinder.bend-90..."
std::size_t suite_name_length(const std::string& name) {
  const std::size_t first = name.find('.');
  return first == std::string::npos ? name.size() : std::min(name.find('.', first + 1), name.size());
}

std::string variant_word(const Options& variant) {
  std::vector<std::string> words;
  for (const auto& [key, value] : variant)
    words.push_back(case_word(value));
  return words.empty() ? "default" : fmt::format("{}", fmt::join(words, "."));
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view glob) {
  std::size_t t = 0, g = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && (glob[g] == '?' || (glob[g] == text[t] && glob[g] != '*'))) {
      ++t;
      ++g;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

bool interrupted() {
  return interrupt_flag != 0;
}

void catch_interrupts() {
  const auto note = [](int) { interrupt_flag = 1; };
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

void Suite::add_cases(const std::vector<Case>& cases, const std::vector<std::string>& globs) {
  for (const Case& c : cases) {
    const bool kept = globs.empty() || std::any_of(globs.begin(), globs.end(), [&c](const std::string& glob) {
                        return matches_glob(c.name, glob);
                      });
    if (kept) cases_.push_back(std::make_unique<Case>(c));
  }
}

void Suite::register_tests() {
  for (const auto& c : cases_)
    for (std::size_t s = 0; s < subjects_.size(); ++s)
      for (const Options& variant : subjects_[s]->variants(*c->algorithm, c->level)) {
        const auto formulation = variant.find("formulation");
        if (formulation != variant.end() &&
            std::find(c->leave_out.begin(), c->leave_out.end(), formulation->second) != c->leave_out.end())
          continue;
        records_.push_back(
            {fmt::format("{}/{}/{}", c->name, case_word(subjects_[s]->name()), variant_word(variant)),
             c.get(),
             s,
             variant,
             {}});
        records_.back().verdict.outcome = Outcome::missing;
        records_.back().verdict.detail = "did not run";
      }
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const std::string& name = records_[i].name;
    const std::size_t split = suite_name_length(name);
    testing::RegisterTest(name.substr(0, split).c_str(),
                          name.substr(std::min(split + 1, name.size())).c_str(), nullptr, nullptr, __FILE__,
                          __LINE__, [this, i]() -> RecordTest* { return new RecordTest(*this, i); });
  }
}

const Suite::Prepared& Suite::prepare(const Case& c) {
  if (prepared_.from == &c) return prepared_;
  prepared_ = {};
  prepared_.from = &c;
  auto arrays = c.question();
  if (!arrays) {
    prepared_.question = tl::unexpected(arrays.error());
    return prepared_;
  }
  prepared_.question = Question{c.algorithm, c.level, c.options, std::move(*arrays)};
  prepared_.expectation = expect(*prepared_.question);
  return prepared_;
}

const Verdict& Suite::run(std::size_t index) {
  Record& record = records_[index];
  if (interrupted()) return record.verdict;
  const Prepared& prepared = prepare(*record.from);
  Verdict& verdict = record.verdict;
  if (!prepared.question || !prepared.expectation) {
    verdict = {};
    verdict.detail =
        "the reference cannot answer its own case: " +
        bindpose::to_string(prepared.question ? prepared.expectation.error() : prepared.question.error());
    return verdict;
  }
  const auto formulation = record.variant.find("formulation");
  if (formulation != record.variant.end()) {
    const auto reason = prepared.expectation->not_applicable.find(formulation->second);
    if (reason != prepared.expectation->not_applicable.end()) return verdict = judge_error(reason->second);
  }
  const auto answer = subjects_[record.subject]->run(*prepared.question, record.variant);
  const auto start = std::chrono::steady_clock::now();
  verdict = answer ? judge(*prepared.question, *prepared.expectation, *answer) : judge_error(answer.error());
  verdict.judge_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return verdict;
}

std::optional<Throughput> Suite::measure(std::size_t subject) {
  constexpr std::size_t vertices = 20000;
  constexpr int runs = 5;
  Question question;
  question.algorithm = find_algorithm("lbs");
  const auto variants = subjects_[subject]->variants(*question.algorithm, Level::palette);
  if (variants.empty()) return std::nullopt;
  Random random("throughput");
  question.arrays = scenes::sample_skinning(vertices, random);
  const auto expectation = expect(question);
  if (!expectation) return std::nullopt;
  Throughput result;
  for (int i = 0; i <= runs && !interrupted(); ++i) {  // the first run warms up
    const auto answer = subjects_[subject]->run(question, variants.front());
    result.verdict = answer ? judge(question, *expectation, *answer) : judge_error(answer.error());
    if (!answer) return result;
    if (i > 0 && answer->seconds > 0)
      result.vertices_per_second = std::max(result.vertices_per_second, vertices / answer->seconds);
  }
  return result;
}

int exit_code(const Suite& suite) {
  bool failed = false, own_error = interrupted();
  std::vector<bool> answered(suite.subjects().size(), false);
  for (const Record& record : suite.records()) {
    const Outcome outcome = record.verdict.outcome;
    // A shard or a filter of GoogleTest leaves records unrun; that is no failure of theirs.
    if (outcome == Outcome::missing && !interrupted()) continue;
    own_error = own_error || outcome == Outcome::internal_error;
    failed = failed || !is_expected(outcome);
    if (outcome != Outcome::not_supported && outcome != Outcome::missing) answered[record.subject] = true;
  }
  if (own_error) return 2;
  if (failed) return 1;
  const bool all_answered = std::find(answered.begin(), answered.end(), false) == answered.end();
  return suite.subjects().empty() || !all_answered ? 3 : 0;
}

}  // namespace bindpose::conformance
