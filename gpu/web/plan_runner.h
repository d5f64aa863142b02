// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a plan run by a browser. Internal to the library.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/web/scripted_page.h"

namespace bindpose::gpu {

class WebRunner {
 public:
  explicit WebRunner(PageCalls& device) : device_(device) {}  ///< which must outlive it

  /// The captured records of all vertices. Errors SHADER_COMPILE, INVALID_OUTPUT and those of PageCalls::ask().
  Expected<std::vector<float>> run(Plan plan, const TestHooks& hooks);
  std::size_t program_count() const { return programs_.size(); }

 private:
  Expected<int> program(const TestHooks& hooks, const Plan& plan);
  Expected<void> send_inputs(const Plan& plan);
  /// Of a part, by the plan's way of storage; the job is told where their attributes lie. Errors NOT_APPLICABLE, NOT_SUPPORTED.
  Expected<void> send_vertices(const Plan& plan, std::span<const std::uint32_t> words, nlohmann::json& job);
  Expected<void> capture_part(const nlohmann::json& job, std::size_t vertices, std::size_t record,
                              std::vector<float>& captured);

  PageCalls& device_;
  std::map<std::string, int> programs_;  ///< by their text: the page's number
};

}  // namespace bindpose::gpu
