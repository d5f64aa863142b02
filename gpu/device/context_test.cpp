// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/context.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "gpu/capture/self_check.h"

namespace bindpose::gpu::context_test {

// Skipping is for machines without the library; a context that an installed library refuses is a failure.
#define OPEN_OR_SKIP(context, ...)                                     \
  auto context##_or = open_gl(DeviceRequest{__VA_ARGS__});             \
  if (!context##_or && context##_or.error().code == "LIBRARY_MISSING") \
    GTEST_SKIP() << to_string(context##_or.error());                   \
  ASSERT_TRUE(context##_or) << to_string(context##_or.error());        \
  Context& context = **context##_or

/// True if a context computes.
Expected<void> check(Context& context) {
  GlBackend device(context);
  return self_check(device);
}

TEST(Context, surfaceless_gl_opens_and_computes) {
  OPEN_OR_SKIP(context, Platform::surfaceless, 0, Api::gl);
  EXPECT_EQ(context.info().version.find("OpenGL ES"), std::string::npos);
  const auto verdict = check(context);
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST(Context, device_0_opens_and_computes) {
  OPEN_OR_SKIP(context, Platform::device, 0, Api::gl);
  EXPECT_FALSE(context.info().device_extensions.empty());
  const auto verdict = check(context);
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST(Context, best_finds_a_device_and_names_it) {
  OPEN_OR_SKIP(context, Platform::best, 0, Api::gl);
  EXPECT_NE(context.info().opened.platform, Platform::best);
}

TEST(Context, a_missing_device_is_named) {
  const auto context = Context::open({Platform::device, 99, Api::gl});
  ASSERT_FALSE(context);
  if (context.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(context.error());
  EXPECT_EQ(context.error().code, "DEVICE_UNAVAILABLE");
  EXPECT_EQ(context.error().where, "device:99");
}

TEST(Context, the_newest_available_version_is_named) {
  OPEN_OR_SKIP(context, Platform::surfaceless, 0, Api::gl);
  if (context.info().software_name != "llvmpipe")
    GTEST_SKIP() << "the test knows only the versions of llvmpipe";
  const auto newer = Context::open({Platform::surfaceless, 0, Api::gl, {4, 6}});
  if (newer) GTEST_SKIP() << "this Mesa has a newer version";
  EXPECT_NE(newer.error().message.find("there is OpenGL 4.5: version=4.5 selects it, and OpenGL ES 3.2: "
                                       "api=gles selects it"),
            std::string::npos)
      << newer.error().message;
}

TEST(Context, several_contexts_do_not_disturb_each_other) {
  OPEN_OR_SKIP(first, Platform::surfaceless, 0, Api::gl);
  OPEN_OR_SKIP(second, Platform::surfaceless, 0, Api::gles);
  {
    OPEN_OR_SKIP(third, Platform::device, 0, Api::gl);
    EXPECT_TRUE(check(third));
  }
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(check(first));
    EXPECT_TRUE(check(second));
  }
}

TEST(Context, egl_and_osmesa_are_not_mixed) {
  OPEN_OR_SKIP(context, Platform::surfaceless, 0, Api::gl);
  const auto osmesa = Context::open({Platform::osmesa, 0, Api::gl});
  ASSERT_FALSE(osmesa);
  EXPECT_EQ(osmesa.error().code, "BACKEND_MIXED");
  EXPECT_TRUE(check(context));
}

TEST(Context, no_shader_cache_is_written_to_the_home_folder) {
  unsetenv("MESA_SHADER_CACHE_DIR");
  unsetenv("MESA_SHADER_CACHE_DISABLE");
  OPEN_OR_SKIP(context, Platform::surfaceless, 0, Api::gl);
  EXPECT_TRUE(check(context));
  EXPECT_STREQ(std::getenv("MESA_SHADER_CACHE_DISABLE"), "true");
}

}  // namespace bindpose::gpu::context_test
