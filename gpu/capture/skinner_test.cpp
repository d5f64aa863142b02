// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/skinner.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/device/limit_names.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::gpu::skinner_test {

/// Far above float32 rounding, far below any defect: the true bounds are the judge's.
constexpr double generous = 1e-5;

class SkinnerTest : public StackTest {};

TEST_P(SkinnerTest, variants_and_normal_rules_agree_with_double_precision) {
  const ArraySet question = random_question({});
  // Each variant with one of the rules, alternating; with every rule in the usual palette binding.
  const char* rules[] = {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"};
  std::size_t next = 0;
  for (const Variant& variant : delivered(lbs())) {
    const char* turn = rules[next++ % std::size(rules)];
    for (const char* rule : rules) {
      if (rule != turn && variant.palette != "ubo") continue;
      EXPECT_LE(
          difference(run(lbs(), question, {{"normal_rule", rule}}, variant), plain_answer(question, rule)),
          generous)
          << rule << " " << variant.formulation << " " << variant.palette << " " << variant.capture;
    }
  }
}

TEST_P(SkinnerTest, one_joint_per_vertex_agrees_with_double_precision) {
  const ArraySet question = random_rigid_question({});
  for (const Algorithm* algorithm : {&stitching(), &rigid_parts()})
    for (const char* rule : {"direction", "inverse-transpose"})
      for (const Variant& variant : delivered(*algorithm))
        EXPECT_LE(difference(run(*algorithm, question, {{"normal_rule", rule}}, variant),
                             plain_answer(question, rule)),
                  generous)
            << algorithm->id << " " << rule;
}

TEST_P(SkinnerTest, a_vertex_may_have_any_number_of_influences) {
  for (const std::size_t influences : {1, 3, 4, 5, 16})
    for (const char* formulation : {"transform-then-blend", "unrolled", "implicit-last-weight"})
      for (const char* capture : captures()) {
        QuestionShape shape;
        shape.influences = influences;
        const ArraySet question = random_question(shape, influences);
        EXPECT_LE(difference(run(lbs(), question, {}, {formulation, "ubo", capture}), plain_answer(question)),
                  generous)
            << influences << " " << formulation << " " << capture;
      }
}

TEST_P(SkinnerTest, given_attributes_are_returned) {
  for (const bool normals : {false, true})
    for (const bool tangents : {false, true})
      for (const char* capture : captures()) {
        const ArraySet question = random_question({50, 4, 5, normals, tangents});
        const ArraySet answer = run(lbs(), question, {}, {"", "ubo", capture});
        EXPECT_EQ(answer.has("normals"), normals);
        EXPECT_EQ(answer.has("tangents"), tangents);
        EXPECT_LE(difference(answer, plain_answer(question)), generous);
      }
}

TEST_P(SkinnerTest, captures_agree_to_the_bit) {
  // softpipe runs vertices through LLVM and compute shaders through an interpreter, GPUs may have two
  // compilers.
  if (!info().software || info().software_name == "softpipe")
    GTEST_SKIP() << "the two stages may round differently";
  if (captures().size() < 2) GTEST_SKIP() << "the device has only one capture";
  const ArraySet question = random_question({1000, 4, 100, true, true});
  for (const char* formulation : {"transform-then-blend", "unrolled", "blend-then-transform", "rows-3x4"})
    EXPECT_EQ(difference(run(lbs(), question, {}, {formulation, "ubo", "transform-feedback"}),
                         run(lbs(), question, {}, {formulation, "ubo", "compute"})),
              0)
        << formulation;
}

TEST_P(SkinnerTest, coalesced_stores_give_the_same_bits) {
  if (!computes()) GTEST_SKIP() << "no compute shaders";
  const ArraySet question = random_question({1000, 5, 23, true, true});
  settings().part_vertices = 300;  // not a multiple of the group size
  std::vector<Variant> computing = delivered(lbs());
  std::erase_if(computing, [](const Variant& variant) { return variant.capture != "compute"; });
  std::size_t asked = 0;
  for (const Variant& variant : covering(computing)) {
    settings().staged = false;
    const auto apart = skinner().run(lbs(), question, {}, variant);
    if (!apart) continue;
    settings().staged = true;
    BINDPOSE_ASSERT(const auto together, skinner().run(lbs(), question, {}, variant));
    EXPECT_EQ(difference(together, *apart), 0) << variant.formulation << " " << variant.palette;
    ++asked;
  }
  EXPECT_GT(asked, 3U);
  BINDPOSE_ASSERT(const auto shader, skinner().shader_source(lbs(), question, {}, {"", "ssbo", "compute"}));
  EXPECT_NE(shader.find("barrier()"), std::string::npos);
}

TEST_P(SkinnerTest, a_mesh_in_parts_agrees_with_double_precision) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  settings().part_vertices = 300;
  for (const bool swapped : {false, true})  // each palette binding with each capture
    for (const Variant& variant : covering(delivered(lbs()), swapped))
      EXPECT_LE(difference(run(lbs(), question, {}, variant), plain_answer(question)), generous)
          << variant.formulation << " " << variant.palette << " " << variant.capture;
}

TEST_P(SkinnerTest, parts_give_the_same_bits_as_the_whole) {
  const ArraySet question = random_question({101, 4, 23, true, true});
  for (const char* capture : captures()) {
    settings().part_vertices = 0;
    const ArraySet whole = run(lbs(), question, {}, {"", "ubo", capture});
    for (const std::size_t part : {1, 7, 100, 101, 102}) {
      settings().part_vertices = part;
      EXPECT_EQ(difference(whole, run(lbs(), question, {}, {"", "ubo", capture})), 0)
          << part << " " << capture;
    }
  }
}

/// With transform feedback only the first path is timed; a page does not repeat a computation.
bool is_timed(Api api, const Variant& variant) {
  if (std::ranges::find(browsers, api) != browsers.end()) return false;
  return variant.capture == "compute" || path_of(variant) == VertexPipeline{};
}

TEST_P(SkinnerTest, repeats_on_resident_data_are_timed) {
  const ArraySet question = random_question({1000, 4, 23, true, true});
  settings().part_vertices = 300;
  for (const Variant& variant : covering(delivered(lbs()))) {
    settings().repeats = 0;
    const ArraySet once = run(lbs(), question, {}, variant);
    EXPECT_EQ(skinner().computed().seconds, 0) << "no repeats are requested";
    settings().repeats = 3;
    EXPECT_EQ(difference(once, run(lbs(), question, {}, variant)), 0) << variant.palette << variant.capture;
    EXPECT_EQ(skinner().computed().seconds > 0, is_timed(api(), variant))
        << variant.palette << variant.capture;
    EXPECT_EQ(skinner().computed().bytes, 1000U * (18 + 10) * 4)
        << "words of a vertex and of its captured data";
  }
}

TEST_P(SkinnerTest, a_zero_weight_ignores_nan_and_infinity) {
  for (const double poison : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    ArraySet question = random_question({64, 4, 23, true, true});
    auto& palette = std::get<Array::Reals>(question.find("palette")->data);
    auto& weights = std::get<Array::Reals>(question.find("weights")->data);
    auto& joints = std::get<Array::Integers>(question.find("joints")->data);
    std::fill(palette.begin() + 22 * 12, palette.end(), poison);
    for (std::int32_t& joint : joints)
      joint %= 22;
    for (std::size_t v = 0; v < 64; ++v) {
      const std::size_t slot = 4 * v + v % 4;
      weights[4 * v + (v + 1) % 4] += std::exchange(weights[slot], 0.0);
      joints[slot] = 22;
    }
    // Each variant with one of the rules, alternating.
    const char* rules[] = {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"};
    std::size_t next = 0;
    for (const Variant& variant : delivered(lbs())) {
      if (variant.palette != "ubo" && variant.palette != "instance-base") continue;
      const char* rule = rules[next++ % std::size(rules)];
      EXPECT_LE(
          difference(run(lbs(), question, {{"normal_rule", rule}}, variant), plain_answer(question, rule)),
          generous)
          << rule << " " << variant.formulation;
    }
  }
}

TEST_P(SkinnerTest, a_mesh_without_vertices_gives_empty_arrays) {
  const ArraySet answer = run(lbs(), random_question({0, 4, 5, true, false}));
  ASSERT_TRUE(answer.has("positions"));
  EXPECT_EQ(answer.find("positions")->shape, (Shape{0, 3}));
  EXPECT_EQ(answer.find("normals")->shape, (Shape{0, 3}));
}

TEST_P(SkinnerTest, a_smaller_input_does_not_read_the_previous_input) {
  run(lbs(), random_question({500, 8, 100, true, true}));
  const ArraySet small = random_question({10, 2, 3, false, false}, 7);
  EXPECT_LE(difference(run(lbs(), small), plain_answer(small)), generous);
}

TEST_P(SkinnerTest, programs_are_compiled_once) {
  const ArraySet question = random_question({});
  run(lbs(), question);
  run(lbs(), random_question({30, 4, 100, true, true}));  // other sizes, same program
  EXPECT_EQ(skinner().program_count(), 1U);
  run(lbs(), question, {{"normal_rule", "inverse-transpose-of-blend"}});
  EXPECT_EQ(skinner().program_count(), 2U);
}

TEST_P(SkinnerTest, a_palette_beyond_the_uniform_block_names_the_limit) {
  const auto limit = static_cast<std::size_t>(info().limit("MAX_UNIFORM_BLOCK_SIZE"));
  if (limit > (1U << 24)) GTEST_SKIP() << "uniform blocks of " << limit << " bytes";
  const ArraySet fits = random_question({20, 4, limit / 48, true, true});
  EXPECT_LE(difference(run(lbs(), fits), plain_answer(fits)), generous);
  const ArraySet too_large = random_question({20, 4, limit / 48 + 1, true, true});
  const auto refused = skinner().run(lbs(), too_large, {}, usual());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_TRUE(has(refused.error().message,
                  {limit_name(info().opened.api, "MAX_UNIFORM_BLOCK_SIZE") + " is " + std::to_string(limit),
                   std::to_string((limit / 48 + 1) * 48)}));
  Variant larger = usual();
  larger.palette = api() == Api::webgl ? "texture" : "ssbo";
  EXPECT_LE(difference(run(lbs(), too_large, {}, larger), plain_answer(too_large)), generous);
}

TEST_P(SkinnerTest, influences_beyond_the_vertex_attributes_name_the_limit) {
  if (!draws()) GTEST_SKIP() << "no vertex attributes";
  const auto limit = static_cast<std::size_t>(info().limit("MAX_VERTEX_ATTRIBS"));
  const std::size_t influences = 2 * limit;
  const ArraySet question = random_question({5, influences, 3, true, true});
  const auto refused = skinner().run(lbs(), question, {}, usual());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_TRUE(has(refused.error().message,
                  limit_name(info().opened.api, "MAX_VERTEX_ATTRIBS") + " is " + std::to_string(limit)));
  if (computes()) {
    EXPECT_LE(difference(run(lbs(), question, {}, {"", "ubo", "compute"}), plain_answer(question)), generous);
  }
}

TEST_P(SkinnerTest, invalid_inputs_are_refused_before_the_device_runs) {
  ArraySet question = random_question({});
  question.put({"joints", {100, 4}, Array::Integers(400, 23)});
  EXPECT_EQ(error_code(lbs(), question), "INDEX_RANGE");
  EXPECT_EQ(error_code(lbs(), random_question({}), {{"normal_rule", "sideways"}}), "OPTION_VALUE");
  EXPECT_EQ(error_code(lbs(), random_question({}), {{"colour", "red"}}), "OPTION_UNKNOWN");
  EXPECT_EQ(error_code(lbs(), random_question({}), {}, {"software", "ubo", captures().front()}),
            "NOT_SUPPORTED");
  EXPECT_EQ(error_code(lbs(), random_question({}), {}, {"", "paper", captures().front()}), "OPTION_VALUE");
  EXPECT_EQ(error_code(*find_algorithm("interp.slerp"), question), "NOT_SUPPORTED");
}

TEST_P(SkinnerTest, implicit_last_weight_refuses_weights_that_do_not_sum_to_one) {
  ArraySet question = random_question({1, 4, 5, false, false});
  question.put({"weights", {1, 4}, Array::Reals{0.5, 0.25, 0.125, 0}});
  EXPECT_EQ(error_code(lbs(), question, {}, {"implicit-last-weight", "ubo", captures().front()}),
            "NOT_APPLICABLE");
}

TEST_P(SkinnerTest, missing_weights_count_as_1) {
  ArraySet question = random_question({3, 2, 5, true, false});
  question.put({"weights", {3, 2}, Array::Reals(6, 1.0)});
  const Array positions = *run(lbs(), question).find("positions");
  question.remove("weights");
  EXPECT_EQ(run(lbs(), question).find("positions")->reals(), positions.reals());
  EXPECT_EQ(error_code(lbs(), question, {}, {"implicit-last-weight", "ubo", captures().front()}),
            "NOT_APPLICABLE");
}

TEST_P(SkinnerTest, a_zero_normal_is_returned_as_the_device_left_it) {
  ArraySet question = random_question({1, 4, 5, true, false});
  question.put({"normals", {1, 3}, Array::Reals{0, 0, 0}});
  const ArraySet answer = run(lbs(), question);
  ASSERT_TRUE(answer.has("normals"));
  EXPECT_FALSE(std::isnan(answer.find("positions")->reals()[0]));
}

/// A compute shader unpacks words that transform feedback reads as narrow attributes.
TEST_P(SkinnerTest, narrow_records_are_unpacked_exactly) {
  if (!computes()) GTEST_SKIP() << "no compute shaders";
  const Variant words{"", "ubo", "compute"};
  Variant narrow = words;
  narrow.vertices = "narrow";
  for (const std::size_t joints : {20, 256, 257, 300}) {
    const ArraySet question = exact_question(200, joints);
    const ArraySet answer = run(lbs(), question, {}, narrow);
    EXPECT_LE(difference(answer, run(lbs(), question, {}, words)), info().software ? 0 : generous) << joints;
    settings().edit = [](const std::string& text) { return halved(text); };
    EXPECT_GT(difference(run(lbs(), question, {}, narrow), answer), 0.1) << joints;
    settings().edit = nullptr;
  }
}

BINDPOSE_TEST_STACKS(SkinnerTest, every_api);

}  // namespace bindpose::gpu::skinner_test
