// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/software/software.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include <fmt/format.h>

#include "conformance/software/kernels.h"
#include "reference/model/try.h"

namespace bindpose::software {
namespace {

constexpr std::align_val_t cache_line{64};
/// Vertices per thread at a time: enough to outweigh the synchronisation, few enough that all threads end
/// together.
constexpr std::size_t grain = 32 * chunk;
/// With fewer vertices per joint, blending the mesh is faster than finding the relative signs of all pairs of
/// joints.
constexpr std::size_t vertices_worth_sides = 8;
/// A larger surface leaves the closer caches before it is read.
constexpr std::size_t past_cache_bytes = std::size_t{4} << 20;

Expected<void> require_rows(const char* what, std::size_t numbers, std::size_t rows, std::size_t width) {
  if (numbers == rows * width) return {};
  return fail("COUNT_MISMATCH", what,
              fmt::format("{} numbers, expected {} rows of {}", numbers, rows, width));
}

/// Checks that a requested array exists and has one row per vertex. in, out: numbers; `width` per row.
Expected<void> require_asked(const char* what, std::size_t in, std::size_t out, std::size_t vertices,
                             std::size_t width) {
  if (in > 0) BINDPOSE_CHECK(require_rows(what, in, vertices, width));
  if (out == 0) return {};
  BINDPOSE_CHECK(require_rows(what, out, vertices, width));
  if (in == 0) return fail("ARRAY_MISSING", what, "the output has this array, but the mesh at rest does not");
  return {};
}

Expected<void> check(const Rest& rest, const Surface& surface) {
  const std::size_t V = rest.vertex_count();
  BINDPOSE_CHECK(require_rows("positions", rest.positions.size(), V, 3));
  BINDPOSE_CHECK(require_asked("positions", rest.positions.size(), surface.positions.size(), V, 3));
  BINDPOSE_CHECK(require_asked("normals", rest.normals.size(), surface.normals.size(), V, 3));
  return require_asked("tangents", rest.tangents.size(), surface.tangents.size(), V, 4);
}

Expected<void> check(const Rest& rest, const Influences& influences, std::size_t joint_count) {
  if (influences.vertex_count() != rest.vertex_count())
    return fail("COUNT_MISMATCH", "joints",
                fmt::format("influences of {} vertices, the mesh has {}", influences.vertex_count(),
                            rest.vertex_count()));
  if (influences.joint_count() <= joint_count) return {};
  const std::size_t slot = influences.slot_of_last_joint(), K = influences.per_vertex();
  return fail("INDEX_RANGE", fmt::format("joints[{}][{}]", slot / K, slot % K),
              fmt::format("joint {}, the palette has {}", influences.joint_count() - 1, joint_count));
}

/// Null if empty.
template <class Number>
Number* data_of(std::span<Number> numbers) {
  return numbers.empty() ? nullptr : numbers.data();
}

Inputs inputs(const Rest& rest) {
  return {data_of(rest.positions), data_of(rest.normals), data_of(rest.tangents)};
}

bool is_aligned(const float* numbers) {
  return reinterpret_cast<std::uintptr_t>(numbers) % 16 == 0;
}

Outputs outputs(const Surface& surface, const Options& options) {
  Outputs out{data_of(surface.positions), data_of(surface.normals), data_of(surface.tangents),
              options.normalise};
  const std::size_t bytes =
      sizeof(float) * (surface.positions.size() + surface.normals.size() + surface.tangents.size());
  out.past_cache = bytes > past_cache_bytes && is_aligned(out.positions) && is_aligned(out.normals) &&
                   is_aligned(out.tangents);
  return out;
}

Slots slots(const Influences& influences) {
  return {influences.joints(), influences.weights(), influences.per_vertex()};
}

template <class Job>
void run_all(const Job& job, std::size_t vertex_count, Threads* threads) {
  const auto part = [&job](std::size_t begin, std::size_t end) { run(job, begin, end); };
  if (threads != nullptr) return threads->share(vertex_count, grain, part);
  if (vertex_count > 0) part(0, vertex_count);
}

bool all_finite(std::span<const float> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}

/// d = (t, 0) q / 2
void write_dual_part(const float* q, const float* t, float* d) {
  const float x = 0.5F * t[0], y = 0.5F * t[1], z = 0.5F * t[2];
  d[0] = x * q[3] + (y * q[2] - z * q[1]);
  d[1] = y * q[3] + (z * q[0] - x * q[2]);
  d[2] = z * q[3] + (x * q[1] - y * q[0]);
  d[3] = -(x * q[0] + y * q[1] + z * q[2]);
}

}  // namespace

AlignedFloats::AlignedFloats(std::size_t size)
    : data_(static_cast<float*>(operator new[](sizeof(float) * size, cache_line))) {
  std::fill_n(data_.get(), size, 0.0F);
}

void AlignedFloats::Free::operator()(float* numbers) const {
  operator delete[](numbers, cache_line);
}

Expected<Influences> Influences::of(std::span<const std::uint16_t> joints, std::span<const float> weights,
                                    std::size_t per_vertex) {
  if (per_vertex == 0 || per_vertex % 4 != 0)
    return fail("COUNT_MISMATCH", "joints",
                fmt::format("{} slots per vertex, expected a multiple of 4", per_vertex));
  if (joints.size() % per_vertex != 0 || weights.size() != joints.size())
    return fail("COUNT_MISMATCH", "weights",
                fmt::format("{} joints and {} weights, expected equal counts, {} per vertex", joints.size(),
                            weights.size(), per_vertex));
  Influences influences;
  influences.joints_ = joints;
  influences.weights_ = weights;
  influences.per_vertex_ = per_vertex;
  if (joints.empty()) return influences;
  const auto last = std::max_element(joints.begin(), joints.end());
  influences.joint_count_ = std::size_t{*last} + 1;
  influences.slot_of_last_joint_ = static_cast<std::size_t>(last - joints.begin());
  return influences;
}

Expected<MatrixPalette> MatrixPalette::of(std::span<const float> matrices) {
  const std::size_t J = matrices.size() / 12;
  BINDPOSE_CHECK(require_rows("matrices", matrices.size(), J, 12));
  MatrixPalette palette(J);
  for (std::size_t j = 0; j < J; ++j)
    std::copy_n(&matrices[12 * j], 12, palette.rows_.data() + 16 * j);
  palette.is_finite_ = all_finite(matrices);
  return palette;
}

Expected<MotionPalette> MotionPalette::of(std::span<const float> rotations,
                                          std::span<const float> translations) {
  const std::size_t J = rotations.size() / 4;
  BINDPOSE_CHECK(require_rows("rotations", rotations.size(), J, 4));
  BINDPOSE_CHECK(require_rows("translations", translations.size(), J, 3));
  MotionPalette palette(J);
  for (std::size_t j = 0; j < J; ++j) {
    float* dual_quaternion = palette.dual_quaternions_.data() + 8 * j;
    std::copy_n(&rotations[4 * j], 4, dual_quaternion);
    write_dual_part(&rotations[4 * j], &translations[3 * j], dual_quaternion + 4);
    std::copy_n(&translations[3 * j], 3, palette.translations_.data() + 4 * j);
  }
  palette.is_finite_ = all_finite({palette.dual_quaternions(), 8 * J});
  return palette;
}

Expected<void> blend_linearly(const Rest& rest, const Influences& influences, const MatrixPalette& palette,
                              const Surface& surface, const Options& options) {
  BINDPOSE_CHECK(check(rest, surface));
  BINDPOSE_CHECK(check(rest, influences, palette.joint_count()));
  run_all(LinearBlend{inputs(rest), outputs(surface, options), slots(influences), palette.rows(),
                      palette.is_finite(), options.normal_rule},
          rest.vertex_count(), options.threads);
  return {};
}

Expected<void> blend_dual_quaternions(const Rest& rest, const Influences& influences,
                                      const MotionPalette& palette, const Surface& surface,
                                      const Options& options) {
  BINDPOSE_CHECK(check(rest, surface));
  BINDPOSE_CHECK(check(rest, influences, palette.joint_count()));
  DualQuaternions job{inputs(rest), outputs(surface, options), slots(influences), palette.dual_quaternions(),
                      palette.is_finite()};
  std::array<Sides, most_sides> sides;
  const std::size_t J = palette.joint_count();
  if (rest.vertex_count() >= vertices_worth_sides * J && find_sides(job, J, sides.data()))
    job.sides = sides.data();
  run_all(job, rest.vertex_count(), options.threads);
  return {};
}

Expected<void> blend_about_centres(const Rest& rest, const Influences& influences,
                                   const MotionPalette& palette, const Centres& centres,
                                   const Surface& surface, const Options& options) {
  const std::size_t V = rest.vertex_count();
  BINDPOSE_CHECK(check(rest, surface));
  BINDPOSE_CHECK(check(rest, influences, palette.joint_count()));
  BINDPOSE_CHECK(require_rows("centres", centres.points.size(), V, 3));
  if (!centres.has_centre.empty())
    BINDPOSE_CHECK(require_rows("has_centre", centres.has_centre.size(), V, 1));
  run_all(AboutCentres{inputs(rest), outputs(surface, options), slots(influences), palette.dual_quaternions(),
                       palette.translations(), data_of(centres.points), data_of(centres.has_centre)},
          V, options.threads);
  return {};
}

Expected<void> blend_by_moments(const Rest& rest, const Influences& influences,
                                std::span<const float> moments, const MatrixPalette& palette,
                                const Surface& surface, const Options& options) {
  BINDPOSE_CHECK(check(rest, surface));
  BINDPOSE_CHECK(check(rest, influences, palette.joint_count()));
  BINDPOSE_CHECK(require_rows("moments", moments.size(), rest.vertex_count() * influences.per_vertex(), 10));
  run_all(DirectDeltaMush{inputs(rest), outputs(surface, options), slots(influences), data_of(moments),
                          palette.rows()},
          rest.vertex_count(), options.threads);
  return {};
}

Expected<void> morph(const Rest& rest, const Targets& targets, const Surface& surface,
                     const Options& options) {
  const std::size_t V = rest.vertex_count(), T = targets.weights.size();
  BINDPOSE_CHECK(check(rest, surface));
  BINDPOSE_CHECK(require_rows("target_positions", targets.positions.size(), T * V, 3));
  if (!targets.normals.empty())
    BINDPOSE_CHECK(require_rows("target_normals", targets.normals.size(), T * V, 3));
  if (!targets.tangents.empty())
    BINDPOSE_CHECK(require_rows("target_tangents", targets.tangents.size(), T * V, 3));
  run_all(Morph{inputs(rest), outputs(surface, options), data_of(targets.weights), T, V,
                data_of(targets.positions), data_of(targets.normals), data_of(targets.tangents)},
          V, options.threads);
  return {};
}

}  // namespace bindpose::software
