// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/page/site/own_page.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/backends/open.h"
#include "gpu/web/page_calls.h"
#include "gpu/web/wgsl_program.h"
#include "reference/io/process.h"
#include "reference/model/try.h"

// Functions of calls.js.
extern "C" {
/// Calls a function of the API's script in gpu/web, or `translate` of translate.js. Returns its result as JSON, allocated with malloc; null for a promise.
char* bindpose_call(const char* function, const char* arguments);
/// Copies the bytes for the API's script.
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
std::string compiling;  ///< the program without a reply yet

bool has_reply() {
  return replies.taken < replies.given.size();
}

/// The reply of the page; null if it is a promise.
std::optional<std::string> call(const std::string& function, const std::string& given) {
  const std::unique_ptr<char, decltype(&std::free)> text(bindpose_call(function.c_str(), given.c_str()),
                                                         &std::free);
  return text != nullptr ? std::optional<std::string>(text.get()) : std::nullopt;
}

Expected<json> parsed(const std::string& text, const char* where) {
  json said = json::parse(text, nullptr, false);
  if (said.is_object() && said.contains("thrown"))
    return fail("SCRIPT_ERROR", where, said.value("thrown", ""));
  return said;
}

class OwnPage : public gpu::PageCalls {
 public:
  explicit OwnPage(const gpu::DeviceRequest& request) { info_.opened = request; }

  const gpu::DeviceInfo& info() const override { return info_; }

  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override {
    if (!has_reply()) bindpose_send(name.c_str(), bytes.data(), bytes.size());
    return {};
  }

  Expected<json> ask(const std::string& function, const json& arguments, const char* where) override {
    const std::string given = arguments.dump();
    const bool is_program = function == "compile";
    if (const auto known = compiled.find(given); is_program && known != compiled.end())
      return checked(known->second, where);
    if (!is_program && function != "describe" && has_reply())
      return checked(replies.given[replies.taken++], where);
    const auto reply = call(function, given);
    if (reply && is_program) compiled.emplace(given, *reply);
    if (reply) return checked(*reply, where);
    if (is_program) compiling = given;
    replies.is_waiting = true;
    return fail("INTERRUPTED", where, "the page has not replied yet");
  }

  Expected<void> describe() {
    const char* const function = gpu::describing_function(info_.opened.api);
    BINDPOSE_TRY(const json said, ask(function, json::array(), "opening"));
    BINDPOSE_TRY(info_, gpu::device_info_of(said, info_.opened,
                                            said.is_object() ? said.value("browser", "") : "This browser"));
    return {};
  }

 private:
  Expected<json> checked(const std::string& text, const char* where) const {
    BINDPOSE_TRY(json said, parsed(text, where));
    return gpu::without_errors(std::move(said), info_.opened.api, where);
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
  if (compiling.empty())
    replies.given.push_back(std::move(reply));
  else
    compiled.emplace(std::exchange(compiling, ""), std::move(reply));
}

void end_test() {
  replies = {};
}

}  // namespace page

namespace gpu {

Expected<OpenDevice> open_backend(const DeviceRequest& request, Contraction) {
  auto page = std::make_shared<OwnPage>(request);
  BINDPOSE_CHECK(page->describe());
  return OpenDevice{page, web_backend(*page)};
}

// The compiler is a program of its own (translate.cpp), which only WebGPU loads.
Expected<json> wgsl_program(const std::string& glsl) {
  BINDPOSE_TRY(const json said,
               parsed(call("translate", json::array({glsl}).dump()).value_or(""), "translating"));
  if (said.contains("program")) return said.at("program");
  return fail(said.value("code", "SCRIPT_ERROR"), said.value("where", "translating"),
              said.value("message", "no reply"));
}

}  // namespace gpu
}  // namespace bindpose
