// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/find_clip.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/export_fingerprint.h"
#include "conformance/cli/help.h"
#include "conformance/cli/session.h"
#include "conformance/subjects/files_subject.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// A frame of a program, and the file that it shows.
struct CaptureOptions {
  std::string frame, asset, clip, positions, normals, tangents, camera;
  double seconds = 0;
  std::vector<std::uint64_t> draws;
};

/// Says whether these are the inputs that were exported, after the verdicts on them.
void print_completeness(std::size_t questions, bool is_checked) {
  fmt::print("{}: {}\n", counted(questions, "input"),
             is_checked
                 ? "as exported (--against)"
                 : "only the exporter knows whether these are all inputs; see 'bindpose judge --against'");
}

/// exported: the value of --against; may be empty.
Expected<RunOptions> options_for_folder(const std::string& folder, const std::string& exported,
                                        RunOptions options) {
  if (!exported.empty()) BINDPOSE_CHECK(require_as_exported(folder, exported));
  BINDPOSE_TRY(const auto index, read_export(folder));
  for (const std::string& text : options.subjects.accept)
    if (text.find('=') != std::string::npos)
      return fail("ARGUMENT", "--accept " + text, "the export already chose the policies of each input");
  options.subjects.subjects = {"files:" + folder};
  options.cases.names = index.cases;
  options.cases.assets = index.assets;
  return options;
}

/// The frame as a subject.
SubjectSpec subject_of(const CaptureOptions& capture) {
  SubjectSpec spec{"capture", capture.frame, {}};
  const std::pair<const char*, std::string> named[] = {
      {"draw", fmt::format("{}", fmt::join(capture.draws, "+"))},
      {"positions", capture.positions},
      {"normals", capture.normals},
      {"tangents", capture.tangents},
      {"camera", capture.camera}};
  for (const auto& [key, value] : named)
    if (!value.empty()) spec.options[key] = value;
  return spec;
}

using SharedAsset = std::shared_ptr<const gltf::Asset>;

/// asset: the file that the frame shows.
Expected<RunOptions> options_for_capture(CaptureOptions capture, const SharedAsset& asset,
                                         RunOptions options) {
  capture.seconds = to_float32(capture.seconds);
  if (!std::isfinite(capture.seconds)) return fail("NOT_FINITE", "--time", "expected a float32 number");
  print_warnings(capture.asset, *asset);
  std::optional<std::size_t> clip;
  if (!capture.clip.empty()) {
    BINDPOSE_TRY(clip, find_clip(*asset, capture.clip, "--clip"));
  }
  options.cases.cases =
      asset_cases_at(asset, case_word(fs::path(capture.asset).stem().string()), clip, capture.seconds);
  if (options.cases.cases.empty()) return fail("NO_MESH", capture.asset, "the file has no mesh in its scene");
  options.subjects.subjects = {to_string(subject_of(capture))};
  return options;
}

/// A folder of outputs, and the required fingerprint of its inputs.
struct FolderOptions {
  std::string folder, exported;
};

Expected<RunOptions> options_for(const FolderOptions& answers, const CaptureOptions& capture,
                                 const SharedAsset& asset, RunOptions options) {
  if (answers.folder.empty() == capture.frame.empty())
    return fail("ARGUMENT", "judge", "expected a folder of outputs, or --capture with a frame");
  if (!answers.folder.empty())
    return options_for_folder(answers.folder, answers.exported, std::move(options));
  if (asset == nullptr)
    return fail("ARGUMENT", "--capture", "name the file that the frame shows with --asset");
  return options_for_capture(capture, asset, std::move(options));
}

Expected<int> run_judge(const FolderOptions& answers, const CaptureOptions& capture,
                        const RunOptions& options, const CLI::App& judge) {
  // A mistyped option is reported before errors of the folder.
  for (const std::string& word : judge.remaining())
    if (!word.starts_with("--gtest_"))
      return fail("ARGUMENT", word, "is not known; see --help" + suggestion(judge, word));
  SharedAsset asset;
  if (!capture.asset.empty()) {
    auto loaded = gltf::load(capture.asset);
    if (!loaded) {
      discard_earlier_run(options.out);
      return refuse_asset(loaded.error());
    }
    asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
  }
  auto ready = options_for(answers, capture, asset, options);
  if (!ready) {
    discard_earlier_run(options.out);
    return tl::unexpected(ready.error());
  }
  const std::size_t questions = ready->cases.names.size();
  BINDPOSE_TRY(const int code, run_suite(*std::move(ready), judge));
  if (!answers.folder.empty() && (options.verbosity != Verbosity::quiet || code != 0))
    print_completeness(questions, !answers.exported.empty());
  return code;
}

void add_capture_options(CLI::App& command, CaptureOptions& capture, RunOptions& options) {
  const auto group = "A frame of your own program (conformance/captures)";
  CLI::Option* frame =
      command.add_option("--capture", capture.frame,
                         "A frame that RenderDoc captured, FRAME.rdc, or the folder that the "
                         "interposer wrote; in place of FOLDER");
  const auto add = [&](CLI::Option* option) { option->group(group)->needs(frame); };
  frame->group(group);
  add(command.add_option("--asset", capture.asset, "The .gltf or .glb file that the frame shows"));
  CLI::Option* clip =
      command.add_option("--clip", capture.clip, "Name or number of its clip; without it the rest pose");
  add(clip);
  CLI::Option* time = command.add_option("--time", capture.seconds, "Seconds in the clip; default: 0");
  add(time);
  time->needs(clip);
  add(command.add_option(
      "--draw", capture.draws,
      "Numbers of the draw calls of its meshes, in the meshes' order; default: calls of the same size"));
  add(command.add_option("--positions", capture.positions,
                         "Output of the vertex shader with the world position; default: gl_Position"));
  add(command.add_option("--normals", capture.normals,
                         "Output with the unit normal in world space; default: not judged"));
  add(command.add_option("--tangents", capture.tangents, "The same for tangents, of four numbers"));
  add(command.add_option(
      "--camera", capture.camera,
      "Matrix from world space to gl_Position: 'projection*view', uniforms of the shader, or @FILE of "
      "16 numbers row by row; default: the identity"));
  add(command.add_option("--filter", options.cases.globs, "Only cases whose names match one of these globs"));
}

}  // namespace

void add_judge_command(CLI::App& app, int& exit_code) {
  auto answers = std::make_shared<FolderOptions>();
  auto capture = std::make_shared<CaptureOptions>();
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("judge", "Judge the outputs in an exported folder, or a captured frame");
  CLI::Option* folder = command->add_option("FOLDER", answers->folder, "As 'bindpose export' wrote it");
  command
      ->add_option("--against", answers->exported,
                   "Refuse inputs other than these: the exported folder, the file of 'export --record', or "
                   "the fingerprint that 'export' printed")
      ->needs(folder);
  add_verbosity(*command, *options);
  command->add_option(
      "--out", options->out,
      "Folder for report.html, results.json, junit.xml, results.csv, failures.csv, report.sarif, "
      "summary.md");
  command->add_option(
      "--accept", options->subjects.accept,
      "Also accept a precision class; for a frame also POLICY=VALUE: an exported input has its own policies");
  add_capture_options(*command, *capture, *options);
  add_cache_options(*command, options->cache);
  add_gate_options(*command, options->gate);
  add_help_all(*command);
  command->allow_extras();
  command->footer(
      "A missing output is a failure. Exit codes as in 'bindpose test'.\n"
      "Example: bindpose judge inputs --out results\n"
      "         bindpose judge --capture game.rdc --asset a.glb --clip walk --time 0.5");
  command->callback([answers, capture, options, command, &exit_code] {
    exit_code = done(run_judge(*answers, *capture, *options, *command));
  });
}

}  // namespace bindpose::conformance
