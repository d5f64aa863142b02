// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Palette forms on the device: in every form, every accessor moves a vertex like the rows.
#include <algorithm>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/program/palette_form.h"

namespace bindpose::gpu::palette_forms_test {

constexpr double generous = 1e-5;

constexpr const char* offers =
    "OFFERS(FORM_ROWS_3X4)\nOFFERS(FORM_QUATERNION_TRANSLATION)\nOFFERS(FORM_DUAL_QUATERNION)\n";

/// Every accessor has a part in the result.
const std::string rigid_body = std::string(offers) + R"(
Surface skin(Surface rest, uint j) {
  Rigid M = palette_rigid(j);
  DualQuaternion d = palette_dual_quaternion(j);
  vec3 t = 2.0 * quaternion_product(d.dual, conjugate(d.real)).xyz;
  return Surface(rotate(M.q, rest.x) + t, rotation_matrix(d.real) * rest.n, palette_transform(j).C * rest.t);
}
)";

/// The same accessors, blended, with an input per joint after the palette.
const std::string blended_body = std::string(offers) + R"(
JOINT_INPUT(shifts, 1, 3)
Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface sum = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i)
    if (w[i] != 0.0) {
      Rigid M = palette_rigid(j[i]);
      sum.x += w[i] * (rotate(M.q, rest.x) + M.t + shifts(j[i]).xyz);
      sum.n += w[i] * rotate(M.q, rest.n);
      sum.t += w[i] * rotate(M.q, rest.t);
    }
  return Surface(sum.x, normalize(sum.n), normalize(sum.t));
}
)";

/// Rigid joints, including half turns, where w is 0 and another of Shepperd's cases applies.
ArraySet rigid_question(ArraySet question) {
  Array palette = *question.find("palette");
  auto& numbers = std::get<Array::Reals>(palette.data);
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  for (std::size_t j = 0; j < palette.shape[0]; ++j) {
    const double w = j % 2 == 0 ? 0 : normal(engine);
    const auto q = j < 3 ? quaternion_xyzw<double>(j == 0 ? 1 : 0, j == 1 ? 1 : 0, j == 2 ? 1 : 0, 0)
                         : quaternion_xyzw<double>(normal(engine), normal(engine), normal(engine), w);
    const Mat3<double> C = rotation_matrix(q.normalized());
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        numbers[j * 12 + static_cast<std::size_t>(4 * r + c)] = to_float32(C(r, c));
  }
  question.put(palette);
  return question;
}

class PaletteFormsTest : public StackTest {
 protected:
  template <class Visit>
  void each_variant(Visit visit) {
    for (const std::string_view form : palette_form_names)
      for (Variant variant : each_binding()) {
        variant.form = form;
        visit(variant);
      }
  }
};

TEST_P(PaletteFormsTest, every_accessor_moves_vertices_like_the_rows) {
  settings().bodies["stitching"] = rigid_body;
  const ArraySet question = rigid_question(random_rigid_question({}));
  each_variant([&](const Variant& variant) {
    EXPECT_LE(difference(run(stitching(), question, {}, variant), plain_answer(question)), generous)
        << variant.form << " " << variant.palette << " " << variant.capture;
  });
}

TEST_P(PaletteFormsTest, the_shader_receives_the_chosen_form) {
  const ArraySet question = rigid_question(random_rigid_question({}));
  settings().bodies["stitching"] = rigid_body;
  const auto source =
      skinner().shader_source(stitching(), question, {}, {"", "ubo", "compute", "dual-quaternion"});
  ASSERT_TRUE(source);
  EXPECT_NE(source->find("#define FORM_DUAL_QUATERNION\n"), std::string::npos);
  EXPECT_NE(source->find("#define JOINT_ROWS 2u\n"), std::string::npos);
}

TEST_P(PaletteFormsTest, inputs_per_joint_follow_every_form) {
  settings().bodies["linear_blend"] = blended_body;
  ArraySet question = rigid_question(random_question({}));
  question.add("shifts", {23, 3}, Array::Reals(69, 0.5));
  ArraySet expected = plain_answer(question);
  for (double& x : std::get<Array::Reals>(expected.find("positions")->data))
    x += 0.5;
  each_variant([&](const Variant& variant) {
    EXPECT_LE(difference(run(lbs(), question, {}, variant), expected), generous)
        << variant.form << " " << variant.palette << " " << variant.capture;
  });
}

TEST_P(PaletteFormsTest, only_used_joints_must_be_rigid) {
  settings().bodies["linear_blend"] = blended_body;
  ArraySet question = rigid_question(random_question({}));
  question.add("shifts", {23, 3}, Array::Reals(69, 0));
  auto joints = question.find("joints")->integers();
  auto weights = question.find("weights")->reals();
  for (std::size_t i = 0; i < joints.size(); ++i)
    joints[i] = weights[i] != 0 ? joints[i] % 22 : 22;
  question.put({"joints", {100, 4}, joints});
  for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY), 2.0}) {
    auto palette = question.find("palette")->reals();
    auto shifts = question.find("shifts")->reals();
    std::fill(palette.begin() + 22 * 12, palette.end(), bad);
    std::fill(shifts.begin() + 22 * 3, shifts.end(), bad);
    question.put({"palette", {23, 3, 4}, palette});
    question.put({"shifts", {23, 3}, shifts});
    each_variant([&](const Variant& variant) {
      EXPECT_LE(difference(run(lbs(), question, {}, variant), plain_answer(question)), generous)
          << variant.form << " " << variant.palette << " " << variant.capture << " " << bad;
    });
  }
  weights[0] = 0.5;
  joints[0] = 22;
  question.put({"weights", {100, 4}, weights});
  question.put({"joints", {100, 4}, joints});
  const auto refused = skinner().run(lbs(), question, {}, {"", "ubo", "compute", "quaternion-translation"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_APPLICABLE");
  EXPECT_EQ(refused.error().where, "palette[22]");
}

BINDPOSE_TEST_STACKS(PaletteFormsTest, drawing_and_computing);

}  // namespace bindpose::gpu::palette_forms_test
