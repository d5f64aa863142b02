// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: runs an algorithm on a device of any API, and proves that the device wrote exactly the output.
#pragma once

#include <cstddef>
#include <string>

#include "gpu/capture/backend.h"
#include "gpu/capture/run_settings.h"
#include "gpu/program/api_support.h"
#include "gpu/program/variant.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

class Skinner {
 public:
  explicit Skinner(Backend& device) : device_(device) {}  ///< must outlive it

  /// Computes an input whose arrays the algorithm's body reads (gpu/program/shader_function.h). input: usually
  /// "positions" [V,3], "joints" [V,K], "weights" [V,K], "palette" [J,3,4] rows (C | t), and the inputs that the
  /// body declares; optional "normals" [V,3], "tangents" [V,4] (direction, handedness). options: the algorithm's
  /// policies; the variant's "formulation" replaces one here. Returns "positions", and "normals" and "tangents" if
  /// the input has them, as float32 values in double; rows without an output (a normal of length zero) hold the
  /// GPU's result, usually NaN. No vertices: empty arrays. Errors. In the input: ARRAY_MISSING, ARRAY_TYPE,
  /// ARRAY_SHAPE, INDEX_RANGE, PARAMETER_RANGE, OPTION_UNKNOWN, OPTION_VALUE; NOT_APPLICABLE for
  /// implicit-last-weight with weights that do not sum to 1, for a joint that does not fit the form of the
  /// palette, and for narrow storage without an attribute. From the device: NOT_SUPPORTED for a variant that the
  /// API does not support, or with the limit and both numbers; CONTEXT_REFUSED. From the computation: those of
  /// run_plan().
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL that run() would compile.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  bool supports(const Variant& variant) const { return gpu::supports(device_.info().opened.api, variant); }
  /// Seconds of the last run(), from the first byte sent to the last byte read back and checked.
  double seconds_on_device() const { return seconds_on_device_; }
  /// Time of one repeat of the last run(); for transform feedback only in the first combination.
  const Computed& computed() const { return computed_; }
  std::size_t program_count() const { return device_.program_count(); }

  RunSettings settings;

 private:
  Backend& device_;
  double seconds_on_device_ = 0;
  Computed computed_;
};

}  // namespace bindpose::gpu
