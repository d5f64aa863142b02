// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: WebGPU as a backend. Internal to the library.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/web/page_calls.h"

namespace bindpose::gpu {

class WebGpuBackend : public Backend {
 public:
  explicit WebGpuBackend(PageCalls& page) : page_(page) {}  ///< must outlive it

  const DeviceInfo& info() const override { return page_.info(); }
  Expected<void> compile(const Plan& plan, const RunSettings& settings) override;
  Expected<void> send(Plan& plan, std::size_t rows_before) override;
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override;
  std::size_t program_count() const override { return programs_.size(); }

 private:
  Expected<int> made_of(const std::string& glsl);
  Expected<void> put(unsigned binding, std::span<const std::byte> bytes);

  PageCalls& page_;
  std::map<std::string, int> programs_;  ///< by GLSL: the page's number
  int used_ = 0;                         ///< program of the running plan
};

}  // namespace bindpose::gpu
