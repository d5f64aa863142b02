// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rows.h"

#include "bench/bench.h"
#include "bench/cpu_time.h"
#include "bench/lines.h"
#include "reference/algorithms.h"

namespace bindpose::bench {
namespace {

void put_measurement(JsonLine& line, const Measurement& measured, const Rounds& turns) {
  line["turns"] = turns.count;
  line["to_streaming"] = measured.to_streaming.median;
  line["to_streaming_spread"] = measured.to_streaming.spread;
  line["to_arithmetic"] = measured.to_arithmetic.median;
  line["to_arithmetic_spread"] = measured.to_arithmetic.spread;
}

double work_done(const Asked& asked, const std::string& id) {
  const auto slowed = asked.slowed.find(id);
  return slowed == asked.slowed.end() ? 1 : slowed->second;
}

bool print_error(JsonLine& line, const std::string& reason) {
  line["error"] = reason;
  print_line(line);
  return false;
}

/// Verified, then measured.
bool print_row_of(const Algorithm& algorithm, Runner& runner, const Rates& rates, const Asked& asked,
                  Calibration& calibration) {
  JsonLine line = {{"algorithm", algorithm.id}, {"subject", asked.subject}, {"device", runner.device()}};
  const Question question = sample_question(algorithm, runner.usual_rows());
  const auto answer = runner.run(question);
  if (!answer && is_not_taken(answer.error())) {
    line["not_measured"] = to_string(answer.error());
    print_line(line);
    return true;
  }
  if (!answer) return print_error(line, to_string(answer.error()));
  const auto expectation = conformance::expect(question);
  if (!expectation) return print_error(line, to_string(expectation.error()));
  if (const Check verified = check(*expectation, *answer); !verified.reason.empty())
    return print_error(line, verified.reason);
  const double work = work_done(asked, std::string(algorithm.id));
  const Measurement measured = in_round_robin(
      [&](std::size_t calls) { return runner.seconds(question, calls, work); }, calibration, asked.turns);
  put_measurement(line, measured, asked.turns);
  line["measured_by"] = runner.measured_by();
  put_rates(line, row_count(algorithm, *answer), measured.seconds, work_of(question, *answer), rates);
  print_line(line);
  return true;
}

/// numbers: the numbers that f judges.
template <class F>
void print_judge_row(const std::string& id, std::size_t numbers, const Asked& asked, Calibration& calibration,
                     F f) {
  const double work = work_done(asked, id);
  const Measurement measured = in_round_robin(
      [&](std::size_t calls) { return cpu_seconds_a_call(f, calls, work); }, calibration, asked.turns);
  JsonLine line = {{"algorithm", id}, {"subject", "judge"}, {"device", "processor"}};
  put_measurement(line, measured, asked.turns);
  line["rows"] = numbers;
  line["seconds"] = measured.seconds;
  line["rows_per_second"] = static_cast<double>(numbers) / measured.seconds;
  line["seconds_per_million"] = 1e6 * measured.seconds / static_cast<double>(numbers);
  print_line(line);
}

/// A correct output for an input of linear blending.
bool print_judge_rows(const Algorithm& algorithm, Runner& runner, const Asked& asked,
                      Calibration& calibration) {
  const auto load = workload(algorithm, runner.usual_rows());
  JsonLine line = {{"algorithm", "judge"}, {"subject", "judge"}};
  if (!load) return print_error(line, to_string(load.error()));
  const Question& question = (*load)->question;
  const auto answer = runner.run(question);
  if (!answer) return print_error(line, to_string(answer.error()));
  const conformance::Verdict verdict = conformance::judge(question, (*load)->expectation, *answer);
  if (verdict.outcome != conformance::Outcome::pass) return print_error(line, verdict.detail);
  std::size_t numbers = 0;
  for (const conformance::ArrayVerdict& array : verdict.arrays)
    numbers += array.judged;
  print_judge_row("judge.compare", numbers, asked, calibration,
                  [&] { return conformance::judge(question, (*load)->expectation, *answer); });
  print_judge_row("judge.expect", numbers, asked, calibration, [&] { return conformance::expect(question); });
  return true;
}

}  // namespace

int print_rows(const Asked& asked) {
  Calibration calibration;
  if (asked.subject != "judge")
    return for_each_asked(asked, [&](const Algorithm& algorithm, Runner& runner, const Rates& rates) {
      return print_row_of(algorithm, runner, rates, asked, calibration);
    });
  Asked of_reference = asked;
  of_reference.subject = "reference-float";
  of_reference.ids = {"lbs"};
  return for_each_asked(of_reference, [&](const Algorithm& algorithm, Runner& runner, const Rates&) {
    return print_judge_rows(algorithm, runner, asked, calibration);
  });
}

}  // namespace bindpose::bench
