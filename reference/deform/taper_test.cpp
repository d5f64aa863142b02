// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/taper.h"

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::deform::taper_test {

using namespace bindpose::test;
using Row = Array::Reals;

ArraySet tapered(const Mesh& mesh, const Row& heights, const Row& factors, bool askew = false) {
  return with_numbers(with_numbers(question_about(mesh, askew), "heights", heights), "factors", factors);
}

TEST(taper, a_factor_of_one_moves_nothing) {
  EXPECT_LT(moved_by("deform.taper", tapered(six_vertices(), {-0.5, 0.5}, {1, 1})), 1e-15);
  EXPECT_LT(moved_by("deform.taper", tapered(six_vertices(), {-0.5, 0.5}, {1, 1}, true)), 1e-15);
}

TEST(taper, directions_follow_the_jacobian) {
  EXPECT_LT(directions_off("deform.taper", tapered(six_vertices(), {-0.6, 0.3}, {1, 0.25})), 1e-9);
  EXPECT_LT(directions_off("deform.taper", tapered(six_vertices(), {-0.6, 0.3, 0.7}, {0.5, -0.75, 2}, true)),
            1e-9);
}

TEST(taper, a_vertex_tapered_to_a_point_has_no_normal) {
  EXPECT_EQ(undefined_of("deform.taper", tapered(one_vertex({1, 2, 1}), {0, 1}, {1, 0})),
            (std::vector<std::string>{"ZERO_NORMAL 0", "ZERO_TANGENT 0"}));
  Mesh along = one_vertex({1, 2, 0.5});
  along.tangents[0] = {0, 0, 1, -1};
  EXPECT_EQ(undefined_of("deform.taper", tapered(along, {0, 0.5, 1}, {1, 0, 0})),
            std::vector<std::string>{"ZERO_NORMAL 0"});
}

TEST(taper, invalid_inputs_are_refused) {
  EXPECT_EQ(error_of("deform.taper", tapered(six_vertices(), {0, 1}, {1, 2})), "");
  EXPECT_EQ(error_of("deform.taper", tapered(six_vertices(), {1, 1}, {1, 2})), "PARAMETER_RANGE heights[1]");
}

}  // namespace bindpose::deform::taper_test
