// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/variant.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/capture/embedded.h"

namespace bindpose::gpu {
namespace {

constexpr std::array<std::string_view, 2> palettes = {"ubo", "ssbo"};
constexpr std::array<std::string_view, 2> captures = {"transform-feedback", "compute"};

std::string_view body_of(const Algorithm& algorithm) {
  const std::string path = algorithm.path();
  for (const EmbeddedBody& body : embedded_bodies())
    if (body.path == path) return body.text;
  return {};
}

const OptionSpec* find_spec(const Algorithm& algorithm, std::string_view name) {
  for (const OptionSpec& spec : algorithm.implementation.options)
    if (spec.name == name) return &spec;
  return nullptr;
}

bool mentions(std::string_view body, const std::string& macro) {
  const auto continues = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = body.find(macro); at != std::string_view::npos; at = body.find(macro, at + 1)) {
    const std::size_t end = at + macro.size();
    if (end == body.size() || !continues(body[end])) return true;
  }
  return false;
}

/// The formulations that a body distinguishes; one empty name for a body that has a single one.
std::vector<std::string> formulations(const Algorithm& algorithm, std::string_view body) {
  std::vector<std::string> offered;
  if (const OptionSpec* spec = find_spec(algorithm, "formulation"))
    for (const std::string_view value : spec->values)
      if (mentions(body, option_macro("formulation", value))) offered.emplace_back(value);
  if (offered.empty()) offered.emplace_back();
  return offered;
}

template <std::size_t N>
Expected<std::string> one_of(const Options& options, const char* key,
                             const std::array<std::string_view, N>& values) {
  const auto found = options.find(key);
  if (found == options.end()) return std::string(values.front());
  if (std::find(values.begin(), values.end(), found->second) != values.end()) return found->second;
  return fail("OPTION_VALUE", key,
              fmt::format("'{}', expected one of {}", found->second, fmt::join(values, ", ")));
}

}  // namespace

std::string option_macro(std::string_view option, std::string_view value) {
  std::string macro = fmt::format("{}_{}", option, value);
  for (char& c : macro)
    c = std::isalnum(static_cast<unsigned char>(c)) != 0
            ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
            : '_';
  return macro;
}

Options to_options(const Variant& variant) {
  Options options = {{"palette", variant.palette}, {"capture", variant.capture}};
  if (!variant.formulation.empty()) options["formulation"] = variant.formulation;
  return options;
}

Expected<Variant> variant_from_options(const Algorithm& algorithm, const Options& options) {
  Variant variant;
  const auto palette = one_of(options, "palette", palettes);
  if (!palette) return tl::unexpected(palette.error());
  const auto capture = one_of(options, "capture", captures);
  if (!capture) return tl::unexpected(capture.error());
  variant.palette = *palette;
  variant.capture = *capture;

  const auto offered = formulations(algorithm, body_of(algorithm));
  const auto asked = options.find("formulation");
  variant.formulation = asked == options.end() ? offered.front() : asked->second;
  if (std::find(offered.begin(), offered.end(), variant.formulation) != offered.end()) return variant;
  const OptionSpec* spec = find_spec(algorithm, "formulation");
  const bool known = spec != nullptr && std::find(spec->values.begin(), spec->values.end(),
                                                  variant.formulation) != spec->values.end();
  return fail(known ? "NOT_SUPPORTED" : "OPTION_VALUE", "formulation",
              fmt::format("'{}', the GLSL of {} offers {}", variant.formulation, algorithm.path(),
                          fmt::join(offered, ", ")));
}

std::vector<Variant> variants(const Algorithm& algorithm) {
  const std::string_view body = body_of(algorithm);
  std::vector<Variant> all;
  if (body.empty()) return all;
  for (const std::string& formulation : formulations(algorithm, body))
    for (const std::string_view palette : palettes)
      for (const std::string_view capture : captures)
        all.push_back({formulation, std::string(palette), std::string(capture)});
  return all;
}

Expected<std::vector<std::string>> option_macros(const Algorithm& algorithm, std::string_view body,
                                                 const Options& options) {
  std::vector<std::string> macros;
  // Also refuses options that the algorithm does not declare, for an algorithm that declares none too.
  for (const auto& [key, value] : options)
    if (find_spec(algorithm, key) == nullptr)
      return fail("OPTION_UNKNOWN", key, fmt::format("{} has no such option", algorithm.path()));
  for (const OptionSpec& spec : algorithm.implementation.options) {
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
