// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/gpu_subject.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shaders.h"
#include "gpu/backends/open.h"
#include "gpu/capture/capability_report.h"
#include "gpu/capture/self_check.h"
#include "gpu/capture/skinner.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

class GpuSubject : public DeviceSubject {
 public:
  /// The capability report is part of the device's description.
  GpuSubject(SubjectSpec spec, gpu::OpenDevice device, const gpu::CapabilityReport& report)
      : spec_(std::move(spec)), device_(std::move(device)), skinner_(*device_.backend) {
    for (const auto& [name, value] : report)
      report_["card." + name] = value;
    const auto defect = spec_.options.find("defect");
    if (defect == spec_.options.end()) return;
    defect_ = find_shader_defect(defect->second);
    skinner_.settings.edit = [this](const std::string& text) {
      return with_defect(*defect_, text).value_or(text);
    };
  }

  gpu::RunSettings& settings() { return skinner_.settings; }

  std::string name() const override { return name_of(spec_); }

  SubjectInfo info() const override {
    const gpu::DeviceInfo& device = device_.backend->info();
    SubjectInfo info = {{"vendor", device.vendor},
                        {"renderer", device.renderer},
                        {"version", device.version},
                        {"glsl", device.glsl_version},
                        {"device", to_string(device.opened)},
                        {"device_extensions", device.device_extensions},
                        {"software", device.software ? device.software_name : ""}};
    for (const auto& [limit, value] : device.limits)
      info["limit." + limit] = std::to_string(value);
    info.insert(report_.begin(), report_.end());
    return info;
  }

  Expected<void> self_test() override { return gpu::self_check(*device_.backend); }

  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    const std::vector<gpu::Variant>& all = matching_variants(algorithm, level);
    if (takes_all()) return options_of(all, other_paths(all));
    return options_of(gpu::covering(all, is_swapped(algorithm)), {});
  }

  /// The usual variant, and one variant of the covering array (every fourth time with a compute
  /// shader), with alternating formulations and forms. Algorithms start at different variants.
  std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level,
                                        std::size_t turn) const override {
    const std::vector<gpu::Variant>& all = matching_variants(algorithm, level);
    if (takes_all() || all.empty()) return variants(algorithm, level);
    const auto& [bodies, drawn, computed] = choices(algorithm, level);
    if (drawn.empty() && computed.empty())
      return variants(algorithm, level);  // the options leave no combinations
    const std::size_t place = 12 * rank_of(algorithm) + turn % turns();
    const bool computes = !computed.empty() && (drawn.empty() || place % 4 == 3);
    gpu::Variant next = drawn.empty() ? computed[place % computed.size()]
                        : computes    ? computed[place / 4 % computed.size()]
                                      : drawn[(place - place / 4) % drawn.size()];
    next.formulation = bodies[turn % bodies.size()].formulation;
    next.form = bodies[turn % bodies.size()].form;
    if (next == all.front()) return options_of({next}, {});
    return options_of({all.front(), next}, {});
  }
  std::size_t turns() const override { return 60; }

  Expected<Answer> run(const Question& question, const Options& variant) override {
    BINDPOSE_TRY(const auto chosen, gpu::variant_from_options(*question.algorithm, variant));
    if (defect_ != nullptr) BINDPOSE_CHECK(has_place(question, chosen));
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

  /// The number of algorithms with shaders before this one.
  static std::size_t rank_of(const Algorithm& algorithm) {
    const auto all = algorithms();
    return static_cast<std::size_t>(std::count_if(
        all.data(), &algorithm, [](const Algorithm& each) { return !gpu::levels(each).empty(); }));
  }

  /// For half of the algorithms, palette bindings use the other capture, so that all algorithms
  /// together cover both.
  static bool is_swapped(const Algorithm& algorithm) {
    return std::stoull(fnv1a64(algorithm.path()), nullptr, 16) % 2 == 1;
  }

  /// All variants that agree with the subject's options; none at levels without shaders.
  const std::vector<gpu::Variant>& matching_variants(const Algorithm& algorithm, Level level) const {
    const auto [known, is_new] = matching_.try_emplace({&algorithm, level});
    if (is_new) known->second = find_matching_variants(algorithm, level);
    return known->second;
  }

  /// The variants from which variants_in_turn() chooses.
  struct Choices {
    std::vector<gpu::Variant> bodies;           ///< formulations and forms
    std::vector<gpu::Variant> drawn, computed;  ///< the covering array, by capture
  };
  const Choices& choices(const Algorithm& algorithm, Level level) const {
    const auto [known, is_new] = choices_.try_emplace({&algorithm, level});
    if (!is_new) return known->second;
    const std::vector<gpu::Variant>& all = matching_variants(algorithm, level);
    auto& [bodies, drawn, computed] = known->second;
    bodies = gpu::by_other_bodies(all);
    for (gpu::Variant& variant : gpu::pairwise(
             all, spec_.options, [this](const gpu::Variant& each) { return skinner_.supports(each); }))
      (variant.capture == "compute" ? computed : drawn).push_back(std::move(variant));
    return known->second;
  }

  std::vector<gpu::Variant> find_matching_variants(const Algorithm& algorithm, Level level) const {
    const std::vector<Level> levels = gpu::levels(algorithm);
    if (std::find(levels.begin(), levels.end(), level) == levels.end()) return {};
    std::vector<gpu::Variant> all = gpu::supported_variants(algorithm, device_.backend->info().opened.api);
    std::erase_if(all, [this](const gpu::Variant& variant) {
      return matching({gpu::to_options(variant)}, spec_.options).empty();
    });
    return gpu::by_chosen_path(std::move(all), spec_.options).value_or(std::vector<gpu::Variant>{});
  }

  /// The first variant with other vertex layouts, draw calls and captures.
  std::vector<gpu::Variant> other_paths(const std::vector<gpu::Variant>& all) const {
    if (all.empty()) return {};
    std::vector<gpu::Variant> others = gpu::by_other_paths(all.front(), spec_.options);
    std::erase_if(others, [this](const gpu::Variant& variant) { return !skinner_.supports(variant); });
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

  /// Checks that the program has code for the defect, before it is compiled. Errors NOT_APPLICABLE,
  /// and from the input.
  Expected<void> has_place(const Question& question, const gpu::Variant& variant) const {
    BINDPOSE_TRY(auto text,
                 skinner_.shader_source(*question.algorithm, question.arrays, question.options, variant));
    if (with_defect(*defect_, std::move(text))) return {};
    return fail("NOT_APPLICABLE", std::string(defect_->id), "the program has no code for this defect");
  }

  SubjectSpec spec_;
  gpu::OpenDevice device_;
  gpu::Skinner skinner_;
  SubjectInfo report_;
  mutable std::map<std::pair<const Algorithm*, Level>, std::vector<gpu::Variant>> matching_;  ///< a cache
  mutable std::map<std::pair<const Algorithm*, Level>, Choices> choices_;                     ///< a cache
  const ShaderDefect* defect_ = nullptr;  ///< seeded into every program
};

std::string option_or(const SubjectSpec& spec, const char* key, const char* otherwise) {
  const auto found = spec.options.find(key);
  return found == spec.options.end() ? otherwise : found->second;
}

/// Error SUBJECT_SYNTAX for a defect that is not registered.
Expected<void> check_defect(const SubjectSpec& spec) {
  const auto defect = spec.options.find("defect");
  if (defect == spec.options.end() || find_shader_defect(defect->second) != nullptr) return {};
  return fail("SUBJECT_SYNTAX", to_string(spec),
              fmt::format("no defect '{}' of shaders is registered; `bindpose list --defects` names all",
                          printable(defect->second)));
}

/// True for the second of two words; the first word is the default. Error SUBJECT_SYNTAX.
Expected<bool> is_second(const SubjectSpec& spec, const char* key, const char* first, const char* second) {
  const std::string word = option_or(spec, key, first);
  if (word == first || word == second) return word == second;
  return fail("SUBJECT_SYNTAX", to_string(spec), fmt::format("{} is {} or {}", key, first, second));
}

/// A kind of device, with the defaults of its options.
struct Kind {
  std::string_view name;
  gpu::Api api;
  const char* capture = "compute";  ///< a capture that the API supports, as in a variant
  const char* frames = "ssbo";
};
constexpr Kind kinds[] = {{"gpu", gpu::Api::gl},
                          {"vulkan", gpu::Api::vulkan},
                          {"opencl", gpu::Api::opencl},
                          {"cuda", gpu::Api::cuda},
                          {"webgl", gpu::Api::webgl, "transform-feedback", "texture"},
                          {"webgpu", gpu::Api::webgpu}};

const Kind& kind_of(const SubjectSpec& spec) {
  const auto* const found = std::ranges::find(kinds, spec.kind, &Kind::name);
  return found == std::end(kinds) ? kinds[0] : *found;
}

std::vector<std::string_view> keys_of(gpu::Api api) {
  const bool is_gl = api == gpu::Api::gl, is_kernel = api == gpu::Api::opencl || api == gpu::Api::cuda;
  std::vector<std::string_view> keys;
  const auto add = [&keys](bool has, std::initializer_list<std::string_view> more) {
    if (has) keys.insert(keys.end(), more);
  };
  add(is_gl, {"api", "version", "precision", "upload"});
  add(is_gl || api == gpu::Api::vulkan, {"program"});
  add(true, {"palette", "capture", "formulation", "form", "frames", "vertices"});
  add(is_gl || api == gpu::Api::webgl, {"draw", "feedback"});
  add(true, {"variants", "defect"});
  add(is_kernel, {"contraction"});
  add(true, {"card"});
  return keys;
}

/// The values that the subject's options set for every variant, and the device's defaults for the others.
gpu::Variant pinned_variant(const SubjectSpec& spec, const Kind& kind) {
  return {.formulation = {},
          .palette = option_or(spec, "palette", "ubo"),
          .capture = option_or(spec, "capture", kind.capture),
          .form = {},
          .frames = option_or(spec, "frames", kind.frames),
          .vertices = option_or(spec, "vertices", "interleaved"),
          .draw = option_or(spec, "draw", "arrays"),
          .feedback = option_or(spec, "feedback", "interleaved"),
          .upload = option_or(spec, "upload", "padded")};
}

/// Error SUBJECT_SYNTAX for a value that no variant has, instead of another variant.
Expected<void> check_variant(const SubjectSpec& spec) {
  for (const gpu::VariantKey& key : gpu::variant_keys()) {
    const auto asked = spec.options.find(std::string(key.name));
    if (asked != spec.options.end() && std::ranges::find(key.values, asked->second) == key.values.end())
      return fail("SUBJECT_SYNTAX", to_string(spec),
                  fmt::format("{} is one of {}", key.name, fmt::join(key.values, ", ")));
  }
  if (option_or(spec, "variants", "some") != "some")  // "some" is the former name of pairwise
    BINDPOSE_CHECK(is_second(spec, "variants", "pairwise", "all"));
  return check_formulation(spec);
}

/// Checks the options of a device. Error SUBJECT_SYNTAX.
Expected<void> check_options(const SubjectSpec& spec, const Kind& kind) {
  BINDPOSE_CHECK(check_keys(spec, keys_of(kind.api)));
  BINDPOSE_CHECK(check_defect(spec));
  BINDPOSE_CHECK(check_variant(spec));
  if (gpu::supports(kind.api, pinned_variant(spec, kind))) return {};
  return fail("SUBJECT_SYNTAX", to_string(spec), gpu::supported_by(kind.api));
}

/// Suggests a similar device, "; did you mean 'gpu:surfaceless'?", among those without a number.
std::string similar_device(const SubjectSpec& spec) {
  std::vector<std::string> known;
  for (const std::string_view form : subject_forms())
    if (form.starts_with(spec.kind + ":") && !form.ends_with(":N")) known.emplace_back(form);
  return did_you_mean(fmt::format("{}:{}", spec.kind, spec.target), known);
}

}  // namespace

Expected<gpu::DeviceRequest> device_of(const SubjectSpec& spec) {
  return gpu::parse_device(spec.target, option_or(spec, "api", ""), option_or(spec, "version", ""));
}

Expected<std::unique_ptr<DeviceSubject>> open_device(const SubjectSpec& spec) {
  const Kind& kind = kind_of(spec);
  BINDPOSE_CHECK(check_options(spec, kind));
  BINDPOSE_TRY(const bool is_medium, is_second(spec, "precision", "highp", "mediump"));
  BINDPOSE_TRY(const bool from_binary, is_second(spec, "program", "compiled", "binary"));
  BINDPOSE_TRY(const bool is_contracted, is_second(spec, "contraction", "off", "on"));
  const auto named = kind.api == gpu::Api::gl ? device_of(spec) : gpu::parse_device_of(kind.api, spec.target);
  if (!named)
    return fail(named.error().code, named.error().where, named.error().message + similar_device(spec));
  const gpu::DeviceRequest request = *named;
  const auto contraction = is_contracted ? gpu::Contraction::on : gpu::Contraction::off;
  BINDPOSE_TRY(auto device, gpu::open_backend(request, contraction));
  gpu::CapabilityReport report;
  if (spec.options.contains("card")) {
    gpu::Probe probe(*device.backend);
    BINDPOSE_TRY(report, gpu::capability_report(probe));
  }
  auto subject = std::make_unique<GpuSubject>(spec, std::move(device), report);
  if (is_medium) subject->settings().precision = "mediump";
  subject->settings().from_binary = from_binary;
  return subject;
}

}  // namespace bindpose::conformance
