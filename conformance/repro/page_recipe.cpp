// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/report/page_parts.h"
#include "conformance/repro/gpu_recipe.h"
#include "conformance/repro/programs.h"
#include "gpu/program/variant.h"
#include "gpu/web/page_run.h"
#include "reference/io/base64.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

std::string text_of(const std::vector<double>& numbers) {
  return base64(std::as_bytes(std::span(numbers)));
}

/// A length that is not judged is null.
json captures_of(const gpu::Recipe& recipe, const Beside& beside) {
  json all = json::array();
  for (std::size_t i = 0; i < recipe.captures.size(); ++i) {
    const auto& capture = recipe.captures[i];
    const JudgedCapture& judged = beside.captures[i];
    all.push_back({{"name", capture.name},
                   {"at", capture.at},
                   {"width", capture.width},
                   {"are_rotations", judged.are_rotations},
                   {"length_bound", std::isinf(judged.length_bound) ? json() : json(judged.length_bound)}});
  }
  return all;
}

Expected<gpu::PageRun> run_of(const Reproducible& test) {
  const Question& question = test.judged.question;
  BINDPOSE_TRY(const auto device, device_of(test));
  BINDPOSE_TRY(const auto variant, gpu::variant_from_options(*question.algorithm, test.variant));
  return gpu::page_run(device, settings_of(test.spec), *question.algorithm, question.arrays, question.options,
                       variant);
}

}  // namespace

bool is_asked_by_page(const SubjectSpec& spec) {
  return spec.kind == "webgl" || spec.kind == "webgpu";
}

std::string page_command(const SubjectSpec& spec) {
  return spec.kind == "webgpu" ? "chromium --enable-unsafe-webgpu repro.html" : "chromium repro.html";
}

Expected<void> write_page(const std::filesystem::path& folder, const Reproducible& test) {
  BINDPOSE_TRY(const auto run, run_of(test));
  BINDPOSE_TRY(const auto recipe, recipe_of(test));
  const Beside beside = beside_captured(recipe, test.judged.right);
  const json asked = {{"test", test.judged.test},
                      {"open", run.open},
                      {"calls", run.calls},
                      {"guard", run.guard},
                      {"vertices", recipe.vertex_count},
                      {"record", recipe.captured_words},
                      {"captures", captures_of(recipe, beside)},
                      {"expected", text_of(beside.expected)},
                      {"bound", text_of(beside.bound)},
                      {"other", text_of(beside.other)},
                      {"other_bound", text_of(beside.other_bound)}};
  const std::string page = filled(programs::page, {{"<!--bindpose:asked-->", script_safe(asked.dump())},
                                                   {"<!--bindpose:script-->", run.script},
                                                   {"<!--bindpose:rule-->", programs::page_rule}});
  return write_file(folder / "repro.html", std::string_view(page));
}

}  // namespace bindpose::conformance
