// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/saved_answers.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/text.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/below.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// "<subject>/<case>.<variant>" of "<case>/<subject>/<variant>".
fs::path file_of(const std::string& test) {
  const TestName parts = parts_of(test);
  return fs::path(file_name(std::string(parts.subject))) /
         file_name(fmt::format("{}.{}", parts.case_name, parts.variant));
}

Tensor tensor_of(const std::string& name, const Array& array, Storage reals) {
  Tensor tensor{array, array.is_real() ? reals : Storage::int32};
  tensor.array.name = name;
  return tensor;
}

/// Adds the output's own uncertainty, as the judge does; got: null if it is missing.
Array::Reals bounds_beside(const Branch& side, const Array* got) {
  Array::Reals bounds = side.bounds;
  if (got != nullptr && got->uncertainty.size() == bounds.size())
    std::ranges::transform(bounds, got->uncertainty, bounds.begin(), std::plus());
  return bounds;
}

}  // namespace

std::vector<Tensor> answer_tensors(const JudgedAnswer& judged) {
  const ArraySet answer = settled(judged.right, judged.answer.arrays).value_or(judged.answer.arrays);
  std::vector<Tensor> tensors;
  for (const Array& array : judged.question.arrays)
    tensors.push_back(tensor_of("question." + array.name, array, Storage::float64));
  for (const ExpectedArray& expected : judged.right.arrays) {
    const auto add = [&](const char* what, const Array::Reals& values) {
      if (!values.empty() || expected.branch.values.empty())
        tensors.push_back({{what + expected.name, expected.shape, values}, Storage::float64});
    };
    const auto add_number = [&](const char* what, double number) {
      tensors.push_back({{what + expected.name, {1}, Array::Reals{number}}, Storage::float64});
    };
    const Array* got = answer.find(expected.name);
    if (got != nullptr) tensors.push_back(tensor_of("got." + expected.name, *got, Storage::float64));
    add("expected.", expected.branch.values);
    add("bound.", bounds_beside(expected.branch, got));
    add("other.", expected.other.values);
    add("other_bound.", bounds_beside(expected.other, got));
    if (std::isfinite(expected.length_bound)) add_number("length_bound.", expected.length_bound);
    if (expected.rotations) add_number("rotations.", 1);
  }
  return tensors;
}

std::string coloured_glb(const JudgedAnswer& judged) {
  const auto mesh = whole_mesh(judged);
  if (!mesh || mesh->are_joints) return "";
  return gltf::to_glb({{judged.test,
                        floats_of(mesh->got, mesh->expected),
                        {},
                        {},
                        error_colours(*mesh, {255, 255, 255}),
                        mesh->triangles}});
}

Expected<void> save_answer(const fs::path& folder, const JudgedAnswer& judged) {
  const std::string file = file_of(judged.test).string();
  const std::vector<Tensor> tensors = answer_tensors(judged);
  BINDPOSE_TRY(const auto bytes, to_safetensors(tensors, {{"test", judged.test}}));
  BINDPOSE_CHECK(write_below(folder, file + ".safetensors", std::span<const std::byte>(bytes)));
  const std::string glb = coloured_glb(judged);
  return glb.empty() ? Expected<void>() : write_below(folder, file + ".glb", glb);
}

void AnswerSaver::look_at(const JudgedAnswer& judged) {
  if (is_expected(judged.verdict.outcome)) return;
  auto saved = save_answer(folder_, judged);
  const std::lock_guard lock(mutex_);
  if (result_ && !saved) result_ = std::move(saved);
}

Expected<void> AnswerSaver::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace bindpose::conformance
