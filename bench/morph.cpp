// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What a morph costs by the number of its targets, dense beside sparse: the kernels alone, on positions, in turns.
#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "bench/cpu_time.h"
#include "bench/run.h"
#include "conformance/judge/judge.h"
#include "reference/model/question.h"
#include "reference/morph/dense.h"
#include "reference/morph/sparse.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t morphed_vertices = 100000;
constexpr std::size_t touched_by_a_target = morphed_vertices / 20;
constexpr std::size_t most_active = 50;

/// Targets of which each displaces another twentieth of the vertices; the first fifty have a weight.
struct MorphLoad {
  std::vector<Vec3<double>> x;
  std::vector<double> phi;
  morph::Displacements<double> dense;
  morph::SparseIndices touched;
  std::vector<Vec3<double>> sparse;
};

MorphLoad morph_load(std::size_t targets) {
  Random random("morph");
  MorphLoad load;
  for (std::size_t v = 0; v < morphed_vertices; ++v)
    load.x.push_back(random.point(2));
  load.dense.assign(targets, std::vector<Vec3<double>>(morphed_vertices, Vec3<double>::Zero()));
  for (std::size_t i = 0; i < targets; ++i) {
    load.phi.push_back(i < most_active ? random.uniform(0.25, 1) : 0);
    load.touched.offsets.push_back(load.sparse.size());
    const std::size_t first = i * touched_by_a_target % morphed_vertices;
    for (std::size_t v = first; v < first + touched_by_a_target; ++v) {
      load.touched.vertices.push_back(static_cast<std::uint32_t>(v));
      load.sparse.push_back(random.point(0.25));
      load.dense[i][v] = load.sparse.back();
    }
  }
  return load;
}

std::vector<Vec3<double>> by_dense(const MorphLoad& load) {
  std::vector<Vec3<double>> moved;
  moved.reserve(load.x.size());
  for (std::size_t v = 0; v < load.x.size(); ++v)
    moved.push_back(morph::dense(load.x[v], load.phi, load.dense, v));
  return moved;
}

void compare_morphs(benchmark::State& state) {
  const MorphLoad load = morph_load(static_cast<std::size_t>(state.range(0)));
  const auto by_sparse = [&load] { return morph::sparse(load.x, load.phi, load.touched, load.sparse); };
  if (by_dense(load) != by_sparse()) return state.SkipWithError("the two differ");
  double dense_seconds = 0, sparse_seconds = 0;
  for (auto _ : state) {
    dense_seconds += cpu_seconds([&] { benchmark::DoNotOptimize(by_dense(load)); });
    sparse_seconds += cpu_seconds([&] { benchmark::DoNotOptimize(by_sparse()); });
  }
  const double vertices = static_cast<double>(load.x.size()) * static_cast<double>(state.iterations());
  state.counters["dense_vertices/s"] = vertices / dense_seconds;
  state.counters["sparse_vertices/s"] = vertices / sparse_seconds;
  state.counters["sparse/dense"] = dense_seconds / sparse_seconds;
}

constexpr std::size_t vertices_on_device = 10000;

/// Dense targets that all displace every vertex and all have a weight.
Question question_to_device(std::size_t targets) {
  Random random("morph");
  Mesh base;
  for (std::size_t v = 0; v < vertices_on_device; ++v)
    base.positions.push_back(random.point(2));
  std::vector<MorphTarget> displaced(targets);
  std::vector<double> weights;
  for (MorphTarget& target : displaced) {
    for (std::size_t v = 0; v < vertices_on_device; ++v)
      target.positions.push_back(random.point(0.25));
    weights.push_back(random.uniform(0.25, 1));
  }
  Question question;
  question.algorithm = find_algorithm("morph.dense");
  question.level = Level::pose;
  add_mesh(question.arrays, base);
  morph::add_targets(question.arrays, base, weights, displaced);
  return question;
}

void morph_on_device(benchmark::State& state, conformance::Subject& subject, const Options& variant) {
  const Question question = question_to_device(static_cast<std::size_t>(state.range(0)));
  const auto expected = conformance::expect(question);
  const auto first = subject.run(question, variant);
  if (!expected || !first)
    return state.SkipWithError(to_string(expected ? first.error() : expected.error()).c_str());
  const conformance::Verdict verdict = conformance::compare(*expected, *first);
  if (verdict.outcome != conformance::Outcome::pass) return state.SkipWithError(verdict.detail.c_str());
  for (auto _ : state)
    benchmark::DoNotOptimize(subject.run(question, variant));
  state.counters["vertices/s"] = benchmark::Counter(static_cast<double>(vertices_on_device),
                                                    benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace

void register_morph(const std::shared_ptr<conformance::Subject>& subject) {
  auto* registered = benchmark::RegisterBenchmark("morph/dense-and-sparse/targets", &compare_morphs);
  registered->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
  for (const std::int64_t targets : {1, 8, 50, 200})
    registered->Arg(targets);
  if (!subject) return;
  for (const Options& variant : subject->variants(*find_algorithm("morph.dense"), Level::pose)) {
    if (!variant.contains("frames")) continue;           // no device's
    if (variant.at("frames") == "attributes") continue;  // of which there are too few
    const std::string name =
        fmt::format("morph/{}/{}/{}/targets", subject->name(), variant.at("frames"), variant.at("capture"));
    auto* on_device = benchmark::RegisterBenchmark(name.c_str(), [subject, variant](benchmark::State& state) {
      morph_on_device(state, *subject, variant);
    });
    on_device->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const std::int64_t targets : {1, 8, 50, 200})
      on_device->Arg(targets);
  }
}

}  // namespace bindpose::bench
