// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that skins with OpenGL 3.3 without a window, for the tests of captures: sample FILE CLIP SECONDS CAPTURE [words].
#include <cstdio>

#include "conformance/captures/samples/frame_capture.h"
#include "conformance/captures/samples/gl_drawing.h"
#include "gpu/device/context.h"
#include "reference/model/try.h"

namespace bindpose::captures {
namespace {

Expected<void> run(int count, char** words) {
  BINDPOSE_TRY(const auto options, sample_options(count, words));
  BINDPOSE_TRY(const auto scene, load_scene(options));
  FrameCapture capture(options.capture);
  BINDPOSE_TRY(const auto context, gpu::Context::open({.platform = gpu::Platform::surfaceless}));
  capture.start();
  BINDPOSE_CHECK(draw(context->gl(), scene, options.first_influence));
  if (!capture.end()) return fail("NOT_CAPTURED", options.capture, "RenderDoc did not write a frame");
  return {};
}

}  // namespace
}  // namespace bindpose::captures

int main(int count, char** words) {
  const auto done = bindpose::captures::run(count, words);
  if (!done) std::fprintf(stderr, "%s\n", bindpose::to_string(done.error()).c_str());
  return done ? 0 : 2;
}
