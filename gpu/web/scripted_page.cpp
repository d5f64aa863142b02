// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/scripted_page.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

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
constexpr std::size_t part_bytes = std::size_t{4} << 20;  // what passes between two processes at once

}  // namespace

Expected<ScriptedPage> ScriptedPage::open(Browser& browser, const PageScript& script) {
  BINDPOSE_TRY(auto page, Page::open(browser, script.address));
  BINDPOSE_CHECK(page.evaluate(bytes_script));
  BINDPOSE_CHECK(page.evaluate(script.text));
  return ScriptedPage(std::move(page), script);
}

Expected<void> ScriptedPage::check_errors(const json& reply, const char* where) const {
  if (!reply.is_object()) return {};
  const auto names = reply.value("errors", std::vector<std::string>{});
  if (names.empty()) return {};
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  const bool lost = std::find(names.begin(), names.end(), script_.lost) != names.end();
  return fail(lost ? "DEVICE_LOST" : script_.error, where, all);
}

Expected<void> ScriptedPage::send(const std::string& name, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += sent_at_once) {
    const auto part = bytes.subspan(at, std::min(sent_at_once, bytes.size() - at));
    BINDPOSE_CHECK(ask("receive", {name, bytes.size(), at, base64(part)}, "sending"));
  }
  return {};
}

Expected<json> ScriptedPage::ask(const std::string& function, const json& arguments, const char* where) {
  BINDPOSE_TRY(auto reply, page_.evaluate(fmt::format("bindpose.{}(...{})", function, arguments.dump())));
  BINDPOSE_CHECK(check_errors(reply, where));
  return reply;
}

std::size_t page_part_size(const DeviceInfo& info, const Plan& plan, const TestHooks& hooks) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t vertex_bytes = std::max(layout.record_words(), layout.captured_words()) * word_bytes;
  return std::min(part_size(info, plan, hooks), std::max<std::size_t>(part_bytes / vertex_bytes, 1));
}

Expected<void> take_page_words(const json& reply, const GuardedRange& range, std::size_t record,
                               std::vector<float>& captured) {
  const auto bytes = base64_decoded(reply.value("words", ""));
  if (!bytes || bytes->size() != range.size() * word_bytes)
    return fail("INVALID_OUTPUT", "captured vertices", "the page gave back another number of bytes");
  std::vector<std::uint32_t> words(range.size());
  std::memcpy(words.data(), bytes->data(), bytes->size());
  return take_range(words, range, record, captured);
}

}  // namespace bindpose::gpu
