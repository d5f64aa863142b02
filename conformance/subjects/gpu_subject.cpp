// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/gpu_subject.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shaders.h"
#include "gpu/capture/kernel_plan.h"
#include "gpu/capture/skinner.h"
#include "gpu/cuda/device.h"
#include "gpu/device/card.h"
#include "gpu/device/context.h"
#include "gpu/device/self_check.h"
#include "gpu/kernel/probe.h"
#include "gpu/kernel/self_check.h"
#include "gpu/kernel/skinner.h"
#include "gpu/opencl/device.h"
#include "gpu/program/variant.h"
#include "gpu/vulkan/device.h"
#include "gpu/vulkan/probe.h"
#include "gpu/vulkan/self_check.h"
#include "gpu/vulkan/skinner.h"
#include "gpu/web/device.h"
#include "gpu/web/probe.h"
#include "gpu/web/self_check.h"
#include "gpu/web/skinner.h"
#include "gpu/webgpu/device.h"
#include "gpu/webgpu/probe.h"
#include "gpu/webgpu/self_check.h"
#include "gpu/webgpu/skinner.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

/// Of OpenGL's Context and Skinner, or those of Vulkan, OpenCL, CUDA, WebGL or WebGPU.
template <class Device, class Skinner>
class GpuSubject : public DeviceSubject {
 public:
  /// The card stands beside what is known of the device.
  GpuSubject(SubjectSpec spec, std::unique_ptr<Device> device, const gpu::DeviceCard& card)
      : spec_(std::move(spec)), device_(std::move(device)), skinner_(*device_) {
    for (const auto& [name, value] : card)
      card_["card." + name] = value;
    const auto mistake = spec_.options.find("mistake");
    if (mistake == spec_.options.end()) return;
    mistake_ = find_shader_defect(mistake->second);
    skinner_.hooks.edit = [this](const std::string& text) {
      return with_mistake(*mistake_, text).value_or(text);
    };
  }

  Skinner& skinner() { return skinner_; }

  std::string name() const override { return name_of(spec_); }

  SubjectInfo info() const override {
    const gpu::DeviceInfo& device = device_->info();
    SubjectInfo info = {{"vendor", device.vendor},
                        {"renderer", device.renderer},
                        {"version", device.version},
                        {"glsl", device.glsl_version},
                        {"device", to_string(device.opened)},
                        {"device_extensions", device.device_extensions},
                        {"software", device.software ? device.software_name : ""}};
    for (const auto& [limit, value] : device.limits)
      info["limit." + limit] = std::to_string(value);
    info.insert(card_.begin(), card_.end());
    return info;
  }

  Expected<void> self_test() override {
    if constexpr (requires { device_->kernel_api(); })
      return gpu::self_check(device_->kernel_api());
    else
      return gpu::self_check(*device_);
  }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    const std::vector<gpu::Variant>& all = matching_variants(algorithm, level);
    if (takes_all()) return options_of(all, other_paths(all));
    return options_of(gpu::covering(all, is_swapped(algorithm)), {});
  }

  std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level,
                                        std::size_t turn) const override {
    const std::vector<gpu::Variant>& all = matching_variants(algorithm, level);
    if (takes_all()) return variants(algorithm, level);
    std::vector<gpu::Variant> others = other_paths(all);
    if (!others.empty()) others = {others[turn % others.size()]};
    return options_of(gpu::covering_in_turn(all, turn, is_swapped(algorithm)), others);
  }
  std::size_t turns() const override {
    return Skinner::has_paths ? std::lcm(gpu::covering_turns, gpu::other_path_count) : gpu::covering_turns;
  }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    BINDPOSE_TRY(const auto chosen, gpu::variant_from_options(*question.algorithm, variant));
    if (mistake_ != nullptr) BINDPOSE_CHECK(has_place(question, chosen));
    const auto start = std::chrono::steady_clock::now();
    auto arrays = skinner_.run(*question.algorithm, question.arrays, question.options, chosen);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!arrays) return tl::unexpected(arrays.error());
    return Answer{std::move(*arrays), {}, elapsed.count()};
  }

 private:
  bool takes_all() const {
    const auto wanted = spec_.options.find("variants");
    return wanted != spec_.options.end() && wanted->second == "all";
  }

  /// Of half of the algorithms each delivery is captured in the other way, so that over all of them it is in both.
  static bool is_swapped(const Algorithm& algorithm) {
    return std::stoull(fnv1a64(algorithm.path()), nullptr, 16) % 2 == 1;
  }

  /// Every variant that agrees with the subject's options; none at a level that shaders do not take.
  const std::vector<gpu::Variant>& matching_variants(const Algorithm& algorithm, Level level) const {
    const auto [known, is_new] = matching_.try_emplace({&algorithm, level});
    if (is_new) known->second = find_matching_variants(algorithm, level);
    return known->second;
  }

  std::vector<gpu::Variant> find_matching_variants(const Algorithm& algorithm, Level level) const {
    const std::vector<Level> levels = gpu::levels(algorithm);
    if (std::find(levels.begin(), levels.end(), level) == levels.end()) return {};
    std::vector<gpu::Variant> all = gpu::variants(algorithm);
    std::erase_if(all, [this](const gpu::Variant& variant) {
      return !Skinner::delivers(variant) || matching({gpu::to_options(variant)}, spec_.options).empty();
    });
    return gpu::by_chosen_path(std::move(all), spec_.options).value_or(std::vector<gpu::Variant>{});
  }

  /// The first variant with its vertices read, drawn and captured in other ways.
  std::vector<gpu::Variant> other_paths(const std::vector<gpu::Variant>& all) const {
    if (!Skinner::has_paths || all.empty()) return {};
    std::vector<gpu::Variant> others = gpu::by_other_paths(all.front(), spec_.options);
    std::erase_if(others, [](const gpu::Variant& variant) { return !Skinner::delivers(variant); });
    return others;
  }

  static std::vector<Options> options_of(std::vector<gpu::Variant> variants,
                                         const std::vector<gpu::Variant>& others) {
    variants.insert(variants.end(), others.begin(), others.end());
    std::vector<Options> all;
    for (const gpu::Variant& variant : variants)
      all.push_back(gpu::to_options(variant));
    return all;
  }

  /// Whether the program has a place for the mistake, before it is compiled. Errors NOT_APPLICABLE and those of the question.
  Expected<void> has_place(const Question& question, const gpu::Variant& variant) const {
    BINDPOSE_TRY(auto text,
                 skinner_.shader_source(*question.algorithm, question.arrays, question.options, variant));
    if (with_mistake(*mistake_, std::move(text))) return {};
    return fail("NOT_APPLICABLE", std::string(mistake_->id), "the program has no place for the mistake");
  }

  SubjectSpec spec_;
  std::unique_ptr<Device> device_;
  Skinner skinner_;
  SubjectInfo card_;
  mutable std::map<std::pair<const Algorithm*, Level>, std::vector<gpu::Variant>>
      matching_;                           ///< asked for often
  const ShaderDefect* mistake_ = nullptr;  ///< made in every program, on purpose
};

std::string option_or(const SubjectSpec& spec, const char* key, const char* otherwise) {
  const auto found = spec.options.find(key);
  return found == spec.options.end() ? otherwise : found->second;
}

/// Error SUBJECT_SYNTAX for a mistake that is not registered.
Expected<void> check_mistake(const SubjectSpec& spec) {
  const auto mistake = spec.options.find("mistake");
  if (mistake == spec.options.end() || find_shader_defect(mistake->second) != nullptr) return {};
  return fail("SUBJECT_SYNTAX", to_string(spec),
              fmt::format("no mistake '{}' of shaders is registered; `bindpose list --mistakes` names all",
                          printable(mistake->second)));
}

/// One of two words, the first where the option is not there. Error SUBJECT_SYNTAX.
Expected<bool> is_second(const SubjectSpec& spec, const char* key, const char* first, const char* second) {
  const std::string word = option_or(spec, key, first);
  if (word == first || word == second) return word == second;
  return fail("SUBJECT_SYNTAX", to_string(spec), fmt::format("{} is {} or {}", key, first, second));
}

/// Nothing unless the option asks for it.
Expected<gpu::DeviceCard> card_of(const SubjectSpec& spec, gpu::Probe&& probe) {
  if (!spec.options.contains("card")) return gpu::DeviceCard();
  return gpu::device_card(probe);
}

/// What the subject's options say of every variant; of what they leave open what such a device delivers.
gpu::Variant pinned_variant(const SubjectSpec& spec, const char* capture = "compute",
                            const char* frames = "ssbo") {
  return {.formulation = {},
          .palette = option_or(spec, "palette", "ubo"),
          .capture = option_or(spec, "capture", capture),
          .form = {},
          .frames = option_or(spec, "frames", frames),
          .vertices = option_or(spec, "vertices", "interleaved"),
          .draw = option_or(spec, "draw", "arrays"),
          .feedback = option_or(spec, "feedback", "interleaved")};
}

/// Error SUBJECT_SYNTAX for a value that no variant has: who asked for it would be asked something else.
Expected<void> check_variant(const SubjectSpec& spec) {
  for (const gpu::VariantKey& key : gpu::variant_keys()) {
    const auto asked = spec.options.find(std::string(key.name));
    if (asked != spec.options.end() && std::ranges::find(key.values, asked->second) == key.values.end())
      return fail("SUBJECT_SYNTAX", to_string(spec),
                  fmt::format("{} is one of {}", key.name, fmt::join(key.values, ", ")));
  }
  BINDPOSE_CHECK(is_second(spec, "variants", "some", "all"));
  return check_formulation(spec);
}

/// What such a device may be asked for. Error SUBJECT_SYNTAX.
Expected<void> check_options(const SubjectSpec& spec, const std::vector<std::string_view>& keys) {
  BINDPOSE_CHECK(check_keys(spec, keys));
  BINDPOSE_CHECK(check_mistake(spec));
  return check_variant(spec);
}

template <class Device>
Expected<std::unique_ptr<DeviceSubject>> open_kernel(const SubjectSpec& spec, gpu::Api api) {
  BINDPOSE_CHECK(check_options(spec, {"palette", "capture", "formulation", "form", "frames", "vertices",
                                      "variants", "mistake", "contraction", "card"}));
  if (!gpu::KernelSkinner::delivers(pinned_variant(spec)))
    return fail("SUBJECT_SYNTAX", to_string(spec), gpu::computes_from_buffers_alone);
  BINDPOSE_TRY(const bool is_contracted, is_second(spec, "contraction", "off", "on"));
  BINDPOSE_TRY(const auto request, gpu::parse_numbered_device(api, spec.target));
  BINDPOSE_TRY(auto device, Device::open(request));
  const auto contracted = is_contracted ? gpu::Contraction::on : gpu::Contraction::off;
  BINDPOSE_TRY(const auto card, card_of(spec, gpu::KernelProbe(*device, contracted)));
  auto subject = std::make_unique<GpuSubject<Device, gpu::KernelSkinner>>(spec, std::move(device), card);
  subject->skinner().contraction = contracted;
  return subject;
}

Expected<std::unique_ptr<DeviceSubject>> open_gpu(const SubjectSpec& spec) {
  BINDPOSE_CHECK(
      check_options(spec, {"api", "version", "precision", "program", "palette", "capture", "formulation",
                           "form", "frames", "vertices", "draw", "feedback", "variants", "mistake", "card"}));
  BINDPOSE_TRY(const bool is_medium, is_second(spec, "precision", "highp", "mediump"));
  BINDPOSE_TRY(const bool from_binary, is_second(spec, "program", "compiled", "binary"));
  BINDPOSE_TRY(const auto request, device_of(spec));
  BINDPOSE_TRY(auto context, gpu::Context::open(request));
  BINDPOSE_TRY(const auto card, card_of(spec, gpu::GlProbe(*context)));
  auto subject = std::make_unique<GpuSubject<gpu::Context, gpu::Skinner>>(spec, std::move(context), card);
  if (is_medium) subject->skinner().hooks.precision = "mediump";
  subject->skinner().hooks.from_binary = from_binary;
  return subject;
}

Expected<std::unique_ptr<DeviceSubject>> open_vulkan(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_options(spec, {"program", "palette", "capture", "formulation", "form", "frames",
                                      "vertices", "variants", "mistake", "card"}));
  BINDPOSE_TRY(const bool from_cache, is_second(spec, "program", "compiled", "binary"));
  if (!gpu::VulkanSkinner::delivers(pinned_variant(spec)))
    return fail("SUBJECT_SYNTAX", to_string(spec), gpu::VulkanSkinner::undelivered);
  BINDPOSE_TRY(const auto request, gpu::parse_numbered_device(gpu::Api::vulkan, spec.target));
  BINDPOSE_TRY(auto device, gpu::VulkanDevice::open(request));
  BINDPOSE_TRY(const auto card, card_of(spec, gpu::VulkanProbe(*device)));
  auto subject =
      std::make_unique<GpuSubject<gpu::VulkanDevice, gpu::VulkanSkinner>>(spec, std::move(device), card);
  subject->skinner().hooks.from_binary = from_cache;
  return subject;
}

Expected<std::unique_ptr<DeviceSubject>> open_opencl(const SubjectSpec& spec) {
  return open_kernel<gpu::OpenClDevice>(spec, gpu::Api::opencl);
}

Expected<std::unique_ptr<DeviceSubject>> open_cuda(const SubjectSpec& spec) {
  return open_kernel<gpu::CudaDevice>(spec, gpu::Api::cuda);
}

Expected<std::unique_ptr<DeviceSubject>> open_webgl(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_options(spec, {"palette", "capture", "formulation", "form", "frames", "vertices",
                                      "draw", "feedback", "variants", "mistake", "card"}));
  if (!gpu::WebSkinner::delivers(pinned_variant(spec, "transform-feedback", "texture")))
    return fail("SUBJECT_SYNTAX", to_string(spec), gpu::WebSkinner::undelivered);
  BINDPOSE_TRY(const auto request, gpu::parse_web_device(spec.target));
  BINDPOSE_TRY(auto device, gpu::WebDevice::open(request));
  BINDPOSE_TRY(const auto card, card_of(spec, gpu::WebProbe(*device)));
  return std::make_unique<GpuSubject<gpu::WebDevice, gpu::WebSkinner>>(spec, std::move(device), card);
}

Expected<std::unique_ptr<DeviceSubject>> open_webgpu(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_options(spec, {"palette", "capture", "formulation", "form", "frames", "vertices",
                                      "variants", "mistake", "card"}));
  if (!gpu::WebGpuSkinner::delivers(pinned_variant(spec)))
    return fail("SUBJECT_SYNTAX", to_string(spec), gpu::computes_from_buffers_alone);
  BINDPOSE_TRY(const auto request, gpu::parse_web_device(spec.target, gpu::Api::webgpu));
  BINDPOSE_TRY(auto device, gpu::WebGpuDevice::open(request));
  BINDPOSE_TRY(const auto card, card_of(spec, gpu::WebGpuProbe(*device)));
  return std::make_unique<GpuSubject<gpu::WebGpuDevice, gpu::WebGpuSkinner>>(spec, std::move(device), card);
}

}  // namespace

Expected<gpu::DeviceRequest> device_of(const SubjectSpec& spec) {
  return gpu::parse_device(spec.target, option_or(spec, "api", ""), option_or(spec, "version", ""));
}

Expected<std::unique_ptr<DeviceSubject>> open_device(const SubjectSpec& spec) {
  if (spec.kind == "vulkan") return open_vulkan(spec);
  if (spec.kind == "webgl") return open_webgl(spec);
  if (spec.kind == "cuda") return open_cuda(spec);
  if (spec.kind == "webgpu") return open_webgpu(spec);
  return spec.kind == "opencl" ? open_opencl(spec) : open_gpu(spec);
}

}  // namespace bindpose::conformance
