// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs for an older version of OpenGL or OpenGL ES give the same bits as those for the latest version, in
// every combination that the version supports; later features are refused.
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu/capture/self_check.h"
#include "gpu/capture/stack_test.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::gpu::versions_test {

constexpr double generous = 1e-5;

std::vector<Variant> each_way() {
  std::vector<Variant> all = by_other_paths({});
  for (const Variant& variant : variants(lbs()))
    if (variant.formulation == variants(lbs())[0].formulation && variant.form == variants(lbs())[0].form)
      all.push_back(variant);
  return all;
}

std::string name_of(const Variant& variant) {
  return variant.capture + " " + variant.palette + " " + variant.vertices + " " + variant.draw + " " +
         variant.feedback;
}

class VersionsTest : public StackTest {
 protected:
  bool is_es() const { return info().opened.api == Api::gles; }

  /// Checks that a context of the version refuses exactly these combinations. A driver other than llvmpipe
  /// may have no such context.
  void expect_refused(GlVersion version, const std::set<std::string>& expected) {
    std::set<std::string> refused;
    DeviceRequest request = info().opened;
    request.version = version;
    auto older = Context::open(request);
    if (!older) {
      EXPECT_EQ(older.error().code, "CONTEXT_REFUSED") << to_string(older.error());
      EXPECT_NE(info().software_name, "llvmpipe") << to_string(older.error());
      return;
    }
    GlBackend older_device(**older);
    EXPECT_TRUE(self_check(older_device)) << to_string((*older)->info().opened);
    Skinner asked(older_device);
    const ArraySet question = random_question({101, 5, 23, true, true});
    for (const Variant& variant : each_way()) {
      const auto answer = asked.run(lbs(), question, {}, variant);
      if (answer) {
        EXPECT_LE(difference(*answer, run(lbs(), question, {}, variant)), info().software ? 0 : generous)
            << name_of(variant);
        continue;
      }
      EXPECT_EQ(answer.error().code, "NOT_SUPPORTED")
          << name_of(variant) << ": " << to_string(answer.error());
      refused.insert(variant.capture == "compute" || variant.palette == "ssbo" ||
                             variant.palette == "buffer-texture"
                         ? variant.palette + " " + variant.capture
                         : variant.draw + " " + variant.feedback);
    }
    EXPECT_EQ(refused, expected) << version.major << "." << version.minor;
  }
};

std::set<std::string> compute_and_storage() {
  std::set<std::string> all = {"ssbo transform-feedback"};
  for (const std::string_view palette : palette_binding_names)
    all.insert(std::string(palette) + " compute");
  return all;
}

TEST_P(VersionsTest, the_oldest_version_lacks_storage_blocks_and_compute_shaders) {
  std::set<std::string> expected = compute_and_storage();
  expected.merge(is_es() ? std::set<std::string>{"buffer-texture transform-feedback", "indexed interleaved",
                                                 "base-vertex interleaved", "arrays gaps"}
                         : std::set<std::string>{"arrays paused", "arrays alternating", "arrays drawn-again",
                                                 "arrays gaps"});
  expect_refused(is_es() ? GlVersion{3, 0} : GlVersion{3, 3}, expected);
}

TEST_P(VersionsTest, later_versions_refuse_fewer_combinations) {
  if (is_es()) {
    expect_refused({3, 1}, {"indexed interleaved", "base-vertex interleaved", "arrays gaps"});
    return;
  }
  expect_refused({4, 0}, compute_and_storage());
  expect_refused({4, 2}, compute_and_storage());
  expect_refused({4, 5}, {});
}

TEST_P(VersionsTest, refusals_name_the_version_in_use) {
  if (!is_es()) GTEST_SKIP() << "other tests check the versions that OpenGL names";
  DeviceRequest request = info().opened;
  for (const auto& [version, key, value] : {std::tuple{GlVersion{3, 1}, "draw", "indexed"},
                                            std::tuple{GlVersion{3, 0}, "palette", "buffer-texture"}}) {
    request.version = version;
    auto older = Context::open(request);
    ASSERT_TRUE(older) << to_string(older.error());
    const auto variant = variant_from_options(lbs(), {{key, value}});
    ASSERT_TRUE(variant) << to_string(variant.error());
    GlBackend older_device(**older);
    const auto answer = Skinner(older_device).run(lbs(), random_question({}), {}, *variant);
    ASSERT_FALSE(answer) << value;
    const std::string said = fmt::format("the context is OpenGL ES {}.{}", version.major, version.minor);
    EXPECT_NE(answer.error().message.find(said), std::string::npos) << answer.error().message;
  }
}

/// Mesa gives binaries if it has a folder for its cache.
TEST_P(VersionsTest, programs_from_binaries_give_the_same_bits) {
  const bool has_binaries = info().limit("NUM_PROGRAM_BINARY_FORMATS") > 0;
  const ArraySet question = random_question({101, 5, 23, true, true});
  for (const Variant& variant : each_way()) {
    settings().from_binary = false;
    const auto compiled = skinner().run(lbs(), question, {}, variant);
    if (!compiled) continue;
    settings().from_binary = true;
    const auto loaded = skinner().run(lbs(), question, {}, variant);
    ASSERT_EQ(loaded.has_value(), has_binaries) << name_of(variant);
    if (loaded)
      EXPECT_EQ(difference(*loaded, *compiled), 0) << name_of(variant);
    else
      EXPECT_EQ(loaded.error().where, "GL_NUM_PROGRAM_BINARY_FORMATS");
  }
}

/// Environment variables select Mesa's driver.
class MesaTest : public testing::TestWithParam<DeviceRequest> {};

TEST_P(MesaTest, the_error_of_an_old_device_names_the_api_to_select) {
  ::setenv("GALLIUM_DRIVER", "softpipe", 1);  // has at most OpenGL 3.3
  DeviceRequest request = GetParam();
  if (request.platform != Platform::surfaceless && request.platform != Platform::osmesa)
    GTEST_SKIP() << "not a software driver of Mesa";
  const auto context = Context::open(request);
  ASSERT_FALSE(context);
  if (context.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(context.error());
  EXPECT_NE(context.error().message.find("there is OpenGL 3.3: version=3.3 selects it"), std::string::npos)
      << context.error().message;
  request.version = {3, 3};
  EXPECT_TRUE(Context::open(request));
}

TEST_P(MesaTest, a_cache_folder_is_enough_for_program_binaries) {
  const TemporaryFolder cache;
  ::setenv("MESA_SHADER_CACHE_DIR", cache.path().c_str(), 1);
  auto context = Context::open(GetParam());
  if (!context && context.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(context.error());
  ASSERT_TRUE(context) << to_string(context.error());
  if (!(*context)->info().software) GTEST_SKIP() << "not a software driver of Mesa";
  GlBackend device(**context);
  Skinner skinner(device);
  const ArraySet question = random_question({});
  const auto compiled = skinner.run(lbs(), question, {}, {});
  skinner.settings.from_binary = true;
  const auto loaded = skinner.run(lbs(), question, {}, {});
  ASSERT_TRUE(compiled && loaded) << to_string(loaded.error());
  EXPECT_EQ(difference(*compiled, *loaded), 0);
}

constexpr Apis gl_alone = {Api::gl};
BINDPOSE_TEST_STACKS(VersionsTest, opengl);
BINDPOSE_TEST_STACKS(MesaTest, gl_alone);

}  // namespace bindpose::gpu::versions_test
