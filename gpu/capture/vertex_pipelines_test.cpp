// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The result has the same bits for every way of reading, drawing and capturing vertices; each kind of loss is
// detected.
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "gpu/capture/plan.h"
#include "gpu/capture/stack_test.h"

namespace bindpose::gpu::vertex_pipelines_test {

constexpr double generous = 1e-5;
constexpr double visible = 1e-2;

std::string name_of(const Variant& variant) {
  return variant.vertices + " " + variant.draw + " " + variant.feedback;
}

/// The same input with weights in whole steps of 1 / 255; the last weight of a vertex is the rest.
ArraySet with_weights_in_steps(ArraySet question) {
  constexpr double steps = 255;
  const std::size_t slots = question.find("weights")->shape[1];
  auto& weights = std::get<Array::Reals>(question.find("weights")->data);
  for (auto row = weights.begin(); row != weights.end(); row += static_cast<std::ptrdiff_t>(slots)) {
    const auto last = row + static_cast<std::ptrdiff_t>(slots) - 1;
    double left = steps;
    for (auto w = row; w != last; ++w) {
      const double k = std::floor(steps * *w);
      *w = k / steps;
      left -= k;
    }
    *last = left / steps;
  }
  return question;
}

/// The first variant with another vertex pipeline.
Variant by(std::string vertices, std::string draw = "arrays", std::string feedback = "interleaved") {
  Variant variant;
  variant.vertices = std::move(vertices);
  variant.draw = std::move(draw);
  variant.feedback = std::move(feedback);
  return variant;
}
Variant drawn(std::string draw) {
  return by("interleaved", std::move(draw));
}
Variant captured(std::string feedback) {
  return by("interleaved", "arrays", std::move(feedback));
}

class VertexPipelinesTest : public StackTest {
 protected:
  /// True if the device does not support the variant.
  bool is_refused(const Algorithm& algorithm, const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(algorithm, question, {}, variant);
    if (answer) return false;
    EXPECT_EQ(answer.error().code, "NOT_SUPPORTED") << name_of(variant) << ": " << to_string(answer.error());
    return true;
  }

  /// The difference from the first draw call and feedback, and from interleaved vertices; for decoded
  /// weights, whose bits differ, from the same storage.
  double departure(const Algorithm& algorithm, const ArraySet& question, const Variant& variant) {
    Variant first = variant;
    std::tie(first.draw, first.feedback) = std::tuple("arrays", "interleaved");
    if (!decodes_weights(path_of(variant).vertices)) first.vertices = "interleaved";
    return difference(run(algorithm, question, {}, variant), run(algorithm, question, {}, first));
  }

  /// Hardware may compile a program differently for another vertex layout.
  double allowed() const { return info().software ? 0 : generous; }

  /// OpenGL ES cannot skip words.
  bool lacks_gaps(const Variant& variant) const {
    return variant.feedback == "gaps" && info().opened.api == Api::gles;
  }

  void expect_same_bits(const Algorithm& algorithm, const ArraySet& question, const Variant& variant) {
    if (is_refused(algorithm, question, variant))
      EXPECT_TRUE(info().software_name != "llvmpipe" || lacks_gaps(variant)) << name_of(variant);
    else
      EXPECT_LE(departure(algorithm, question, variant), allowed()) << name_of(variant);
  }

  /// True if a driver with this fault gives an error or another result.
  bool is_seen(PathFault fault, const ArraySet& question, const Variant& variant) {
    const ArraySet right = run(lbs(), question, {}, variant);
    EXPECT_LE(difference(right, plain_answer(question)), generous) << name_of(variant);
    settings().faults.path = fault;
    const auto answer = skinner().run(lbs(), question, {}, variant);
    settings().faults.path = PathFault::none;
    return !answer || !(difference(*answer, right) <= visible);
  }
};

TEST_P(VertexPipelinesTest, every_pipeline_gives_the_same_bits) {
  for (const std::size_t vertices : {1, 2, 63, 64, 65, 4097})
    for (const Variant& variant : by_other_paths({}))
      expect_same_bits(lbs(), random_question({vertices, 4, 23, true, true}, vertices), variant);
}

TEST_P(VertexPipelinesTest, combined_settings_give_the_same_bits) {
  const ArraySet question = with_weights_in_steps(random_question({101, 5, 300, true, true}));
  for (const std::string_view vertices : vertex_storage_names)
    for (const std::string_view draw : draw_call_names)
      for (const std::string_view feedback : feedback_use_names) {
        const Variant variant = by(std::string(vertices), std::string(draw), std::string(feedback));
        if (draw == "instanced" && info().opened.api == Api::gles && is_refused(lbs(), question, variant))
          continue;
        expect_same_bits(lbs(), question, variant);
      }
}

TEST_P(VertexPipelinesTest, parts_of_a_mesh_give_the_same_bits) {
  const ArraySet question = random_question({101, 4, 23, true, true});
  settings().part_vertices = 7;
  for (const Variant& variant : by_other_paths({}))
    expect_same_bits(lbs(), question, variant);
}

TEST_P(VertexPipelinesTest, instances_give_the_same_bits_in_every_pipeline) {
  const ArraySet question = random_question({50, 4, 23, true, true});
  for (Variant variant : by_other_paths({})) {
    variant.palette = "instance-base";
    expect_same_bits(lbs(), question, variant);
  }
}

/// A shader finds a frame by the vertex number, which draw calls count from different vertices.
TEST_P(VertexPipelinesTest, frames_are_read_by_vertex_number) {
  const Algorithm& morph = *find_algorithm("morph.dense");
  constexpr std::size_t vertices = 53;
  const ArraySet mesh = random_question({3 * vertices, 1, 1, true, true});
  ArraySet question;
  const auto slice = [&](const char* name, std::size_t columns, std::size_t from) {
    const auto& all = mesh.find(name)->reals();
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from * columns);
    return Array::Reals(begin, begin + static_cast<std::ptrdiff_t>(vertices * columns));
  };
  question.add("positions", {vertices, 3}, slice("positions", 3, 0));
  Array::Reals targets = slice("positions", 3, vertices);
  const Array::Reals second = slice("positions", 3, 2 * vertices);
  targets.insert(targets.end(), second.begin(), second.end());
  question.add("target_positions", {2, vertices, 3}, std::move(targets));
  question.add("target_weights", {2}, Array::Reals{0.5, 0.25});
  for (const std::size_t part : {std::size_t{0}, std::size_t{10}})
    for (const char* frames : {"texture", "ssbo", "attributes"})
      for (Variant variant : by_other_paths({})) {
        settings().part_vertices = part;
        variant.palette = "";
        variant.frames = frames;
        if (variant.vertices == "narrow")
          EXPECT_EQ(error_code(morph, question, {}, variant), "NOT_APPLICABLE") << "nothing to narrow";
        else
          expect_same_bits(morph, question, variant);
      }
}

TEST_P(VertexPipelinesTest, narrow_storage_holds_all_exact_numbers) {
  for (const std::size_t joints : {20, 256, 257, 300}) {
    const ArraySet question = exact_question(200, joints);
    EXPECT_EQ(departure(lbs(), question, by("narrow")), 0) << joints;
    EXPECT_LE(difference(run(lbs(), question, {}, by("narrow")), plain_answer(question)), generous) << joints;
  }
}

TEST_P(VertexPipelinesTest, more_than_65536_vertices_get_indices_of_32_bits) {
  const ArraySet question = random_question({65540, 1, 5, false, false});
  for (const char* draw : {"indexed", "base-vertex"})
    expect_same_bits(lbs(), question, drawn(draw));
}

TEST_P(VertexPipelinesTest, programs_are_shared) {
  const ArraySet question = random_question({});
  run(lbs(), question);
  for (const Variant& variant : by_other_paths({}))
    if (variant.feedback == "interleaved") is_refused(lbs(), question, variant);
  EXPECT_EQ(skinner().program_count(), 1U) << "storage and draw call need no separate program";
  for (const Variant& variant : by_other_paths({}))
    is_refused(lbs(), question, variant);
  EXPECT_LE(skinner().program_count(), 5U) << "also separate capture, gaps, another order, pass-through";
}

TEST_P(VertexPipelinesTest, misread_storage_is_detected) {
  const ArraySet question = random_question({});
  EXPECT_TRUE(is_seen(PathFault::first_buffer_for_all, question, by("deinterleaved")));
  EXPECT_TRUE(is_seen(PathFault::stride_ignored, question, by("odd-strides")));
  EXPECT_TRUE(is_seen(PathFault::offset_ignored, question, by("odd-strides")));
  for (const std::size_t joints : {20, 300})
    EXPECT_TRUE(
        is_seen(PathFault::width_misread, random_question({100, 4, joints, true, true}), by("narrow")));
}

TEST_P(VertexPipelinesTest, a_draw_call_without_its_base_is_detected) {
  const ArraySet question = random_question({});
  EXPECT_TRUE(is_seen(PathFault::first_ignored, question, drawn("first")));
  EXPECT_TRUE(is_seen(PathFault::divisor_ignored, question, drawn("instanced")));
  const bool has_base = info().opened.api == Api::gl;
  EXPECT_EQ(is_seen(PathFault::base_instance_ignored, question, drawn("instanced")), has_base);
  if (is_refused(lbs(), question, drawn("indexed"))) return;
  EXPECT_TRUE(is_seen(PathFault::indices_ignored, question, drawn("indexed")));
  EXPECT_TRUE(is_seen(PathFault::base_vertex_ignored, question, drawn("base-vertex")));
}

TEST_P(VertexPipelinesTest, faulty_captures_are_detected) {
  const ArraySet question = random_question({});
  for (const auto& [fault, feedback] :
       {std::pair{PathFault::slots_swapped, "separate"}, std::pair{PathFault::pause_ignored, "paused"},
        std::pair{PathFault::resumed_at_start, "paused"},
        std::pair{PathFault::objects_confused, "alternating"},
        std::pair{PathFault::room_ignored, "overflowing"},
        std::pair{PathFault::captured_stale, "drawn-again"}, std::pair{PathFault::gaps_closed, "gaps"},
        std::pair{PathFault::order_ignored, "reordered"}, std::pair{PathFault::constant_lost, "reordered"}}) {
    if (lacks_gaps(captured(feedback))) continue;
    EXPECT_TRUE(is_seen(fault, question, captured(feedback))) << feedback;
    EXPECT_LE(departure(lbs(), question, captured(feedback)), allowed())
        << "the device is still usable: " << feedback;
  }
}

TEST_P(VertexPipelinesTest, a_wrongly_captured_constant_is_detected) {
  const ArraySet question = random_question({});
  run(lbs(), question, {}, captured("reordered"));
  settings().edit = [](std::string text) {
    const std::size_t at = text.find("constant_varying = vec2(");
    return at == std::string::npos ? text
                                   : text.replace(at, std::string("constant_varying = vec2(").size(),
                                                  "constant_varying = 0.5 * vec2(");
  };
  EXPECT_EQ(error_code(lbs(), question, {}, captured("reordered")), "INVALID_OUTPUT");
  settings().edit = nullptr;
}

TEST_P(VertexPipelinesTest, no_pipeline_disturbs_the_next_run) {
  const ArraySet question = random_question({});
  const ArraySet first = run(lbs(), question);
  for (const Variant& variant : by_other_paths({})) {
    is_refused(lbs(), question, variant);
    EXPECT_LE(difference(run(lbs(), question), first), 0) << name_of(variant);
    EXPECT_LE(difference(run(lbs(), question, {}, {"", "ubo", "compute"}), first), generous)
        << name_of(variant);
  }
}

BINDPOSE_TEST_STACKS(VertexPipelinesTest, opengl);

/// The error of separate capture on a device with this many buffers, each of this many numbers; empty: none.
std::string separate_refused_by(long buffers, long numbers) {
  DeviceInfo info;
  info.limits = {{"MAX_VERTEX_ATTRIBS", 16},
                 {"MAX_VERTEX_UNIFORM_COMPONENTS", 1024},
                 {"MAX_UNIFORM_BLOCK_SIZE", 16384},
                 {"MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS", buffers},
                 {"MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS", numbers}};
  const auto plan = make_plan(info, {}, lbs(), random_question({}), {}, captured("separate"));
  EXPECT_TRUE(plan) << to_string(plan.error());
  const auto checked = check_limits(info, *plan);
  if (checked) return "";
  EXPECT_EQ(checked.error().code, "NOT_SUPPORTED");
  return checked.error().message;
}

TEST(VertexPipelines, separate_capture_is_limited_by_the_device) {
  EXPECT_EQ(separate_refused_by(3, 4), "");
  EXPECT_EQ(separate_refused_by(2, 4),
            "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS is 2, a buffer for each array needs 3");
  EXPECT_EQ(separate_refused_by(3, 3),
            "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS is 3, an array by itself needs 4");
}

}  // namespace bindpose::gpu::vertex_pipelines_test
