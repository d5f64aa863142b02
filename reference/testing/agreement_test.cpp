// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the evaluations of every row of algorithms.def agree, in every formulation: float32 stays within the bound, and
// double is near the result in 113 bits. New rows are tested automatically.
#include "reference/testing/agreement.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/mapped.h"
#include "reference/testing/implement.h"

namespace bindpose::test::agreement_test {

/// Returns x for x. With the first or second flag, float32 or double wrongly returns x + 1.
template <bool float_is_wrong, bool double_is_wrong>
struct Echo {
  static OptionList options() { return {}; }

  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    Result<T> result;
    result.arrays.push_back({"x", {1}, {static_cast<T>(question.find("x")->reals()[0]) * T(3)}});
    if (float_is_wrong && std::is_same_v<T, float>) result.arrays[0].values[0] += T(1);
    if (double_is_wrong && std::is_same_v<T, double>) result.arrays[0].values[0] += T(1);
    return result;
  }
};

ArraySet one_number(std::size_t, Random& random) {
  ArraySet question;
  question.add("x", {1}, Array::Reals{random.uniform(1, 2)});
  return question;
}

TEST(Agreement, right_outputs_agree) {
  const Agreement all = measure_agreement("echo", implement<Echo<false, false>>(&one_number), 1, 50);
  EXPECT_GT(all.numbers, 0U);
  EXPECT_LE(all.fraction, 1);
  EXPECT_LT(all.quad, 1e-15);
}

TEST(Agreement, wrong_outputs_disagree) {
  EXPECT_GT(measure_agreement("float off", implement<Echo<true, false>>(&one_number), 1, 5).fraction, 1);
  EXPECT_GT(measure_agreement("double off", implement<Echo<false, true>>(&one_number), 1, 5).quad, 0.1);
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Size and number of the inputs, and the limits on their errors.
struct Row {
  std::string_view stem = {};
  std::size_t size = 24, count = 200;
  double fraction = 0.01;  ///< the largest error reaches this fraction of its bound
  double bound = 1e-3;     ///< the largest bound is below, relative to the largest number of its array
  double quad = 1e-13;     ///< the largest error in double is below, relative to the largest number
  double apart = 1e-13;    ///< the same between formulations; some need quaternions that are unit in double
  double open = 0;         ///< at most this fraction of the inputs has an open comparison
};

/// Algorithms that need other numbers than the defaults. Bounds of systems of equations are for the
/// worst solvers. The largest bounds of directions belong to influences that nearly cancel.
constexpr Row rows[] = {
    {.stem = "cubicspline_track", .size = 5, .count = 4000},
    {.stem = "lerp", .size = 16, .count = 500, .quad = 1e-15},
    {.stem = "linear_track", .size = 5, .count = 4000, .apart = 1e-7},
    {.stem = "nlerp", .size = 8, .count = 4000, .quad = 1e-15},
    {.stem = "pose_loop", .size = 4, .count = 2000},
    {.stem = "quaternion_blend", .size = 8, .count = 3000, .fraction = 0.05, .bound = 1e-5, .quad = 1e-15},
    {.stem = "slerp", .size = 8, .count = 4000, .bound = 1e-5, .quad = 1e-15, .apart = 1e-7},
    {.stem = "step_track", .size = 5, .count = 1000, .fraction = 0, .quad = 0},
    {.stem = "vertex_track", .size = 32, .count = 1000, .fraction = 0.05, .bound = 1e-4},
    {.stem = "bounded_biharmonic",
     .size = 16,
     .count = 20,
     .fraction = 1e-6,
     .bound = 0.1,
     .quad = 1e-10,
     .apart = 1e-10},
    {.stem = "containment", .fraction = 0, .open = 0.27},
    {.stem = "delaunay", .size = 40, .count = 20, .fraction = 0, .quad = 0},
    {.stem = "direct_weights", .size = 8, .count = 20, .fraction = 1e-4, .bound = 1},
    {.stem = "heat", .size = 20, .count = 20, .fraction = 1e-5, .bound = 0.01},
    {.stem = "links", .size = 20, .count = 20},
    {.stem = "pack_f16", .fraction = 0, .bound = 1},
    {.stem = "pack_u8", .bound = 0.1},
    {.stem = "point_to_line", .fraction = 0, .open = 0.17},
    {.stem = "rogue_weights", .size = 40, .count = 60, .bound = 1e-4},
    {.stem = "smooth_weights", .count = 60, .bound = 1e-4},
    {.stem = "weight_colours", .fraction = 0, .bound = 1e-5},
    {.stem = "weight_limit", .bound = 1e-5, .open = 0.05},
    {.stem = "bend", .bound = 0.01},
    {.stem = "taper", .bound = 0.1},
    {.stem = "twist", .bound = 0.1},
    {.stem = "eigenskin", .count = 100, .bound = 0.1},
    {.stem = "multi_weight_fit", .size = 6, .count = 20, .fraction = 1e-4, .bound = 0.1},
    {.stem = "rbf", .fraction = 0.002},
    {.stem = "skinning_decomposition", .size = 8, .count = 40, .fraction = 1e-4, .bound = 1, .open = 0.05},
    {.stem = "spherical_joint_by_example", .count = 100},
    {.stem = "anatomical", .count = 60, .bound = 0.01},
    {.stem = "facs", .bound = infinity},
    {.stem = "linear_muscle", .bound = 0.01, .quad = 1e-11, .apart = 1e-11},
    {.stem = "sphincter_muscle", .bound = 1, .quad = 1e-11, .apart = 1e-11},
    {.stem = "bones", .count = 400},
    {.stem = "driven_joint", .size = 12, .bound = infinity},
    {.stem = "fk_dof", .count = 400, .bound = 0.002},
    {.stem = "fk_matrix", .count = 500},
    {.stem = "fk_product", .count = 400},
    {.stem = "fk_quaternion", .count = 500},
    {.stem = "inverse_bind", .size = 16, .count = 500},
    {.stem = "palette", .size = 16, .count = 500},
    {.stem = "ik_ccd", .size = 12, .count = 40, .quad = 1e-10, .apart = 1e-10},
    {.stem = "ik_dls", .size = 12, .count = 40, .bound = infinity, .quad = 1e-10, .apart = 1e-10},
    {.stem = "ik_fabrik", .size = 12, .count = 40, .quad = 1e-10, .apart = 1e-10},
    {.stem = "ik_aim", .size = 16, .count = 500, .bound = 0.1},
    {.stem = "aim_constraint", .size = 16, .count = 500, .bound = 0.1},
    {.stem = "roll_constraint", .size = 16, .count = 500, .bound = 0.1},
    {.stem = "rotation_constraint", .size = 16, .count = 500, .bound = 0.1},
    {.stem = "ik_limb",
     .size = 16,
     .count = 500,
     .bound = infinity,
     .quad = 1e-7,
     .apart = 1e-7,
     .open = 0.05},
    {.stem = "ik_two_bone", .size = 16, .count = 500, .bound = infinity, .quad = 1e-7, .apart = 1e-7},
    {.stem = "batched", .size = 60, .count = 20},
    {.stem = "bones_blending", .size = 50, .count = 40, .bound = 0.0005, .apart = 1e-6},
    {.stem = "centre_of_rotation", .size = 50, .count = 40, .bound = 1e-4},
    {.stem = "dual_quaternion", .size = 50, .count = 40, .bound = 1e-4},
    {.stem = "linear_blend", .size = 50, .count = 40},
    {.stem = "log_blend", .size = 50, .count = 40, .bound = 0.0002},
    {.stem = "multi_weight", .size = 50, .count = 40},
    {.stem = "optimised_centres", .size = 30, .count = 20},
    {.stem = "palette_parts", .size = 60, .count = 20},
    {.stem = "rigid_parts", .size = 100, .count = 40},
    {.stem = "spherical_blend", .size = 50, .count = 40, .fraction = 0.005, .open = 0.05},
    {.stem = "spherical_joint_blend", .size = 50, .count = 40, .bound = 5e-5},
    {.stem = "stitching", .size = 100, .count = 40},
    {.stem = "stretchable_twistable", .size = 100, .count = 40, .bound = 0.01, .apart = 1e-6},
    {.stem = "swing_twist", .size = 100, .count = 40, .apart = 1e-6},
    {.stem = "delta_mush", .size = 40, .count = 40, .bound = infinity, .quad = 1e-10, .apart = 1e-10},
    {.stem = "direct_delta_mush_omegas", .size = 40, .count = 40, .bound = 1e-4},
    {.stem = "direct_delta_mush",
     .size = 40,
     .count = 40,
     .fraction = 0,
     .bound = 0.1,
     .quad = 1e-9,
     .apart = 1e-9},
    {.stem = "volume_preserving", .size = 40, .count = 40, .bound = 1},
};

Row row_of(std::string_view stem) {
  const auto found = std::ranges::find(rows, stem, &Row::stem);
  return found == std::end(rows) ? Row{} : *found;
}

class EveryAlgorithm : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryAlgorithm, float_stays_within_the_bound_and_double_near_quad) {
  const Row expected = row_of(GetParam());
  const Agreement agreement = measure_agreement(GetParam(), expected.size, expected.count);
  const std::size_t decided = expected.count - agreement.undecided;
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_GE(agreement.fraction, expected.fraction);
  EXPECT_GE(agreement.numbers, decided);
  EXPECT_LE(agreement.bound, expected.bound);
  EXPECT_LE(agreement.quad, expected.quad);
  EXPECT_LE(agreement.apart, expected.apart);
  EXPECT_LE(static_cast<double>(agreement.undecided), expected.open * static_cast<double>(expected.count));
}

std::vector<std::string_view> stems() {
  return mapped<std::string_view>(algorithms(), [](const Algorithm& algorithm) { return algorithm.stem; });
}

INSTANTIATE_TEST_SUITE_P(Agreement, EveryAlgorithm, testing::ValuesIn(stems()),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace bindpose::test::agreement_test
