// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/page/site/own_page.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/backends/open.h"
#include "gpu/web/page_calls.h"
#include "gpu/web/webgl_backend.h"
#include "reference/io/process.h"
#include "reference/model/try.h"

// Functions of calls.js.
extern "C" {
/// Calls a function of gpu/web/page.js. Returns its result as JSON, allocated with malloc; null for a promise.
char* bindpose_call(const char* function, const char* arguments);
/// Copies the bytes for gpu/web/page.js.
void bindpose_send(const char* name, const void* bytes, std::size_t size);
}

namespace bindpose {
namespace {

using nlohmann::json;

struct Replies {
  std::vector<std::string> given;
  std::size_t taken = 0;
  bool is_waiting = false;
};
Replies replies;

/// The page's reply to each program, for devices that are opened again.
std::map<std::string, std::string> compiled;

bool has_reply() {
  return replies.taken < replies.given.size();
}

class OwnPage : public gpu::PageCalls {
 public:
  const gpu::DeviceInfo& info() const override { return info_; }

  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override {
    if (!has_reply()) bindpose_send(name.c_str(), bytes.data(), bytes.size());
    return {};
  }

  Expected<json> ask(const std::string& function, const json& arguments, const char* where) override {
    if (function == "capture" && has_reply()) return checked(replies.given[replies.taken++], where);
    const std::string given = arguments.dump();
    if (const auto known = compiled.find(given); function == "compile" && known != compiled.end())
      return checked(known->second, where);
    const std::unique_ptr<char, decltype(&std::free)> text(bindpose_call(function.c_str(), given.c_str()),
                                                           &std::free);
    if (text != nullptr && function == "compile") compiled.emplace(given, text.get());
    if (text != nullptr) return checked(text.get(), where);
    replies.is_waiting = true;
    return fail("INTERRUPTED", where, "the page has not replied yet");
  }

  Expected<void> describe(const gpu::DeviceRequest& request) {
    BINDPOSE_TRY(const json said, ask("describe", json::array(), "opening"));
    info_.opened = request;
    gpu::take_page_info(said, info_);
    info_.version = fmt::format("{} {}", said.value("version", ""), said.value("browser", ""));
    info_.glsl_version = said.value("glsl", "");
    return {};
  }

 private:
  static Expected<json> checked(const std::string& text, const char* where) {
    json said = json::parse(text, nullptr, false);
    if (said.is_object() && said.contains("thrown"))
      return fail("SCRIPT_ERROR", where, said.value("thrown", ""));
    return gpu::without_errors(std::move(said), "CONTEXT_LOST_WEBGL", "WEBGL_ERROR", where);
  }

  gpu::DeviceInfo info_;
};

}  // namespace

bool interrupted() {
  return page::is_waiting();
}

namespace page {

void send_bytes(const char* name, std::span<const std::byte> bytes) {
  bindpose_send(name, bytes.data(), bytes.size());
}

void begin_test() {
  replies.taken = 0;
  replies.is_waiting = false;
}

bool is_waiting() {
  return replies.is_waiting;
}

void give_reply(std::string reply) {
  replies.given.push_back(std::move(reply));
}

void end_test() {
  replies = {};
}

}  // namespace page

namespace gpu {

Expected<OpenDevice> open_backend(const DeviceRequest& request, Contraction) {
  auto page = std::make_shared<OwnPage>();
  BINDPOSE_CHECK(page->describe(request));
  return OpenDevice{page, std::make_unique<WebGlBackend>(*page)};
}

}  // namespace gpu
}  // namespace bindpose
