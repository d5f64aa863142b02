// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/webgpu/device.h"

#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/spirv/spirv.h"
#include "gpu/webgpu/script.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

/// WebGPU is given to pages of a secure origin, as files are; this one is empty.
constexpr PageScript script = {.text = webgpu_page_script,
                               .address = "file:///dev/null",
                               .error = "WEBGPU_ERROR",
                               .lost = "GPUDevice.lost"};

/// A browser does not offer every driver, nor tell which one it is, unless it is asked to.
std::vector<std::string> flags_for(const DeviceRequest& request) {
  std::vector<std::string> flags = {"--enable-unsafe-webgpu", "--enable-webgpu-developer-features"};
  if (request.platform == Platform::angle)
    flags.insert(flags.end(), {"--use-webgpu-adapter=swiftshader", "--use-angle=swiftshader"});
  return flags;
}

}  // namespace

WebGpuDevice::WebGpuDevice(std::unique_ptr<Browser> browser, ScriptedPage page)
    : browser_(std::move(browser)), page_(std::move(page)) {}

WebGpuDevice::~WebGpuDevice() = default;

Expected<std::unique_ptr<WebGpuDevice>> WebGpuDevice::open(const DeviceRequest& request) {
  BINDPOSE_TRY(auto browser, Browser::start(flags_for(request)));
  BINDPOSE_TRY(auto page, ScriptedPage::open(*browser, script));
  std::unique_ptr<WebGpuDevice> device(new WebGpuDevice(std::move(browser), std::move(page)));
  BINDPOSE_CHECK(device->describe(request));
  return device;
}

Expected<void> WebGpuDevice::describe(const DeviceRequest& request) {
  BINDPOSE_TRY(const auto said, ask("open", json::array(), "opening"));
  if (!said.is_object())
    return fail("CONTEXT_REFUSED", "webgpu", browser_->product() + " gives no adapter of WebGPU");
  info_.opened = request;
  info_.vendor = said.value("vendor", "");
  info_.renderer = said.value("renderer", "");
  info_.version = fmt::format("WebGPU on {} {}", said.value("backend", ""), browser_->product());
  info_.glsl_version = fmt::format("4.50 by {} as WGSL", spirv_compiler());
  info_.software = said.value("software", false);
  info_.software_name = software_renderer(info_.renderer);
  if (info_.software && info_.software_name.empty()) info_.software_name = "a CPU";
  info_.software = !info_.software_name.empty();
  info_.limits = said.value("limits", std::map<std::string, long>{});
  return {};
}

}  // namespace bindpose::gpu
