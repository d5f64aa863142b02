// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/blended.h"

#include <gtest/gtest.h>

#include "reference/samples/sample.h"
#include "reference/testing/mesh_checks.h"
#include "reference/testing/scene_checks.h"

namespace bindpose::surface {

using namespace test;

TEST(SkinnedMesh, samples_are_closed_meshes_of_about_the_given_size) {
  Random random("mesh_entry.sample");
  for (std::size_t size = 1; size < 60; size += 7) {
    const ArraySet question = samples::sample_closed_mesh(size, random);
    test::expect_representable(question);
    EXPECT_LE(question.find("positions")->shape[0], std::max<std::size_t>(size, 14) + 2);
    EXPECT_EQ(error_of("volume-preserving", question), "") << "open otherwise";
  }
}

TEST(SkinnedMesh, triangles_are_needed_and_checked) {
  ArraySet question = tube_question(0, 0), without;
  EXPECT_EQ(error_of("volume-preserving", question), "");
  for (const Array& array : question)
    if (array.name != "triangles") without.put(array);
  EXPECT_EQ(error_of("volume-preserving", without), "ARRAY_MISSING triangles");
  std::get<Array::Integers>(question.find("triangles")->data)[4] = 44;
  EXPECT_EQ(error_of("volume-preserving", question), "INDEX_RANGE triangles[1][1]");
}

}  // namespace bindpose::surface
