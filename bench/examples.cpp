// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what interpolating between examples costs by their number: of the pose, once, and of each vertex.
#include <cstdint>

#include "bench/run.h"
#include "reference/model/question.h"
#include "reference/numeric/random.h"
#include "reference/samples/example_poses.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t asked_poses = 10000, example_vertices = 10000, example_joints = 16;

/// Examples on a lattice, each apart from the others.
ArraySet basis_question(std::size_t examples) {
  Random random("examples");
  Array::Reals poses, values, asked;
  for (std::size_t i = 0; i < examples; ++i) {
    for (const std::size_t place : {i % 4, i / 4 % 4, i / 16})
      poses.push_back(1.5 * static_cast<double>(place));
    values.push_back(random.uniform(-1, 1));
  }
  for (std::size_t q = 0; q < 3 * asked_poses; ++q)
    asked.push_back(random.uniform(0, 4));
  ArraySet question;
  question.add("example_poses", {examples, 3}, std::move(poses));
  question.add("example_values", {examples, 1}, std::move(values));
  question.add("poses", {asked_poses, 3}, std::move(asked));
  return question;
}

/// The sample's question, positions alone, with so many examples.
ArraySet shapes_question(std::size_t examples) {
  Random random("examples");
  const scenes::Crowd crowd = samples::sample_gentle_crowd(example_vertices, example_joints, random);
  ArraySet question;
  add_influences(question, crowd.influences);
  add_affines(question, "palette", crowd.palette);
  samples::add_sample_examples(question, examples, example_vertices, example_joints, random);
  question.add("example_weights", {examples}, Array::Reals(examples, 1 / static_cast<double>(examples)));
  return question;
}

/// Times the double reference of a question: rows of its answer per second.
void time_reference(benchmark::State& state, const char* id, ArraySet (*ask)(std::size_t), const char* rows) {
  const ArraySet question = ask(static_cast<std::size_t>(state.range(0)));
  const auto& in_double = find_algorithm(id)->implementation.in_double;
  const auto first = in_double(question, {});
  if (!first) return state.SkipWithError(to_string(first.error()).c_str());
  for (auto _ : state)
    benchmark::DoNotOptimize(in_double(question, {}));
  const auto count = static_cast<double>(first->arrays.back().shape.front());
  state.counters[rows] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
}

void interpolate_poses(benchmark::State& state) {
  time_reference(state, "rbf", &basis_question, "poses/s");
}

void deform_by_examples(benchmark::State& state) {
  time_reference(state, "sbe", &shapes_question, "vertices/s");
}

}  // namespace

void register_examples() {
  auto* poses = benchmark::RegisterBenchmark("examples/rbf/examples", &interpolate_poses);
  auto* shapes = benchmark::RegisterBenchmark("examples/sbe/examples", &deform_by_examples);
  poses->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
  shapes->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
  for (const std::int64_t examples : {2, 4, 8, 16}) {
    poses->Arg(examples);
    shapes->Arg(examples);
  }
}

}  // namespace bindpose::bench
