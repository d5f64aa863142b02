// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: features of inputs that a subject may declare to lack. bindpose then omits directions of vertices and
// facts about a solution; an input with another such feature does not run.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

struct Feature {
  std::string_view name;      ///< "cubic-splines"
  std::string_view sentence;  ///< property of an input that has the feature
  bool (*is_in)(const Question& question) = nullptr;
  /// The arrays to omit from the input and its output; empty: the input does not run.
  std::vector<std::string_view> arrays = {};
  /// Removes rows from the input. False if no row remains; then the input does not run. Null: nothing to remove.
  bool (*take_out)(Question& question) = nullptr;
};

const std::vector<Feature>& features();

using Features = std::vector<const Feature*>;

/// Error FEATURE_UNKNOWN lists the features.
Expected<const Feature*> find_feature(std::string_view name);

/// Removes the features and returns the removed ones: "tangents". Error NOT_SUPPORTED names the first feature that the input
/// has and that cannot be removed.
Expected<std::vector<std::string>> leave_out(const Features& without, Question& question);

}  // namespace bindpose::conformance
