// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/sparse.h"

#include <gtest/gtest.h>

#include "reference/morph/shared/targets.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"
#include "reference/testing/answers.h"

namespace bindpose::morph::sparse_test {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Three vertices, three targets: vertices 0 and 2, none, vertices 1 and 2.
ArraySet three_targets(const std::vector<double>& weights) {
  ArraySet question;
  add_mesh(question, {{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{0, 0, 1}, {0, 1, 0}, {2, 0, 0}}, {}, {}});
  add_sparse_targets(question, weights,
                     {{{0, 2, 2}, {0, 2, 1, 2}},
                      {{0, 1, 0}, {0, 2, 0}, {0, 0, 4}, {0, 0, 8}},
                      {{0, 1, 0}, {0, 0, 0}, {0, -1, 0}, {0, 0, 0}},
                      {}});
  return question;
}

Expected<Result<double>> ask(const ArraySet& question, const Options& options = {}) {
  return find_algorithm("morph.sparse")->implementation.in_double(question, options);
}

using Row = Array::Reals;

TEST(sparse, directions_of_all_vertices_are_normalised) {
  const auto result = ask(three_targets({0, 0, 1}));
  EXPECT_EQ(result->find("normals")->values, (Row{0, 0, 1, 0, 0, 0, 1, 0, 0}))
      << "normals of untouched vertices change as well";
  ASSERT_EQ(result->undefined.size(), 1U);
  EXPECT_EQ(result->undefined[0].row, 1U);
  EXPECT_EQ(result->undefined[0].code, "ZERO_NORMAL");
  EXPECT_EQ(ask(three_targets({0, 0, 1}), {{"normalise", "later"}})->find("normals")->values,
            (Row{0, 0, 1, 0, 0, 0, 2, 0, 0}));
}

TEST(sparse, vertices_that_differ_from_the_base_become_entries) {
  const Mesh base{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {}, {}};
  Mesh first = base, second = base;
  first.positions[1][2] += 0x1p-21;  // the next float32
  first.normals[2] = {0, 1, 0};
  const SparseTargets made = sparse_targets(base, {first, second, first});
  EXPECT_EQ(made.touched.offsets, (std::vector<std::size_t>{0, 2, 2}));
  EXPECT_EQ(made.touched.vertices, (std::vector<std::uint32_t>{1, 2, 1, 2}));
  EXPECT_EQ(made.positions[0], Vec3<double>(0, 0, 0x1p-21));
  EXPECT_EQ(made.positions[1], Vec3<double>(0, 0, 0));
  EXPECT_EQ(made.normals[1], Vec3<double>(0, 1, -1));
  EXPECT_TRUE(made.tangents.empty());
  EXPECT_TRUE(sparse_targets(base, {base}).touched.vertices.empty());
}

TEST(sparse, sparse_and_dense_targets_agree) {
  Random random("sparse and dense");
  for (int round = 0; round < 20; ++round) {
    const Mesh base = scenes::crowd({.vertices = 50}, random).mesh;
    const std::vector<Mesh> shapes = samples::sample_shapes(8, base, random);
    const std::vector<double> weights = samples::sample_target_weights(8, random);
    ArraySet few, all;
    add_mesh(few, base);
    add_mesh(all, base);
    const SparseTargets made = sparse_targets(base, shapes);
    EXPECT_LT(made.touched.vertices.size(), 8 * 50U / 2) << "most vertices have no entry";
    add_sparse_targets(few, weights, made);
    add_targets(all, base, weights, displacements(base, shapes));
    const auto sparse_one = ask(few),
               dense_one = find_algorithm("morph.dense")->implementation.in_double(all, {});
    ASSERT_TRUE(sparse_one && dense_one);
    for (const char* name : {"positions", "normals", "tangents"})
      EXPECT_EQ(sparse_one->find(name)->values, dense_one->find(name)->values) << name;
  }
}

TEST(sparse, targets_without_weight_are_not_read) {
  ArraySet question = three_targets({0, 0, 1});
  std::fill_n(std::get<Row>(question.find("target_positions")->data).begin(), 6, not_a_number);
  ASSERT_TRUE(ask(question));
  EXPECT_EQ(ask(question)->find("positions")->values, (Row{1, 0, 0, 2, 0, 4, 3, 0, 8}));
}

TEST(sparse, wrong_inputs_are_reported) {
  const auto error = [](Array changed) {
    return test::error_with("morph.sparse", three_targets({1, 1, 1}), std::move(changed));
  };
  const auto offsets = [&](const Array::Integers& o) { return error({"target_offsets", {3}, o}); };
  EXPECT_EQ(offsets({1, 2, 2}), "COUNT_MISMATCH target_offsets[0]");
  EXPECT_EQ(offsets({0, 3, 2}), "COUNT_MISMATCH target_offsets[1]");
  EXPECT_EQ(offsets({0, 2, 5}), "COUNT_MISMATCH target_offsets[2]");
  EXPECT_EQ(offsets({0, 2, -1}).substr(0, 14), "COUNT_MISMATCH");
  EXPECT_EQ(offsets({0, 0, 0}), "INDEX_ORDER target_vertices[2]") << "all entries belong to the last target";
  const auto vertices = [&](const Array::Integers& v) { return error({"target_vertices", {4}, v}); };
  EXPECT_EQ(vertices({0, 2, 1, 3}), "INDEX_RANGE target_vertices[3]");
  EXPECT_EQ(vertices({0, 2, 2, 2}), "INDEX_ORDER target_vertices[3]");
  EXPECT_EQ(vertices({2, 0, 1, 2}), "INDEX_ORDER target_vertices[1]");
  Row d(12, 0.0);
  d[7] = not_a_number;
  EXPECT_EQ(error({"target_positions", {4, 3}, d}), "NOT_FINITE target_positions[2]");
  EXPECT_EQ(error({"target_normals", {4, 3}, d}), "NOT_FINITE target_normals[2]");
  EXPECT_EQ(error({"target_positions", {3, 3}, Row(9, 0.0)}).substr(0, 11), "ARRAY_SHAPE");
}

}  // namespace bindpose::morph::sparse_test
