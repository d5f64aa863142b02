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
#include "reference/io/base64.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<nlohmann::json> without_errors(nlohmann::json reply, std::string_view lost, const char* code,
                                        const char* where) {
  if (!reply.is_object()) return reply;
  const auto names = member_or<std::vector<std::string>>(reply, "errors");
  if (names.empty()) return reply;
  const bool is_lost = std::find(names.begin(), names.end(), lost) != names.end();
  return fail(is_lost ? "DEVICE_LOST" : code, where, fmt::format("{}", fmt::join(names, ", ")));
}

void take_page_info(const nlohmann::json& said, DeviceInfo& info) {
  info.vendor = member_or<std::string>(said, "vendor");
  info.renderer = member_or<std::string>(said, "renderer");
  info.software_name = software_renderer(info.renderer);
  if (member_or<bool>(said, "software") && info.software_name.empty()) info.software_name = "a CPU";
  info.software = !info.software_name.empty();
  for (const auto& [name, limit] : member_or<std::map<std::string, nlohmann::json>>(said, "limits"))
    info.limits[name] = get_or<long>(limit);
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
