// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A shader function's own inputs on the device: each number of each kind of declaration arrives at its place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/device/limit_names.h"
#include "reference/testing/text.h"

namespace bindpose::gpu::inputs_test {

/// Sums all numbers of the inputs, the first once, the second twice, and so on. The sum is exact, and
/// shows if two numbers are swapped.
const std::string every_kind = R"(
JOINT_INPUT(pivots, 1, 3)
JOINT_INPUT(rods, any, 2)
JOINT_INPUT(parents, 1, 1)
VERTEX_INPUT(centres, 3)
VERTEX_INPUT(wide, 6)
VERTEX_INPUT(shift, 2)
VERTEX_INPUT_INT(bins, 2)
VERTEX_INPUT_JOINT(pivot_joint, 1)
INFLUENCE_INPUT(multi_weights, 2, 3)
SLOT_INPUT(offsets, 1, 3)
FRAME_INPUT(targets, 1, 3)
UNIFORM_INPUT(time, 1)
UNIFORM_INPUT(axis, 3)
UNIFORM_INPUT(amounts, any)

float factor;
float sum;
void take(float x) { sum += factor * x; factor += 1.0; }
void take(vec3 x) { take(x.x); take(x.y); take(x.z); }

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  factor = 1.0;
  sum = 0.0;
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] == 0.0) continue;
    take(palette_transform(j[i]).t);
    take(pivots(j[i]).xyz);
    for (int r = 0; r < RODS_ROWS; ++r) { take(rods(j[i], r).x); take(rods(int(j[i]), uint(r)).y); }
    take(parents(j[i]).x);
    take(multi_weights(i, 0).xyz);
    take(multi_weights(i, 1).xyz);
  }
  take(centres);
  for (int k = 0; k < 6; ++k) take(wide[k]);
  take(float(bins.x));
  take(float(bins.y));
  take(pivots(pivot_joint).xyz);
  for (int s = 0; s < OFFSETS_SLOTS; ++s) take(offsets(s).xyz);
  for (int s = 0; s < TARGETS_SLOTS; ++s) take(targets(s).xyz);
  take(time);
  take(axis);
  for (int k = 0; k < AMOUNTS_COUNT; ++k) take(amounts[k]);
#if defined(HAS_SHIFT)
  take(shift.x);
  take(shift.y);
#endif
  return Surface(vec3(sum, pivots(j[0]).w, multi_weights(0).w), rest.n, rest.t);
}
)";

constexpr std::size_t V = 70, K = 2, J = 5;

/// Small integers everywhere, so that every sum is exact.
ArraySet every_kind_question() {
  std::mt19937_64 engine(9);
  ArraySet question;
  const auto reals = [&](const char* name, const Shape& shape) {
    Array::Reals values(element_count(shape));
    for (double& x : values)
      x = static_cast<double>(engine() % 31) - 15;
    question.add(name, shape, std::move(values));
  };
  const auto integers = [&](const char* name, const Shape& shape, int low, int count) {
    Array::Integers values(element_count(shape));
    for (std::int32_t& x : values)
      x = low + static_cast<int>(engine() % static_cast<unsigned>(count));
    question.add(name, shape, std::move(values));
  };
  reals("positions", {V, 3});
  integers("joints", {V, K}, 0, J);
  question.add("weights", {V, K}, Array::Reals(V * K, 0.5));
  reals("palette", {J, 3, 4});
  reals("pivots", {J, 3});
  reals("rods", {J, 2, 2});
  integers("parents", {J}, -1, J);
  reals("centres", {V, 3});
  reals("wide", {V, 2, 3});
  reals("shift", {V, 2});
  integers("bins", {V, 2}, -20, 40);
  integers("pivot_joint", {V}, 0, J);
  reals("multi_weights", {V, K, 2, 3});
  reals("offsets", {V, 2, 3});
  reals("targets", {2, V, 3});
  reals("time", {1});
  reals("axis", {3});
  reals("amounts", {5});
  return question;
}

/// The same sum, computed from the arrays in the order of the shader function.
double expected_sum(const ArraySet& question, std::size_t v) {
  double sum = 0, factor = 1;
  const auto take = [&](const char* name, std::size_t first, std::size_t count, std::size_t step = 1) {
    for (std::size_t i = 0; i < count; ++i, factor += 1) {
      const Array& array = *question.find(name);
      const std::size_t at = first + i * step;
      sum += factor * (array.is_real() ? array.reals()[at] : array.integers()[at]);
    }
  };
  for (std::size_t i = 0; i < K; ++i) {
    const auto j = static_cast<std::size_t>(question.find("joints")->integers()[v * K + i]);
    take("palette", 12 * j + 3, 3, 4);
    take("pivots", 3 * j, 3);
    take("rods", 4 * j, 4);
    take("parents", j, 1);
    take("multi_weights", 6 * (v * K + i), 6);
  }
  take("centres", 3 * v, 3);
  take("wide", 6 * v, 6);
  take("bins", 2 * v, 2);
  take("pivots", 3 * static_cast<std::size_t>(question.find("pivot_joint")->integers()[v]), 3);
  take("offsets", 6 * v, 6);
  take("targets", 3 * v, 3);
  take("targets", 3 * (V + v), 3);
  take("time", 0, 1);
  take("axis", 0, 3);
  take("amounts", 0, 5);
  if (question.has("shift")) take("shift", 2 * v, 2);
  return sum;
}

class InputsTest : public StackTest {
 protected:
  void SetUp() override {
    StackTest::SetUp();
    if (!IsSkipped() && !HasFatalFailure()) settings().bodies["linear_blend"] = every_kind;
  }

  /// In every storage, because each number is exact as a half float or as an integer of 8 bits.
  void expect_sums(const ArraySet& question) {
    for (Variant variant : each_binding())
      for (const auto& [frames, vertices] :
           {std::pair{"texture", "interleaved"}, std::pair{"ssbo", "interleaved"},
            std::pair{"attributes", "interleaved"}, std::pair{"attributes", "narrow"}}) {
        SCOPED_TRACE(fmt::format("palette={} frames={} capture={} vertices={}", variant.palette, frames,
                                 variant.capture, vertices));
        variant.frames = frames;
        variant.vertices = vertices;
        const ArraySet answer = run(lbs(), question, {}, variant);
        ASSERT_TRUE(answer.has("positions"));
        for (std::size_t v = 0; v < V; ++v) {
          const double* x = &answer.find("positions")->reals()[3 * v];
          EXPECT_EQ(x[0], expected_sum(question, v)) << "vertex " << v;
          EXPECT_EQ(x[1], 0) << "missing columns";
          EXPECT_EQ(x[2], 0) << "missing columns";
        }
      }
  }
};

TEST_P(InputsTest, every_kind_of_input_arrives_in_its_place) {
  expect_sums(every_kind_question());
}

/// Frames use the vertex number in the whole mesh, not in its part, and continue across rows of a texture.
TEST_P(InputsTest, separate_frames_match_their_vertices_in_every_part) {
  settings().bodies["linear_blend"] = R"(
FRAME_INPUT(targets, 2, 2)
Surface skin(Surface rest) {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < TARGETS_SLOTS; ++i) sum += vec3(targets(i).x, targets(i, 1).xy) * float(i + 1);
  return Surface(sum, rest.n, rest.t);
}
)";
  settings().part_vertices = 300;
  constexpr std::size_t vertices = 1000, targets = 3;
  ArraySet question;
  question.add("positions", {vertices, 3}, Array::Reals(3 * vertices, 0.0));
  Array::Reals values(targets * vertices * 4);
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] = static_cast<double>(n % 1021);
  question.add("targets", {targets, vertices, 2, 2}, values);
  for (const char* frames : {"texture", "ssbo"})
    for (const char* capture : {"transform-feedback", "compute"}) {
      SCOPED_TRACE(fmt::format("frames={} capture={}", frames, capture));
      const ArraySet answer = run(lbs(), question, {}, {"", "", capture, "", frames});
      ASSERT_TRUE(answer.has("positions"));
      for (std::size_t v = 0; v < vertices; ++v)
        for (std::size_t c = 0; c < 3; ++c) {
          double sum = 0;
          for (std::size_t i = 0; i < targets; ++i)
            sum += values[4 * (i * vertices + v) + (c == 0 ? 0 : c + 1)] * static_cast<double>(i + 1);
          ASSERT_EQ(answer.find("positions")->reals()[3 * v + c], sum) << v << " " << c;
        }
    }
}

TEST_P(InputsTest, an_optional_input_may_be_missing) {
  ArraySet without;
  for (const Array& array : every_kind_question())
    if (array.name != "shift") without.put(array);
  expect_sums(without);
}

TEST_P(InputsTest, missing_and_misshapen_inputs_are_refused_by_name) {
  const ArraySet question = every_kind_question();
  for (const Array& input : question) {
    if (input.name == "positions" || input.name == "shift" || input.name == "weights") continue;
    ArraySet without;
    for (const Array& array : question)
      if (array.name != input.name) without.put(array);
    const auto missing = skinner().run(lbs(), without, {}, {});
    ASSERT_FALSE(missing) << input.name;
    EXPECT_EQ(missing.error().code, "ARRAY_MISSING");
    EXPECT_EQ(missing.error().where, input.name);
    if (input.name == "amounts" || input.name == "joints" || input.name == "palette") continue;

    ArraySet longer = question;
    Shape shape = input.shape;
    shape.push_back(2);
    if (input.is_real())
      longer.put({input.name, shape, Array::Reals(element_count(shape), 0)});
    else
      longer.put({input.name, shape, Array::Integers(element_count(shape), 0)});
    const auto misshapen = skinner().run(lbs(), longer, {}, {});
    if (input.name == "rods") continue;  // any number of rows
    ASSERT_FALSE(misshapen) << input.name;
    EXPECT_EQ(misshapen.error().code, "ARRAY_SHAPE");
    EXPECT_EQ(misshapen.error().where, input.name);
  }
}

TEST_P(InputsTest, wrong_types_and_ranges_are_refused_by_name) {
  const auto refusal = [&](Array array) {
    ArraySet question = every_kind_question();
    question.put(std::move(array));
    const auto answer = skinner().run(lbs(), question, {}, {});
    return answer ? std::string("none") : answer.error().code + " " + answer.error().where;
  };
  EXPECT_EQ(refusal({"bins", {V, 2}, Array::Reals(2 * V, 0)}), "ARRAY_TYPE bins");
  EXPECT_EQ(refusal({"centres", {V, 3}, Array::Integers(3 * V, 0)}), "ARRAY_TYPE centres");
  EXPECT_EQ(refusal({"pivots", {J + 1, 3}, Array::Reals(3 * J + 3, 0)}), "ARRAY_SHAPE pivots");
  EXPECT_EQ(refusal({"pivot_joint", {V}, Array::Integers(V, J)}), "INDEX_RANGE pivot_joint, number 0");
  EXPECT_EQ(refusal({"pivot_joint", {V}, Array::Integers(V, -1)}), "INDEX_RANGE pivot_joint, number 0");
  EXPECT_EQ(refusal({"parents", {J}, Array::Integers(J, (1 << 24) + 1)}),
            "PARAMETER_RANGE parents, number 0");
  EXPECT_EQ(refusal({"axis", {3}, Array::Integers{1, 2, 3}}), "none");
}

TEST_P(InputsTest, inputs_beyond_the_vertex_attributes_name_the_limit) {
  settings().bodies["linear_blend"] =
      "INFLUENCE_INPUT(multi_weights, 3, 4)\n"
      "Surface skin(Surface rest, uint j[INFLUENCES]) {\n"
      "  return Surface(multi_weights(INFLUENCES - 1, 2).yzw, rest.n, rest.t);\n}\n";
  const auto limit = static_cast<std::size_t>(info().limit("MAX_VERTEX_ATTRIBS"));
  const std::size_t slots = limit / 2;
  ArraySet question = random_question({5, slots, 3, false, false});
  Array::Reals numbers(5 * slots * 12);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(i);
  question.add("multi_weights", {5, slots, 12}, numbers);
  const auto refused = skinner().run(lbs(), question, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_TRUE(has(refused.error().message,
                  {limit_name(info().opened.api, "MAX_VERTEX_ATTRIBS") + " is " + std::to_string(limit),
                   "needs " + std::to_string(1 + (slots + 3) / 4 + 3 * slots)}));
  const ArraySet answer = run(lbs(), question, {}, {"", "ubo", "compute"});
  ASSERT_TRUE(answer.has("positions"));
  EXPECT_EQ(answer.find("positions")->reals()[14], static_cast<double>(numbers.size() - 1));
}

/// Key frames of vertices: no joints, no palette, not even "positions".
TEST_P(InputsTest, a_shader_function_may_have_no_joints) {
  settings().bodies["linear_blend"] = R"(
VERTEX_INPUT(positions_a, 3)
VERTEX_INPUT(positions_b, 3)
VERTEX_INPUT(normals_a, 3)
VERTEX_INPUT(normals_b, 3)
UNIFORM_INPUT(t, 1)
CAPTURE_NORMALS(normals_a)
Surface skin(Surface rest) {
#if defined(HAS_NORMALS_A) && defined(HAS_NORMALS_B)
  vec3 n = (1.0 - t) * normals_a + t * normals_b;
#else
  vec3 n = vec3(0.0);
#endif
  return Surface((1.0 - t) * positions_a + t * positions_b, n, rest.t);
}
)";
  ArraySet question;
  question.add("positions_a", {2, 3}, Array::Reals{1, 2, 3, 4, 5, 6});
  question.add("positions_b", {2, 3}, Array::Reals{5, 4, 3, 2, 1, 0});
  question.add("t", {1}, Array::Reals{0.25});
  for (const char* capture : {"transform-feedback", "compute"}) {
    const ArraySet answer = run(lbs(), question, {}, {"", "", capture});
    ASSERT_TRUE(answer.has("positions"));
    EXPECT_FALSE(answer.has("normals"));
    EXPECT_EQ(answer.find("positions")->reals(), (Array::Reals{2, 2.5, 3, 3.5, 4, 4.5}));
  }
  question.add("normals_a", {2, 3}, Array::Reals{1, 0, 0, 0, 1, 0});
  question.add("normals_b", {2, 3}, Array::Reals{0, 0, 1, 0, 1, 0});
  for (const char* capture : {"transform-feedback", "compute"}) {
    const ArraySet answer = run(lbs(), question, {}, {"", "", capture});
    ASSERT_TRUE(answer.has("normals"));
    EXPECT_EQ(answer.find("normals")->reals(), (Array::Reals{0.75, 0, 0.25, 0, 1, 0}));
  }
  EXPECT_EQ(error_code(lbs(), {}), "ARRAY_MISSING");
}

BINDPOSE_TEST_STACKS(InputsTest, drawing_and_computing);

}  // namespace bindpose::gpu::inputs_test
