// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: OpenGL as a backend, and the default OpenGL device.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/device/context.h"

namespace bindpose::gpu {

class GlBackend : public Backend {
 public:
  explicit GlBackend(Context& context);  ///< the context must outlive it
  ~GlBackend() override;

  const DeviceInfo& info() const override { return context_.info(); }
  Context& context() const { return context_; }
  Expected<void> compile(const Plan& plan, const RunSettings& settings) override;
  Expected<void> send(Plan& plan, std::size_t rows_before) override;
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override;
  std::size_t program_count() const override;

 private:
  struct State;
  Context& context_;
  std::unique_ptr<State> state_;
};

/// Opens the named device, or for `best` the first that passes its self-check: EGL devices that are
/// not software, surfaceless, OSMesa. Errors of Context::open(); for `best` DEVICE_UNAVAILABLE with
/// every reason.
Expected<std::unique_ptr<Context>> open_gl(const DeviceRequest& request);

}  // namespace bindpose::gpu
