// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/picture.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/test_choice.h"
#include "conformance/report/text.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

Expected<int> run_picture(const OneTest& options, const std::string& out) {
  if (!out.ends_with(".png"))
    return fail("ARGUMENT", out, "a picture is a PNG file: let its name end in .png");
  using Clock = std::chrono::steady_clock;
  std::optional<Picture> picture;
  Clock::time_point start;
  const auto look = [&](const LookAtTest& test) -> Expected<void> {
    start = Clock::now();
    picture = picture_of(test.judged);
    if (picture) return {};
    return fail("NO_MESH", test.judged.test,
                "neither its answer nor its question has places of vertices, or of joints");
  };
  BINDPOSE_TRY(const Verdict verdict, judge_one(options, look));
  const std::string said = fmt::format("{} {}", to_string(verdict.outcome), picture->title);
  BINDPOSE_CHECK(write_pictures({{std::move(*picture), out}}));
  say(stdout, "{}\n{}, drawn in {:.2f} s\n", said, one_line(out),
      std::chrono::duration<double>(Clock::now() - start).count());
  return 0;
}

}  // namespace

void add_picture_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<OneTest>();
  auto out = std::make_shared<std::string>();
  CLI::App* picture =
      app.add_subcommand("picture", "Draw a test's answer: expected, actual, and the error in colours");
  add_one_test(*picture, *options);
  picture->add_option("-o,--out", *out, "PNG file to write")->required();
  picture->footer(
      "Drawn on the best OpenGL device here, without a window; every vertex is drawn.\n"
      "Exit code: 0 drawn, whatever the verdict; 2 error.\n"
      "Example: bindpose picture skinning.linear_blend.bar.posed.direction.pose.f32 \\\n"
      "           --subject defect:ibm-ignored -o wrong.png");
  picture->callback([options, out, &exit_code] { exit_code = done(run_picture(*options, *out)); });
}

}  // namespace bindpose::conformance
