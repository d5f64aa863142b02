// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/page_run.h"

#include <span>
#include <utility>

#include "gpu/web/device.h"
#include "gpu/web/script.h"
#include "reference/io/base64.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

/// Records the calls up to the first capture, which has no output.
class NotedCalls : public PageCalls {
 public:
  explicit NotedCalls(const DeviceInfo& info) : info_(info) {}

  const DeviceInfo& info() const override { return info_; }
  Expected<void> send(const std::string& name, std::span<const std::byte> bytes) override {
    calls_.push_back({"receive", {name, bytes.size(), 0, base64(bytes)}});
    return {};
  }
  Expected<json> ask(const std::string& function, const json& arguments, const char* where) override {
    calls_.push_back({function, arguments});
    if (function == "capture") return fail("NOTED", where, "the page's calls have been recorded");
    return json{{"program", 0}};
  }

  json& calls() { return calls_; }

 private:
  const DeviceInfo& info_;
  json calls_ = json::array();
};

}  // namespace

Expected<PageRun> page_run(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant) {
  const bool is_webgl = info.opened.api == Api::webgl;
  BINDPOSE_TRY(auto plan, is_webgl ? make_plan(info, settings, algorithm, question, options, variant)
                                   : checked_plan(info, settings, algorithm, question, options, variant));
  if (plan.data.vertex_count > part_size(info, plan, settings))
    return fail("NOT_SUPPORTED", "a standalone page", "the mesh needs more than one draw call");
  NotedCalls noted(info);
  const auto ended = run_plan(*web_backend(noted), std::move(plan), settings);
  if (!ended && ended.error().code != "NOTED") return tl::unexpected(ended.error());
  const json& job = noted.calls().back()[1][0];
  const std::size_t guard = job.value("guard", std::size_t{0});
  return PageRun{std::string(bytes_script) + (is_webgl ? page_script : webgpu_page_script),
                 describing_function(info.opened.api), std::move(noted.calls()), guard};
}

}  // namespace bindpose::gpu
