// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a page with a script of ours, whose functions are asked for. Internal to the libraries of gpu/.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "gpu/capture/guard.h"
#include "gpu/capture/plan.h"
#include "gpu/web/browser.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// What a script is, and what it calls its errors.
struct PageScript {
  const char* text = nullptr;   ///< behind gpu/web/bytes.js
  const char* address = "";     ///< as Page::open() takes it
  const char* error = nullptr;  ///< the code of what its replies name in `errors`
  const char* lost = nullptr;   ///< of those, the one that says that the device is lost
};

/// Whoever is asked what the functions of a page's script do.
class PageCalls {
 public:
  PageCalls() = default;
  virtual ~PageCalls() = default;
  PageCalls(const PageCalls&) = delete;
  PageCalls& operator=(const PageCalls&) = delete;

  /// Of the device that computes.
  virtual const DeviceInfo& info() const = 0;
  /// Hands bytes to the page, under a name.
  virtual Expected<void> send(const std::string& name, std::span<const std::byte> bytes) = 0;
  /// What a function of the page returns. Errors: the script's own, `where` says after what; DEVICE_LOST; TIMEOUT; SCRIPT_ERROR.
  virtual Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                                       const char* where) = 0;
};

class ScriptedPage {
 public:
  /// Errors of Page::open() and Page::evaluate().
  static Expected<ScriptedPage> open(Browser& browser, const PageScript& script);

  // As PageCalls has them.
  Expected<void> send(const std::string& name, std::span<const std::byte> bytes);
  Expected<nlohmann::json> ask(const std::string& function, const nlohmann::json& arguments,
                               const char* where);

 private:
  ScriptedPage(Page page, const PageScript& script) : page_(std::move(page)), script_(script) {}
  Expected<void> check_errors(const nlohmann::json& reply, const char* where) const;

  Page page_;
  PageScript script_;
};

/// part_size(), or fewer vertices where those are too much to pass between two processes at once.
std::size_t page_part_size(const DeviceInfo& info, const Plan& plan, const TestHooks& hooks);

/// take_range() of what a page gives back in `words`. Errors INVALID_OUTPUT.
Expected<void> take_page_words(const nlohmann::json& reply, const GuardedRange& range, std::size_t record,
                               std::vector<float>& captured);

}  // namespace bindpose::gpu
