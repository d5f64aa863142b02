// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/page_hook.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bindpose::conformance {

extern const char page_hook_script[], page_hook_webgpu_script[];  // generated at configuration

std::string page_hook(const Options& varyings) {
  return fmt::format("({})(({})({}));", page_hook_webgpu_script, page_hook_script,
                     nlohmann::json(varyings).dump());
}

}  // namespace bindpose::conformance
