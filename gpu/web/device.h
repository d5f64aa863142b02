// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: WebGL 2 of a browser without a window, and what it says about itself.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "gpu/device/device.h"
#include "gpu/web/browser.h"
#include "gpu/web/scripted_page.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Of WebGL or WebGPU: reads "" (what the browser chooses by itself) or "swiftshader" (the software rasteriser that it brings along).
/// Error DEVICE_SYNTAX.
Expected<DeviceRequest> parse_web_device(std::string_view text, Api api = Api::webgl);

/// A browser with one page, gpu/web/page.js. One thread at a time.
class WebDevice : public PageCalls {
 public:
  /// Platform `best`, or `angle` for SwiftShader. Errors LIBRARY_MISSING where there is no Chromium, DEVICE_UNAVAILABLE where it does
  /// not start, CONTEXT_REFUSED where it has no WebGL 2, and those of ask().
  static Expected<std::unique_ptr<WebDevice>> open(const DeviceRequest& request);

  ~WebDevice() override;

  const DeviceInfo& info() const override { return info_; }
  Browser& browser() { return *browser_; }

  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override {
    return page_.send(name, bytes);
  }
  /// Errors WEBGL_ERROR with GL's names, `where` says after what; DEVICE_LOST; TIMEOUT; SCRIPT_ERROR.
  Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                               const char* where) override {
    return page_.ask(function, arguments, where);
  }

 private:
  WebDevice(std::unique_ptr<Browser> browser, ScriptedPage page);
  Expected<void> describe(const DeviceRequest& request);

  std::unique_ptr<Browser> browser_;
  ScriptedPage page_;
  DeviceInfo info_;
};

}  // namespace bindpose::gpu
