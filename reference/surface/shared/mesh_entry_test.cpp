// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/mesh_entry.h"

#include <gtest/gtest.h>

#include "reference/samples/sample.h"
#include "reference/testing/mesh_checks.h"
#include "reference/testing/scene_checks.h"

namespace bindpose::surface {

using namespace test;

TEST(MeshEntry, samples_are_closed_meshes_of_about_the_size) {
  Random random("mesh_entry.sample");
  for (std::size_t size = 1; size < 60; size += 7) {
    const ArraySet question = samples::sample_closed_mesh(size, random);
    test::expect_representable(question);
    EXPECT_LE(question.find("positions")->shape[0], std::max<std::size_t>(size, 14) + 2);
    EXPECT_EQ(error_of("volume-preserving", question), "") << "open otherwise";
  }
}

TEST(MeshEntry, triangles_are_needed_and_checked) {
  const auto positions = [](const ArraySet& question) {
    return answer_with_triangles<double>(
        question, [](const Mesh& mesh, const Influences&, const std::vector<Affine<double>>&) {
          return Expected<Surface<double>>(Surface<double>{mesh.positions, {}, {}, {}});
        });
  };
  ArraySet question = tube_question(0, 0), without;
  EXPECT_TRUE(positions(question));
  for (const Array& array : question)
    if (array.name != "triangles") without.put(array);
  EXPECT_EQ(to_string(positions(without).error()).find("ARRAY_MISSING at triangles"), 0u);
  std::get<Array::Integers>(question.find("triangles")->data)[4] = 44;
  EXPECT_EQ(positions(question).error().code, "INDEX_RANGE");
  EXPECT_EQ(positions(question).error().where, "triangles[1, 1]");
}

}  // namespace bindpose::surface
