// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/device.h"

#include <utility>

#include <fmt/format.h>

#include "gpu/web/script.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

constexpr PageScript script = {
    .text = page_script, .address = "", .error = "WEBGL_ERROR", .lost = "CONTEXT_LOST_WEBGL"};

}  // namespace

Expected<DeviceRequest> parse_web_device(std::string_view text, Api api) {
  if (text.empty()) return DeviceRequest{Platform::best, 0, api};
  if (text == "swiftshader") return DeviceRequest{Platform::angle, 0, api};
  return fail("DEVICE_SYNTAX", std::string(text),
              fmt::format("expected {0} or {0}:swiftshader", to_string(api)));
}

WebDevice::WebDevice(std::unique_ptr<Browser> browser, ScriptedPage page)
    : browser_(std::move(browser)), page_(std::move(page)) {}

WebDevice::~WebDevice() = default;

Expected<std::unique_ptr<WebDevice>> WebDevice::open(const DeviceRequest& request) {
  std::vector<std::string> flags;
  if (request.platform == Platform::angle) flags.emplace_back("--use-angle=swiftshader");
  BINDPOSE_TRY(auto browser, Browser::start(flags));
  BINDPOSE_CHECK(await_webgl(*browser));
  BINDPOSE_TRY(auto page, ScriptedPage::open(*browser, script));
  std::unique_ptr<WebDevice> device(new WebDevice(std::move(browser), std::move(page)));
  BINDPOSE_CHECK(device->describe(request));
  return device;
}

Expected<void> WebDevice::describe(const DeviceRequest& request) {
  BINDPOSE_TRY(const auto said, ask("describe", json::array(), "describing"));
  info_.opened = request;
  info_.vendor = said.value("vendor", "");
  info_.renderer = said.value("renderer", "");
  info_.version = fmt::format("{} {}", said.value("version", ""), browser_->product());
  info_.glsl_version = said.value("glsl", "");
  info_.software_name = software_renderer(info_.renderer);
  info_.software = !info_.software_name.empty();
  info_.limits = said.value("limits", std::map<std::string, long>{});
  return {};
}

}  // namespace bindpose::gpu
