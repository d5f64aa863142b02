// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: alternative results that explain wrong outputs for one input, computed on demand and cached.
#pragma once

#include <mutex>

#include "conformance/judge/expectation.h"

namespace bindpose::conformance {

/// Explanations of wrong outputs for one input. Several threads may call get().
class Explanations {
 public:
  using Make = std::function<Expected<Expectation>()>;

  /// The expectation with this name, computed on first use; null if it cannot be computed.
  std::shared_ptr<const Expectation> get(const std::string& name, const Make& make);

  /// Classes that explained an earlier failure of the same subject, algorithm and level; explained_by_class() sets them.
  PrecisionClasses likely_classes;

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Expectation>> kept_;
};

}  // namespace bindpose::conformance
