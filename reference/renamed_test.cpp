// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/renamed.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::renamed_test {

TEST(renamed, every_row_leads_to_an_algorithm_and_back) {
  std::size_t count = 0;
  for (const Algorithm& algorithm : algorithms()) {
    const std::string former = former_path(algorithm.path());
    EXPECT_EQ(current_path(algorithm.path()), algorithm.path()) << "a current path is not a former one";
    EXPECT_EQ(current_path(former), algorithm.path());
    EXPECT_EQ(find_algorithm(former), &algorithm);
    count += former != algorithm.path() ? 1 : 0;
  }
  EXPECT_EQ(count, 24U);
}

TEST(renamed, algorithms_are_found_by_former_paths) {
  ASSERT_NE(find_algorithm("fk.matrix"), nullptr);
  EXPECT_EQ(find_algorithm("pose/fk_matrix"), find_algorithm("fk.matrix"));
  EXPECT_EQ(find_algorithm("pose.fk_matrix"), find_algorithm("fk.matrix"));
  EXPECT_EQ(find_algorithm("skinning.delta_mush"), find_algorithm("delta-mush"));
  for (const char* unknown :
       {"pose/linear_blend", "hierarchy/lerp", "pose", "pose/fk_matri", "pose/fk_matrix/x", ""})
    EXPECT_EQ(find_algorithm(unknown), nullptr) << unknown;
}

TEST(renamed, names_are_translated_both_ways) {
  EXPECT_EQ(current_name("pose.fk_matrix.chain.pose.f32/gpu/default"),
            "hierarchy.fk_matrix.chain.pose.f32/gpu/default");
  EXPECT_EQ(former_name("surface.direct_delta_mush_omegas.bar"), "skinning.direct_delta_mush_omegas.bar");
  EXPECT_EQ(current_name("skinning.direct_delta_mush.bar"), "surface.direct_delta_mush.bar");
  EXPECT_EQ(current_name("pose.fk_matrix"), "hierarchy.fk_matrix");
  for (const char* same :
       {"skinning.linear_blend.bar", "pose.fk_matrixes.bar", "x.pose.fk_matrix", "pose", ""}) {
    EXPECT_EQ(current_name(same), same);
    EXPECT_EQ(former_name(same), same);
  }
}

TEST(renamed, globs_in_former_names_are_recognised) {
  for (const char* former : {"pose.*", "pose*", "pose.fk_*", "pose.fk_matrix.*", "pose.ik_ccd",
                             "skinning.delta_mush.*", "skinning.delta*", "skinning.direct_delta_mush*"})
    EXPECT_TRUE(is_former_pattern(former, PatternKind::glob)) << former;
  for (const char* today : {"*", "", "*.pose.*", "p*", "skinning.*", "skinning.d*", "skin*", "hierarchy.*",
                            "surface.*", "pose.nothing.*", "?ose.*", "ik.*"})
    EXPECT_FALSE(is_former_pattern(today, PatternKind::glob)) << today;
}

TEST(renamed, regular_expressions_in_former_names_are_recognised) {
  for (const char* former : {"^pose\\.", "^pose", "pose\\.fk_.*chain", "pose.lerp", "^(hierarchy|pose)\\.",
                             "lbs|skinning\\.delta_mush\\..*", "pose.fk_matri.?"})
    EXPECT_TRUE(is_former_pattern(former, PatternKind::regex)) << former;
  for (const char* today : {"pose", "\\.pose\\.f32", "bar.*pose", "^skinning\\.", ".*", "", "skinning\\.d.*"})
    EXPECT_FALSE(is_former_pattern(today, PatternKind::regex)) << today;
}

TEST(renamed, notes_tell_the_current_name) {
  EXPECT_EQ(renamed_note("pose/fk_matrix"), "'pose/fk_matrix' is called 'hierarchy/fk_matrix' now");
  EXPECT_EQ(renamed_note("pose.fk_matrix.chain.pose.f32"),
            "'pose.fk_matrix' is called 'hierarchy.fk_matrix' now");
  EXPECT_EQ(renamed_note("skinning.linear_blend.bar"), "");
  EXPECT_EQ(renamed_pattern_note("pose.*", PatternKind::glob),
            "'pose.*': the family 'pose' is now hierarchy, animation, ik");
  EXPECT_EQ(renamed_pattern_note("pose.fk_dof.*", PatternKind::glob),
            "'pose.fk_dof.*': 'pose.fk_dof' is called 'hierarchy.fk_dof' now");
  EXPECT_EQ(renamed_pattern_note("skinning.*", PatternKind::glob), "");
  std::vector<std::string> notes;
  for (const char* name : {"pose.lerp.a", "pose.lerp.b", "skinning.linear_blend.a"})
    add_note(notes, renamed_note(name));
  EXPECT_EQ(notes.size(), 1U) << "one note per name";
}

}  // namespace bindpose::renamed_test
