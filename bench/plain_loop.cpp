// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What checking, a template on the scalar and one function for all rules cost: the reference's linear
// blending beside a loop that does nothing but the sums, on the same vertices, in turns.
#include "bench/cpu_time.h"
#include "bench/run.h"
#include "reference/scenes/crowd.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::bench {
namespace {

void plain_loop(const scenes::Crowd& crowd, Surface<double>& surface) {
  const std::size_t k = crowd.influences.width;
  for (std::size_t v = 0; v < crowd.mesh.vertex_count(); ++v) {
    Vec3<double> x = Vec3<double>::Zero(), n = Vec3<double>::Zero();
    for (std::size_t i = v * k; i < (v + 1) * k; ++i) {
      const double w = crowd.influences.weights[i];
      const Affine<double>& M = crowd.palette[crowd.influences.joints[i]];
      x += w * (M * crowd.mesh.positions[v]);
      n += w * (M.linear * crowd.mesh.normals[v]);
    }
    surface.positions[v] = x;
    surface.normals[v] = n.normalized();
  }
}

bool near(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  for (std::size_t v = 0; v < a.size(); ++v)
    if (!((a[v] - b[v]).norm() <= 1e-12)) return false;
  return a.size() == b.size();
}

/// Positions and normals, 4 influences.
void compare(benchmark::State& state) {
  Random random("plain loop");
  scenes::Crowd crowd = scenes::crowd({.vertices = static_cast<std::size_t>(state.range(0))}, random);
  crowd.mesh.tangents.clear();
  const auto by_reference = [&] {
    const auto q = skinning::exact_mesh(crowd.mesh, crowd.influences, crowd.palette);
    return *skinning::deform_vertices(q, [&](const auto& rest) { return skinning::linear_blend(rest, q.M); });
  };
  Surface<double> plain;
  plain.positions.resize(crowd.mesh.vertex_count());
  plain.normals.resize(crowd.mesh.vertex_count());
  plain_loop(crowd, plain);
  const Surface<double> first = by_reference();
  if (!near(first.positions, plain.positions) || !near(first.normals, plain.normals))
    return state.SkipWithError("the two differ");

  double reference_seconds = 0, plain_seconds = 0;
  for (auto _ : state) {
    reference_seconds += cpu_seconds([&] {
      auto surface = by_reference();
      benchmark::DoNotOptimize(surface);
    });
    plain_seconds += cpu_seconds([&] {
      plain_loop(crowd, plain);
      benchmark::DoNotOptimize(plain);
    });
  }
  const double vertices =
      static_cast<double>(crowd.mesh.vertex_count()) * static_cast<double>(state.iterations());
  state.counters["reference_vertices/s"] = vertices / reference_seconds;
  state.counters["plain_vertices/s"] = vertices / plain_seconds;
  state.counters["reference/plain"] = plain_seconds / reference_seconds;
}

}  // namespace

void register_plain_loop() {
  benchmark::RegisterBenchmark("lbs/reference-and-plain-loop", &compare)
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime()
      ->Arg(1000)
      ->Arg(13206)
      ->Arg(100000);
}

}  // namespace bindpose::bench
