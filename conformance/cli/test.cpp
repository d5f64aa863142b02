// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.h"
#include "conformance/cli/sandbox_options.h"
#include "conformance/cli/session.h"

namespace bindpose::conformance {

void add_test_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* test = app.add_subcommand("test", "Judge subjects on the built-in cases and on named assets");
  test->add_option(
      "--subject", options->subjects.subjects,
      "lib:PATH, cmd:COMMAND LINE, web:PAGE, files:FOLDER, capture:FRAME (conformance/subjects/README.md); "
      "reference-float, "
      "software "
      "(vector instructions, '?threads=2'), gpu (the best device), gpu:surfaceless, gpu:device:N, "
      "gpu:osmesa, "
      "gpu:angle; vulkan (the best device), vulkan:N; opencl, cuda (likewise, opencl:N, cuda:N); webgl (of a "
      "browser), "
      "webgl:swiftshader; webgpu (likewise), webgpu:swiftshader; "
      "'gpu?palette=texture&formulation=unrolled' chooses "
      "variants "
      "(palette: ubo, ssbo, uniform-array, texture, buffer-texture, instance-base; "
      "vertices: interleaved, narrow, integers, implicit, of transform feedback deinterleaved, odd-strides, "
      "normalized; draw: arrays, first, "
      "indexed, base-vertex, "
      "instanced; feedback: interleaved, separate, paused, alternating, overflowing, drawn-again, gaps, "
      "reordered), "
      "'?variants=all' takes every one, "
      "'?api=gles' OpenGL ES, '?version=3.3' an older version. Default: reference-float and gpu");
  test->add_option(
      "--name", options->subjects.names,
      "A name for the subject in results, baselines and waivers, in place of its path or command; the second "
      "--name is the second subject's");
  test->add_option("--filter", options->cases.globs,
                   "Only cases whose names, or tests whose whole names, match one of these globs");
  add_telling(*test, *options);
  test->add_flag(
      "--smoke", options->cases.smoke,
      "Of the built-in cases only the few that see whatever registered mistake all see (bindpose power)");
  test->add_flag(
      "--metamorphic", options->cases.metamorphic,
      "Two answers of the subject compared with each other, in place of each with the reference: the "
      "case's question, and that question moved, mirrored, reordered ...; names end in the relation: "
      "'*.split-influence'");
  test->add_flag(
      "--properties", options->cases.properties,
      "Characters bound by each method that makes weights, in place of all cases: built-in ones and "
      "skins of --asset; weights are judged by what makes them right, not by each number");
  test->add_option("--asset", options->cases.assets, "A .gltf or .glb file to judge with");
  test->add_flag("--every-key", options->cases.every_key,
                 "Assets at every key of every clip and between any two, not at a few spread over the clip");
  test->add_option(
      "--case", options->cases.own_cases,
      "A file, or a folder of files, of cases of your own (conformance/cases/own/case.schema.json): "
      "'*.mine.*'");
  test->add_option(
      "--out", options->out,
      "Folder for report.html, results.json, junit.xml, results.csv, failures.csv, report.sarif, "
      "summary.md");
  test->add_option(
          "--show-passes", options->passes_shown,
          "In report.html also the meshes of so many tests that pass; of failures it has them anyway")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100}));
  test->add_option("--pictures", options->pictures,
                   "In --out/pictures a PNG of each of so many groups of failures, the worst first; "
                   "junit.xml attaches them")
      ->check(CLI::Range(std::size_t{0}, std::size_t{200}));
  test->add_option(
      "--save-answers", options->save_answers,
      "Folder for each wrong answer as .safetensors, with what was asked and expected, and as .glb "
      "coloured by its error");
  test->add_option("-j", options->workers, "Cases judged side by side, each lane with subjects of its own")
      ->check(CLI::Range(1U, 256U));
  test->add_flag("--resume", options->resume, "Take up a run that was interrupted or killed in --out");
  test->add_option("--fresh", options->cases.fresh,
                   "So many fresh cases of every case, with numbers that nobody has seen")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}));
  test->add_option("--fresh-numbers", options->cases.fresh_numbers,
                   "So many fresh cases that every algorithm is judged on at least so many numbers in them")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000000}));
  test->add_option(
          "--times", options->times,
          "Ask every question so many times; a test whose answers are not the same to the bit is named")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  test->add_option("--seed", options->cases.seed, "What the fresh cases' numbers are made from");
  test->add_option(
      "--accept", options->subjects.accept,
      "A class of precision, or POLICY=VALUE, that is right, too: a class is named where an answer "
      "needs it, a policy is what every case without one of its own asks for");
  test->add_option("--require-device", options->subjects.device,
                   "What every gpu, vulkan, opencl, cuda, webgl and webgpu subject has to be: 'hardware', "
                   "'renderer=*NVIDIA*', "
                   "'api>=4.3', with commas between; "
                   "another one ends the run with exit code 3");
  add_sandbox_options(*test, options->subjects.sandbox);
  add_cache_options(*test, options->cache);
  add_gate_options(*test, options->gate);
  test->allow_extras();
  test->footer(
      "Of GoogleTest's options --gtest_filter, --gtest_list_tests and --gtest_output work, and the "
      "variables\n"
      "GTEST_TOTAL_SHARDS, GTEST_SHARD_INDEX and GTEST_SHARD_STATUS_FILE.\n"
      "Exit code: 0 all as expected, 1 failures or an invalid asset, 2 the judge's own error, 3 nothing "
      "ran.\n"
      "Example: bindpose test --subject 'cmd:python3 subject.py' \\\n"
      "           --filter '*.linear_blend.*' -j 2 --out results");
  test->callback([options, test, &exit_code] { exit_code = done(run_suite(*options, *test)); });
}

}  // namespace bindpose::conformance
