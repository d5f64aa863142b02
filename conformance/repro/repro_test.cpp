// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers that bindpose reported as wrong are wrong again without bindpose.
#include "conformance/repro/repro.h"

#include <algorithm>
#include <regex>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/report/run_page.h"
#include "conformance/subjects/adapter.h"
#include "conformance/subjects/reference_float.h"
#include "conformance/testing/results.h"
#include "gpu/cuda/ptx.h"
#include "gpu/web/browser.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::repro_test {

constexpr const char* palette_case = "skinning.linear_blend.cylinder.bend-60.direction.palette.f32";
constexpr const char* palette_defect = "defect=shader-palette-columns";

std::string compile_and_run_with(const std::string& libraries) {
  return "cc -std=c11 -Wall -Wextra -Werror -o repro repro.c " + libraries + " && ./repro";
}
const std::string compile_and_run = compile_and_run_with("-lEGL -lm");

struct ReproTest : testing::Test {
  Ran write(const std::string& test, const std::string& subject) const {
    return run_in(folder_, BINDPOSE_PROGRAM " repro " + test + " repro --subject '" + subject + "'");
  }
  Ran again(const std::string& command) const { return run_in(folder_ / "repro", command); }
  std::filesystem::path file(const char* name) const { return folder_ / "repro" / name; }

  /// Expects that the first wrong number of a program equals the judged one.
  void expect_first_as_judged(const std::string& said) const {
    std::smatch found;
    ASSERT_TRUE(
        std::regex_search(said, found, std::regex(R"((\w+)\[(\d+)\]\.([xyzw]): got (\S+), expected)")))
        << said;
    BINDPOSE_ASSERT(const auto judged, from_safetensors(*read_file(file("expected.safetensors"))));
    const Array& got = judged.find("got." + found[1].str())->array;
    const std::size_t place = std::stoul(found[2]) * got.shape[1] + std::string("xyzw").find(found[3].str());
    EXPECT_EQ(std::stof(found[4]), static_cast<float>(got.reals()[place])) << said;
  }

 private:
  TemporaryFolder folder_;
};

/// The line with the number of wrong numbers.
std::string count_of(const std::string& said) {
  std::smatch found;
  return std::regex_search(said, found, std::regex(R"(\d+ numbers are wrong)")) ? found.str() : said;
}

/// A device, and the libraries that open it.
struct Asked {
  std::string subject, variant, libraries;
};

TEST_F(ReproTest, a_c_program_reproduces_a_wrong_number_of_a_device) {
  for (const Asked& asked :
       {Asked{"gpu:surfaceless", "transform-feedback.transform-then-blend.ubo", "-lEGL -lm"},
        Asked{"gpu:surfaceless", "compute.transform-then-blend.ssbo", "-lEGL -lm"},
        Asked{"vulkan:0", "transform-feedback.transform-then-blend.ubo", "-lvulkan -lm"},
        Asked{"vulkan:0", "compute.transform-then-blend.ssbo", "-lvulkan -lm"},
        Asked{"opencl:0", "compute.transform-then-blend.ssbo", "-lOpenCL -lm"}}) {
    std::filesystem::remove_all(file(""));
    expect_ended(write(std::string(palette_case) + "/any/" + asked.variant,
                       asked.subject + "?variants=all&" + palette_defect),
                 0, {"cc -std=c11 -o repro repro.c " + asked.libraries + " && ./repro"});
    const Ran wrong = again(compile_and_run_with(asked.libraries));
    EXPECT_EQ(wrong.exit_code, 1) << asked.subject << ": " << wrong.out;
    expect_first_as_judged(wrong.out);
    const Ran read = again("python3 repro.py");
    expect_ended(read, 1);
    EXPECT_EQ(count_of(read.out), count_of(wrong.out)) << asked.subject;
  }
}

/// Waits for the end of the page's script and returns the page's text.
constexpr const char* once_finished = R"js(new Promise((resolve) => {
  const look = () => typeof finished === "undefined" ? setTimeout(look, 20) : resolve(finished);
  look();
}))js";

TEST_F(ReproTest, a_page_reproduces_a_wrong_number_of_a_browser) {
  const auto browser = gpu::Browser::start(
      {"--use-angle=swiftshader", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"});
  if (!browser && browser.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(browser.error());
  ASSERT_TRUE(browser) << to_string(browser.error());
  for (const char* api : {"webgl:swiftshader", "webgpu:swiftshader"})
    for (const bool is_wrong : {true, false}) {
      std::filesystem::remove_all(file(""));
      expect_ended(write(palette_case, api + (is_wrong ? std::string("?") + palette_defect : "")), 0,
                   {"repro.html"});
      BINDPOSE_ASSERT(auto page, gpu::Page::open(**browser, "file://" + file("repro.html").string()));
      BINDPOSE_ASSERT(const auto answer, page.evaluate(once_finished));
      const std::string said = answer.get<std::string>();
      EXPECT_EQ(said.find("\n0 numbers are wrong\n") == std::string::npos, is_wrong) << said;
      if (is_wrong) expect_first_as_judged(said);
      EXPECT_EQ(count_of(said), count_of(again("python3 repro.py").out));
    }
}

/// A subject that only reports a device.
class DeviceHolder : public Subject {
 public:
  explicit DeviceHolder(SubjectInfo said) : said_(std::move(said)) {}
  std::string name() const override { return said_.at("device"); }
  SubjectInfo info() const override { return said_; }
  std::vector<Options> variants(const Algorithm&, Level) const override { return {}; }
  Expected<Answer> run(const Question&, const Options&) override { return fail("CRASH", "", "does not run"); }

 private:
  SubjectInfo said_;
};

/// Writes the float reference's output, as if that device had given it.
Written write_for(const DeviceHolder& holder, const Options& variant, const std::filesystem::path& folder) {
  Suite suite;
  suite.add_cases(built_in_cases(), {palette_case});
  suite.add_subject(std::move(*open_reference_float(*parse_subject("reference-float"))));
  Written written;
  Executor executor(suite);
  on_judged_answer(executor, [&](const std::string&, const JudgedAnswer& judged) {
    BINDPOSE_ASSERT(const auto made,
                    write_repro(folder, {judged, holder, *parse_subject(holder.name()), variant, {}, ""}));
    written = made;
  });
  suite.make_records();
  executor.run(0);
  return written;
}

/// Without a GPU the program compiles, and reports that the GPU is missing.
TEST_F(ReproTest, a_program_for_cuda_is_written) {
  if (const auto any = gpu::cuda::compile_ptx(""); !any) GTEST_SKIP() << to_string(any.error());
  const DeviceHolder card({{"device", "cuda:0"},
                           {"limit.CU_MAX_BLOCK_DIM_X", "1024"},
                           {"limit.CU_MAX_GRID_DIM_X", "65535"},
                           {"limit.CU_TOTAL_MEMORY", "1000000000"},
                           {"limit.CU_PARAMETER_BYTES", "4096"},
                           {"limit.CU_ADDRESS_ALIGNMENT", "16"}});
  const Written written = write_for(card, {{"capture", "compute"}}, file(""));
  EXPECT_EQ(written.run, "cc -std=c11 -o repro repro.c -ldl -lm && ./repro") << written.note;
  EXPECT_TRUE(has(slurp(file("kernel.ptx")), ".entry skin_vertices("));
  const Ran ran = again(compile_and_run_with("-ldl -lm"));
  if (ran.exit_code == 2)
    EXPECT_TRUE(has(ran.out, "libcuda.so.1 not found"));
  else
    expect_ended(ran, 0);
}

TEST_F(ReproTest, combinations_without_a_program_are_read_with_a_note) {
  struct Refused {
    const char* device;
    Options variant;
    const char* note;
  };
  for (const Refused& refused :
       {Refused{"vulkan:0",
                {{"draw", "first"}},
                "draw calls and captures other than the first need a program of OpenGL"},
        Refused{"vulkan:0",
                {{"palette", "instance-base"}},
                "joints of a second instance need a program of OpenGL"},
        Refused{"webgl:swiftshader",
                {{"vertices", "narrow"}},
                "vertex layouts other than the first need a program of OpenGL or Vulkan"}}) {
    std::filesystem::remove_all(file(""));
    const DeviceHolder holder(SubjectInfo{{"device", refused.device}});
    const Written written = write_for(holder, refused.variant, file(""));
    EXPECT_EQ(written.run, "python3 repro.py");
    EXPECT_TRUE(has(written.note, refused.note));
    EXPECT_FALSE(std::filesystem::exists(file("repro.c")));
    EXPECT_EQ(again("python3 repro.py").exit_code, 0);
  }
}

TEST_F(ReproTest, a_right_output_is_right_again) {
  for (const Asked& asked : {Asked{"gpu:surfaceless?palette=texture", "", "-lEGL -lm"},
                             Asked{"gpu:surfaceless?api=gles&palette=uniform-array", "", "-lEGL -lm"},
                             Asked{"gpu:surfaceless?palette=buffer-texture", "", "-lEGL -lm"},
                             Asked{"gpu:device:0", "", "-lEGL -lm"}, Asked{"vulkan", "", "-lvulkan -lm"},
                             Asked{"opencl?contraction=on", "", "-lOpenCL -lm"}}) {
    std::filesystem::remove_all(file(""));
    const Ran ran = write(palette_case, asked.subject);
    ASSERT_EQ(ran.exit_code, 0) << asked.subject << ": " << ran.out;
    const Ran right = again(compile_and_run_with(asked.libraries));
    EXPECT_EQ(right.exit_code, 0) << asked.subject << ": " << right.out;
    EXPECT_TRUE(has(right.out, "\n0 numbers are wrong\n"));
  }
}

TEST_F(ReproTest, osmesa_is_opened_without_egl) {
  expect_ended(write(palette_case, std::string("gpu:osmesa?variants=all&") + palette_defect), 0);
  const Ran wrong = again(compile_and_run_with("-ldl -lm"));
  expect_ended(wrong, 1);
  expect_first_as_judged(wrong.out);
}

/// The course's solution in C, as it is and without inverse bind matrices.
TEST_F(ReproTest, a_library_is_reproduced_in_python) {
  const std::filesystem::path conformance = BINDPOSE_CONFORMANCE;
  const auto mine = file("").parent_path().parent_path() / "mine";
  std::filesystem::copy(conformance / "course" / "c", mine, std::filesystem::copy_options::recursive);
  const std::string make = "make solution BINDPOSE_INCLUDE=" + (conformance / "include").string();
  const auto source = mine / "solution" / "exercises.c";
  const std::string right = slurp(source),
                    product = "matrix_product(world_from_joint[j], joint_from_mesh[j])";
  for (const bool is_wrong : {false, true}) {
    std::string text = right;
    ASSERT_TRUE(has(text, product));
    if (is_wrong)
      text.replace(text.find(product), product.size(), "((void)joint_from_mesh, world_from_joint[j])");
    std::ofstream(source) << text;
    expect_ended(run_in(mine, make + " --always-make"), 0);
    std::filesystem::remove_all(file(""));
    const Ran ran = write("skinning.linear_blend.cylinder.bend-60.direction.pose.f32",
                          "lib:" + (mine / "solution.so").string());
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    const Ran asked = again("python3 repro.py");
    EXPECT_EQ(asked.exit_code, is_wrong ? 1 : 0) << asked.out;
    EXPECT_EQ(asked.out.find("\n0 numbers are wrong\n") == std::string::npos, is_wrong) << asked.out;
  }
}

TEST_F(ReproTest, uniforms_and_frames_reach_the_program) {
  for (const char* test :
       {"deform.taper.block.bulge.pose.f32", "animation.vertex_track.blob.second-half.pose.f32"})
    for (const Asked& asked :
         {Asked{"gpu:surfaceless", "", "-lEGL -lm"}, Asked{"vulkan", "", "-lvulkan -lm"},
          Asked{"vulkan?capture=compute", "", "-lvulkan -lm"}, Asked{"opencl", "", "-lOpenCL -lm"}}) {
      std::filesystem::remove_all(file(""));
      const Ran ran = write(test, asked.subject);
      ASSERT_EQ(ran.exit_code, 0) << asked.subject << ", " << test << ": " << ran.out;
      const Ran right = again(compile_and_run_with(asked.libraries));
      EXPECT_EQ(right.exit_code, 0) << asked.subject << ", " << test << ": " << right.out;
    }
}

TEST_F(ReproTest, a_command_is_reproduced_in_python) {
  // The course's solution without inverse bind matrices.
  const auto mine = file("").parent_path().parent_path() / "mine";
  std::filesystem::copy(std::filesystem::path(BINDPOSE_CONFORMANCE) / "course" / "python", mine,
                        std::filesystem::copy_options::recursive);
  std::filesystem::copy(
      mine / "solution", mine,
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  std::ofstream(mine / "exercises.py", std::ios::app) << "\n\ndef palette(world, binds):\n    return world\n";
  const Ran ran = write("skinning.linear_blend.cylinder.bend-60.direction.pose.f32",
                        "cmd:python3 " + (mine / "subject.py").string());
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  std::filesystem::remove(file("answer.safetensors"));
  expect_ended(again("python3 repro.py"), 1, {"positions["});
  EXPECT_TRUE(std::filesystem::exists(file("answer.safetensors")));
}

/// The name of a folder cannot add markup to the page or words to the command.
TEST_F(ReproTest, untrusted_names_stay_text) {
  const auto mine = file("").parent_path().parent_path() / "mine <img src=x> `a` \xE2\x80\xAE \x1b[2J it's";
  std::filesystem::copy(std::filesystem::path(BINDPOSE_CONFORMANCE) / "course" / "python", mine,
                        std::filesystem::copy_options::recursive);
  std::filesystem::copy(
      mine / "solution", mine,
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  std::ofstream(file("").parent_path().parent_path() / "name.txt") << (mine / "subject.py").string();
  const Ran ran = run_in(file("").parent_path().parent_path(),
                         BINDPOSE_PROGRAM " repro " + std::string(palette_case) +
                             " repro --subject \"cmd:python3 \\\"$(cat name.txt)\\\"\"");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const std::string page = slurp(file("README.md"));
  EXPECT_TRUE(lacks(page, {"\x1b", "\xE2\x80\xAE"}));
  EXPECT_EQ(page.find("<img"), page.rfind("<img")) << "once, in a block of code: " << page;
  expect_ended(again("python3 repro.py"), 0);
}

/// A word as split_words() reads it.
std::string escaped(const std::string& word) {
  std::string text;
  for (const char c : word)
    text += std::string("\\") + c;
  return text;
}

/// A shell runs the bindpose command of README.md with a fake bindpose that records its arguments.
TEST_F(ReproTest, the_bindpose_command_is_safe_for_any_file_name) {
  const auto work = file("").parent_path().parent_path();
  const auto fake = work / "fake";
  std::filesystem::create_directory(fake);
  std::ofstream(fake / "bindpose") << "#!/bin/sh\nprintf '%s\\0' \"$@\" > arguments\n";
  std::filesystem::permissions(fake / "bindpose", std::filesystem::perms(0755));
  for (const std::string name : {"hero';touch PWNED;' a\\b \"d\" `touch PWNED` $(touch PWNED)",
                                 "\xC3\xBC\xE6\xBC\xA2 \xE2\x80\xAE it's\n```\n\x1b[2J"}) {
    const auto mine = work / name;
    std::filesystem::copy(std::filesystem::path(BINDPOSE_CONFORMANCE) / "course" / "python", mine,
                          std::filesystem::copy_options::recursive);
    std::ofstream(work / "script") << BINDPOSE_PROGRAM " repro " << palette_case << " repro --subject "
                                   << shell_word("cmd:python3 " + escaped((mine / "subject.py").string()))
                                   << " --env " << shell_word("NAME=" + name) << "\n";
    expect_ended(run_in(work, "sh script"), 0);
    const std::string page = slurp(file("README.md"));
    const std::size_t begin = page.find("```sh\n", page.find("With bindpose:")) + 6;
    std::ofstream(work / "again") << page.substr(begin, page.find("\n```", begin) - begin) << "\n";
    EXPECT_EQ(run_in(work, "PATH=" + shell_word(fake.string() + ":/usr/bin:/bin") + " sh again").exit_code,
              0);
    const std::string arguments = slurp(work / "arguments");
    std::vector<std::string> words;
    for (std::size_t at = 0; at < arguments.size(); at = arguments.find('\0', at) + 1)
      words.push_back(arguments.substr(at, arguments.find('\0', at) - at));
    ASSERT_GE(words.size(), 5U) << page;
    EXPECT_EQ(words[0], "test");
    ASSERT_TRUE(words[2].starts_with("cmd:")) << words[2];
    EXPECT_EQ(split_words(words[2].substr(4))->back(), (mine / "subject.py").string());
    EXPECT_NE(std::ranges::find(words, "NAME=" + name), words.end()) << page;
    EXPECT_FALSE(std::filesystem::exists(work / "PWNED")) << page;
    std::filesystem::remove_all(file(""));
    std::filesystem::remove_all(mine);
  }
}

TEST_F(ReproTest, the_output_of_another_subject_is_read_from_a_file) {
  ASSERT_EQ(
      write("skinning.linear_blend.cylinder.bend-60.direction.pose.f32", "defect:ibm-ignored").exit_code, 0);
  expect_ended(again("python3 repro.py"), 1);
  for (const char* name : {"README.md", "test.json", "question.safetensors", "expected.safetensors"})
    EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
  EXPECT_TRUE(has(slurp(file("README.md")), "bindpose test --subject"));
}

TEST_F(ReproTest, the_bindpose_command_runs_only_this_test) {
  ASSERT_EQ(write(palette_case, "reference-float").exit_code, 0);
  const std::string page = slurp(file("README.md"));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(page, found, std::regex("bindpose (test --subject .*)"))) << page;
  EXPECT_TRUE(found[1].str().ends_with("--filter '" + std::string(palette_case) + "/*/transform-then-blend'"))
      << page;
  expect_ended(again(BINDPOSE_PROGRAM " " + found[1].str()), 0, {"1 test"});
}

TEST_F(ReproTest, a_folder_that_is_not_empty_stays_unchanged) {
  ASSERT_EQ(write(palette_case, "reference-float").exit_code, 0);
  expect_ended(write(palette_case, "reference-float"), 2, {"FOLDER_NOT_EMPTY"});
}

}  // namespace bindpose::conformance::repro_test
