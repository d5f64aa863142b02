// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/software/software.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::software::software_test {

using Numbers = std::vector<float>;

constexpr std::size_t joint_count = 7;

Numbers random_numbers(std::size_t count, Random& random) {
  Numbers numbers(count);
  for (float& number : numbers)
    number = static_cast<float>(random.uniform(-1, 1));
  return numbers;
}

/// Inputs for all methods.
struct Sample {
  std::size_t V, K;
  Random random{"software test"};
  Numbers x = random_numbers(3 * V, random), n = random_numbers(3 * V, random),
          t = random_numbers(4 * V, random);
  Numbers weights = random_numbers(V * K, random), centres = random_numbers(3 * V, random);
  Numbers matrices = random_numbers(12 * joint_count, random), rotations, translations;
  Numbers phi = random_numbers(2, random), dx = random_numbers(6 * V, random),
          dn = random_numbers(6 * V, random), dt = random_numbers(6 * V, random),
          moments = random_numbers(10 * V * K, random);
  std::vector<std::uint16_t> joints;
  std::vector<std::uint8_t> has_centre;

  explicit Sample(std::size_t vertices, std::size_t per_vertex = 4) : V(vertices), K(per_vertex) {
    for (float& w : weights)
      w = std::max(w, 0.0F);  // half of the slots are unused
    for (std::size_t i = 0; i < V * K; ++i)
      joints.push_back(static_cast<std::uint16_t>(random.below(joint_count)));
    for (std::size_t v = 0; v < V; ++v)
      has_centre.push_back(random.below(4) != 0);
    for (std::size_t i = 0; i < V * K; ++i)
      moments[10 * i + 9] = weights[i];
    for (std::size_t j = 0; j < joint_count; ++j) {
      const Quat<double> q = random.rotation();
      for (const double number : q.coeffs())
        rotations.push_back(static_cast<float>(number));
    }
    translations = random_numbers(3 * joint_count, random);
  }

  Rest rest() const { return {x, n, t}; }
  Influences influences() const { return *Influences::of(joints, weights, K); }
  MotionPalette motions() const { return *MotionPalette::of(rotations, translations); }
};

struct Deformed {
  Numbers x, n, t;
  explicit Deformed(std::size_t V) : x(3 * V, -7), n(3 * V, -7), t(4 * V, -7) {}
  Surface surface() { return {x, n, t}; }
  bool operator==(const Deformed&) const = default;
};

/// The sample by every method, one after the other.
std::vector<Deformed> by_every_method(const Sample& s, Threads* threads) {
  std::vector<Deformed> all;
  const auto add = [&](auto method) {
    all.emplace_back(s.V);
    const Expected<void> done = method(all.back().surface());
    EXPECT_TRUE(done) << to_string(done.error());
  };
  const auto palette = *MatrixPalette::of(s.matrices);
  const auto motions = s.motions();
  for (const NormalRule rule : {NormalRule::direction, NormalRule::inverse_transpose_of_blend})
    for (const bool normalise : {true, false})
      add([&](const Surface& y) {
        return blend_linearly(s.rest(), s.influences(), palette, y, {rule, normalise, threads});
      });
  add([&](const Surface& y) {
    return blend_dual_quaternions(s.rest(), s.influences(), motions, y, {.threads = threads});
  });
  add([&](const Surface& y) {
    return blend_about_centres(s.rest(), s.influences(), motions, {s.centres, s.has_centre}, y,
                               {.threads = threads});
  });
  add([&](const Surface& y) {
    return blend_by_moments(s.rest(), s.influences(), s.moments, palette, y, {.threads = threads});
  });
  add([&](const Surface& y) { return morph(s.rest(), {s.phi, s.dx, s.dn, s.dt}, y, {.threads = threads}); });
  return all;
}

TEST(Software, results_do_not_depend_on_the_number_of_threads) {
  const Sample sample(20'011, 8);
  const auto alone = by_every_method(sample, nullptr);
  for (const std::size_t count : {1, 2, 3, 7}) {
    Threads threads(count);
    EXPECT_EQ(threads.count(), count);
    EXPECT_TRUE(by_every_method(sample, &threads) == alone) << count;
  }
}

TEST(Software, threads_process_every_number_once_and_can_be_reused) {
  Threads threads(3);
  for (const std::size_t n : {0, 1, 64, 65, 1000})
    for (int again = 0; again < 200; ++again) {
      std::vector<int> times(n);
      threads.share(n, 64, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 64, 0U);
        for (std::size_t i = begin; i < end; ++i)
          ++times[i];
      });
      EXPECT_EQ(std::ranges::count(times, 1), static_cast<std::ptrdiff_t>(n));
    }
}

/// The first vertices of a sample.
Sample first_vertices(const Sample& whole, std::size_t count) {
  Sample s(count, whole.K);
  const auto take = [&](auto& to, const auto& from) { std::copy_n(from.begin(), to.size(), to.begin()); };
  take(s.x, whole.x), take(s.n, whole.n), take(s.t, whole.t), take(s.weights, whole.weights);
  take(s.moments, whole.moments), take(s.joints, whole.joints), take(s.centres, whole.centres),
      take(s.has_centre, whole.has_centre);
  s.matrices = whole.matrices, s.rotations = whole.rotations, s.translations = whole.translations;
  s.phi = whole.phi;
  for (std::size_t target = 0; target < 2; ++target)
    for (std::size_t i = 0; i < 3 * count; ++i) {
      const std::size_t from = 3 * whole.V * target + i, to = 3 * count * target + i;
      s.dx[to] = whole.dx[from], s.dn[to] = whole.dn[from], s.dt[to] = whole.dt[from];
    }
  return s;
}

TEST(Software, a_vertex_does_not_depend_on_the_number_of_vertices) {
  for (const std::size_t per_vertex : {4, 8}) {
    const Sample whole(300, per_vertex);
    const auto expected = by_every_method(whole, nullptr);
    for (const std::size_t count : {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 129}) {
      const auto got = by_every_method(first_vertices(whole, count), nullptr);
      for (std::size_t m = 0; m < got.size(); ++m) {
        EXPECT_TRUE(std::ranges::equal(got[m].x, std::span(expected[m].x).first(3 * count)))
            << m << " " << count;
        EXPECT_TRUE(std::ranges::equal(got[m].n, std::span(expected[m].n).first(3 * count)))
            << m << " " << count;
        EXPECT_TRUE(std::ranges::equal(got[m].t, std::span(expected[m].t).first(4 * count)))
            << m << " " << count;
      }
    }
  }
}

/// Positions and normals of a mesh from vertex `first` on, up to the end of the surface.
void blend_part(const Sample& s, const MotionPalette& palette, std::size_t first, const Surface& y,
                bool normalise) {
  const std::size_t count = y.positions.size() / 3;
  const auto part = [&](const auto& rows, std::size_t width) {
    return std::span(rows).subspan(width * first, width * count);
  };
  const auto influences = *Influences::of(part(s.joints, 4), part(s.weights, 4));
  ASSERT_TRUE(
      blend_dual_quaternions({part(s.x, 3), part(s.n, 3)}, influences, palette, y, {.normalise = normalise}));
}

TEST(Software, dual_quaternions_agree_for_many_and_few_vertices) {
  Sample s(4'099);
  for (std::size_t v = 0; v < s.V; ++v)
    if (v < s.V / 2 || v % 2 == 0)
      s.weights[4 * v] = 0.5F;  // some other vertices have a first weight of zero
  for (const std::size_t J : {7, 64, 65}) {
    for (std::uint16_t& j : s.joints)
      j = static_cast<std::uint16_t>(s.random.below(J));
    const auto palette = *MotionPalette::of(random_numbers(4 * J, s.random), random_numbers(3 * J, s.random));
    for (const bool normalise : {false, true}) {
      Deformed whole(s.V), parts(s.V);
      blend_part(s, palette, 0, {whole.x, whole.n}, normalise);
      constexpr std::size_t few = 10;  // too few for a table of sides
      for (std::size_t first = 0; first < s.V; first += few) {
        const std::size_t count = std::min(few, s.V - first);
        const auto part = [&](Numbers& rows) { return std::span(rows).subspan(3 * first, 3 * count); };
        blend_part(s, palette, first, {part(parts.x), part(parts.n)}, normalise);
      }
      EXPECT_TRUE(whole == parts) << J << " joints, " << normalise;
    }
  }
}

TEST(Software, nothing_is_written_beyond_the_surface_at_any_alignment) {
  const Sample s(37);
  const auto palette = *MatrixPalette::of(s.matrices);
  Deformed expected(s.V);
  ASSERT_TRUE(blend_linearly(s.rest(), s.influences(), palette, expected.surface()));
  for (std::size_t shift = 0; shift < 4; ++shift) {
    Numbers x(3 * s.V + 40, -7);
    ASSERT_TRUE(blend_linearly({s.x}, s.influences(), palette, {std::span(x).subspan(shift, 3 * s.V)}));
    EXPECT_TRUE(std::ranges::equal(std::span(x).subspan(shift, 3 * s.V), expected.x));
    EXPECT_EQ(std::ranges::count(x, -7.0F), 40);
  }
}

TEST(Software, non_temporal_stores_write_the_same_bits) {
  const Sample s(400'003);  // 16 megabytes
  const auto palette = *MatrixPalette::of(s.matrices);
  Deformed whole(s.V);
  ASSERT_TRUE(blend_linearly(s.rest(), s.influences(), palette, whole.surface()));
  const std::size_t last = s.V - 1000;  // the last vertices alone go through the cache
  Deformed end(1000);
  const auto influences =
      *Influences::of(std::span(s.joints).subspan(4 * last), std::span(s.weights).subspan(4 * last));
  ASSERT_TRUE(blend_linearly(
      {std::span(s.x).subspan(3 * last), std::span(s.n).subspan(3 * last), std::span(s.t).subspan(4 * last)},
      influences, palette, end.surface()));
  EXPECT_TRUE(std::ranges::equal(std::span(whole.x).subspan(3 * last), end.x));
  EXPECT_TRUE(std::ranges::equal(std::span(whole.n).subspan(3 * last), end.n));
  EXPECT_TRUE(std::ranges::equal(std::span(whole.t).subspan(4 * last), end.t));
}

TEST(Software, a_surface_is_deformed_in_place) {
  Sample s(100);
  Deformed expected(s.V);
  const auto motions = s.motions();
  ASSERT_TRUE(blend_dual_quaternions(s.rest(), s.influences(), motions, expected.surface()));
  ASSERT_TRUE(blend_dual_quaternions(s.rest(), s.influences(), motions, {s.x, s.n, s.t}));
  EXPECT_EQ(s.x, expected.x);
  EXPECT_EQ(s.n, expected.n);
  EXPECT_EQ(s.t, expected.t);
}

TEST(Software, an_unused_slot_contributes_nothing_for_any_joint) {
  Sample s(65);
  for (std::size_t i = 0; i < s.joints.size(); ++i) {
    if (s.joints[i] == 3) s.joints[i] = 2;
    if (s.weights[i] == 0) s.joints[i] = 3;
  }
  const auto expected = by_every_method(s, nullptr);
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  std::fill_n(&s.matrices[12 * 3], 12, inf);
  std::fill_n(&s.rotations[4 * 3], 4, nan);
  std::fill_n(&s.translations[3 * 3], 3, inf);
  EXPECT_TRUE(by_every_method(s, nullptr) == expected);
}

TEST(Software, a_row_without_an_output_is_zero) {
  Sample s(5);
  std::ranges::fill(s.weights, 0.0F);
  for (std::size_t i = 0; i < s.V * s.K; ++i)
    s.moments[10 * i + 9] = 0;
  auto all = by_every_method(s, nullptr);
  all.pop_back();  // morph targets have nothing to do with joints
  for (const Deformed& y : all) {
    EXPECT_EQ(std::ranges::count(y.x, 0.0F), 15);
    EXPECT_EQ(std::ranges::count(y.n, 0.0F), 15);
    for (std::size_t v = 0; v < s.V; ++v)
      EXPECT_EQ(std::ranges::count(std::span(y.t).subspan(4 * v, 3), 0.0F), 3);
  }
}

TEST(Software, arrays_that_do_not_fit_are_refused_before_anything_is_written) {
  const Sample s(9);
  const auto palette = *MatrixPalette::of(s.matrices);
  const auto influences = s.influences();
  Deformed y(s.V);
  const Deformed before = y;
  const auto code = [](const auto& result) { return result ? std::string() : result.error().code; };
  const auto blend = [&](const Rest& rest, const Influences& by, const MatrixPalette& with,
                         const Surface& out) { return code(blend_linearly(rest, by, with, out)); };

  const auto small = *MatrixPalette::of(std::span(s.matrices).first(12 * (influences.joint_count() - 1)));
  const Expected<void> beyond = blend_linearly(s.rest(), influences, small, y.surface());
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, "INDEX_RANGE");
  const std::size_t slot = influences.slot_of_last_joint();
  EXPECT_EQ(beyond.error().where,
            "joints[" + std::to_string(slot / 4) + "][" + std::to_string(slot % 4) + "]");
  const auto motions =
      *MotionPalette::of(std::span(s.rotations).first(4), std::span(s.translations).first(3));
  EXPECT_EQ(code(blend_dual_quaternions(s.rest(), influences, motions, y.surface())), "INDEX_RANGE");
  EXPECT_EQ(code(blend_about_centres(s.rest(), influences, motions, {s.centres}, y.surface())),
            "INDEX_RANGE");

  EXPECT_EQ(blend({s.x}, influences, palette, y.surface()), "ARRAY_MISSING");
  EXPECT_EQ(blend({s.x, std::span(s.n).first(6)}, influences, palette, {y.x}), "COUNT_MISMATCH");
  EXPECT_EQ(blend({std::span(s.x).first(26)}, influences, palette, {}), "COUNT_MISMATCH");
  EXPECT_EQ(blend(s.rest(), influences, palette, {std::span(y.x).first(3)}), "COUNT_MISMATCH");
  EXPECT_EQ(blend({std::span(s.x).first(24)}, influences, palette, {}), "COUNT_MISMATCH");
  EXPECT_EQ(code(Influences::of(s.joints, s.weights, 3)), "COUNT_MISMATCH");
  EXPECT_EQ(code(Influences::of(s.joints, std::span(s.weights).first(4))), "COUNT_MISMATCH");
  EXPECT_EQ(code(Influences::of(std::span(s.joints).first(5), std::span(s.weights).first(5))),
            "COUNT_MISMATCH");
  EXPECT_EQ(code(MatrixPalette::of(std::span(s.matrices).first(13))), "COUNT_MISMATCH");
  EXPECT_EQ(code(MotionPalette::of(s.rotations, std::span(s.translations).first(3))), "COUNT_MISMATCH");
  EXPECT_EQ(code(blend_about_centres(s.rest(), influences, s.motions(), {std::span(s.centres).first(3)},
                                     y.surface())),
            "COUNT_MISMATCH");
  EXPECT_EQ(code(blend_by_moments(s.rest(), influences, s.centres, palette, y.surface())), "COUNT_MISMATCH");
  EXPECT_EQ(code(morph(s.rest(), {s.phi, std::span(s.dx).first(9)}, y.surface())), "COUNT_MISMATCH");
  EXPECT_TRUE(y == before);
}

}  // namespace bindpose::software::software_test
