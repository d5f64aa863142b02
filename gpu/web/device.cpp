// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/device.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/web/script.h"
#include "reference/io/base64.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

constexpr std::size_t sent_at_once = std::size_t{3}
                                     << 20;  // bytes; a multiple of three is base64 without padding

/// Of a reply, as words; GL's names in the field `errors`.
Expected<void> check_errors(const json& reply, const char* where) {
  if (!reply.is_object()) return {};
  const auto names = reply.value("errors", std::vector<std::string>{});
  if (names.empty()) return {};
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  const bool lost = std::find(names.begin(), names.end(), "CONTEXT_LOST_WEBGL") != names.end();
  return fail(lost ? "DEVICE_LOST" : "WEBGL_ERROR", where, all);
}

}  // namespace

Expected<DeviceRequest> parse_web_device(std::string_view text) {
  if (text.empty()) return DeviceRequest{Platform::best, 0, Api::webgl};
  if (text == "swiftshader") return DeviceRequest{Platform::angle, 0, Api::webgl};
  return fail("DEVICE_SYNTAX", std::string(text), "expected webgl or webgl:swiftshader");
}

WebDevice::WebDevice(std::unique_ptr<Browser> browser, Page page)
    : browser_(std::move(browser)), page_(std::move(page)) {}

WebDevice::~WebDevice() = default;

Expected<std::unique_ptr<WebDevice>> WebDevice::open(const DeviceRequest& request) {
  std::vector<std::string> flags;
  if (request.platform == Platform::angle) flags.emplace_back("--use-angle=swiftshader");
  BINDPOSE_TRY(auto browser, Browser::start(flags));
  BINDPOSE_CHECK(await_webgl(*browser));
  BINDPOSE_TRY(auto page, Page::open(*browser));
  BINDPOSE_CHECK(page.evaluate(page_script));
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

Expected<void> WebDevice::send(const std::string& name, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += sent_at_once) {
    const auto part = bytes.subspan(at, std::min(sent_at_once, bytes.size() - at));
    BINDPOSE_CHECK(ask("receive", {name, bytes.size(), at, base64(part)}, "sending"));
  }
  return {};
}

Expected<json> WebDevice::ask(const std::string& function, const json& arguments, const char* where) {
  BINDPOSE_TRY(auto reply, page_.evaluate(fmt::format("bindpose.{}(...{})", function, arguments.dump())));
  BINDPOSE_CHECK(check_errors(reply, where));
  return reply;
}

}  // namespace bindpose::gpu
