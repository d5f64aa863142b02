// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs, a plain double-precision output and devices for the tests of gpu/.
//
// The tests run on the driver stack in the environment variable BINDPOSE_TEST_DEVICE ("device:0", "angle",
// "vulkan:1"), else on every stack that Debian has. EGL and OSMesa cannot share a process; ctest runs each test in
// its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/backends/open.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/capture/skinner.h"
#include "gpu/program/palette_binding.h"
#include "reference/algorithms.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::gpu {

inline const Algorithm& lbs() {
  return *find_algorithm("lbs");
}
inline const Algorithm& stitching() {
  return *find_algorithm("stitching");
}
inline const Algorithm& rigid_parts() {
  return *find_algorithm("rigid-parts");
}

using Apis = std::initializer_list<Api>;
constexpr Apis every_api = {Api::gl, Api::gles, Api::vulkan, Api::opencl, Api::cuda, Api::webgl, Api::webgpu};
constexpr Apis opengl = {Api::gl, Api::gles};
constexpr Apis drawing_and_computing = {Api::gl, Api::gles, Api::vulkan};
constexpr Apis browsers = {Api::webgl, Api::webgpu};
constexpr Apis translating = {Api::opencl, Api::cuda, Api::webgpu};

/// The request for a device of an API; none if this driver does not have the API. For OpenGL by parse_device(),
/// for others by their APIs' names.
inline Expected<DeviceRequest> parse_stack(std::string_view text, Api api) {
  if (api == Api::gl || api == Api::gles) return parse_device(text, to_string(api));
  const std::size_t colon = std::min(text.find(':'), text.size());
  if (text.substr(0, colon) != to_string(api)) return fail("DEVICE_SYNTAX", std::string(text), "another API");
  return parse_device_of(api, text.substr(std::min(colon + 1, text.size())));
}

/// The stacks under test that have one of these APIs.
inline std::vector<DeviceRequest> stacks_under_test(Apis apis = every_api) {
  const char* chosen = std::getenv("BINDPOSE_TEST_DEVICE");
  std::vector<std::string> names = {
      "surfaceless", "osmesa", "vulkan", "opencl", "cuda", "webgl:swiftshader", "webgpu:swiftshader"};
  if (chosen != nullptr) names = {chosen};
  std::vector<DeviceRequest> stacks;
  for (const std::string& name : names)
    for (const Api api : apis)
      if (const auto request = parse_stack(name, api)) stacks.push_back(*request);
  return stacks;
}

inline void PrintTo(const DeviceRequest& stack, std::ostream* out) {
  *out << to_string(stack);
}
inline std::string stack_name(const testing::TestParamInfo<DeviceRequest>& info) {
  return std::string(to_string(info.param.platform)) + "_" + std::string(to_string(info.param.api));
}

/// Instantiates a suite for every stack that has one of these APIs.
#define BINDPOSE_TEST_STACKS(suite, apis)               \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite); \
  INSTANTIATE_TEST_SUITE_P(Stack, suite, testing::ValuesIn(stacks_under_test(apis)), stack_name)

/// Opens the stack; skips only if its library is not installed.
class StackTest : public testing::TestWithParam<DeviceRequest> {
 protected:
  void SetUp() override {
    auto opened = open_backend(GetParam());
    if (!opened && (opened.error().code == "LIBRARY_MISSING" || opened.error().code == "BACKEND_MIXED"))
      GTEST_SKIP() << to_string(opened.error());
    ASSERT_TRUE(opened) << to_string(opened.error());
    opened_ = std::move(*opened);
    skinner_ = std::make_unique<Skinner>(device());
  }

  Backend& device() { return *opened_.backend; }
  template <class OfApi>
  OfApi& device_as() {
    return *static_cast<OfApi*>(opened_.device.get());
  }
  Context& context() { return device_as<Context>(); }
  Skinner& skinner() { return *skinner_; }
  RunSettings& settings() { return skinner_->settings; }
  const DeviceInfo& info() const { return opened_.backend->info(); }
  Api api() const { return info().opened.api; }

  bool draws() const { return captures_draws(info()); }
  bool computes() const { return supports(api(), {"", "ubo", "compute"}); }
  /// The values of `capture` that the device supports.
  std::vector<const char*> captures() const {
    std::vector<const char*> all;
    if (draws()) all.push_back("transform-feedback");
    if (computes()) all.push_back("compute");
    return all;
  }
  /// A variant that the device supports.
  Variant usual() const { return {"", "ubo", captures().front()}; }
  std::vector<Variant> delivered(const Algorithm& algorithm) const {
    return supported_variants(algorithm, api());
  }

  /// Every palette binding, with alternating captures.
  std::vector<Variant> each_binding() const {
    std::vector<Variant> all;
    for (const std::string_view palette : palette_binding_names) {
      const Variant variant{"", std::string(palette), captures()[all.size() % captures().size()]};
      if (supports(api(), variant)) all.push_back(variant);
    }
    return all;
  }

  ArraySet run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
               const Variant& variant) {
    auto answer = skinner().run(algorithm, question, options, variant);
    EXPECT_TRUE(answer) << to_string(answer.error());
    return answer ? *answer : ArraySet{};
  }
  ArraySet run(const Algorithm& algorithm, const ArraySet& question, const Options& options = {}) {
    return run(algorithm, question, options, usual());
  }

  Error error_of(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
  std::string error_code(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant) {
    const auto answer = skinner().run(algorithm, question, options, variant);
    return answer ? "no error" : answer.error().code;
  }
  std::string error_code(const Algorithm& algorithm, const ArraySet& question, const Options& options = {}) {
    return error_code(algorithm, question, options, usual());
  }

 private:
  OpenDevice opened_;
  std::unique_ptr<Skinner> skinner_;
};

/// Settings of a random input.
struct QuestionShape {
  std::size_t vertices = 100;
  std::size_t influences = 4;
  std::size_t joints = 23;
  bool normals = true;
  bool tangents = true;
};

/// Random unit rotations with scales of 0.75 to 1.5, translations within 2 m; weights multiples of 1/64 that
/// sum to 1.
inline ArraySet random_question(const QuestionShape& shape, std::uint64_t seed = 1) {
  std::mt19937_64 engine(seed);
  const auto uniform = [&](double low, double high) {
    return to_float32(low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53);
  };
  const auto unit = [&](Array::Reals& values) {
    const Vec3<double> d = Vec3<double>(uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1)).normalized();
    for (int c = 0; c < 3; ++c)
      values.push_back(to_float32(d[c]));
  };
  Array::Reals positions, normals, tangents, weights, palette;
  Array::Integers joints;
  for (std::size_t v = 0; v < shape.vertices; ++v) {
    for (int c = 0; c < 3; ++c)
      positions.push_back(uniform(-2, 2));
    unit(normals);
    unit(tangents);
    tangents.push_back(v % 2 == 0 ? 1 : -1);
    int left = 64;
    for (std::size_t i = 0; i < shape.influences; ++i) {
      const int w =
          i + 1 == shape.influences ? left : static_cast<int>(engine() % static_cast<unsigned>(left / 2 + 1));
      left -= w;
      weights.push_back(w / 64.0);
      joints.push_back(static_cast<std::int32_t>(engine() % shape.joints));
    }
  }
  for (std::size_t j = 0; j < shape.joints; ++j) {
    const auto q = quaternion_xyzw<double>(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), 1.1).normalized();
    const Mat3<double> C = rotation_matrix(q) * uniform(0.75, 1.5);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c)
        palette.push_back(to_float32(C(r, c)));
      palette.push_back(uniform(-2, 2));
    }
  }
  ArraySet question;
  question.add("positions", {shape.vertices, 3}, std::move(positions));
  if (shape.normals) question.add("normals", {shape.vertices, 3}, std::move(normals));
  if (shape.tangents) question.add("tangents", {shape.vertices, 4}, std::move(tangents));
  question.add("joints", {shape.vertices, shape.influences}, std::move(joints));
  question.add("weights", {shape.vertices, shape.influences}, std::move(weights));
  question.add("palette", {shape.joints, 3, 4}, std::move(palette));
  return question;
}

/// An input whose numbers are all exact in narrow storage: halves, directions along axes, weights 0 and 1.
inline ArraySet exact_question(std::size_t vertices, std::size_t joints) {
  ArraySet question = random_question({vertices, 4, joints, true, true});
  Array::Reals positions, normals, tangents, weights;
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto axis = static_cast<std::ptrdiff_t>(v % 3), other = static_cast<std::ptrdiff_t>((v + 1) % 3);
    for (const std::size_t factor : {7, 11, 13})
      positions.push_back(static_cast<double>(v * factor % 128) / 64 - 1);
    normals.resize(3 * v + 3);
    normals[3 * v + static_cast<std::size_t>(axis)] = v % 2 == 0 ? 1 : -1;
    tangents.resize(4 * v + 4);
    tangents[4 * v + static_cast<std::size_t>(other)] = 1;
    tangents[4 * v + 3] = v % 2 == 0 ? -1 : 1;
    weights.resize(4 * v + 4);
    weights[4 * v + v % 4] = 1;
  }
  question.put({"positions", {vertices, 3}, std::move(positions)});
  question.put({"normals", {vertices, 3}, std::move(normals)});
  question.put({"tangents", {vertices, 4}, std::move(tangents)});
  question.put({"weights", {vertices, 4}, std::move(weights)});
  return question;
}

/// A program that halves every float16 that it unpacks.
inline std::string halved(std::string text) {
  constexpr std::string_view right = "unpackHalf2x16(", wrong = "0.5 * unpackHalf2x16(";
  for (std::size_t at = text.find(right); at != std::string::npos; at = text.find(right, at + wrong.size()))
    text.replace(at, right.size(), wrong);
  return text;
}

/// An input for algorithms with one joint per vertex.
inline ArraySet random_rigid_question(QuestionShape shape) {
  shape.influences = 1;
  ArraySet question;
  for (const Array& array : random_question(shape))
    if (array.name != "weights") question.put(array);
  return question;
}

/// Linear blending in double, directly from the formula.
inline ArraySet plain_answer(const ArraySet& question, const std::string& normal_rule = "direction") {
  const Shape& shape = question.find("joints")->shape;
  const auto& joints = question.find("joints")->integers();
  const Array* weights = question.find("weights");
  const auto vector = [&](const char* name, std::size_t v) {
    const Array& array = *question.find(name);
    const double* row = &array.reals()[v * array.shape[1]];
    return Vec3<double>(row[0], row[1], row[2]);
  };
  ArraySet answer;
  Array::Reals positions, normals, tangents;
  const auto append = [](Array::Reals& values, const Vec3<double>& x) {
    values.insert(values.end(), &x[0], &x[0] + 3);
  };
  for (std::size_t v = 0; v < shape[0]; ++v) {
    Vec3<double> x = Vec3<double>::Zero();
    Mat3<double> B = Mat3<double>::Zero(), N = Mat3<double>::Zero();
    for (std::size_t i = 0; i < shape[1]; ++i) {
      const double w = weights != nullptr ? weights->reals()[v * shape[1] + i] : 1;
      if (w == 0) continue;
      Affine<double> M;
      const double* rows =
          &question.find("palette")->reals()[static_cast<std::size_t>(joints[v * shape[1] + i]) * 12];
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
          M.linear(r, c) = rows[4 * r + c];
        M.translation[r] = rows[4 * r + 3];
      }
      x += w * (M * vector("positions", v));
      B += w * M.linear;
      N += w * (normal_rule == "blend-of-inverse-transposes" ? Mat3<double>(M.linear.inverse().transpose())
                                                             : M.linear);
    }
    if (normal_rule == "inverse-transpose-of-blend" || normal_rule == "inverse-transpose")
      N = B.inverse().transpose();
    append(positions, x);
    if (question.has("normals")) append(normals, (N * vector("normals", v)).normalized());
    if (question.has("tangents")) {
      append(tangents, (B * vector("tangents", v)).normalized());
      tangents.push_back(question.find("tangents")->reals()[4 * v + 3]);
    }
  }
  answer.add("positions", {shape[0], 3}, std::move(positions));
  if (question.has("normals")) answer.add("normals", {shape[0], 3}, std::move(normals));
  if (question.has("tangents")) answer.add("tangents", {shape[0], 4}, std::move(tangents));
  return answer;
}

/// The largest difference of two outputs with the same arrays; NaN if either holds NaN, infinity on a mismatch.
inline double difference(const ArraySet& a, const ArraySet& b) {
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (const Array& array : a) {
    const Array* other = b.find(array.name);
    if (other == nullptr || other->shape != array.shape) return INFINITY;
    for (std::size_t i = 0; i < array.reals().size(); ++i) {
      const double d = std::abs(array.reals()[i] - other->reals()[i]);
      if (!(d <= worst)) worst = d;
      if (std::isnan(d)) return d;
    }
  }
  return worst;
}

}  // namespace bindpose::gpu
