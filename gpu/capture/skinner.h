// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run on a GPU, question in, answer out, with proof that the GPU wrote exactly the answer.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/capture/repeats.h"
#include "gpu/device/context.h"
#include "gpu/program/variant.h"
#include "gpu/program/vertex_path.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

double seconds_on_the_clock();

/// How programs are made, and deliberate faults and sizes, for tests of the capture and for wrong variants of a shader.
struct TestHooks {
  std::map<std::string, std::string, std::less<>> bodies;  ///< by stem, in place of the embedded GLSL
  std::function<std::string(std::string)> edit = {};       ///< what becomes of a program's text
  std::string precision = "highp";  ///< default precision of floats: "mediump" bites in OpenGL ES
  bool from_binary =
      false;  ///< each program is loaded from the binary, or pipeline cache, that the driver gave of it
  std::size_t part_bytes = std::size_t{64}
                           << 20;  ///< at most so many at once; Mesa's refuse to capture 256 MiB
  std::size_t part_vertices = 0;   ///< at most so many vertices at once; 0: what the limits allow
  int extra_drawn = 0;             ///< vertices computed beyond (below) those expected
  int extra_range = 0;             ///< vertices that the bound range has room for, likewise
  /// Whether groups of a compute shader store together (ShaderSpec); left open: those of a card.
  std::optional<bool> staged = {};
  std::size_t repeats = 0;                      ///< of each draw or dispatch, by which computed() goes
  double least_seconds = 0;                     ///< that rounds of them are timed
  PathFault fault = PathFault::none;            ///< in how vertices are read, drawn and captured
  double (*seconds)() = &seconds_on_the_clock;  ///< of whatever clock seconds_on_device() goes by
};

/// Runs questions on one context. Programs are compiled once a variant, buffers kept between runs.
class Skinner {
 public:
  explicit Skinner(Context& context);  ///< the context must outlive it
  ~Skinner();
  Skinner(const Skinner&) = delete;
  Skinner& operator=(const Skinner&) = delete;

  /// Whether a variant can be run at all: each, where the device's limits allow.
  static bool delivers(const Variant&) { return true; }
  /// Whether vertices can be read, drawn and captured in other ways than the first.
  static constexpr bool has_paths = true;

  /// Computes a question whose arrays the algorithm's body reads (gpu/program/body.h).
  /// question: as a rule "positions" [V,3], "joints" [V,K], "weights" [V,K], "palette" [J,3,4] rows (C | t),
  /// and the inputs that the body declares; optional "normals" [V,3], "tangents" [V,4] (direction,
  /// handedness). options: the algorithm's policies; a "formulation" here gives way to the variant's. Returns
  /// "positions" and whichever of "normals" and "tangents" was given, float32 values in double; rows without
  /// an answer (a normal of length zero) hold what the GPU gave, NaN usually. No vertices: empty arrays.
  /// Errors. Of the question: ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE, INDEX_RANGE, PARAMETER_RANGE,
  /// OPTION_UNKNOWN, OPTION_VALUE; NOT_APPLICABLE where implicit-last-weight is asked of weights that do not sum
  /// to 1, a form of the palette a joint that it cannot hold, or narrow storage no attribute. Of the device: NOT_SUPPORTED
  /// with the limit and both numbers, CONTEXT_REFUSED. Of the computation: SHADER_COMPILE, GL_ERROR, INVALID_OUTPUT
  /// (count, guards, untouched words).
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL that run() would compile, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  /// What the last run() took from the first byte that was sent to the last that was read back and checked.
  double seconds_on_device() const;
  /// What one of the repeats took that the last run() was asked for; of compute shaders, and of transform feedback in the first way.
  const Computed& computed() const;

  /// Programs compiled so far.
  std::size_t program_count() const;

  TestHooks hooks;

 private:
  struct State;
  Context& context_;
  std::unique_ptr<State> state_;
};

}  // namespace bindpose::gpu
