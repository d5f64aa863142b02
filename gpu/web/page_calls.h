// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the functions of a page's script for backends. Internal to the library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "gpu/capture/backend.h"
#include "gpu/device/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

class PageCalls {
 public:
  PageCalls() = default;
  virtual ~PageCalls() = default;
  PageCalls(const PageCalls&) = delete;
  PageCalls& operator=(const PageCalls&) = delete;

  /// The description of the page's device.
  virtual const DeviceInfo& info() const = 0;
  /// Sends bytes to the page, under a name.
  virtual Expected<void> send(const std::string& name, std::span<const std::byte> bytes) = 0;
  /// Returns the result of a function of the page. Errors: the script's own, with the step in `where`;
  /// DEVICE_LOST; TIMEOUT; SCRIPT_ERROR.
  virtual Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                                       const char* where) = 0;
};

/// The reply, if it names no errors. Errors: DEVICE_LOST if `lost` is one of them, else `code`.
Expected<nlohmann::json> without_errors(nlohmann::json reply, std::string_view lost, const char* code,
                                        const char* where);

/// Fills in the page's description of its device, except the versions.
void take_page_info(const nlohmann::json& said, DeviceInfo& info);

/// The number of a compiled program in the page. Error SHADER_COMPILE with the line of `text` that the compiler
/// names.
Expected<int> compile_in_page(PageCalls& page, const std::string& text, const nlohmann::json& arguments);

/// Reads the part's range from the words of a page's reply. Errors INVALID_OUTPUT.
Expected<void> take_page_words(const nlohmann::json& reply, const Part& part, const DeviceInfo& info,
                               std::vector<float>& captured);

}  // namespace bindpose::gpu
