// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/repro/repro.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "conformance/cli/again.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/test_choice.h"
#include "conformance/report/page_content.h"
#include "conformance/report/text.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

/// What asks the same again, wherever it is typed.
std::string command_of(const OneTest& options, const Case& from) {
  const Asking asking{options.subject, "", options.assets, options.accept, options.sandbox};
  return asking_command(with_whole_paths(asking)) + " --filter " + shell_word(from.name);
}

Expected<int> run_repro(const OneTest& options, const std::string& folder) {
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  Written written;
  const auto look = [&](const LookAtTest& test) -> Expected<void> {
    BINDPOSE_TRY(written, write_repro(folder, {test.judged, test.subject, spec, test.variant, options.sandbox,
                                               command_of(options, test.judged.from), test.is_answered}));
    return {};
  };
  BINDPOSE_TRY(const Verdict verdict, judge_one(options, look, WithoutAnswer::shown));
  fmt::print("{} {}\nin {}: {}\n", to_string(verdict.outcome), shown_text(one_line(options.test)),
             shown_text(one_line(folder)), written.run);
  if (!written.note.empty()) fmt::print("{}\n", shown_text(written.note));
  return 0;
}

}  // namespace

void add_repro_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<OneTest>();
  auto folder = std::make_shared<std::string>();
  CLI::App* repro = app.add_subcommand(
      "repro", "Write what reproduces a test: inputs, expected, shader, and a program without bindpose");
  add_one_test(*repro, *options);
  repro->add_option("FOLDER", *folder, "Where to; empty, or not there")->required();
  repro->footer(
      "For a device of OpenGL, Vulkan, OpenCL or CUDA: a C program with that API alone; for WebGL and "
      "WebGPU: a "
      "page, of a command or a library a program in Python that asks it; of other subjects it reads what was "
      "answered. A subject that crashed, hung or gave up is run again too.\n"
      "Exit code: 0 written, whatever the verdict; 2 error.\n"
      "Example: bindpose repro skinning.linear_blend.bar.posed.direction.palette.f32 \\\n"
      "           wrong --subject gpu:surfaceless");
  repro->callback([options, folder, &exit_code] { exit_code = done(run_repro(*options, *folder)); });
}

}  // namespace bindpose::conformance
