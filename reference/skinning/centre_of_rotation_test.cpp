// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/centre_of_rotation.h"

#include <gtest/gtest.h>

#include "reference/samples/rigid_questions.h"
#include "reference/scenes/tube.h"
#include "reference/skinning/shared/centres.h"
#include "reference/testing/answers.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::centre_of_rotation_test {

using namespace test;

/// Applies the kernel to every vertex.
Surface<double> centre_of_rotation(const Mesh& mesh, const Influences& influences,
                                   const std::vector<Rigid<double>>& palette,
                                   const Centres<double>& centres) {
  return *deform_vertices(exact_mesh(mesh, influences, palette), [&](const RestVertex<double>& rest) {
    return centres.has[rest.v] != 0
               ? centre_of_rotation(rest, palette, centres.p[rest.v], SignPivot::first_influence,
                                    TurnOrder::about_the_centre)
               : blend_linearly(rest, palette);
  });
}

/// Random vertices, motions and centres.
struct Troupe {
  Mesh mesh;
  Influences influences;
  std::vector<Rigid<double>> palette;
  Centres<double> centres;

  explicit Troupe(const char* name) {
    Random random(name);
    scenes::Crowd crowd = scenes::crowd({200, 4, 16}, random);
    mesh = std::move(crowd.mesh);
    influences = std::move(crowd.influences);
    for (std::size_t j = 0; j < 16; ++j)
      palette.push_back({random.rotation().normalized(), random.point(3)});
    for (std::size_t v = 0; v < 200; ++v)
      centres.p.push_back(random.point(2));
    centres.has.assign(200, 1);
  }
  Surface<double> skinned() const { return centre_of_rotation(mesh, influences, palette, centres); }
  Surface<double> blended() const {
    std::vector<Affine<double>> matrices;
    for (const Rigid<double>& M : palette)
      matrices.push_back(bindpose::affine_from_rigid(M));
    return *test::linearly_blended(mesh, influences, matrices);
  }
};

std::string error_of(const ArraySet& question, Array changed) {
  return test::error_with("cor", question, std::move(changed));
}

TEST(CentreOfRotation, linear_blending_moves_vertices_without_centres) {
  Troupe troupe("centre_of_rotation.linear");
  troupe.centres.has.assign(200, 0);
  for (Vec3<double>& p : troupe.centres.p)
    p.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_LT(distance(troupe.skinned(), troupe.blended()), 1e-13);
}

TEST(CentreOfRotation, the_centre_moves_as_in_linear_blending) {
  Troupe troupe("centre_of_rotation.centre");
  troupe.centres.p = troupe.mesh.positions;
  EXPECT_LT(distance(troupe.skinned().positions, troupe.blended().positions), 1e-13);
}

TEST(CentreOfRotation, computed_and_given_centres_agree) {
  const scenes::Scene scene = scenes::tube(scenes::degrees(60), scenes::degrees(40));
  ArraySet with_triangles = *samples::rigid_palette_question(scene);
  ArraySet with_centres = with_triangles;
  add_triangles(with_triangles, scene.rig.mesh.triangles);
  add_centres(with_centres,
              optimised_centres<double>(scene.rig.mesh, scene.rig.influences, scene.rig.mesh.triangles));
  const auto& f = find_algorithm("cor")->implementation;
  const auto computed = f.in_double(with_triangles, {}), given = f.in_double(with_centres, {});
  ASSERT_TRUE(computed && given);
  for (std::size_t i = 0; i < given->arrays[0].values.size(); ++i)
    EXPECT_NEAR(computed->arrays[0].values[i], given->arrays[0].values[i], 1e-6);
  const auto tracked = f.in_tracked(with_triangles, {});
  for (const Tracked& x : tracked->arrays[0].values)
    EXPECT_LT(x.error(), 2e-3);
}

TEST(CentreOfRotation, wrong_inputs_are_refused) {
  Random random("centre_of_rotation.refused");
  const ArraySet question = find_algorithm("cor")->implementation.sample(9, random);
  EXPECT_EQ(error_of(question, {"has_centre", {9}, Array::Integers(9, 0)}), "");
  EXPECT_EQ(error_of(question, {"has_centre", {9}, Array::Integers(9, 256)}), "");
  Array broken{"centres", {9, 3}, Array::Reals(27, std::numeric_limits<double>::quiet_NaN())};
  EXPECT_EQ(error_of(question, broken), "NOT_FINITE centres[0]");
  EXPECT_EQ(error_of(question, {"centres", {8, 3}, Array::Reals(24)}), "ARRAY_SHAPE centres");
  EXPECT_EQ(error_of(question, {"has_centre", {8}, Array::Integers(8)}), "ARRAY_SHAPE has_centre");
  EXPECT_EQ(error_of(question, {"weights", {9, 4}, Array::Reals(36, -1)}), "NEGATIVE_WEIGHT weights[0][0]");
  EXPECT_EQ(error_of(question, {"palette_rotations", {16, 4}, Array::Reals(64, 1)}).substr(0, 26),
            "NOT_UNIT palette_rotations");
  ArraySet without;
  for (const Array& array : question)
    if (array.name != "centres") without.put(array);
  const auto answer = find_algorithm("cor")->implementation.in_double(without, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code + " " + answer.error().where, "ARRAY_MISSING triangles");
}

}  // namespace bindpose::skinning::centre_of_rotation_test
