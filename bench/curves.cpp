// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cost of an algorithm by the number of vertices, influences and joints.
#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/cpu_time.h"
#include "bench/lines.h"
#include "bench/verified.h"

namespace bindpose::bench {
namespace {

/// Memory for copies of an input: in double, again for verification, in float32, in a device's buffers, and its
/// output.
constexpr double questions_in_memory = 5;
constexpr int curve_turns = 5;

/// An input of each size.
struct Curve {
  const Algorithm* algorithm;
  scenes::CrowdShape shape = {};  ///< for crowds
  bool is_crowd = false;          ///< otherwise the algorithm's own sample

  Question question(std::size_t rows) const {
    if (!is_crowd) return sample_question(*algorithm, rows);
    scenes::CrowdShape sized = shape;
    sized.vertices = rows;
    return crowd_of(*algorithm, sized);
  }
};

std::vector<Curve> curves_of(const Algorithm& algorithm) {
  if (algorithm.id != "lbs" && algorithm.id != "dqs") return {{.algorithm = &algorithm}};
  std::vector<Curve> curves;
  for (const std::size_t influences : {1, 2, 4, 8})
    for (const std::size_t joints : {16, 64, 256})
      curves.push_back({&algorithm, {.influences = influences, .joints = joints}, true});
  return curves;
}

double fastest_seconds(Runner& runner, const Question& question) {
  const double first = runner.seconds(question, 1, 1);
  const auto calls = static_cast<std::size_t>(std::clamp(0.002 / std::max(first, 1e-7), 1.0, 1000.0));
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < curve_turns; ++turn)
    least = std::min(least, runner.seconds(question, calls, 1));
  return least;
}

/// A size of a curve: true if its output was right, and true if the curve ends there.
struct Point {
  bool is_right = true, ends = false;
  double bytes = 0;  ///< memory of the input
};

double memory_here() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// Why a size is omitted; empty if it is measured.
std::string reason_to_stop(double expected_seconds, double expected_bytes, const Asked& asked) {
  constexpr double gibibyte = 1 << 30;
  const double memory = asked.most_memory > 0 ? asked.most_memory : memory_here();
  if (expected_seconds > asked.longest_seconds)
    return fmt::format("would take about {:.0f} s", expected_seconds);
  if (expected_bytes > memory)
    return fmt::format("would take about {:.3g} GiB of memory, of {:.3g}", expected_bytes / gibibyte,
                       memory / gibibyte);
  return "";
}

Point print_point(const Curve& curve, std::size_t rows, Runner& runner, const Rates& rates, JsonLine line) {
  const Question question = curve.question(rows);
  const auto answer = runner.run(question);
  if (!answer) {
    line[is_not_taken(answer.error()) ? "not_measured" : "error"] = to_string(answer.error());
    print_line(line);
    return {is_not_taken(answer.error()), true, 0};
  }
  const double bytes = 8.0 * static_cast<double>(element_count(question.arrays));
  const Verified verified = verify(question, *answer, curve.is_crowd);
  put_rates(line, row_count(*curve.algorithm, *answer), fastest_seconds(runner, question),
            work_of(question, *answer), rates);
  line["verified"] = verified.how;
  if (!verified.error.empty()) line["error"] = verified.error;
  print_line(line);
  return {verified.error.empty(), !verified.error.empty(), bytes};
}

bool print_curve(const Curve& curve, Runner& runner, const Rates& rates, const Asked& asked) {
  JsonLine line = {
      {"algorithm", curve.algorithm->id}, {"subject", asked.subject}, {"device", runner.device()}};
  if (curve.is_crowd) line.update({{"influences", curve.shape.influences}, {"joints", curve.shape.joints}});
  double expected_seconds = 0, expected_bytes = 0;
  for (const std::int64_t size : sizes(*curve.algorithm, static_cast<std::int64_t>(asked.largest))) {
    line["size"] = size;
    if (const std::string reason = reason_to_stop(expected_seconds, expected_bytes, asked); !reason.empty()) {
      line["not_measured"] = reason;
      print_line(line);
      return true;
    }
    Point point;
    expected_seconds = 10 * cpu_seconds([&] {
                         point = print_point(curve, static_cast<std::size_t>(size), runner, rates, line);
                       });
    if (point.ends) return point.is_right;
    expected_bytes = 10 * questions_in_memory * point.bytes;
  }
  return true;
}

}  // namespace

int print_curves(const Asked& asked) {
  return for_each_asked(asked, [&](const Algorithm& algorithm, Runner& runner, const Rates& rates) {
    bool is_right = true;
    for (const Curve& curve : curves_of(algorithm))
      is_right = print_curve(curve, runner, rates, asked) && is_right;
    return is_right;
  });
}

}  // namespace bindpose::bench
