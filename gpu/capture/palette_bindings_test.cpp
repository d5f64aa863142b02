// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints move the vertices in the same way with every palette binding.
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "gpu/capture/plan.h"
#include "gpu/capture/stack_test.h"
#include "gpu/program/palette_binding.h"

namespace bindpose::gpu::palette_bindings_test {

constexpr double generous = 1e-5;
constexpr double visible = 1e-2;

Variant by(std::string_view palette, const char* capture) {
  return {"", std::string(palette), capture};
}

/// One vertex for each of these joints.
ArraySet hanging_on(Array::Integers joints, std::size_t joint_count) {
  ArraySet question = random_rigid_question({joints.size(), 1, joint_count, true, true});
  question.put({"joints", {joints.size(), 1}, std::move(joints)});
  return question;
}

class PaletteBindingsTest : public StackTest {
 protected:
  template <class Visit>
  void each_capture(Visit visit) {
    for (const char* capture : {"transform-feedback", "compute"}) {
      SCOPED_TRACE(capture);
      visit(capture);
    }
  }

  /// A piece of a program's text, and its replacement.
  void damage(const std::string& original, const std::string& changed) {
    settings().edit = [original, changed](std::string text) {
      const std::size_t at = text.find(original);
      EXPECT_NE(at, std::string::npos) << original;
      return at == std::string::npos ? text : text.replace(at, original.size(), changed);
    };
  }

  /// True if the device refuses a palette binding by a limit or an extension of its own.
  bool is_refused(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    if (answer) return false;
    EXPECT_EQ(answer.error().code, "NOT_SUPPORTED") << to_string(answer.error());
    EXPECT_EQ(answer.error().where.substr(0, 3), "GL_") << to_string(answer.error());
    return true;
  }

  /// Error of a palette binding of this many joints.
  Error refusal(std::size_t joints, const Variant& variant) {
    const auto answer = skinner().run(lbs(), random_question({20, 4, joints, true, true}), {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
};

TEST_P(PaletteBindingsTest, all_bindings_give_the_same_bits) {
  const double allowed = info().software ? 0 : generous;  // a device may compile programs differently
  for (const std::size_t joints : {1, 64, 65, 128, 341})
    each_capture([&](const char* capture) {
      const ArraySet question = random_question({300, 4, joints, true, true}, joints);
      const ArraySet first = run(lbs(), question, {}, by("ubo", capture));
      EXPECT_LE(difference(first, plain_answer(question)), generous);
      for (const std::string_view palette : palette_binding_names) {
        if (is_refused(question, by(palette, capture))) {
          EXPECT_NE(info().software_name, "llvmpipe") << palette << " " << joints;
          continue;
        }
        EXPECT_LE(difference(run(lbs(), question, {}, by(palette, capture)), first), allowed)
            << palette << " " << joints;
      }
    });
}

/// The functions of the device that a test replaces, and the original ones.
PFNGLBUFFERDATAPROC make_buffer = nullptr;
PFNGLBUFFERSUBDATAPROC fill_buffer = nullptr;
std::map<GLenum, GLsizeiptr> sizes;

void note_size(GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
  sizes[target] = size;
  make_buffer(target, size, data, usage);
}
/// Leaves out the last vec4 of a uniform buffer.
void lose_the_end(GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
  fill_buffer(target, offset, target == GL_UNIFORM_BUFFER ? size - 16 : size, data);
}

TEST_P(PaletteBindingsTest, exact_buffers_give_the_same_bits) {
  const double allowed = info().software ? 0 : generous;
  auto& gl = const_cast<GladGLContext&>(context().gl());
  make_buffer = std::exchange(gl.BufferData, &note_size);
  for (const std::size_t joints : {1, 341})
    each_capture([&](const char* capture) {
      const ArraySet question = random_question({100, 4, joints, true, true}, joints);
      const ArraySet first = run(lbs(), question, {}, by("ubo", capture));
      for (const std::string_view palette : palette_binding_names) {
        Variant exact = by(palette, capture);
        exact.upload = "exact";
        if (is_refused(question, exact)) continue;
        EXPECT_LE(difference(run(lbs(), question, {}, exact), first), allowed) << palette << " " << joints;
        const auto rows = static_cast<GLsizeiptr>(3 * joints * (palette == "instance-base" ? 2 : 1));
        if (palette == "ubo" || palette == "instance-base") {
          EXPECT_EQ(sizes[GL_UNIFORM_BUFFER], 16 * rows) << palette;
        }
      }
      EXPECT_LE(difference(run(lbs(), question, {}, by("ubo", capture)), first), 0)
          << "the device is still usable";
    });
  gl.BufferData = make_buffer;
}

TEST_P(PaletteBindingsTest, exact_buffers_reveal_a_driver_that_loses_their_end) {
  const ArraySet question = hanging_on({22, 22, 22}, 23);
  auto& gl = const_cast<GladGLContext&>(context().gl());
  fill_buffer = std::exchange(gl.BufferSubData, &lose_the_end);
  for (const char* upload : {"padded", "exact"})
    each_capture([&](const char* capture) {
      Variant variant = by("ubo", capture);
      variant.upload = upload;
      const bool is_right =
          difference(run(stitching(), question, {}, variant), plain_answer(question)) <= generous;
      EXPECT_EQ(is_right, variant.upload == "padded") << "padding is all that is lost";
    });
  gl.BufferSubData = fill_buffer;
}

TEST_P(PaletteBindingsTest, a_smaller_palette_does_not_read_the_previous_palette) {
  for (const std::string_view palette : palette_binding_names)
    each_capture([&](const char* capture) {
      const ArraySet large = random_question({20, 4, 128, true, true});
      if (is_refused(large, by(palette, capture))) return;
      const ArraySet small = random_question({20, 4, 3, true, true}, 7);
      EXPECT_LE(difference(run(lbs(), small, {}, by(palette, capture)), plain_answer(small)), generous)
          << palette;
    });
}

/// Joint 20 has texels 60 to 62 of the first row; joint 21 has the last texel of this row and two of
/// the next.
TEST_P(PaletteBindingsTest, a_joint_may_span_two_rows_of_texels) {
  const ArraySet before = hanging_on({20, 20, 19}, 65), across = hanging_on({21, 42, 21}, 65);
  each_capture([&](const char* capture) {
    settings().edit = {};
    for (const ArraySet& question : {before, across})
      EXPECT_LE(difference(run(stitching(), question, {}, by("texture", capture)), plain_answer(question)),
                generous);
    damage("ivec2(n % 64, n / 64)", "ivec2(n % 63, n / 63)");
    EXPECT_LE(difference(run(stitching(), before, {}, by("texture", capture)), plain_answer(before)),
              generous);
    const ArraySet damaged = run(stitching(), across, {}, by("texture", capture));
    EXPECT_FALSE(difference(damaged, plain_answer(across)) <= visible);
  });
}

/// The joints before the instance's own are NaN.
TEST_P(PaletteBindingsTest, an_instance_without_its_base_is_wrong) {
  const ArraySet question = random_question({});
  each_capture([&](const char* capture) {
    settings().edit = {};
    EXPECT_LE(difference(run(lbs(), question, {}, by("instance-base", capture)), plain_answer(question)),
              generous);
    damage("palette[int(instance_base) + n]", "palette[n]");
    const ArraySet damaged = run(lbs(), question, {}, by("instance-base", capture));
    EXPECT_FALSE(difference(damaged, plain_answer(question)) <= visible);
  });
}

TEST_P(PaletteBindingsTest, the_second_instance_is_drawn_if_the_api_has_a_base) {
  const auto source = [&](const char* capture) {
    return skinner().shader_source(lbs(), random_question({}), {}, by("instance-base", capture)).value();
  };
  const bool draws_it = info().opened.api == Api::gl;
  EXPECT_EQ(source("transform-feedback").find("in uint instance_base;") != std::string::npos, draws_it);
  EXPECT_NE(source("compute").find("uniform uint instance_base;"), std::string::npos);
}

TEST_P(PaletteBindingsTest, other_bindings_are_right_after_an_instance) {
  const ArraySet question = random_question({});
  for (const std::string_view palette : palette_binding_names) {
    run(lbs(), question, {}, by("instance-base", "transform-feedback"));
    if (is_refused(question, by(palette, "transform-feedback"))) continue;
    EXPECT_LE(difference(run(lbs(), question, {}, by(palette, "transform-feedback")), plain_answer(question)),
              generous)
        << palette;
  }
}

TEST_P(PaletteBindingsTest, a_uniform_array_may_fill_the_limit_of_the_stage) {
  each_capture([&](const char* capture) {
    const bool compute = capture == std::string("compute");
    const std::string limit = compute ? "MAX_COMPUTE_UNIFORM_COMPONENTS" : "MAX_VERTEX_UNIFORM_COMPONENTS";
    const auto components = static_cast<std::size_t>(info().limit(limit));
    const std::size_t most = (components - (compute ? 4 : 0)) / 12;  // one takes the number of vertices
    EXPECT_EQ(refusal(most, by("uniform-array", capture)).code, "no error");
    const Error error = refusal(most + 1, by("uniform-array", capture));
    EXPECT_EQ(error.code, "NOT_SUPPORTED");
    EXPECT_EQ(error.where, "GL_" + limit);
    EXPECT_NE(error.message.find(fmt::format("GL_{} is {}", limit, components)), std::string::npos)
        << error.message;
  });
}

TEST_P(PaletteBindingsTest, an_instance_takes_twice_the_space_in_the_block) {
  const auto limit = static_cast<std::size_t>(info().limit("MAX_UNIFORM_BLOCK_SIZE"));
  if (limit > (1U << 24)) GTEST_SKIP() << "GL_MAX_UNIFORM_BLOCK_SIZE is " << limit;
  const std::size_t most = limit / 96;
  EXPECT_EQ(refusal(most, by("instance-base", "compute")).code, "no error");
  const Error error = refusal(most + 1, by("instance-base", "compute"));
  EXPECT_EQ(error.code, "NOT_SUPPORTED");
  EXPECT_EQ(error.where, "GL_MAX_UNIFORM_BLOCK_SIZE");
}

BINDPOSE_TEST_STACKS(PaletteBindingsTest, opengl);

/// Plans need no device: the description of a device that lacks a feature is enough for a refusal.
class LackingTest : public testing::Test {
 protected:
  /// The limits of a small OpenGL ES 3.1 device.
  LackingTest() {
    info.opened = {Platform::surfaceless, 0, Api::gles};
    info.version = "OpenGL ES 3.1";
    info.limits = {{"MAX_VERTEX_ATTRIBS", 16},
                   {"MAX_VERTEX_UNIFORM_COMPONENTS", 1024},
                   {"MAX_COMPUTE_UNIFORM_COMPONENTS", 512},
                   {"MAX_UNIFORM_BLOCK_SIZE", 16384},
                   {"MAX_VERTEX_SHADER_STORAGE_BLOCKS", 0},
                   {"MAX_COMPUTE_SHADER_STORAGE_BLOCKS", 4},
                   {"MAX_SHADER_STORAGE_BLOCK_SIZE", 1 << 27},
                   {"MAX_VERTEX_TEXTURE_IMAGE_UNITS", 16},
                   {"MAX_COMPUTE_TEXTURE_IMAGE_UNITS", 16},
                   {"MAX_TEXTURE_SIZE", 2048},
                   {"MAX_COMPUTE_WORK_GROUP_INVOCATIONS", 128},
                   {"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", 64}};
  }

  /// The limit or the extension that excludes it; empty: none.
  std::string refused_by(const char* palette, const char* capture, std::size_t joints = 10) {
    const auto plan =
        make_plan(info, {}, lbs(), random_question({3, 4, joints, true, true}), {}, by(palette, capture));
    EXPECT_TRUE(plan) << to_string(plan.error());
    const auto checked = check_limits(info, *plan);
    if (checked) return "";
    EXPECT_EQ(checked.error().code, "NOT_SUPPORTED");
    return checked.error().where;
  }

  DeviceInfo info;
};

TEST_F(LackingTest, a_refusal_names_the_missing_feature) {
  EXPECT_EQ(refused_by("ubo", "transform-feedback"), "");
  EXPECT_EQ(refused_by("ssbo", "transform-feedback"), "GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS");
  EXPECT_EQ(refused_by("ssbo", "compute"), "");
  EXPECT_EQ(refused_by("buffer-texture", "transform-feedback"), "GL_EXT_texture_buffer");
  EXPECT_EQ(refused_by("buffer-texture", "compute"), "GL_EXT_texture_buffer");
  EXPECT_EQ(refused_by("uniform-array", "transform-feedback", 85), "");
  EXPECT_EQ(refused_by("uniform-array", "transform-feedback", 86), "GL_MAX_VERTEX_UNIFORM_COMPONENTS");
  EXPECT_EQ(refused_by("uniform-array", "compute", 43), "GL_MAX_COMPUTE_UNIFORM_COMPONENTS");
  EXPECT_EQ(refused_by("instance-base", "transform-feedback", 170), "");
  EXPECT_EQ(refused_by("instance-base", "transform-feedback", 171), "GL_MAX_UNIFORM_BLOCK_SIZE");
}

TEST_F(LackingTest, a_texture_of_frames_counts_as_a_uniform) {
  const Algorithm& morphed = *find_algorithm("morph.then-skin");
  Random random(1);
  const ArraySet question = morphed.implementation.sample(20, random);
  const auto least_that_suffices = [&](const char* frames) {
    for (long& limit = info.limits["MAX_COMPUTE_UNIFORM_COMPONENTS"] = 4;; limit += 4) {
      const auto plan =
          make_plan(info, {}, morphed, question, {}, {"", "uniform-array", "compute", "", frames});
      EXPECT_TRUE(plan) << to_string(plan.error());
      if (!plan || check_limits(info, *plan)) return limit;
    }
  };
  EXPECT_EQ(least_that_suffices("texture"), least_that_suffices("ssbo") + 4);
}

TEST_F(LackingTest, buffer_textures_are_limited_by_the_device) {
  info.limits["MAX_TEXTURE_BUFFER_SIZE"] = 65536;
  EXPECT_EQ(refused_by("buffer-texture", "transform-feedback", 21845), "");
  EXPECT_EQ(refused_by("buffer-texture", "transform-feedback", 21846), "GL_MAX_TEXTURE_BUFFER_SIZE");
  EXPECT_EQ(refused_by("texture", "transform-feedback", 43690), "") << "2048 rows of 64 texels";
  EXPECT_EQ(refused_by("texture", "transform-feedback", 43691), "GL_MAX_TEXTURE_SIZE");
  info.limits["MAX_VERTEX_TEXTURE_IMAGE_UNITS"] = 0;
  EXPECT_EQ(refused_by("texture", "transform-feedback"), "GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS");
}

}  // namespace bindpose::gpu::palette_bindings_test
