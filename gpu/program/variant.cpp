// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/variant.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/program/covering_array.h"
#include "gpu/program/embedded.h"
#include "gpu/program/palette_binding.h"
#include "gpu/program/palette_form.h"
#include "gpu/program/shader_function.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::array<std::string_view, 3> frame_bindings = {"texture", "ssbo", "attributes"};
constexpr std::array<std::string_view, 2> captures = {"transform-feedback", "compute"};
constexpr std::array<std::string_view, 2> uploads = {"padded", "exact"};

/// The formulations that a body distinguishes; one empty name for a body with only one.
std::vector<std::string> formulations(const Algorithm& algorithm, std::string_view body) {
  std::vector<std::string> offered;
  if (const OptionSpec* spec = find_option(algorithm.implementation.declaration.options, "formulation"))
    for (const std::string_view value : spec->values)
      if (mentions(body, option_macro("formulation", value))) offered.emplace_back(value);
  if (offered.empty()) offered.emplace_back();
  return offered;
}

Expected<std::string> one_of(const Options& options, const char* key,
                             std::span<const std::string_view> values) {
  const auto found = options.find(key);
  if (found == options.end()) return std::string(values.front());
  if (std::find(values.begin(), values.end(), found->second) != values.end()) return found->second;
  return fail("OPTION_VALUE", key,
              fmt::format("'{}', expected one of {}", found->second, fmt::join(values, ", ")));
}

/// The keys for reading, drawing and capturing vertices, and the variant's members for them.
struct PathKey {
  const char* name;
  std::string Variant::*member;
  std::span<const std::string_view> values;
};
constexpr std::array<PathKey, 3> path_keys = {{{"vertices", &Variant::vertices, vertex_storage_names},
                                               {"draw", &Variant::draw, draw_call_names},
                                               {"feedback", &Variant::feedback, feedback_use_names}}};

bool draws(const Variant& variant) {
  return variant.capture == captures.front();
}

bool is_path_chosen(const Options& options) {
  return std::ranges::any_of(path_keys, [&](const PathKey& key) { return options.contains(key.name); });
}

/// The value with the same index as the name.
template <class Way>
Way way_of(const std::string& name, std::span<const std::string_view> names) {
  return static_cast<Way>(std::find(names.begin(), names.end(), name) - names.begin());
}

VertexStorage storage_of(std::string_view name) {
  return way_of<VertexStorage>(std::string(name), vertex_storage_names);
}

/// True if a variant is possible: compute shaders draw nothing, and only the number formats of their records
/// can vary.
bool is_way_of(const Variant& variant, std::string_view value, const PathKey& key) {
  return draws(variant) || value == key.values.front() ||
         (key.member == &Variant::vertices && reads_records_so(storage_of(value)));
}

/// True if only the storage of numbers is chosen, which compute shaders also support.
bool is_only_storage_of_records(const Options& options) {
  return std::ranges::all_of(path_keys, [&](const PathKey& key) {
    const auto found = options.find(key.name);
    if (key.member != &Variant::vertices) return found == options.end();
    return found != options.end() && found->second != key.values.front() &&
           reads_records_so(storage_of(found->second));
  });
}

/// Reads the existing ones of these keys.
Expected<void> choose_path(Variant& variant, const Options& options) {
  for (const PathKey& key : path_keys) {
    const auto found = options.find(key.name);
    if (found == options.end()) continue;
    BINDPOSE_TRY(variant.*key.member, one_of(options, key.name, key.values));
    if (!is_way_of(variant, variant.*key.member, key))
      return fail(
          "NOT_SUPPORTED", key.name,
          "compute shaders draw nothing, and read vertices interleaved, narrow, integers or implicit");
  }
  return {};
}

/// Palette bindings per joint; one empty name for a body that reads nothing per joint.
std::vector<std::string> palette_bindings(const ShaderFunction& body) {
  if (!body.reads_joints()) return {""};
  return {palette_binding_names.begin(), palette_binding_names.end()};
}

/// Bindings of frames; one empty name for a body without frames.
std::vector<std::string> frames(const ShaderFunction& body) {
  if (!body.reads_frames()) return {""};
  return {frame_bindings.begin(), frame_bindings.end()};
}

std::vector<std::string> forms(const ShaderFunction& body) {
  return body.forms.empty() ? std::vector<std::string>{""} : body.forms;
}

bool holds(const std::vector<std::string>& values, const std::string& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The palette's form: the requested one if the shader function offers it, by default its first.
Expected<std::string> form_from_options(const Algorithm& algorithm, const ShaderFunction& body,
                                        const Options& options) {
  const auto asked = options.find("form");
  if (asked == options.end()) return forms(body).front();
  auto known = one_of(options, "form", palette_form_names);
  if (!known) return known;
  if (holds(body.forms, *known)) return known;
  return fail("NOT_SUPPORTED", "form",
              fmt::format("'{}', the GLSL of {} offers {}", *known, algorithm.path(),
                          body.forms.empty() ? "no choice" : fmt::format("{}", fmt::join(body.forms, ", "))));
}

/// The palette binding and the capture.
using Way = std::pair<std::string, std::string>;

/// Each palette binding once, with alternating captures; a single palette binding with each capture.
std::vector<Way> ways_of(const std::vector<Variant>& all, bool swapped) {
  std::vector<std::string> palettes, captured;
  const auto note = [](std::vector<std::string>& known, const std::string& value) {
    if (!holds(known, value)) known.push_back(value);
  };
  for (const Variant& variant : all) {
    note(palettes, variant.palette);
    note(captured, variant.capture);
  }
  std::vector<Way> ways;
  for (std::size_t i = 0; i < std::max(palettes.size(), captured.size()); ++i) {
    const std::size_t turn = i > 0 && swapped && palettes.size() > 1 ? i + 1 : i;
    ways.emplace_back(palettes[i % palettes.size()], captured[turn % captured.size()]);
  }
  return ways;
}

/// The first variant, and those that differ from it in one value; another palette binding or capture only if
/// `chosen` has it.
std::vector<Variant> departing_once(const std::vector<Variant>& all, const std::set<Way>& chosen) {
  std::vector<Variant> some;
  for (const Variant& variant : all) {
    const Variant& first = all.front();
    const Way way(variant.palette, variant.capture);
    const bool departs = way != Way(first.palette, first.capture);
    const int departures = (departs ? 1 : 0) + (variant.formulation != first.formulation ? 1 : 0) +
                           (variant.form != first.form ? 1 : 0) + (variant.frames != first.frames ? 1 : 0);
    if (departures <= 1 && (!departs || chosen.contains(way))) some.push_back(variant);
  }
  return some;
}

/// With all vertex layouts, draw calls and feedback modes, which by_other_paths() changes one at a time.
std::vector<Variant> by_every_path(const Variant& variant, const Options& chosen) {
  std::vector<Variant> all = {variant};
  for (const PathKey& key : path_keys) {
    if (chosen.contains(key.name)) continue;
    const std::vector<Variant> fewer = std::exchange(all, {});
    for (const std::string_view value : key.values)
      for (Variant each : fewer) {
        each.*key.member = value;
        const VertexStorage storage = path_of(each).vertices;
        const bool may_lack_numbers = storage == VertexStorage::narrow && variant.palette.empty();
        if (is_way_of(each, value, key) && !decodes_weights(storage) && !may_lack_numbers)
          all.push_back(std::move(each));
      }
  }
  return all;
}

Combination combination_of(const Variant& variant) {
  const auto place = [](const auto& names, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  const VertexPipeline path = path_of(variant);
  return {place(palette_binding_names, variant.palette),
          place(frame_bindings, variant.frames),
          place(captures, variant.capture),
          static_cast<std::size_t>(path.vertices),
          static_cast<std::size_t>(path.draw),
          static_cast<std::size_t>(path.feedback)};
}

}  // namespace

std::string_view embedded_function(const Algorithm& algorithm) {
  const std::string path = algorithm.path();
  for (const EmbeddedFunction& body : embedded_functions())
    if (body.path == path) return body.text;
  return {};
}

std::string option_macro(std::string_view option, std::string_view value) {
  return upper_case(fmt::format("{}_{}", option, value));
}

Options to_options(const Variant& variant) {
  Options options = {{"capture", variant.capture}};
  if (!variant.palette.empty()) options["palette"] = variant.palette;
  if (!variant.formulation.empty()) options["formulation"] = variant.formulation;
  if (!variant.form.empty()) options["form"] = variant.form;
  if (!variant.frames.empty()) options["frames"] = variant.frames;
  for (const PathKey& key : path_keys)
    if (variant.*key.member != key.values.front()) options[key.name] = variant.*key.member;
  if (variant.upload != uploads.front()) options["upload"] = variant.upload;
  return options;
}

Expected<Variant> variant_from_options(const Algorithm& algorithm, std::string_view text,
                                       const Options& options) {
  BINDPOSE_TRY(const auto body, read_shader_function(text));
  Variant variant;
  BINDPOSE_TRY(const auto palette, one_of(options, "palette", palette_binding_names));
  BINDPOSE_TRY(const auto capture, one_of(options, "capture", captures));
  BINDPOSE_TRY(const auto frames, one_of(options, "frames", frame_bindings));
  BINDPOSE_TRY(const auto form, form_from_options(algorithm, body, options));
  variant.palette = body.reads_joints() ? palette : "";
  variant.capture = capture;
  variant.form = form;
  variant.frames = body.reads_frames() ? frames : "";
  BINDPOSE_CHECK(choose_path(variant, options));
  BINDPOSE_TRY(variant.upload, one_of(options, "upload", uploads));

  const auto offered = formulations(algorithm, text);
  const auto asked = options.find("formulation");
  variant.formulation = asked == options.end() ? offered.front() : asked->second;
  if (holds(offered, variant.formulation)) return variant;
  const OptionSpec* spec = find_option(algorithm.implementation.declaration.options, "formulation");
  const bool known = spec != nullptr && std::find(spec->values.begin(), spec->values.end(),
                                                  variant.formulation) != spec->values.end();
  return fail(known ? "NOT_SUPPORTED" : "OPTION_VALUE", "formulation",
              fmt::format("'{}', the GLSL of {} offers {}", variant.formulation, algorithm.path(),
                          fmt::join(offered, ", ")));
}

Expected<Variant> variant_from_options(const Algorithm& algorithm, const Options& options) {
  const std::string_view text = embedded_function(algorithm);
  if (text.empty()) return fail("NOT_SUPPORTED", algorithm.path(), "the algorithm has no GLSL");
  return variant_from_options(algorithm, text, options);
}

const std::vector<VariantKey>& variant_keys() {
  const auto key = [](std::string_view name, std::string_view meaning, const auto& values) {
    return VariantKey{name, meaning, {values.begin(), values.end()}};
  };
  static const std::vector<VariantKey> all = {
      key("palette", "how joints reach the shader", palette_binding_names),
      key("form", "how the palette's transforms are stored", palette_form_names),
      key("frames", "how further inputs per vertex reach the shader", frame_bindings),
      key("capture", "how the shader runs and vertices are captured", captures),
      key("vertices", "how vertices are stored", vertex_storage_names),
      key("draw", "by which call they are drawn", draw_call_names),
      key("feedback", "how transform feedback is used", feedback_use_names),
      key("upload", "how large the buffers of inputs are", uploads)};
  return all;
}

std::vector<Variant> variants(const Algorithm& algorithm) {
  const std::string_view text = embedded_function(algorithm);
  std::vector<Variant> all;
  if (text.empty()) return all;
  const auto body = read_shader_function(text);
  if (!body) return {Variant{}};
  for (const std::string& formulation : formulations(algorithm, text))
    for (const std::string& form : forms(*body))
      for (const std::string& palette : palette_bindings(*body))
        for (const std::string& joint_binding : frames(*body))
          for (const std::string_view capture : captures)
            all.push_back({formulation, palette, std::string(capture), form, joint_binding});
  return all;
}

std::vector<Variant> covering(const std::vector<Variant>& all, bool swapped) {
  const std::vector<Way> ways = ways_of(all, swapped);
  return departing_once(all, {ways.begin(), ways.end()});
}

std::vector<Variant> by_other_bodies(const std::vector<Variant>& all) {
  std::vector<Variant> some;
  for (const Variant& variant : all) {
    const Variant& first = all.front();
    Variant usual = variant;
    usual.formulation = first.formulation;
    usual.form = first.form;
    if (usual == first && (variant.formulation == first.formulation || variant.form == first.form))
      some.push_back(variant);
  }
  return some;
}

std::vector<Variant> by_other_paths(const Variant& variant, const Options& chosen) {
  std::vector<Variant> others = by_every_path(variant, chosen);
  std::erase_if(others, [&variant](const Variant& other) {
    return std::ranges::count_if(
               path_keys, [&](const PathKey& key) { return other.*key.member != variant.*key.member; }) != 1;
  });
  return others;
}

std::vector<Variant> pairwise(const std::vector<Variant>& all, const Options& chosen,
                              const std::function<bool(const Variant&)>& is_supported) {
  std::vector<Variant> candidates;
  std::vector<Combination> combinations;
  for (const Variant& variant : all) {
    if (variant.formulation != all.front().formulation || variant.form != all.front().form) continue;
    for (Variant& each : by_every_path(variant, chosen)) {
      if (!is_supported(each)) continue;
      combinations.push_back(combination_of(each));
      candidates.push_back(std::move(each));
    }
  }
  // Most algorithms have the same combinations.
  static std::mutex mutex;
  static std::map<std::vector<Combination>, std::vector<std::size_t>> known;
  const std::lock_guard lock(mutex);
  const auto [array, is_new] = known.try_emplace(combinations);
  if (is_new) array->second = covering_array(combinations, 2);
  std::vector<Variant> some;
  for (const std::size_t place : array->second)
    some.push_back(std::move(candidates[place]));
  return some;
}

Expected<std::vector<Variant>> by_chosen_path(std::vector<Variant> all, const Options& options) {
  BINDPOSE_TRY(const auto upload, one_of(options, "upload", uploads));
  for (Variant& variant : all)
    variant.upload = upload;
  if (!is_path_chosen(options)) return all;
  std::erase_if(
      all, [&](const Variant& variant) { return !draws(variant) && !is_only_storage_of_records(options); });
  for (Variant& variant : all)
    BINDPOSE_CHECK(choose_path(variant, options));
  return all;
}

VertexPipeline path_of(const Variant& variant) {
  return {way_of<VertexStorage>(variant.vertices, vertex_storage_names),
          way_of<DrawCall>(variant.draw, draw_call_names),
          way_of<FeedbackUse>(variant.feedback, feedback_use_names)};
}

std::vector<Level> levels(const Algorithm& algorithm) {
  const std::string_view text = embedded_function(algorithm);
  if (text.empty()) return {};
  const auto body = read_shader_function(text);
  if (!body || body->reads_joints() || body->joints != JointUse::none) return {Level::palette};
  std::vector<Level> all = algorithm.levels;
  all.erase(std::remove(all.begin(), all.end(), Level::asset), all.end());
  return all;
}

Expected<std::vector<std::string>> option_macros(const Algorithm& algorithm, std::string_view body,
                                                 const Options& options) {
  std::vector<std::string> macros;
  // Also refuses undeclared options for an algorithm that declares none.
  for (const auto& [key, value] : options)
    if (find_option(algorithm.implementation.declaration.options, key) == nullptr)
      return fail("OPTION_UNKNOWN", key, fmt::format("{} has no such option", algorithm.path()));
  for (const OptionSpec& spec : algorithm.implementation.declaration.options) {
    const auto distinguished = [&](std::string_view value) {
      return mentions(body, option_macro(spec.name, value));
    };
    const auto asked = options.find(std::string(spec.name));
    const std::string_view value =
        asked == options.end() ? spec.values.front() : std::string_view(asked->second);
    if (std::find(spec.values.begin(), spec.values.end(), value) == spec.values.end())
      return fail("OPTION_VALUE", std::string(spec.name),
                  fmt::format("'{}', expected one of {}", value, fmt::join(spec.values, ", ")));
    if (distinguished(value))
      macros.push_back(option_macro(spec.name, value));
    else if (std::any_of(spec.values.begin(), spec.values.end(), distinguished))
      return fail("NOT_SUPPORTED", std::string(spec.name),
                  fmt::format("the GLSL of {} does not offer '{}'", algorithm.path(), value));
  }
  return macros;
}

}  // namespace bindpose::gpu
