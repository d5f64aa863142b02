// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/repro/gpu_recipe.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/defects/shaders.h"
#include "conformance/judge/compare_array.h"
#include "conformance/report/page_parts.h"
#include "conformance/repro/programs.h"
#include "gpu/cuda/ptx.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/kernel.h"
#include "gpu/spirv/spirv.h"
#include "gpu/web/page_run.h"
#include "reference/io/base64.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

/// The device that the subject has opened, "surfaceless gles", "vulkan:0", "webgl:swiftshader".
Expected<gpu::DeviceRequest> request_of(const std::string& kind, const std::string& opened) {
  const std::string target = opened.size() > kind.size() ? opened.substr(kind.size() + 1) : "";
  for (const gpu::Api api :
       {gpu::Api::vulkan, gpu::Api::opencl, gpu::Api::cuda, gpu::Api::webgl, gpu::Api::webgpu})
    if (kind == gpu::to_string(api)) return gpu::parse_device_of(api, target);
  const std::size_t blank = std::min(opened.find(' '), opened.size());
  const std::string api = blank < opened.size() ? opened.substr(blank + 1) : "";
  return gpu::parse_device(opened.substr(0, blank), api);
}

template <class Number>
Expected<void> write_numbers(const std::filesystem::path& file, const std::vector<Number>& numbers) {
  return write_file(file, std::as_bytes(std::span(numbers)));
}

/// A program in C: its API, its text, and its compiler options.
struct Language {
  gpu::Api api;
  const char* program;
  const char* libraries;
};
constexpr std::array<Language, 5> languages = {{{gpu::Api::gl, programs::opengl, "-lEGL -lm"},
                                                {gpu::Api::gles, programs::opengl, "-lEGL -lm"},
                                                {gpu::Api::vulkan, programs::vulkan, "-lvulkan -lm"},
                                                {gpu::Api::opencl, programs::opencl, "-lOpenCL -lm"},
                                                {gpu::Api::cuda, programs::cuda, "-ldl -lm"}}};

const Language& language_of(const gpu::Recipe& recipe) {
  return *std::ranges::find(languages, recipe.device.api, &Language::api);
}

gpu::Contraction contraction_of(const SubjectSpec& spec) {
  const auto said = spec.options.find("contraction");
  return said != spec.options.end() && said->second == "on" ? gpu::Contraction::on : gpu::Contraction::off;
}

/// Writes the shader, and its form for the device. Returns the bindings of a kernel's arguments.
Expected<std::vector<unsigned>> write_shader(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                                             gpu::Contraction contraction) {
  const gpu::Api api = recipe.device.api;
  BINDPOSE_CHECK(write_file(folder / "shader.glsl", std::string_view(recipe.shader)));
  if (!recipe.draw.pass_through_shader.empty())
    BINDPOSE_CHECK(
        write_file(folder / pass_through_shader_file, std::string_view(recipe.draw.pass_through_shader)));
  if (api == gpu::Api::gl || api == gpu::Api::gles) return std::vector<unsigned>{};
  const auto stage = recipe.compute ? gpu::ShaderStage::compute : gpu::ShaderStage::vertex;
  BINDPOSE_TRY(const auto spirv, gpu::compile_spirv(stage, recipe.shader));
  if (api == gpu::Api::vulkan) {
    BINDPOSE_CHECK(write_numbers(folder / "shader.spv", spirv));
    return std::vector<unsigned>{};
  }
  BINDPOSE_TRY(auto kernel, gpu::write_kernel(spirv, contraction));
  BINDPOSE_CHECK(write_file(folder / "kernel.cl", std::string_view(kernel.text)));
  if (api == gpu::Api::cuda) {
    BINDPOSE_TRY(const auto ptx, gpu::cuda::compile_ptx(kernel.text));
    BINDPOSE_CHECK(write_file(folder / "kernel.ptx", std::string_view(ptx)));
  }
  return std::move(kernel.bindings);
}

/// Writes the headers that the program includes, except recipe.h.
Expected<void> write_headers(const std::filesystem::path& folder, gpu::Api api) {
  BINDPOSE_CHECK(write_file(folder / "inputs.h", std::string_view(programs::inputs)));
  if (api == gpu::Api::vulkan)
    return write_file(folder / "vulkan_objects.h", std::string_view(programs::vulkan_objects));
  if (api != gpu::Api::gl && api != gpu::Api::gles) return {};
  BINDPOSE_CHECK(write_file(folder / "opengl_draw.h", std::string_view(programs::opengl_draw)));
  return write_file(folder / "opengl_objects.h", std::string_view(programs::opengl_objects));
}

Expected<void> write_inputs(const std::filesystem::path& folder, const gpu::Recipe& recipe) {
  const auto vertices = static_cast<std::uint32_t>(recipe.vertex_count);
  const auto& buffers = recipe.draw.buffers;
  if (buffers.empty()) BINDPOSE_CHECK(write_numbers(folder / vertices_file, recipe.vertices));
  for (std::size_t i = 0; i < buffers.size(); ++i)
    BINDPOSE_CHECK(write_numbers(folder / file_of_buffer(i), buffers[i]));
  for (std::size_t i = 0; i < recipe.bound.size(); ++i)
    BINDPOSE_CHECK(write_numbers(folder / file_of_rows(i), recipe.bound[i].rows));
  for (std::size_t i = 0; i < recipe.uniforms.size(); ++i)
    BINDPOSE_CHECK(write_numbers(folder / file_of_uniform(i), recipe.uniforms[i].values));
  return write_numbers(folder / part_numbers_file, std::vector<std::uint32_t>{vertices, 0, vertices});
}

}  // namespace

Expected<gpu::DeviceInfo> device_of(const Reproducible& test) {
  const SubjectInfo said = test.subject.info();
  gpu::DeviceInfo info;
  BINDPOSE_TRY(info.opened, request_of(test.spec.kind, value_of(said, "device")));
  info.version = value_of(said, "version");
  constexpr std::string_view prefix = "limit.";
  for (const auto& [key, value] : said)
    if (key.starts_with(prefix))
      std::from_chars(value.data(), value.data() + value.size(), info.limits[key.substr(prefix.size())]);
  return info;
}

gpu::RunSettings settings_of(const SubjectSpec& spec) {
  gpu::RunSettings settings;
  const auto option = spec.options.find("defect");
  const ShaderDefect* defect = option == spec.options.end() ? nullptr : find_shader_defect(option->second);
  if (defect != nullptr)
    settings.edit = [defect](const std::string& text) { return with_defect(*defect, text).value_or(text); };
  return settings;
}

bool is_asked_in_c(const SubjectSpec& spec) {
  constexpr const char* kinds[] = {"gpu", "vulkan", "opencl", "cuda"};
  return std::ranges::find(kinds, spec.kind) != std::end(kinds);
}

Expected<gpu::Recipe> recipe_of(const Reproducible& test) {
  const Question& question = test.judged.question;
  BINDPOSE_TRY(const auto device, device_of(test));
  BINDPOSE_TRY(const auto variant, gpu::variant_from_options(*question.algorithm, test.variant));
  return gpu::recipe_of(device, settings_of(test.spec), *question.algorithm, question.arrays,
                        question.options, variant);
}

std::string command_of(const gpu::Recipe& recipe) {
  std::string libraries = language_of(recipe).libraries;
  if (recipe.device.platform == gpu::Platform::osmesa) libraries = "-ldl -lm";
  if (recipe.device.platform == gpu::Platform::angle)
    libraries = R"("$ANGLE_DIR/libEGL.so" -Wl,-rpath,"$ANGLE_DIR" -lm)";
  return fmt::format("cc -std=c11 -o repro repro.c {} && ./repro", libraries);
}

Expected<void> write_recipe(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                            const Reproducible& test) {
  BINDPOSE_TRY(const auto bindings, write_shader(folder, recipe, contraction_of(test.spec)));
  const Beside beside = beside_captured(recipe, test.judged.right);
  const std::string header = recipe_header(recipe, beside.captures, test.judged.test, bindings);
  BINDPOSE_CHECK(write_file(folder / "recipe.h", std::string_view(header)));
  BINDPOSE_CHECK(write_headers(folder, recipe.device.api));
  BINDPOSE_CHECK(write_file(folder / "repro.c", std::string_view(language_of(recipe).program)));
  BINDPOSE_CHECK(write_inputs(folder, recipe));
  BINDPOSE_CHECK(write_numbers(folder / "expected.bin", beside.expected));
  BINDPOSE_CHECK(write_numbers(folder / "bound.bin", beside.bound));
  BINDPOSE_CHECK(write_numbers(folder / "other.bin", beside.other));
  return write_numbers(folder / "other-bound.bin", beside.other_bound);
}

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

Beside beside_captured(const gpu::Recipe& recipe, const Expectation& right) {
  const std::size_t count = recipe.vertex_count * recipe.captured_words;
  Beside beside;
  beside.expected.assign(count, 0);
  beside.bound.assign(count, infinity);
  beside.other.assign(count, 0);
  beside.other_bound.assign(count, -1);
  for (const auto& capture : recipe.captures) {
    beside.captures.emplace_back();
    const auto array = std::ranges::find(right.arrays, capture.name, &ExpectedArray::name);
    if (array == right.arrays.end()) continue;
    beside.captures.back() = {array->rotations, array->length_bound};
    for (std::size_t i = 0; i < array->branch.values.size(); ++i) {
      const std::size_t at = i / capture.width * recipe.captured_words + capture.at + i % capture.width;
      beside.expected[at] = array->branch.values[i];
      if (is_decided(*array, i)) beside.bound[at] = array->branch.bounds[i];
      if (array->other.values.empty()) continue;
      beside.other[at] = array->other.values[i];
      beside.other_bound[at] = array->other.bounds[i];
    }
  }
  return beside;
}

}  // namespace bindpose::conformance
