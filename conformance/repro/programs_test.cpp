// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::programs_test {

// A subject without an output also gets a folder. Its program ends as the subject did.
constexpr const char* palette_case = "skinning.linear_blend.bar.posed.direction.palette.f32";

/// Its first argument selects how it computes every output.
constexpr const char* subject_in_python = R"py(import json, os, struct, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    if message["cmd"] == "start":
        reply = {"protocol": 1, "implementation": {"name": "ends", "version": "1", "language": "Python"},
                 "capabilities": [{"algorithm": "lbs", "levels": ["palette"]}]}
    elif sys.argv[1] == "crash":
        os.abort()
    elif sys.argv[1] == "hang":
        time.sleep(100)
    elif sys.argv[1] == "print":
        print("hello world", flush=True)
        continue
    elif sys.argv[1] == "flood":  # it never ends its line
        sys.stdout.write("x" * 3000000)
        sys.stdout.flush()
        time.sleep(100)
    else:
        reply = {"seq": message["seq"], "ok": False,
                 "message": "%s %s" % (os.environ.get("WORDS"), os.environ["PATH"])}
    print(json.dumps(reply), flush=True)
)py";

struct EndsTest : testing::Test {
  EndsTest() {
    std::filesystem::create_directory(folder_ / "mine");
    std::ofstream(folder_ / "mine/subject.py") << subject_in_python;
  }
  Ran write(const std::string& subject, const std::string& options = "") const {
    return run_in(folder_, BINDPOSE_PROGRAM " repro " + std::string(palette_case) + " repro --subject '" +
                               subject + "' " + options);
  }
  Ran again() const { return run_in(folder_ / "repro", "python3 repro.py"); }
  std::filesystem::path file(const char* name) const { return folder_ / "repro" / name; }
  void expect_files() const {
    for (const char* name : {"README.md", "test.json", "question.safetensors", "expected.safetensors"})
      EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
  }

  TemporaryFolder folder_;
};

TEST_F(EndsTest, the_program_reproduces_how_a_command_ended) {
  const std::pair<const char*, const char*> ends[] = {
      {"crash", "no output: it died of Aborted"},
      {"hang", "no output: none came within 1.0 s"},
      {"print", "no output: it printed b'hello world\\n', expected one JSON object per line"},
      {"flood", "no output: it printed a line of more than 1 MiB"},
      {"refuse", "no output: the subject gave up: None"}};
  for (const auto& [how, words] : ends) {
    std::filesystem::remove_all(file(""));
    const Ran ran = write(std::string("cmd:python3 mine/subject.py ") + how, "--time 1");
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    expect_files();
    expect_ended(again(), 2, {words});
  }
}

TEST_F(EndsTest, the_program_reproduces_a_failed_start) {
  const Ran ran = write("cmd:python3 -c \"import sys; sys.exit(3)\"");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  expect_files();
  expect_ended(again(), 2, {"no output: it ended with exit code 3"});
}

TEST_F(EndsTest, environment_and_options_are_reproduced) {
  const Ran ran = write("cmd:python3 mine/subject.py refuse",
                        "--env 'WORDS=so be it' --memory 1000 --time 5 --see mine --no-sandbox");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const Ran shown = again();
  EXPECT_TRUE(has(shown.out, "gave up: so be it /usr/local/bin:/usr/bin:/bin\n"));
  const std::string page = slurp(file("README.md"));
  const std::string mine = (folder_ / "mine").string();
  EXPECT_TRUE(has(
      page, {"'cmd:python3 " + mine + "/subject.py refuse'", " --time 5 --memory 1000 --see '" + mine + "'",
             " --env 'WORDS=so be it' --no-sandbox --filter"}));
}

TEST_F(EndsTest, the_readme_lists_all_files) {
  ASSERT_EQ(write("cmd:python3 mine/subject.py crash").exit_code, 0);
  const std::string page = slurp(file("README.md"));
  for (const auto& entry : std::filesystem::directory_iterator(file(""))) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "README.md" || page.find("| " + name + " |") != std::string::npos) << name;
  }
  EXPECT_TRUE(lacks(page, {"repro.c", "library.py", "repro.html", "*.bin", "shader"}));
}

// A C program reads, draws and captures vertices as the subject does, with the same wrong numbers.
constexpr const char* of_reals = "skinning.linear_blend.cylinder.bend-60.direction.palette.f32";
constexpr const char* of_bytes = "skinning.linear_blend.crowd.packed-u8-4.direction.palette.f32";
constexpr const char* of_frames = "animation.vertex_track.blob.second-half.pose.f32";

/// The line with the number of wrong numbers; all of the text without such a line.
std::string said_of_numbers(const std::string& said) {
  std::smatch found;
  return std::regex_search(said, found, std::regex(R"(\d+ numbers are wrong)")) ? found.str() : said;
}

struct VertexPipelinesTest : testing::Test {
  /// Writes the program, and runs it and the program that reads the recorded output.
  void ask(const std::string& test, const std::string& subject, bool is_wrong) const {
    SCOPED_TRACE(subject + ", " + test);
    std::filesystem::remove_all(file(""));
    const Ran ran = run_in(folder_, BINDPOSE_PROGRAM " repro " + test + " repro --subject '" + subject + "'");
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    ASSERT_TRUE(std::filesystem::exists(file("repro.c"))) << ran.out;
    const std::string library = subject.starts_with("vulkan") ? "-lvulkan" : "-lEGL";
    const Ran again =
        run_in(file(""), "cc -std=c11 -Wall -Wextra -Werror -o repro repro.c " + library + " -lm && ./repro");
    EXPECT_EQ(again.exit_code, is_wrong ? 1 : 0) << again.out;
    const Ran read = run_in(file(""), "python3 repro.py");
    EXPECT_EQ(said_of_numbers(again.out), said_of_numbers(read.out));
  }
  void ask_both(const std::string& test, const std::string& way, const std::string& defect,
                const std::string& device = "gpu:surfaceless") const {
    ask(test, device + "?" + way, false);
    ask(test, device + "?" + way + "&defect=" + defect, true);
  }
  std::filesystem::path file(const char* name) const { return folder_ / "repro" / name; }

  TemporaryFolder folder_;
};

TEST_F(VertexPipelinesTest, vertex_layouts_are_reproduced) {
  for (const char* device : {"gpu:surfaceless", "vulkan"})
    for (const char* storage : {"deinterleaved", "odd-strides", "narrow"})
      ask_both(of_reals, std::string("vertices=") + storage, "shader-palette-columns", device);
}

TEST_F(VertexPipelinesTest, decoded_weights_are_reproduced) {
  for (const std::string device : {"gpu:surfaceless", "vulkan"}) {
    ask(of_bytes, device + "?vertices=normalized", false);
    ask_both(of_bytes, "vertices=integers", "shader-steps-of-a-power", device);
    ask_both(of_bytes, "vertices=implicit", "shader-last-weight-left-out", device);
    ask(of_bytes, device + "?vertices=implicit&capture=compute", false);
  }
}

TEST_F(VertexPipelinesTest, layouts_of_frames_are_reproduced) {
  for (const char* storage : {"deinterleaved", "odd-strides", "narrow"})
    ask(of_frames, std::string("vulkan?frames=attributes&vertices=") + storage, false);
}

TEST_F(VertexPipelinesTest, draw_calls_are_reproduced) {
  for (const char* call : {"first", "indexed", "base-vertex", "instanced"})
    ask_both(of_reals, std::string("draw=") + call, "shader-palette-columns");
}

TEST_F(VertexPipelinesTest, captures_are_reproduced) {
  for (const char* use :
       {"separate", "paused", "alternating", "overflowing", "drawn-again", "gaps", "reordered"})
    ask_both(of_reals, std::string("feedback=") + use, "shader-palette-columns");
}

TEST_F(VertexPipelinesTest, opengl_es_is_reproduced) {
  for (const char* way :
       {"draw=instanced", "feedback=overflowing", "feedback=drawn-again", "palette=instance-base"})
    ask(of_reals, std::string("gpu:surfaceless?api=gles&") + way, false);
}

TEST_F(VertexPipelinesTest, joints_of_a_second_instance_are_reproduced) {
  ask_both(of_reals, "palette=instance-base", "shader-palette-columns");
  for (const char* way : {"draw=indexed", "draw=instanced", "capture=compute"})
    ask(of_reals, std::string("gpu:surfaceless?palette=instance-base&") + way, false);
}

/// The number of a vertex selects its frames. Each kind of draw call counts from another vertex.
TEST_F(VertexPipelinesTest, vertex_numbers_are_reproduced) {
  for (const char* call : {"first", "indexed", "base-vertex", "instanced"})
    ask(of_frames, std::string("gpu:surfaceless?frames=texture&draw=") + call, false);
  ask(of_frames, "gpu:surfaceless?frames=texture&feedback=paused", false);
}

}  // namespace bindpose::conformance::programs_test
