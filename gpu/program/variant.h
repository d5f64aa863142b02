// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the ways to run one algorithm on a GPU with the same result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/program/palette_binding.h"
#include "gpu/program/vertex_pipeline.h"
#include "reference/model/algorithm.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

struct Variant {
  std::string formulation;      ///< a value of the algorithm's option "formulation"; empty: the first
  std::string palette = "ubo";  ///< palette binding: one of palette_binding_names
  std::string capture = "transform-feedback";  ///< "transform-feedback" or "compute"
  /// Form of the palette: "rows-3x4", "quaternion-translation", "dual-quaternion"; empty: the first offered.
  std::string form = {};
  /// Binding of FRAME_INPUTs: "texture", "ssbo" or "attributes"; empty: the body has none.
  std::string frames = {};
  // How vertices are read, drawn and captured: vertex_storage_names, draw_call_names and feedback_use_names; for
  // compute shaders only how they are read: interleaved, narrow, or with weights that the shader decodes.
  std::string vertices = std::string(vertex_storage_names.front());
  std::string draw = std::string(draw_call_names.front());
  std::string feedback = std::string(feedback_use_names.front());
  /// Size of the buffers of joints, vertices and frames: "padded", to sizes that serve many inputs, or
  /// "exact", to the data.
  std::string upload = "padded";

  bool operator==(const Variant&) const = default;
};

/// The keys "formulation", "palette", "form", "frames" (if there is one) and "capture"; "vertices", "draw",
/// "feedback" and "upload" if they are not the first.
Options to_options(const Variant& variant);

/// A key of a variant's options, and its allowed values.
struct VariantKey {
  std::string_view name;     ///< "palette"
  std::string_view meaning;  ///< such as "how the palette reaches the shader"
  std::vector<std::string_view> values;
};
/// All of them except "formulation", which has the values of the algorithm's own option.
const std::vector<VariantKey>& variant_keys();

/// Reads the same keys for the body `text`, by default the algorithm's own. Absent keys take the defaults;
/// other keys are ignored. Errors OPTION_VALUE; NOT_SUPPORTED for a formulation or a form that the GLSL does
/// not offer, and for a draw call of a compute shader; SHADER_COMPILE for GLSL that is not a body.
Expected<Variant> variant_from_options(const Algorithm& algorithm, std::string_view text,
                                       const Options& options);
Expected<Variant> variant_from_options(const Algorithm& algorithm, const Options& options);

/// Every variant that the algorithm's GLSL offers, with the first vertex layout, draw call and capture; none
/// without GLSL. A device may still lack a limit for some. GLSL without a shader function has one variant, so
/// that a run reports the error.
std::vector<Variant> variants(const Algorithm& algorithm);

/// Each formulation, form and frame binding once, with the first palette binding and capture; and each palette
/// binding once, with alternating captures; swapped: all except the first with the other capture.
std::vector<Variant> covering(const std::vector<Variant>& all, bool swapped = false);

/// The first variant, and variants that differ from it only in formulation, or only in joint format.
std::vector<Variant> by_other_bodies(const std::vector<Variant>& all);

/// The variant with another vertex layout, draw call or feedback, one at a time; a key in `chosen` stays.
/// Without joints, narrow storage is omitted, because there may be no narrow attribute. A compute shader,
/// which draws nothing, gets only narrow storage. No layout that decodes weights, because few inputs have
/// such weights.
std::vector<Variant> by_other_paths(const Variant& variant, const Options& chosen = {});
/// The number of these variants with joints, if nothing is chosen.
constexpr std::size_t other_path_count =
    vertex_storage_names.size() - decoding_storages + draw_call_names.size() + feedback_use_names.size() - 3;

/// A covering array of strength 2: variants with the first formulation and form that together have any two values
/// of palette, frames, capture, vertices, draw and feedback that can be combined. `chosen`: as in
/// by_other_paths().
std::vector<Variant> pairwise(const std::vector<Variant>& all, const Options& chosen,
                              const std::function<bool(const Variant&)>& is_supported);

/// Applies the keys "upload", "vertices", "draw" and "feedback" to the variants: to those that draw, or to all if
/// only a storage of compute shaders is chosen; without these keys, all stay unchanged. Error OPTION_VALUE.
Expected<std::vector<Variant>> by_chosen_path(std::vector<Variant> all, const Options& options);

/// How the variant's vertices are read, drawn and captured.
VertexPipeline path_of(const Variant& variant);

/// The levels that the GLSL can compute: palette level if it has inputs per joint, or if vertices name joints;
/// otherwise every level of the algorithm whose input is arrays. None without GLSL.
std::vector<Level> levels(const Algorithm& algorithm);

/// The GLSL of an algorithm; empty if it has none.
std::string_view embedded_function(const Algorithm& algorithm);

/// Macro that tells a shader function its option: "FORMULATION_ROWS_3X4" for "formulation" and "rows-3x4".
std::string option_macro(std::string_view option, std::string_view value);

/// The macros of every option that this shader function uses; values come from `options`, then from defaults.
/// Errors OPTION_UNKNOWN, OPTION_VALUE; NOT_SUPPORTED for a value that the body does not offer.
Expected<std::vector<std::string>> option_macros(const Algorithm& algorithm, std::string_view body,
                                                 const Options& options);

}  // namespace bindpose::gpu
