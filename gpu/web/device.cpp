// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/device.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/spirv/spirv.h"
#include "gpu/web/script.h"
#include "reference/io/base64.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

namespace {

using nlohmann::json;

struct PageScript {
  const char* text;
  const char* address;                           ///< address, as for Page::open()
  std::vector<std::string> flags = {};           ///< flags of the browser
  std::vector<std::string> software_flags = {};  ///< flag for its own software device
};

// WebGPU needs a page with a secure origin, such as this empty local file. Without the flags, a browser neither
// offers every driver nor reports its name.
const PageScript webgl = {.text = page_script, .address = "", .software_flags = {"--use-angle=swiftshader"}};
const PageScript webgpu = {.text = webgpu_page_script,
                           .address = "file:///dev/null",
                           .flags = {"--enable-unsafe-webgpu", "--enable-webgpu-developer-features"},
                           .software_flags = {"--use-webgpu-adapter=swiftshader", "--use-angle=swiftshader"}};

std::vector<std::string> flags_for(const PageScript& script, const DeviceRequest& request) {
  std::vector<std::string> flags = script.flags;
  if (request.platform == Platform::angle)
    flags.insert(flags.end(), script.software_flags.begin(), script.software_flags.end());
  return flags;
}

}  // namespace

Expected<std::unique_ptr<WebDevice>> WebDevice::open(const DeviceRequest& request) {
  const bool is_webgl = request.api == Api::webgl;
  const PageScript& script = is_webgl ? webgl : webgpu;
  BINDPOSE_TRY(auto browser, Browser::start(flags_for(script, request)));
  if (is_webgl) BINDPOSE_CHECK(await_webgl(*browser));
  BINDPOSE_TRY(auto page, Page::open(*browser, script.address));
  BINDPOSE_CHECK(page.evaluate(bytes_script));
  BINDPOSE_CHECK(page.evaluate(script.text));
  std::unique_ptr<WebDevice> device(new WebDevice(std::move(browser), std::move(page)));
  device->info_.opened = request;
  BINDPOSE_TRY(const auto said, device->ask(describing_function(request.api), json::array(), "opening"));
  BINDPOSE_TRY(device->info_, device_info_of(said, request, device->browser_->product()));
  if (!is_webgl) device->info_.glsl_version = fmt::format("4.50 by {} as WGSL", spirv_compiler());
  return device;
}

Expected<void> WebDevice::send(const std::string& name, std::span<const std::byte> bytes) {
  constexpr std::size_t at_once = std::size_t{3} << 20;  // a multiple of three is base64 without padding
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += at_once) {
    const auto part = bytes.subspan(at, std::min(at_once, bytes.size() - at));
    BINDPOSE_CHECK(ask("receive", {name, bytes.size(), at, base64(part)}, "sending"));
  }
  return {};
}

Expected<json> WebDevice::ask(const std::string& function, const json& arguments, const char* where) {
  BINDPOSE_TRY(auto reply, page_.evaluate(fmt::format("bindpose.{}(...{})", function, arguments.dump())));
  return without_errors(std::move(reply), info_.opened.api, where);
}

}  // namespace bindpose::gpu
