// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: WebGL 2 or WebGPU of a headless browser, and the description of its device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "gpu/capture/backend.h"
#include "gpu/device/device.h"
#include "gpu/web/browser.h"
#include "gpu/web/page_calls.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A browser with one page, gpu/web/page.js or gpu/web/webgpu_page.js. One thread at a time.
class WebDevice : public PageCalls {
 public:
  /// Opens the request's API, on the device that the browser chooses, or on SwiftShader (platform `angle`). Errors LIBRARY_MISSING
  /// without Chromium, DEVICE_UNAVAILABLE if it does not start, CONTEXT_REFUSED if it does not have the API, and those of ask().
  static Expected<std::unique_ptr<WebDevice>> open(const DeviceRequest& request);

  const DeviceInfo& info() const override { return info_; }
  Browser& browser() { return *browser_; }

  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override;
  /// Errors WEBGL_ERROR with GL's names, or WEBGPU_ERROR with WebGPU's text; DEVICE_LOST; TIMEOUT; SCRIPT_ERROR.
  Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                               const char* where) override;

 private:
  WebDevice(std::unique_ptr<Browser> browser, Page page)
      : browser_(std::move(browser)), page_(std::move(page)) {}

  std::unique_ptr<Browser> browser_;
  Page page_;
  DeviceInfo info_;
};

}  // namespace bindpose::gpu
