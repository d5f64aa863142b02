// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/repro/gpu_recipe.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shaders.h"
#include "conformance/judge/compare_array.h"
#include "conformance/repro/programs.h"
#include "gpu/program/variant.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

/// As the subject's process opened it.
Expected<gpu::DeviceInfo> device_of(const SubjectInfo& said) {
  gpu::DeviceInfo info;
  const std::string opened = value_of(said, "device");
  const std::size_t blank = std::min(opened.find(' '), opened.size());
  const std::string api = blank < opened.size() ? opened.substr(blank + 1) : "";
  BINDPOSE_TRY(info.opened, gpu::parse_device(opened.substr(0, blank), api));
  info.version = value_of(said, "version");
  constexpr std::string_view prefix = "limit.";
  for (const auto& [key, value] : said)
    if (key.starts_with(prefix))
      std::from_chars(value.data(), value.data() + value.size(), info.limits[key.substr(prefix.size())]);
  return info;
}

gpu::TestHooks hooks_of(const SubjectSpec& spec) {
  gpu::TestHooks hooks;
  const auto mistake = spec.options.find("mistake");
  const ShaderDefect* defect = mistake == spec.options.end() ? nullptr : find_shader_defect(mistake->second);
  if (defect != nullptr)
    hooks.edit = [defect](const std::string& text) { return with_mistake(*defect, text).value_or(text); };
  return hooks;
}

std::string name_of_kind(gpu::BoundRows::Kind kind) {
  constexpr const char* names[] = {"UNIFORM_BLOCK", "STORAGE_BLOCK", "UNIFORM_ARRAY", "TEXTURE",
                                   "BUFFER_TEXTURE"};
  return names[static_cast<std::size_t>(kind)];
}

std::string file_of_rows(std::size_t i) {
  return fmt::format("rows-{}.bin", i);
}
std::string file_of_uniform(std::size_t i) {
  return fmt::format("uniform-{}.bin", i);
}

/// "#define NAME count" and a table of its rows, which C does not allow to be empty.
std::string table(const char* count_name, const char* declaration, const std::vector<std::string>& rows,
                  const char* of_none) {
  return fmt::format("#define {} {}\nstatic const {}[] = {{{}}};\n", count_name, rows.size(), declaration,
                     rows.empty() ? std::string(of_none) : fmt::format("{}", fmt::join(rows, ", ")));
}

std::vector<std::string> attribute_rows(const gpu::Recipe& recipe) {
  std::vector<std::string> rows;
  for (const auto& attribute : recipe.attributes)
    rows.push_back(fmt::format("{{{}, {}, {}}}", attribute.words,
                               attribute.type == gpu::VertexField::Type::real ? 0 : 1, attribute.at));
  return rows;
}

std::vector<std::string> bound_rows(const gpu::Recipe& recipe) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < recipe.bound.size(); ++i) {
    const gpu::BoundRows& bound = recipe.bound[i];
    rows.push_back(fmt::format(R"({{{}, "{}", {}, {}, "{}"}})", name_of_kind(bound.kind), bound.name,
                               bound.place, bound.width, file_of_rows(i)));
  }
  return rows;
}

std::vector<std::string> uniform_rows(const gpu::Recipe& recipe) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < recipe.uniforms.size(); ++i)
    rows.push_back(fmt::format(R"({{"{}", {}, "{}"}})", recipe.uniforms[i].name,
                               recipe.uniforms[i].array ? 1 : 0, file_of_uniform(i)));
  return rows;
}

template <class Number>
Expected<void> write_numbers(const std::filesystem::path& file, const std::vector<Number>& numbers) {
  return write_file(file, std::as_bytes(std::span(numbers)));
}

/// Beside each captured number what is expected; where nothing is said of it, and beside words that no array has, any is right.
struct Beside {
  std::vector<double> expected, bound;
};
Beside beside_captured(const gpu::Recipe& recipe, const JudgedAnswer& judged) {
  const std::size_t count = recipe.vertex_count * recipe.captured_words;
  Beside beside{std::vector<double>(count, 0), std::vector<double>(count, infinity)};
  for (const auto& capture : recipe.captures) {
    const auto right = std::ranges::find(judged.right.arrays, capture.name, &ExpectedArray::name);
    const Array* got = judged.answer.arrays.find(capture.name);
    if (right == judged.right.arrays.end() || got == nullptr || got->shape != right->shape) continue;
    for (std::size_t i = 0; i < got->reals().size(); ++i) {
      const std::size_t at = i / capture.width * recipe.captured_words + capture.at + i % capture.width;
      if (!is_decided(*right, i)) continue;
      const JudgedNumber number = judged_number(*right, i, got->reals());
      beside.expected[at] = number.value;
      beside.bound[at] = number.bound;
    }
  }
  return beside;
}

}  // namespace

Expected<gpu::Recipe> recipe_of(const Reproducible& test) {
  const Question& question = test.judged.question;
  BINDPOSE_TRY(const auto device, device_of(test.subject.info()));
  BINDPOSE_TRY(const auto variant, gpu::variant_from_options(*question.algorithm, test.variant));
  return gpu::recipe_of(device, hooks_of(test.spec), *question.algorithm, question.arrays, question.options,
                        variant);
}

std::string recipe_header(const gpu::Recipe& recipe, const std::string& test) {
  std::vector<std::string> varyings, numbers, captures;
  for (const std::string& varying : recipe.varyings)
    varyings.push_back(fmt::format("\"{}\"", varying));
  for (const auto& [name, value] : recipe.numbers)
    numbers.push_back(fmt::format("{{\"{}\", {}}}", name, value));
  for (const auto& capture : recipe.captures)
    captures.push_back(fmt::format(R"({{"{}", {}, {}}})", capture.name, capture.at, capture.width));
  const bool by_number = recipe.device.platform == gpu::Platform::device;
  std::string text = fmt::format(
      "/* What repro.c asks; made by bindpose. */\n#define TEST \"{}\"\n#define DEVICE_INDEX {}\n#define "
      "OPENGL_ES {}\n"
      "#define OSMESA {}\n#define ANGLE {}\n#define COMPUTE {}\n#define VERTICES {}\n#define WORDS "
      "{}\n#define CAPTURED_WORDS {}\n",
      test, by_number ? recipe.device.index : -1, recipe.device.api == gpu::Api::gles ? 1 : 0,
      recipe.device.platform == gpu::Platform::osmesa ? 1 : 0,
      recipe.device.platform == gpu::Platform::angle ? 1 : 0, recipe.compute ? 1 : 0, recipe.vertex_count,
      recipe.words, recipe.captured_words);
  text += table("VARYINGS", "char *const varyings", varyings, "\"\"");
  text += table("ATTRIBUTES", "struct attribute attributes", attribute_rows(recipe), "{0, 0, 0}");
  text += table("BOUND", "struct rows bound_rows", bound_rows(recipe), R"({UNIFORM_BLOCK, "", 0, 0, ""})");
  text += table("UNIFORMS", "struct uniform uniforms", uniform_rows(recipe), R"({"", 0, ""})");
  text += table("NUMBERS", "struct number numbers", numbers, R"({"", 0})");
  return text + table("CAPTURES", "struct capture captures", captures, R"({"", 0, 0})");
}

std::string command_of(const gpu::Recipe& recipe) {
  std::string libraries = "-lEGL -lm";
  if (recipe.device.platform == gpu::Platform::osmesa) libraries = "-ldl -lm";
  if (recipe.device.platform == gpu::Platform::angle)
    libraries = R"("$ANGLE_DIR/libEGL.so" -Wl,-rpath,"$ANGLE_DIR" -lm)";
  return fmt::format("cc -std=c11 -o repro repro.c {} && ./repro", libraries);
}

Expected<void> write_recipe(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                            const JudgedAnswer& judged) {
  BINDPOSE_CHECK(write_file(folder / "shader.glsl", std::string_view(recipe.shader)));
  BINDPOSE_CHECK(write_file(folder / "repro.c", std::string_view(programs::c)));
  BINDPOSE_CHECK(write_file(folder / "recipe.h", std::string_view(recipe_header(recipe, judged.test))));
  BINDPOSE_CHECK(write_numbers(folder / "vertices.bin", recipe.vertices));
  for (std::size_t i = 0; i < recipe.bound.size(); ++i)
    BINDPOSE_CHECK(write_numbers(folder / file_of_rows(i), recipe.bound[i].rows));
  for (std::size_t i = 0; i < recipe.uniforms.size(); ++i)
    BINDPOSE_CHECK(write_numbers(folder / file_of_uniform(i), recipe.uniforms[i].values));
  const Beside beside = beside_captured(recipe, judged);
  BINDPOSE_CHECK(write_numbers(folder / "expected.bin", beside.expected));
  return write_numbers(folder / "bound.bin", beside.bound);
}

}  // namespace bindpose::conformance
