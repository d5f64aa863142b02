// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run by a browser's WebGL 2, question in, answer out: gpu::Skinner's counterpart.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "gpu/capture/skinner.h"
#include "gpu/web/device.h"

namespace bindpose::gpu {

class WebRunner;

/// Runs questions on one device. Programs are compiled once a variant.
class WebSkinner {
 public:
  explicit WebSkinner(WebDevice& device);  ///< the device must outlive it
  ~WebSkinner();
  WebSkinner(const WebSkinner&) = delete;
  WebSkinner& operator=(const WebSkinner&) = delete;

  /// Whether WebGL 2 has what the variant needs: it draws, not by indices while vertices are captured, and has neither storage
  /// blocks nor textures of buffers. Vertices are captured in the first way alone.
  static bool delivers(const Variant& variant);
  /// Why others are not, in words.
  static const char* const undelivered;
  /// They are read and drawn in others, too.
  static constexpr bool has_paths = true;

  /// As Skinner::run(), with WEBGL_ERROR in the place of GL_ERROR, and DEVICE_LOST: of a browser that has crashed nothing can be
  /// asked any more.
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL that run() would compile, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  /// Programs compiled so far.
  std::size_t program_count() const;

  TestHooks hooks;

 private:
  WebDevice& device_;
  std::unique_ptr<WebRunner> runner_;
};

}  // namespace bindpose::gpu
