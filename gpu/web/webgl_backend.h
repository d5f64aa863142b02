// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: WebGL 2 as a backend. Internal to the library.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/web/page_calls.h"

namespace bindpose::gpu {

class WebGlBackend : public Backend {
 public:
  explicit WebGlBackend(PageCalls& page) : page_(page) {}  ///< must outlive it

  const DeviceInfo& info() const override { return page_.info(); }
  Expected<void> compile(const Plan& plan, const RunSettings& settings) override;
  Expected<void> send(Plan& plan, std::size_t rows_before) override;
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override;
  std::size_t program_count() const override { return programs_.size(); }

 private:
  Expected<void> send_inputs(const Plan& plan);
  /// Sends vertices in the plan's layout; sets the places of their attributes in the job. Errors NOT_APPLICABLE,
  /// NOT_SUPPORTED.
  Expected<void> send_vertices(const Plan& plan, std::span<const std::uint32_t> words, nlohmann::json& job);

  PageCalls& page_;
  std::map<std::string, int> programs_;  ///< by text: the page's number
  int used_ = 0;                         ///< program of the running plan
  nlohmann::json job_;                   ///< the page's calls of the running plan
};

}  // namespace bindpose::gpu
