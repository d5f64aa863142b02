// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/explanations.h"

namespace bindpose::conformance {

std::shared_ptr<const Expectation> Explanations::get(const std::string& name, const Make& make) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = kept_.emplace(name, nullptr);
  if (is_new)
    if (auto made = make()) entry->second = std::make_shared<const Expectation>(std::move(*made));
  return entry->second;
}

}  // namespace bindpose::conformance
