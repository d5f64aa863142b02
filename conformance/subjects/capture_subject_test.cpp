// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Two small programs that skin, with OpenGL and with Vulkan, judged by one of their frames, as
// captured by RenderDoc (if installed) and by the interposer.
#include "conformance/subjects/capture_subject.h"

#include <gtest/gtest.h>

#include "conformance/captures/replay.h"
#include "conformance/subjects/open.h"
#include "conformance/testing/results.h"
#include "conformance/testing/skinned_strip.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::capture_subject_test {

namespace fs = std::filesystem;

// A sanitizer intercepts the same functions as the libraries that these tests preload.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

const std::string programs = fs::path(BINDPOSE_PROGRAM).parent_path().string();

struct CaptureTest : testing::Test {
  void SetUp() override { std::ofstream(folder_.path() / "strip.gltf") << skinned_strip(); }

  void run(const std::string& command) {
    const Ran ran = run_in(folder_.path(), command);
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
  }
  Ran judged(const std::string& options) {
    return run_in(folder_.path(),
                  BINDPOSE_PROGRAM " judge --asset strip.gltf --clip turn --time 0.75 " + options);
  }
  void expect_pass(const std::string& options, const std::string& words = " 1 pass ") {
    const Ran ran = judged(options);
    expect_ended(ran, 0, {words});
  }
  void expect_fail(const std::string& options, const std::string& words) {
    expect_ended(judged(options), 1, {words});
  }

  TemporaryFolder folder_;
};

// --- by the interposer, on every machine ---

struct InterposedTest : CaptureTest {
  void SetUp() override {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer intercepts the same functions";
    CaptureTest::SetUp();
  }
  void draw(const std::string& words = "", const std::string& sample = "/capture-sample-gl") {
    fs::create_directory(folder_.path() / "frame");
    run("BINDPOSE_FRAME_FOLDER=frame BINDPOSE_OUTPUTS=world_position,world_normal,nothing LD_PRELOAD=" +
        programs + "/bindpose-interposer.so " + programs + sample + " strip.gltf 0 0.75 - " + words);
  }
};

TEST_F(InterposedTest, draws_of_a_program_are_judged) {
  draw();
  EXPECT_TRUE(
      obeys("captures/frame.schema.json", nlohmann::json::parse(slurp(folder_.path() / "frame/frame.json"))));
  expect_pass("--capture frame --normals world_normal", "captured by the interposer");
  expect_pass("--capture frame --positions world_position --draw 1");
}

TEST_F(InterposedTest, a_defect_is_named) {
  draw("first-influence");
  expect_fail("--capture frame", "first-influence");
}

TEST_F(InterposedTest, draws_of_a_plug_in_with_local_libraries_are_judged) {
  const std::string plugged = "/capture-sample-plugged " + programs + "/capture-sample-plug-in.so";
  draw("", plugged);
  expect_pass("--capture frame --normals world_normal");
  fs::remove_all(folder_.path() / "frame");
  draw("first-influence", plugged);
  expect_fail("--capture frame", "first-influence");
}

TEST_F(InterposedTest, an_opengl_call_of_a_program_without_opengl_is_reported) {
  expect_ended(run_in(folder_.path(), "BINDPOSE_FRAME_FOLDER=. LD_PRELOAD=" + programs +
                                          "/bindpose-interposer.so python3 -c 'import ctypes; "
                                          "ctypes.CDLL(None).glDrawArrays(4, 0, 3)'"),
               2, {"calls gl"});
}

TEST_F(InterposedTest, a_missing_output_folder_is_reported) {
  const Ran ran = run_in(folder_.path(), "BINDPOSE_FRAME_FOLDER=nowhere LD_PRELOAD=" + programs +
                                             "/bindpose-interposer.so " + programs +
                                             "/capture-sample-gl strip.gltf 0 0.75 -");
  EXPECT_EQ(ran.exit_code, 0) << "the program itself continues";
  EXPECT_NE(ran.out.find("nowhere/frame.json cannot be written"), std::string::npos) << ran.out;
}

TEST_F(InterposedTest, a_frame_of_another_moment_fails) {
  draw();
  expect_ended(run_in(folder_.path(),
                      BINDPOSE_PROGRAM " judge --asset strip.gltf --clip turn --time 0.5 --capture frame"),
               1);
}

TEST_F(InterposedTest, the_camera_is_removed_from_positions) {
  draw("perspective unindexed");
  expect_pass("--capture frame --camera 'projection*view' --normals world_normal");
  expect_fail("--capture frame", "name the camera");
  expect_fail("--capture frame --camera 'view*projection'", "CAMERA_OTHER");
}

TEST_F(InterposedTest, a_defect_is_also_named_through_a_camera) {
  draw("perspective first-influence");
  expect_fail("--capture frame --camera 'projection*view'", "first-influence");
}

TEST_F(InterposedTest, a_mismatch_lists_the_existing_draws) {
  draw();
  expect_fail("--capture frame --normals v_normal",
              "it has gl_Position (4), world_normal (3), world_position (3)");
  expect_fail("--capture frame --draw 7", "1 glDrawElements(): 24 corners of triangles");
}

// --- by the interposer from a trace, if apitrace is installed ---

struct TracedTest : CaptureTest {
  void SetUp() override {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer intercepts the same functions";
    for (const char* program : {"apitrace", "glretrace", "xvfb-run"})
      if (run_in(folder_.path(), std::string("command -v ") + program).exit_code != 0)
        GTEST_SKIP() << program << " is not installed";
    CaptureTest::SetUp();
  }
  void trace(const std::string& words = "") {
    run("apitrace trace -a egl -o program.trace " + programs + "/capture-sample-gl strip.gltf 0 0.75 - " +
        words);
    fs::create_directory(folder_.path() / "frame");
    run("BINDPOSE_FRAME_FOLDER=frame BINDPOSE_OUTPUTS=world_position,world_normal "
        "MESA_GL_VERSION_OVERRIDE=4.6"
        " xvfb-run -a env LD_PRELOAD=" +
        programs + "/bindpose-interposer.so glretrace --headless program.trace");
  }
};

TEST_F(TracedTest, a_captured_frame_of_a_program_is_judged) {
  trace();
  expect_pass("--capture frame --normals world_normal", "captured by the interposer");
}

TEST_F(TracedTest, a_defect_is_named) {
  trace("first-influence");
  expect_fail("--capture frame", "first-influence");
}

// --- by RenderDoc, if it is installed ---

struct RenderDocTest : CaptureTest {
  void SetUp() override {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer intercepts the same functions";
    if (const auto there = captures::find_renderdoc(); !there) GTEST_SKIP() << to_string(there.error());
    CaptureTest::SetUp();
  }
  void draw_gl(const std::string& words = "") {
    run("LD_PRELOAD=librenderdoc.so " + programs + "/capture-sample-gl strip.gltf 0 0.75 ./gl " + words);
  }
  /// RenderDoc 1.24 occasionally crashes when it begins a Vulkan frame; this test is only about the handling
  /// of frames.
  void draw_vulkan(const std::string& words) {
    const std::string draw = "ENABLE_VULKAN_RENDERDOC_CAPTURE=1 " + programs +
                             "/capture-sample-vulkan strip.gltf 0 0.75 ./vk " + words;
    run(draw + " || " + draw + " || " + draw);
  }
};

TEST_F(RenderDocTest, a_frame_of_opengl_is_judged) {
  draw_gl();
  expect_pass("--capture gl_capture.rdc --normals world_normal", "captured by RenderDoc");
  expect_pass("--capture gl_capture.rdc --positions world_position");
}

TEST_F(RenderDocTest, a_defect_in_opengl_is_named) {
  draw_gl("first-influence");
  expect_fail("--capture gl_capture.rdc", "first-influence");
}

TEST_F(RenderDocTest, a_frame_of_vulkan_is_judged_through_its_camera) {
  draw_vulkan("perspective");
  expect_pass("--capture vk_capture.rdc --camera 'projection*view' --normals world_normal", "Vulkan frame");
}

TEST_F(RenderDocTest, a_defect_in_vulkan_is_named) {
  draw_vulkan("first-influence unindexed");
  expect_fail("--capture vk_capture.rdc", "first-influence");
}

TEST_F(RenderDocTest, a_replay_leaves_no_files_in_folders_of_the_caller) {
  draw_gl();
  fs::create_directory(folder_.path() / "own");
  expect_ended(
      run_in(
          folder_.path(),
          "HOME=$PWD/own TMPDIR=$PWD/own XDG_CACHE_HOME=$PWD/own XDG_CONFIG_HOME=$PWD/own " BINDPOSE_PROGRAM
          " judge --asset strip.gltf --clip turn --time 0.75 --capture gl_capture.rdc"),
      0);
  EXPECT_TRUE(fs::is_empty(folder_.path() / "own")) << run_in(folder_.path(), "find own").out;
}

TEST_F(RenderDocTest, files_that_are_not_captures_are_refused) {
  std::ofstream(folder_.path() / "no.rdc") << "no capture";
  expect_ended(judged("--capture no.rdc"), 2, {"CAPTURE_REFUSED"});
}

// --- without a capturing program ---

TEST(CaptureSubject, a_file_that_is_not_a_frame_is_an_error) {
  EXPECT_EQ(open_any(*parse_subject("capture:/nowhere/frame.rdc")).error().code, "FILE_READ");
  const TemporaryFolder folder;
  const std::string target = "capture:" + folder.path().string();
  EXPECT_EQ(open_any(*parse_subject(target)).error().code, "FILE_READ") << "no frame.json";
  EXPECT_EQ(open_any(*parse_subject(target + "?speed=high")).error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_any(*parse_subject(target + "?draw=first")).error().code, "SUBJECT_SYNTAX");
}

/// Judges a frame with this script in place of the python3 that loads RenderDoc's module.
Ran judged_by_python(const fs::path& folder, const std::string& script) {
  std::ofstream(folder / "some.rdc") << "";
  std::ofstream(folder / "python") << "#!/bin/sh\n" + script;
  fs::permissions(folder / "python", fs::perms::owner_all);
  return run_in(folder, "BINDPOSE_RENDERDOC_PYTHON=./python " BINDPOSE_PROGRAM
                        " judge --asset strip.gltf --capture some.rdc");
}

TEST_F(CaptureTest, the_error_of_a_missing_renderdoc_names_the_package) {
  expect_ended(judged_by_python(folder_.path(), "exit 3\n"), 2, {"apt-get install python3-renderdoc"});
}

TEST_F(CaptureTest, a_replay_that_crashes_runs_again) {
  expect_ended(judged_by_python(folder_.path(),
                                "[ -e died ] || { touch died; kill -SEGV $$; }\necho again >&2; exit 1\n"),
               2, {"again"});
  expect_ended(judged_by_python(folder_.path(), "kill -SEGV $$\n"), 2,
               {"died twice, of signal 11; it can use at most 8 GiB of memory"});
  EXPECT_NE(judged_by_python(folder_.path(), "exit 1\n").out.find("without a message"), std::string::npos);
}

/// Prints its arguments and environment.
constexpr const char* look_around = R"sh(exec >"$(dirname "$0")/seen"
echo "option $1"; echo "capture $4"; echo "work $(pwd)"; echo "entries $(ls -A | wc -l)"
for name in HOME TMPDIR TMP TEMP XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME; do
  eval "echo \"\$$name\""
done | sort -u | sed 's/^/home /'
env | grep -c ^PYTHON | sed 's/^/python variables /'
touch "$HOME/conf" "$TMPDIR/log" left-over
exit 1
)sh";

TEST_F(CaptureTest, python_is_isolated_from_the_folders_of_the_caller) {
  fs::create_directory(folder_.path() / "tmp");
  std::ofstream(folder_.path() / "some.rdc") << "";
  std::ofstream(folder_.path() / "python") << "#!/bin/sh\n" << look_around;
  fs::permissions(folder_.path() / "python", fs::perms::owner_all);
  expect_ended(run_in(folder_.path(),
                      "PYTHONPATH=$PWD PYTHONSTARTUP=x PYTHONHOME=y TMPDIR=tmp "
                      "BINDPOSE_RENDERDOC_PYTHON=./python " BINDPOSE_PROGRAM
                      " judge --asset strip.gltf --capture some.rdc"),
               2);
  const std::string seen = slurp(folder_.path() / "seen"), temporary = (folder_.path() / "tmp" / "").string();
  for (const std::string& line :
       {std::string("option -I\n"), "capture " + (folder_.path() / "some.rdc").string() + "\n",
        "work " + temporary, std::string("entries 0\n"), "home " + temporary,
        std::string("python variables 0\n")})
    EXPECT_NE(seen.find(line), std::string::npos) << line << seen;
  EXPECT_EQ(seen.find("\nhome "), seen.rfind("\nhome ")) << "all variables name the same folder; " << seen;
  EXPECT_TRUE(fs::is_empty(folder_.path() / "tmp")) << run_in(folder_.path(), "find tmp").out;
}

TEST_F(CaptureTest, python_imports_nothing_from_the_working_folder) {
  for (const char* module : {"ctypes", "struct", "renderdoc", "sitecustomize"})
    std::ofstream(folder_.path() / (module + std::string(".py")))
        << "open('" << (folder_.path() / "OWNED").string() << "', 'w')\nraise ImportError\n";
  const fs::path owned = folder_.path() / "OWNED";
  run_in(folder_.path(), "python3 -c 'import ctypes'");
  ASSERT_TRUE(fs::remove(owned)) << "python3 without isolation imports the module";
  std::ofstream(folder_.path() / "some.rdc") << "x";
  const Ran ran = run_in(folder_.path(), "PYTHONPATH=$PWD BINDPOSE_RENDERDOC_PYTHON=python3 " BINDPOSE_PROGRAM
                                         " judge --asset strip.gltf --capture some.rdc");
  expect_ended(ran, 2);
  EXPECT_TRUE(ran.out.find("LIBRARY_MISSING") != std::string::npos ||
              ran.out.find("CAPTURE_REFUSED") != std::string::npos)
      << ran.out;
  EXPECT_FALSE(fs::exists(owned)) << ran.out;
}

/// A frame may name any number of vertices.
TEST_F(CaptureTest, a_replay_that_takes_too_much_memory_is_refused) {
  const Ran ran = judged_by_python(folder_.path(), R"sh(exec /usr/bin/python3 -c '
import sys
from unittest import mock
renderdoc = sys.modules["renderdoc"] = mock.MagicMock()
renderdoc.GetLogFile.return_value = "/nowhere/log"
renderdoc.OpenCaptureFile.side_effect = lambda: bytearray(9 << 30)
script, sys.argv = sys.argv[3], sys.argv[3:]
exec(script, {})' "$@"
)sh");
  expect_ended(ran, 2, {"CAPTURE_REFUSED at some.rdc: its replay takes more than 8 GiB of memory"});
}

TEST_F(CaptureTest, options_that_do_not_fit_are_refused) {
  EXPECT_EQ(run_in(folder_.path(), BINDPOSE_PROGRAM " judge").exit_code, 2);
  EXPECT_EQ(run_in(folder_.path(), BINDPOSE_PROGRAM " judge --capture x.rdc").exit_code, 2);
  EXPECT_EQ(judged("--capture x.rdc answers").exit_code, 2);
}

}  // namespace bindpose::conformance::capture_subject_test
