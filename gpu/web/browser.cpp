// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/browser.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "reference/io/base64.h"
#include "reference/io/find_program.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

constexpr int commands = 3, replies = 4;  // descriptors of --remote-debugging-pipe
constexpr int life = 5;                   // its end means that this process is gone
constexpr double start_seconds = 60;
constexpr std::size_t kept_words = 600;
/// An event may contain any text of the page: half a UTF-16 character is not JSON.
constexpr std::string_view begin_of_event = R"({"method")";
constexpr const char* package = "apt-get install chromium-headless-shell";

constexpr std::array fixed_flags = {
    "--headless", "--remote-debugging-pipe", "--use-gl=angle", "--enable-unsafe-swiftshader",
    "--disable-gpu-watchdog",   // a long draw is not a hang
    "--disable-dev-shm-usage",  // /dev/shm is small in containers
    "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
    // WebRTC sends datagrams without the resolver.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--no-first-run", "--mute-audio"};

/// True if a context has computed and still exists a moment later.
constexpr const char* settled_script = R"js((async () => {
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (let left = 20; left > 0; --left) {
    const gl = document.createElement("canvas").getContext("webgl2");
    gl?.finish();
    await wait(50);
    if (gl && !gl.isContextLost()) return true;
    await wait(100);
  }
  return false;
})())js";

/// Starts the following command and waits for its end, so that all processes of a browser are descendants of
/// one of ours.
constexpr const char* parent_script = R"sh("$@" 5<&-; exit $?)sh";
/// Kills the process group after our process is gone: a busy browser may not notice.
constexpr const char* guard_script = R"sh({ read -r _; kill -s KILL -- -$$; } <&5 3>&- 4>&- & )sh";

/// Errors: JUDGE_RESOURCES.
Expected<bool> succeeds(std::vector<std::string> words) {
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const Child::Handed handed[] = {
      {&nothing, STDIN_FILENO}, {&nothing, STDOUT_FILENO}, {&nothing, STDERR_FILENO}};
  const std::string program = words.front();
  auto child = Child::start(program, std::move(words), handed);
  if (!child) return fail("JUDGE_RESOURCES", program, child.error().message);
  const int status = child->wait();
  if (status < 0) return fail("JUDGE_RESOURCES", program, "waiting for the program failed");
  return status == 0;
}

/// Arguments that start a program in its own network namespace; empty if this machine allows none. Errors:
/// JUDGE_RESOURCES.
Expected<std::vector<std::string>> network_namespace() {
  using Words = std::vector<std::string>;
  const auto unshare = find_program("", {"unshare"}, "");
  if (!unshare) return Words();
  const auto is_allowed = [](Words words, std::initializer_list<const char*> program) {
    words.insert(words.end(), program.begin(), program.end());
    return succeeds(std::move(words));
  };
  const Words own = {*unshare, "--net", "--"};
  BINDPOSE_TRY(const bool as_root, ::geteuid() == 0 ? is_allowed(own, {"true"}) : Expected<bool>(false));
  if (as_root) return own;
  // The browser's own sandbox needs another user namespace inside this one.
  const Words mapped = {*unshare, "--user", "--map-current-user", "--net", "--"};
  BINDPOSE_TRY(const bool as_user, is_allowed(mapped, {"unshare", "--user", "--net", "--", "true"}));
  return as_user ? mapped : Words();
}

}  // namespace

Expected<std::string> find_browser() {
  return find_program("BINDPOSE_CHROMIUM", {"chromium-headless-shell", "chrome-headless-shell"},
                      fmt::format("WebGL and WebGPU need headless Chromium, which is missing: {}; or set "
                                  "BINDPOSE_CHROMIUM to its program",
                                  package));
}

Expected<std::unique_ptr<Browser>> Browser::start(const std::vector<std::string>& flags, Group group) {
  BINDPOSE_TRY(const auto program, find_browser());
  std::unique_ptr<Browser> browser(new Browser());
  BINDPOSE_TRY(auto sockets, make_sockets());
  browser->socket_ = std::move(sockets.first);
  browser->messages_ = kept_messages();
  static const auto tried = network_namespace();
  BINDPOSE_TRY(const auto apart, tried);
  browser->network_is_absent_ = !apart.empty();
  BINDPOSE_TRY(auto life_pipe, make_pipe());
  browser->life_ = std::move(life_pipe.second);
  const std::string script = group == Group::own ? std::string(guard_script) + parent_script : parent_script;
  std::vector<std::string> words = {"sh", "-c", script, "sh"};
  words.insert(words.end(), apart.begin(), apart.end());
  words.push_back(program);
  words.insert(words.end(), fixed_flags.begin(), fixed_flags.end());
  words.insert(words.end(), flags.begin(), flags.end());
  if (::geteuid() == 0) words.emplace_back("--no-sandbox");  // required by Chromium for root
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const Child::Handed handed[] = {
      {&nothing, STDIN_FILENO},    {&nothing, STDOUT_FILENO},  {&browser->messages_, STDERR_FILENO},
      {&sockets.second, commands}, {&sockets.second, replies}, {&life_pipe.first, life}};
  BINDPOSE_TRY(browser->child_, Child::start("/bin/sh", words, handed, group));
  sockets.second.close();
  browser->deadline = after(start_seconds);
  const auto version = browser->call("Browser.getVersion", json::object());
  browser->deadline = never;
  if (!version && version.error().code == "INTERRUPTED") return tl::unexpected(version.error());
  if (!version) return fail("DEVICE_UNAVAILABLE", program, "it does not start: " + version.error().message);
  browser->product_ = member_or<std::string>(*version, "product");
  return browser;
}

Expected<void> Browser::send_text(std::string_view text) {
  const auto sent = send_all(socket_, text.data(), text.size(), deadline);
  if (!sent) return tl::unexpected(as_own(sent.error()));
  return {};
}

Expected<std::uint64_t> Browser::send(const std::string& method, const json& parameters,
                                      const std::string& session, std::span<const std::byte> body) {
  constexpr std::string_view empty_body = R"("body":"")";
  constexpr std::size_t block = 3 << 18;  // bytes; a multiple of 3, for base64
  json message = {{"id", ++last_id_}, {"method", method}, {"params", parameters}};
  if (!session.empty()) message["sessionId"] = session;
  const std::string text = message.dump() + '\0';
  const std::size_t at = body.empty() ? 0 : text.find(empty_body) + empty_body.size() - 1;
  BINDPOSE_CHECK(send_text(std::string_view(text).substr(0, at)));
  for (; !body.empty(); body = body.subspan(std::min(body.size(), block)))
    BINDPOSE_CHECK(send_text(base64(body.first(std::min(body.size(), block)))));
  BINDPOSE_CHECK(send_text(std::string_view(text).substr(at)));
  return last_id_;
}

Expected<void> Browser::post(const std::string& method, const json& parameters, const std::string& session,
                             std::span<const std::byte> body) {
  BINDPOSE_CHECK(send(method, parameters, session, body));
  return {};
}

Expected<json> Browser::call(const std::string& method, const json& parameters, const std::string& session) {
  BINDPOSE_TRY(const std::uint64_t id, send(method, parameters, session));
  for (;;) {
    BINDPOSE_TRY(auto message, receive());
    if (member_or<std::string>(message, "method") == "Inspector.targetCrashed")
      return tl::unexpected(lost("its page has crashed"));
    if (message.contains("method") && on_event) on_event(message);
    if (member_or<std::uint64_t>(message, "id") != id) {
      // A page may send an unlimited number of events.
      if (interrupted()) return fail("INTERRUPTED", "chromium", "a signal has interrupted the run");
      if (std::chrono::steady_clock::now() > deadline)
        return fail("TIMEOUT", "chromium", "no output in time");
      continue;
    }
    if (message.contains("error"))
      return fail("BROWSER_REFUSED", method, printable(member_or<std::string>(message["error"], "message")));
    auto result = member_or<json>(message, "result", json::object());
    if (result.is_object()) return result;
    return tl::unexpected(lost("the browser's result is not a JSON object"));
  }
}

/// The next reply or event.
Expected<json> Browser::receive() {
  for (std::size_t seen = 0;;) {
    const std::size_t end = pending_.find('\0', seen);
    if (end != std::string::npos) {
      json message = foreign_json(std::string_view(pending_).substr(0, end));
      const bool is_event = pending_.starts_with(begin_of_event);
      pending_.erase(0, end + 1);
      seen = 0;
      if (message.is_object()) return message;
      if (is_event && interrupted())
        return fail("INTERRUPTED", "chromium", "a signal has interrupted the run");
      if (is_event) continue;
      return tl::unexpected(lost("the browser's message is not a JSON object"));
    }
    seen = pending_.size();
    if (seen > longest_message)
      return fail("LINE_LENGTH", "chromium",
                  "a message has more than " + bindpose::to_string({"", longest_message, "bytes"}));
    std::array<char, 65536> block;
    const auto got = receive_some(socket_, block.data(), block.size(), deadline);
    if (!got) return tl::unexpected(as_own(got.error()));
    pending_.append(block.data(), *got);
  }
}

Error Browser::as_own(const Error& error) const {
  return error.code == "CHANNEL_CLOSED" ? lost("it has ended") : error;
}

Error Browser::lost(const std::string& why) const {
  const std::string words = last_words(messages_, kept_words);
  return {"DEVICE_LOST", "chromium",
          words.empty() ? why : why + "; its last words: " + printable(words, kept_words)};
}

Expected<Page> Page::open(Browser& browser, const std::string& address) {
  BINDPOSE_TRY(const auto target, browser.call("Target.createTarget", {{"url", "about:blank"}}));
  BINDPOSE_TRY(const auto attached,
               browser.call("Target.attachToTarget",
                            {{"targetId", member_or<std::string>(target, "targetId")}, {"flatten", true}}));
  Page page(browser, member_or<std::string>(attached, "sessionId"));
  BINDPOSE_CHECK(page.call("Inspector.enable", json::object()));  // reports a crash of the page
  if (!address.empty()) BINDPOSE_CHECK(page.go(address));
  return page;
}

Expected<void> Page::go(const std::string& address) {
  constexpr int tries = 500;
  BINDPOSE_CHECK(call("Page.navigate", {{"url", address}}));
  for (int i = 0; i < tries; ++i) {
    BINDPOSE_TRY(const auto shown, evaluate("document.URL"));
    if (shown == address) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return fail("DEVICE_UNAVAILABLE", browser_->product(), "the browser does not show " + address);
}

Expected<json> Page::evaluate(const std::string& expression) {
  BINDPOSE_TRY(const auto reply,
               call("Runtime.evaluate",
                    {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}}));
  if (const auto thrown = reply.find("exceptionDetails"); thrown != reply.end()) {
    return fail("SCRIPT_ERROR", "page", printable(words_of_exception(*thrown), kept_words));
  }
  return member_or<json>(member_or<json>(reply, "result"), "value");
}

std::string words_of_exception(const json& details) {
  return member_or<std::string>(member_or<json>(details, "exception"), "description",
                                member_or<std::string>(details, "text"));
}

Expected<void> await_webgl(Browser& browser) {
  BINDPOSE_TRY(auto page, Page::open(browser));
  BINDPOSE_TRY(const auto settled, page.evaluate(settled_script));
  if (settled == true) return {};
  return fail("CONTEXT_REFUSED", "webgl", browser.product() + " does not offer WebGL 2");
}

}  // namespace bindpose::gpu
