// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/page_calls.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/device/named_line.h"
#include "gpu/web/webgl_backend.h"
#include "gpu/web/webgpu_backend.h"
#include "reference/io/base64.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

const char* describing_function(Api api) {
  return api == Api::webgl ? "describe" : "open";
}

Expected<nlohmann::json> without_errors(nlohmann::json reply, Api api, const char* where) {
  if (!reply.is_object()) return reply;
  const auto names = member_or<std::vector<std::string>>(reply, "errors");
  if (names.empty()) return reply;
  const bool is_webgl = api == Api::webgl;
  const char* const lost = is_webgl ? "CONTEXT_LOST_WEBGL" : "GPUDevice.lost";
  const bool is_lost = std::find(names.begin(), names.end(), lost) != names.end();
  return fail(is_lost    ? "DEVICE_LOST"
              : is_webgl ? "WEBGL_ERROR"
                         : "WEBGPU_ERROR",
              where, fmt::format("{}", fmt::join(names, ", ")));
}

Expected<DeviceInfo> device_info_of(const nlohmann::json& said, const DeviceRequest& request,
                                    const std::string& browser) {
  if (!said.is_object()) return fail("CONTEXT_REFUSED", "webgpu", browser + " has no WebGPU adapter");
  DeviceInfo info;
  info.opened = request;
  info.vendor = member_or<std::string>(said, "vendor");
  info.renderer = member_or<std::string>(said, "renderer");
  info.software_name = software_renderer(info.renderer);
  if (member_or<bool>(said, "software") && info.software_name.empty()) info.software_name = "a CPU";
  info.software = !info.software_name.empty();
  for (const auto& [name, limit] : member_or<std::map<std::string, nlohmann::json>>(said, "limits"))
    info.limits[name] = get_or<long>(limit);
  info.version = member_or<std::string>(said, "version") + " " + browser;
  info.glsl_version = member_or<std::string>(said, "glsl");
  return info;
}

std::unique_ptr<Backend> web_backend(PageCalls& page) {
  if (page.info().opened.api == Api::webgl) return std::make_unique<WebGlBackend>(page);
  return std::make_unique<WebGpuBackend>(page);
}

Expected<int> compile_in_page(PageCalls& page, const std::string& text, const nlohmann::json& arguments) {
  BINDPOSE_TRY(const auto made, page.ask("compile", arguments, "compiling"));
  if (const int number = member_or<int>(made, "program", -1); number >= 0) return number;
  const auto log = member_or<std::string>(made, "log");
  return fail("SHADER_COMPILE", member_or<std::string>(made, "where"),
              fmt::format("{}\n{}", log, named_line(log, text)));
}

Expected<void> take_page_words(const nlohmann::json& reply, const Part& part, const DeviceInfo& info,
                               std::vector<float>& captured) {
  const GuardedRange range = part.range(info);
  const auto bytes = base64_decoded(member_or<std::string>(reply, "words"));
  if (!bytes || bytes->size() != range.size() * word_bytes)
    return fail("INVALID_OUTPUT", "captured vertices", "the page returned another number of bytes");
  std::vector<std::uint32_t> words(range.size());
  std::memcpy(words.data(), bytes->data(), bytes->size());
  return take_range(words, range, part.record(), captured);
}

}  // namespace bindpose::gpu
