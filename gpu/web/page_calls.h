// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the functions of a page's script for backends. Internal to the library.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
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

/// The function of a page's script that describes the device of this API.
const char* describing_function(Api api);

/// The reply, if it names no errors. Errors: DEVICE_LOST; WEBGL_ERROR or WEBGPU_ERROR.
Expected<nlohmann::json> without_errors(nlohmann::json reply, Api api, const char* where);

/// The page's description of its device. browser: name and version. Error CONTEXT_REFUSED if the page found no device.
Expected<DeviceInfo> device_info_of(const nlohmann::json& said, const DeviceRequest& request,
                                    const std::string& browser);

/// The backend of the page's API. It runs plans in the page, which must outlive it.
std::unique_ptr<Backend> web_backend(PageCalls& page);

/// The number of a compiled program in the page. Error SHADER_COMPILE with the line of `text` that the compiler
/// names.
Expected<int> compile_in_page(PageCalls& page, const std::string& text, const nlohmann::json& arguments);

/// Reads the part's range from the words of a page's reply. Errors INVALID_OUTPUT.
Expected<void> take_page_words(const nlohmann::json& reply, const Part& part, const DeviceInfo& info,
                               std::vector<float>& captured);

}  // namespace bindpose::gpu
