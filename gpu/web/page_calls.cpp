// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/page_calls.h"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "gpu/device/named_line.h"
#include "reference/io/base64.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<int> compile_in_page(PageCalls& page, const std::string& text, const nlohmann::json& arguments) {
  BINDPOSE_TRY(const auto made, page.ask("compile", arguments, "compiling"));
  if (const int number = made.value("program", -1); number >= 0) return number;
  const std::string log = made.value("log", "");
  return fail("SHADER_COMPILE", made.value("where", ""), fmt::format("{}\n{}", log, named_line(log, text)));
}

Expected<void> take_page_words(const nlohmann::json& reply, const Part& part, const DeviceInfo& info,
                               std::vector<float>& captured) {
  const GuardedRange range = part.range(info);
  const auto bytes = base64_decoded(reply.value("words", ""));
  if (!bytes || bytes->size() != range.size() * word_bytes)
    return fail("INVALID_OUTPUT", "captured vertices", "the page returned another number of bytes");
  std::vector<std::uint32_t> words(range.size());
  std::memcpy(words.data(), bytes->data(), bytes->size());
  return take_range(words, range, part.record(), captured);
}

}  // namespace bindpose::gpu
