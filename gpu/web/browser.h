// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a Chromium without a window and without a network. It is driven by its DevTools protocol over one socket: JSON
// objects, each followed by a NUL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "reference/io/document_limits.h"
#include "reference/io/process.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// The program: the environment variable BINDPOSE_CHROMIUM, else chromium-headless-shell or chrome-headless-shell
/// of PATH. Error LIBRARY_MISSING with the package that contains it.
Expected<std::string> find_browser();

/// A browser that ends with this object. In its own process group, it also ends if this process is killed, even
/// while a page keeps it busy. Without a profile, it leaves no files. Its pages reach no other program or machine:
/// see network_is_absent(). One thread at a time.
class Browser {
 public:
  /// group: its own if signals to ours, such as Ctrl-C, must not reach it. Errors LIBRARY_MISSING;
  /// DEVICE_UNAVAILABLE with its last output if it does not start; JUDGE_RESOURCES; INTERRUPTED.
  static Expected<std::unique_ptr<Browser>> start(const std::vector<std::string>& flags,
                                                  Group group = Group::ours);

  /// "HeadlessChrome/156.0.8078.108"
  const std::string& product() const { return product_; }
  /// The small parent of all its processes.
  pid_t id() const { return child_.id(); }
  /// True if it runs in its own network namespace without any active interface. False if this machine allows none:
  /// then only its own flags keep it from the network.
  bool network_is_absent() const { return network_is_absent_; }

  /// Runs a command and returns its result; session: of a page; empty: of the browser. Errors BROWSER_REFUSED
  /// (with its text), DEVICE_LOST: the browser has ended, or a page has crashed; LINE_LENGTH: a message is longer
  /// than longest_message; TIMEOUT; INTERRUPTED.
  Expected<nlohmann::json> call(const std::string& method, const nlohmann::json& parameters,
                                const std::string& session = "");
  /// Sends a command without waiting for its result. body: the bytes of an empty parameter "body", which are not
  /// copied in memory. Errors DEVICE_LOST, TIMEOUT.
  Expected<void> post(const std::string& method, const nlohmann::json& parameters,
                      const std::string& session = "", std::span<const std::byte> body = {});

  /// The handler of events during a wait.
  std::function<void(const nlohmann::json& event)> on_event;
  /// Time limit for results.
  Deadline deadline = never;
  /// Largest accepted message in bytes, because the page controls the length of messages.
  std::uint64_t longest_message = limits::arrays.most;

 private:
  Browser() = default;
  Expected<std::uint64_t> send(const std::string& method, const nlohmann::json& parameters,
                               const std::string& session, std::span<const std::byte> body = {});
  Expected<void> send_text(std::string_view text);
  Expected<nlohmann::json> receive();
  Error as_own(const Error& error) const;
  Error lost(const std::string& why) const;

  Descriptor socket_, messages_;
  Descriptor life_;  ///< a pipe without data that closes when this process ends
  Child child_;
  std::string pending_;  ///< the received part of the next message
  std::uint64_t last_id_ = 0;
  std::string product_;
  bool network_is_absent_ = false;
};

/// A page of a browser, which must outlive it.
class Page {
 public:
  /// Opens an empty page; or an address, for features that a browser does not
  /// offer to an empty page. Error DEVICE_UNAVAILABLE if it cannot be opened.
  static Expected<Page> open(Browser& browser, const std::string& address = "");

  /// The value of an expression, or of its promise, as JSON. Errors of Browser::call(); SCRIPT_ERROR with the exception.
  Expected<nlohmann::json> evaluate(const std::string& expression);
  /// Commands of this page. Errors of Browser::call().
  Expected<nlohmann::json> call(const std::string& method, const nlohmann::json& parameters) {
    return browser_->call(method, parameters, session_);
  }
  Expected<void> post(const std::string& method, const nlohmann::json& parameters,
                      std::span<const std::byte> body = {}) {
    return browser_->post(method, parameters, session_, body);
  }
  Browser& browser() { return *browser_; }

 private:
  Page(Browser& browser, std::string session) : browser_(&browser), session_(std::move(session)) {}
  Expected<void> go(const std::string& address);

  Browser* browser_;
  std::string session_;
};

/// The message of an uncaught exception, by the browser's details.
std::string words_of_exception(const nlohmann::json& details);

/// Waits until WebGL 2 is stable: if a driver does not start, the browser loses its contexts and tries the next
/// driver. Errors CONTEXT_REFUSED without WebGL 2, and from Page::evaluate().
Expected<void> await_webgl(Browser& browser);

}  // namespace bindpose::gpu
