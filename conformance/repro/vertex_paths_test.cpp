// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// However OpenGL reads, draws and captures vertices, and Vulkan reads them, a program in C does the same, and its numbers are wrong again.
#include <filesystem>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace vertex_paths_test {

constexpr const char* of_reals = "skinning.linear_blend.cylinder.bend-60.direction.palette.f32";
constexpr const char* of_bytes = "skinning.linear_blend.crowd.packed-u8-4.direction.palette.f32";
constexpr const char* of_frames = "animation.vertex_track.blob.second-half.pose.f32";

/// The line that says how many numbers are wrong; all of it if there is none.
std::string said_of_numbers(const std::string& said) {
  std::smatch found;
  return std::regex_search(said, found, std::regex(R"(\d+ numbers are wrong)")) ? found.str() : said;
}

class VertexPathsTest : public testing::Test {
 protected:
  /// Writes the program, and runs it and the one that reads what was answered.
  void ask(const std::string& test, const std::string& subject, bool is_wrong) const {
    SCOPED_TRACE(subject + ", " + test);
    std::filesystem::remove_all(file(""));
    const Ran ran =
        run_in(folder_.path(), BINDPOSE_PROGRAM " repro " + test + " repro --subject '" + subject + "'");
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    ASSERT_TRUE(std::filesystem::exists(file("repro.c"))) << ran.out;
    const std::string library = subject.starts_with("vulkan") ? "-lvulkan" : "-lEGL";
    const Ran again =
        run_in(file(""), "cc -std=c11 -Wall -Wextra -Werror -o repro repro.c " + library + " -lm && ./repro");
    EXPECT_EQ(again.exit_code, is_wrong ? 1 : 0) << again.out;
    const Ran read = run_in(file(""), "python3 repro.py");
    EXPECT_EQ(said_of_numbers(again.out), said_of_numbers(read.out));
  }
  void ask_both(const std::string& test, const std::string& way, const std::string& mistake,
                const std::string& device = "gpu:surfaceless") const {
    ask(test, device + "?" + way, false);
    ask(test, device + "?" + way + "&mistake=" + mistake, true);
  }
  std::filesystem::path file(const char* name) const { return folder_.path() / "repro" / name; }

  TemporaryFolder folder_;
};

TEST_F(VertexPathsTest, vertices_are_stored_so) {
  for (const char* device : {"gpu:surfaceless", "vulkan"})
    for (const char* storage : {"deinterleaved", "odd-strides", "narrow"})
      ask_both(of_reals, std::string("vertices=") + storage, "shader-palette-columns", device);
}

TEST_F(VertexPathsTest, weights_are_decoded) {
  for (const std::string device : {"gpu:surfaceless", "vulkan"}) {
    ask(of_bytes, device + "?vertices=normalized", false);
    ask_both(of_bytes, "vertices=integers", "shader-steps-of-a-power", device);
    ask_both(of_bytes, "vertices=implicit", "shader-last-weight-left-out", device);
    ask(of_bytes, device + "?vertices=implicit&capture=compute", false);
  }
}

TEST_F(VertexPathsTest, frames_are_stored_so) {
  for (const char* storage : {"deinterleaved", "odd-strides", "narrow"})
    ask(of_frames, std::string("vulkan?frames=attributes&vertices=") + storage, false);
}

TEST_F(VertexPathsTest, vertices_are_drawn_so) {
  for (const char* call : {"first", "indexed", "base-vertex", "instanced"})
    ask_both(of_reals, std::string("draw=") + call, "shader-palette-columns");
}

TEST_F(VertexPathsTest, vertices_are_captured_so) {
  for (const char* use :
       {"separate", "paused", "alternating", "overflowing", "drawn-again", "gaps", "reordered"})
    ask_both(of_reals, std::string("feedback=") + use, "shader-palette-columns");
}

TEST_F(VertexPathsTest, of_opengl_es_too) {
  for (const char* way :
       {"draw=instanced", "feedback=overflowing", "feedback=drawn-again", "palette=instance-base"})
    ask(of_reals, std::string("gpu:surfaceless?api=gles&") + way, false);
}

TEST_F(VertexPathsTest, joints_behind_another_instances_are_found) {
  ask_both(of_reals, "palette=instance-base", "shader-palette-columns");
  for (const char* way : {"draw=indexed", "draw=instanced", "capture=compute"})
    ask(of_reals, std::string("gpu:surfaceless?palette=instance-base&") + way, false);
}

/// A vertex's frames are found by its number, which is counted from another vertex by each draw call.
TEST_F(VertexPathsTest, vertices_are_numbered) {
  for (const char* call : {"first", "indexed", "base-vertex", "instanced"})
    ask(of_frames, std::string("gpu:surfaceless?frames=texture&draw=") + call, false);
  ask(of_frames, "gpu:surfaceless?frames=texture&feedback=paused", false);
}

}  // namespace vertex_paths_test
}  // namespace bindpose::conformance
