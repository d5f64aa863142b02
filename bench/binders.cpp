// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Each method and size is measured in its own process, so peak memory belongs to that run.
#include "bench/binders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/cpu_time.h"
#include "conformance/cases/asset/bound_mesh.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"
#include "reference/scenes/tube.h"

namespace bindpose::bench {
namespace {

using conformance::BoundWeights;
using conformance::Character;

constexpr std::size_t tube_joints = 64, tube_moments = 4;
constexpr double tube_length = 4;
constexpr double measured_enough = 0.2;  // seconds
constexpr unsigned worth_waiting = 100;  // seconds
constexpr double most_calls = 500;

/// Weights that fall linearly between the joints below and above a vertex.
BoundWeights linear_weights(const Mesh& mesh) {
  BoundWeights own{tube_joints, std::vector<double>(tube_joints * mesh.vertex_count())};
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const double place = std::clamp(mesh.positions[v].y() / tube_length, 0.0, 1.0) * (tube_joints - 1);
    const auto below = std::min(static_cast<std::size_t>(place), tube_joints - 2);
    const double share = static_cast<float>(place - static_cast<double>(below));
    own.w[v * tube_joints + below] = 1 - share;
    own.w[v * tube_joints + below + 1] = share;
  }
  return own;
}

/// True if vertices are in perfect rows: many are then on one sphere, the most expensive case for Qhull. False
/// moves vertices slightly off their rows.
enum class Rows { uneven, perfect };

Mesh mesh_of(std::size_t vertices, Rows rows) {
  const auto sides = static_cast<std::size_t>(std::sqrt(static_cast<double>(vertices) / 4));
  Mesh mesh = scenes::tube(0, 0, {.length = tube_length, .rings = vertices / sides, .sides = sides}).rig.mesh;
  if (rows == Rows::perfect) return mesh;
  Random random("uneven tube");
  for (Vec3<double>& x : mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(0.25 / static_cast<double>(sides))));
  return mesh;
}

/// The tube's joints are in a row in its middle, each rotated a little more than the previous one.
Character tube_of(std::size_t vertices, Rows rows) {
  Character tube{.name = "tube",
                 .mesh = mesh_of(vertices, rows),
                 .parents = {},
                 .pivots = {},
                 .own = {},
                 .clips = 1,
                 .palettes = {}};
  for (std::size_t j = 0; j < tube_joints; ++j) {
    tube.parents.push_back(static_cast<int>(j) - 1);
    tube.pivots.emplace_back(0, tube_length * static_cast<double>(j) / (tube_joints - 1), 0);
  }
  tube.own = linear_weights(tube.mesh);
  for (std::size_t moment = 0; moment < tube_moments; ++moment) {
    auto& palette = tube.palettes.emplace_back();
    for (std::size_t j = 0; j < tube_joints; ++j) {
      const Quat<double> turn = scenes::rotation_about(
          {1, 0.25, static_cast<double>(moment)}, scenes::degrees(80 * static_cast<double>(j) / tube_joints));
      const Mat3<double> linear = turn.toRotationMatrix();
      palette.push_back({linear, tube.pivots[j] - linear * tube.pivots[j]});
    }
  }
  return tube;
}

/// A line of /proc/self/status in bytes: "VmHWM:", the peak of the resident size, "VmRSS:", the present resident
/// size.
double resident(const std::string& what) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(what)) return 1024 * std::stod(line.substr(what.size()));
  return std::nan("");
}

/// Starts a new measurement of the peak of resident memory.
void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

/// The cost of a method for a number of vertices.
struct Cost {
  double seconds = 0;  ///< processor time of one call, measured over enough calls
  double bytes = 0;    ///< at the peak, without the input
  bool is_right = false;
  std::array<char, 120> error = {};  ///< why it made no weights
};

bool are_right(const Expected<BoundWeights>& weights) {
  if (!weights) return false;
  const auto sums = conformance::sums_of(*weights);
  return sums.bare == 0 && sums.least >= -1e-9 && sums.sum_error <= 1e-9;
}

Cost cost_of(std::string_view method, std::size_t vertices, Rows rows) {
  Cost cost;
  const auto question = conformance::bind_question(tube_of(vertices, rows), method);
  const auto& in_double = question->algorithm->implementation.in_double;
  forget_peak();
  const double before = resident("VmRSS:");
  ArraySet answer;
  cost.seconds = cpu_seconds([&] {
    auto result = in_double(question->arrays, question->options);
    if (!result) to_string(result.error()).copy(cost.error.data(), cost.error.size() - 1);
    for (std::size_t i = 0; result && i < result->arrays.size(); ++i)
      answer.add(result->arrays[i].name, result->arrays[i].shape, std::move(result->arrays[i].values));
  });
  cost.bytes = resident("VmHWM:") - before;
  if (cost.error[0] != '\0') return cost;
  cost.is_right = are_right(conformance::weights_in(answer, *question, tube_joints));
  const double calls = std::clamp(measured_enough / std::max(cost.seconds, 1e-6), 1.0, most_calls);
  if (calls > 2)
    cost.seconds = cpu_seconds_a_call([&] { return in_double(question->arrays, question->options); },
                                      static_cast<std::size_t>(calls), 1);
  return cost;
}

/// A process that takes longer is killed.
void limit_processor_time() {
  const rlimit limit = {worth_waiting, worth_waiting};
  ::setrlimit(RLIMIT_CPU, &limit);
}

/// None if the process ran out of memory or exceeded its time limit.
std::optional<Cost> cost_in_a_process(std::string_view method, std::size_t vertices, Rows rows) {
  std::array<int, 2> ends = {};
  if (::pipe(ends.data()) != 0) return {};
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    limit_processor_time();
    const Cost cost = cost_of(method, vertices, rows);
    const bool is_said = ::write(ends[1], &cost, sizeof cost) == sizeof cost;
    ::_exit(is_said ? 0 : 1);
  }
  ::close(ends[1]);
  Cost cost;
  const bool is_whole = child > 0 && ::read(ends[0], &cost, sizeof cost) == sizeof cost;
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  if (!is_whole) return {};
  return cost;
}

double n_log_n(std::size_t n) {
  return static_cast<double>(n) * std::log(static_cast<double>(n));
}

/// Prints one method; each column has ten times as many vertices as the previous one.
std::string growth_cell(double last, double now, std::size_t n) {
  return last > 0 ? fmt::format(", {:.2f}", now / last / (n_log_n(n) / n_log_n(n / 10))) : "";
}

std::string time_of(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", 1e6 * seconds);
  if (seconds < 1) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return fmt::format("{:.3g} s", seconds);
}

/// Prints one row; true if all results are right.
bool print_method(std::string_view method, std::size_t largest, Rows rows = Rows::uneven) {
  fmt::print("| `{}`{} |", method, rows == Rows::perfect ? ", in rows" : "");
  bool is_right = true;
  double last = 0, growth = 10;
  for (std::size_t n = 1000; n <= largest; n *= 10) {
    const double expected = last * growth;
    if (expected > worth_waiting) {
      fmt::print(" - (about {}) |", time_of(expected));
      last = expected;
      continue;
    }
    const auto cost = cost_in_a_process(method, n, rows);
    if (!cost) {
      fmt::print(" - (ended) |");
      last = worth_waiting;
      continue;
    }
    if (cost->error[0] != '\0') {
      fmt::print(" {} |\n", cost->error.data());
      return false;
    }
    is_right = is_right && cost->is_right;
    fmt::print(" {}, {:.0f} B", time_of(cost->seconds), cost->bytes / static_cast<double>(n));
    if (last > 0) growth = std::max(cost->seconds / last, 10.0);
    fmt::print("{}{} |", growth_cell(last, cost->seconds, n), cost->is_right ? "" : " WRONG");
    std::fflush(stdout);
    last = cost->seconds;
  }
  fmt::print("\n");
  return is_right;
}

void print_head(std::size_t largest) {
  fmt::print("| |");
  for (std::size_t n = 1000; n <= largest; n *= 10)
    fmt::print(" {} vertices |", n);
  fmt::print("\n| --- |");
  for (std::size_t n = 1000; n <= largest; n *= 10)
    fmt::print(" --- |");
  fmt::print("\n");
}

/// The binders with these ids, or all binders if the list is empty. Error METHOD_UNKNOWN.
Expected<std::vector<std::string_view>> binders_of(const std::vector<std::string>& ids) {
  if (ids.empty()) return conformance::bind_methods();
  std::vector<std::string_view> methods;
  for (const std::string& id : ids) {
    BINDPOSE_TRY(const Algorithm* const method, conformance::find_bind_method(id));
    methods.push_back(method->id);
  }
  return methods;
}

}  // namespace

int print_binders(const std::vector<std::string>& ids, std::size_t largest) {
  const auto methods = binders_of(ids);
  if (!methods) {
    fmt::print(stderr, "bindpose-bench: {}\n", to_string(methods.error()));
    return 2;
  }
  fmt::print(
      "Processor time; peak memory for each vertex, without the input; growth from the previous size, "
      "relative to n log n.\n\n");
  print_head(largest);
  bool is_right = true;
  for (const std::string_view method : *methods) {
    is_right = print_method(method, largest) && is_right;
    if (method == "bind.delaunay") is_right = print_method(method, largest, Rows::perfect) && is_right;
  }
  return is_right ? 0 : 1;
}

}  // namespace bindpose::bench
