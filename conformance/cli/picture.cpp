// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/picture.h"

#include <system_error>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/subject_choice.h"
#include "conformance/cli/test_choice.h"
#include "conformance/repro/repro.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

Expected<int> run_picture(const OneTest& options, const std::string& out) {
  if (!out.ends_with(".png"))
    return fail("ARGUMENT", out, "expected a name that ends in .png, because pictures are PNG files");
  using Clock = std::chrono::steady_clock;
  std::optional<Picture> picture;
  Clock::time_point start;
  const auto look = [&](const LookAtTest& test) -> Expected<void> {
    start = Clock::now();
    picture = picture_of(test.judged);
    if (picture) return {};
    return fail("NO_MESH", test.judged.test,
                "neither its output nor its input has positions of vertices or joints");
  };
  BINDPOSE_TRY(const Verdict verdict, judge_one(options, look));
  const std::string said = fmt::format("{} {}", to_string(verdict.outcome), picture->title);
  BINDPOSE_CHECK(write_pictures({{std::move(*picture), out}}));
  say(stdout, "{}\n{}, drawn in {:.2f} s\n", said, one_line(out),
      std::chrono::duration<double>(Clock::now() - start).count());
  return 0;
}

/// FOLDER/ID.png of each algorithm whose id matches and that has something to draw.
Expected<int> run_illustrations(const std::string& ids, const std::filesystem::path& folder) {
  const Glob glob(ids);
  std::vector<PictureFile> pictures;
  for (const Algorithm& algorithm : algorithms()) {
    if (!glob.matches(algorithm.id)) continue;
    auto picture = illustration_of(algorithm);
    if (!picture) continue;
    say(stdout, "{}\n", picture->title);
    pictures.push_back({std::move(*picture), folder / fmt::format("{}.png", algorithm.id)});
  }
  if (pictures.empty())
    return fail("NO_MESH", ids, "no algorithm with this id has a case with positions to draw");
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return fail("FILE_WRITE", folder.string(), failed.message());
  BINDPOSE_CHECK(write_pictures(pictures));
  return 0;
}

}  // namespace

void add_picture_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<OneTest>();
  auto out = std::make_shared<std::string>();
  CLI::App* picture =
      app.add_subcommand("picture", "Draw a test's output: expected, actual, and the error in colours");
  auto ids = std::make_shared<std::string>();
  add_one_test(*picture, *options);
  auto* test = picture->get_option("TEST")->required(false);
  picture
      ->add_option("--algorithms", *ids,
                   "Draw the effect of algorithms instead: a glob of their ids; --out is a folder")
      ->excludes(test);
  picture->add_option("-o,--out", *out, "PNG file to write")->required();
  picture->footer(
      "Drawn on the best OpenGL device here, without a window; every vertex is drawn.\n"
      "Exit code: 0 drawn, whatever the verdict; 2 error.\n"
      "Example: bindpose picture skinning.linear_blend.bar.posed.direction.pose.f32 \\\n"
      "           --subject defect:ibm-ignored -o wrong.png");
  picture->callback([options, ids, out, &exit_code] {
    if (ids->empty() && options->test.empty()) throw CLI::RequiredError("TEST");
    exit_code = done(ids->empty() ? run_picture(*options, *out) : run_illustrations(*ids, *out));
  });
}

namespace {

/// The command that repeats the run from any folder.
std::string command_of(const OneTest& options, const JudgedAnswer& judged) {
  const Asking asking{options.subject, "", options.assets, options.accept, options.sandbox};
  return asking_command(with_whole_paths(asking)) + " --filter " + shell_word(glob_of_test(judged.test));
}

Expected<int> run_repro(const OneTest& options, const std::string& folder) {
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  Written written;
  const auto look = [&](const LookAtTest& test) -> Expected<void> {
    BINDPOSE_TRY(written, write_repro(folder, {test.judged, test.subject, spec, test.variant, options.sandbox,
                                               command_of(options, test.judged), test.is_answered}));
    return {};
  };
  BINDPOSE_TRY(const Verdict verdict, judge_one(options, look, WithoutAnswer::shown));
  fmt::print("{} {}\nin {}: {}\n", to_string(verdict.outcome), clean_line(options.test), clean_line(folder),
             written.run);
  if (!written.note.empty()) fmt::print("{}\n", shown_text(written.note));
  return 0;
}

}  // namespace

void add_repro_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<OneTest>();
  auto folder = std::make_shared<std::string>();
  CLI::App* repro = app.add_subcommand(
      "repro", "Write a program that reproduces a test without bindpose, with inputs and expected outputs");
  add_one_test(*repro, *options);
  repro->add_option("FOLDER", *folder, "The folder to write; empty, or new")->required();
  repro->footer(
      "OpenGL, Vulkan, OpenCL and CUDA devices get a C program that uses only this API, WebGL and WebGPU get "
      "a page. Commands and libraries get a Python program that runs them, also if they crashed or hung. For "
      "other subjects, the Python program reads the recorded output.\n"
      "Exit code: 0 written, whatever the verdict; 2 error.\n"
      "Example: bindpose repro skinning.linear_blend.bar.posed.direction.palette.f32 \\\n"
      "           wrong --subject gpu:surfaceless");
  repro->callback([options, folder, &exit_code] { exit_code = done(run_repro(*options, *folder)); });
}

}  // namespace bindpose::conformance
