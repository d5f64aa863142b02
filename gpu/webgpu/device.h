// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: WebGPU of a browser without a window, and what it says about itself.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "gpu/device/device.h"
#include "gpu/web/browser.h"
#include "gpu/web/scripted_page.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A browser with one page, gpu/webgpu/page.js. One thread at a time.
class WebGpuDevice : public PageCalls {
 public:
  /// As parse_web_device() reads it: platform `best`, or `angle` for SwiftShader. Errors LIBRARY_MISSING where there is no Chromium,
  /// DEVICE_UNAVAILABLE where it does not start, CONTEXT_REFUSED where it has no WebGPU, and those of ask().
  static Expected<std::unique_ptr<WebGpuDevice>> open(const DeviceRequest& request);

  ~WebGpuDevice() override;

  const DeviceInfo& info() const override { return info_; }
  Browser& browser() { return *browser_; }

  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override {
    return page_.send(name, bytes);
  }
  /// Errors WEBGPU_ERROR with WebGPU's words, `where` says after what; DEVICE_LOST; TIMEOUT;
  /// SCRIPT_ERROR.
  Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                               const char* where) override {
    return page_.ask(function, arguments, where);
  }

 private:
  WebGpuDevice(std::unique_ptr<Browser> browser, ScriptedPage page);
  Expected<void> describe(const DeviceRequest& request);

  std::unique_ptr<Browser> browser_;
  ScriptedPage page_;
  DeviceInfo info_;
};

}  // namespace bindpose::gpu
