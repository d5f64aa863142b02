// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/bound_mesh.h"
#include "conformance/cli/commands.h"
#include "reference/gltf/load.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/morph/shared/srgb.h"

namespace bindpose::conformance {
namespace {

struct BindOptions {
  std::string file, colours;
  std::vector<std::string> methods;
  std::size_t moments = 8;
};

/// A skin of a file, and the weights in hand.
struct BoundSkin {
  std::shared_ptr<const gltf::Asset> asset;
  std::shared_ptr<const Drawable> skin;
  std::string method;  ///< "own": the file's
  BoundWeights weights;
};

/// Finite, and at least 0.
bool is_valid(const WeightSums& sums) {
  return sums.least >= 0 && std::isfinite(sums.most) && std::isfinite(sums.sum_error);
}

std::string row_of(const BoundSkin& bound, const Departure& apart, double seconds) {
  const WeightSums sums = sums_of(bound.weights);
  std::string text = fmt::format("  {:<20} {:>8.3g} .. {:<6.4g} {:>9.2g}", bound.method, sums.least,
                                 sums.most, sums.sum_error);
  if (apart.moments > 0)
    text += fmt::format(" {:>11.4g} {:>11.4g} {:>8.2f} %", apart.root_mean_square, apart.most,
                        100 * apart.root_mean_square / apart.size);
  else if (!bound.asset->clips.empty())
    text += fmt::format(" {:>11} {:>11} {:>10}", "-", "-", "-");
  text += fmt::format(" {:>8.2f}", seconds);
  if (sums.bare > 0) text += fmt::format("  {} vertices without weights", sums.bare);
  return text + "\n";
}

std::uint8_t stored(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(morph::encoded(linear), 0.0, 1.0)));
}

/// FOLDER/skin0-bind.heat.glb: the mesh at rest, coloured by its joints' weights.
Expected<void> write_colours(const BoundSkin& bound, const std::string& folder) {
  BINDPOSE_TRY(const auto colours, colours_of(bound.weights));
  gltf::WrittenMesh mesh = gltf::written_mesh(bound.skin->name, bound.skin->rig.mesh);
  for (const Vec3<double>& colour : colours) {
    for (int c = 0; c < 3; ++c)
      mesh.colours.push_back(stored(colour[c]));
    mesh.colours.push_back(255);
  }
  const auto path = std::filesystem::path(folder) / fmt::format("{}-{}.glb", bound.skin->name, bound.method);
  return write_file(path.string(), std::string_view(gltf::to_glb({mesh})));
}

/// Whether the method gave weights.
Expected<bool> bind_by(BoundSkin bound, const BindOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto weights = bound_weights(*bound.asset, *bound.skin, bound.method);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (!weights) {
    fmt::print("  {:<20} {}\n", bound.method, to_string(weights.error()));
    return false;
  }
  bound.weights = std::move(*weights);
  if (const WeightSums sums = sums_of(bound.weights); !is_valid(sums)) {
    fmt::print("  {:<20} no valid weights: {:.3g} .. {:.3g}\n", bound.method, sums.least, sums.most);
    return false;
  }
  BINDPOSE_TRY(const auto apart, departure(bound.asset, bound.skin, bound.weights, options.moments));
  fmt::print("{}", row_of(bound, apart, taken.count()));
  std::fflush(stdout);
  if (!options.colours.empty()) BINDPOSE_CHECK(write_colours(bound, options.colours));
  return true;
}

/// How many methods gave weights.
Expected<std::size_t> bind_skin(const std::shared_ptr<const gltf::Asset>& asset,
                                const std::shared_ptr<const Drawable>& skin, const BindOptions& options) {
  fmt::print("{} {}: {} vertices, {} joints, {} clips\n", printable(asset->path), skin->name,
             skin->rig.mesh.vertex_count(), skin->joint_nodes.size(), asset->clips.size());
  fmt::print("  {:<20} {:<18} {:>9}{} {:>8}\n", "method", "weights", "sums off",
             asset->clips.empty() ? "" : fmt::format(" {:>11} {:>11} {:>10}", "rms, m", "most, m", "of size"),
             "seconds");
  BoundSkin bound{asset, skin, "own", own_weights(*skin)};
  fmt::print("{}", row_of(bound, {}, 0));
  if (!options.colours.empty()) BINDPOSE_CHECK(write_colours(bound, options.colours));
  std::size_t given = 0;
  for (const std::string& method : options.methods) {
    bound.method = method;
    BINDPOSE_TRY(const bool has_weights, bind_by(bound, options));
    given += has_weights ? 1 : 0;
  }
  return given;
}

Expected<int> run_bind(BindOptions options) {
  for (const std::string& method : options.methods)
    BINDPOSE_CHECK(find_bind_method(method));
  if (options.methods.empty())
    for (const std::string_view method : bind_methods())
      options.methods.emplace_back(method);
  auto loaded = gltf::load(options.file);
  if (!loaded) {
    fmt::print(stderr, "{}\n", gltf::to_string(loaded.error()));
    return 1;
  }
  const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
  if (!options.colours.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.colours, error);
    if (error) return fail("FILE_WRITE", printable(options.colours), error.message());
  }
  std::size_t skins = 0, given = 0;
  for (Drawable& each : drawables(*asset)) {
    if (!each.skinned) continue;
    ++skins;
    BINDPOSE_TRY(const std::size_t count,
                 bind_skin(asset, std::make_shared<const Drawable>(std::move(each)), options));
    given += count;
  }
  if (skins == 0) return fail("NO_SKIN", printable(asset->path), "the file has no skin to bind anew");
  return given > 0 ? 0 : 1;
}

}  // namespace

void add_bind_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BindOptions>();
  CLI::App* bind = app.add_subcommand("bind", "Bind a glTF file's skins anew, beside the file's own weights");
  bind->add_option("FILE", options->file, "A .gltf or .glb file")->required();
  bind->add_option("--method", options->methods,
                   fmt::format("One that binds: {}; default: each", fmt::join(bind_methods(), ", ")));
  bind->add_option("--moments", options->moments,
                   "Moments of each clip at which both surfaces are posed and compared")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  bind->add_option(
      "--colours", options->colours,
      "Folder for a .glb of each: joints have colours, vertices those of their joints by weight");
  bind->footer(
      "Weights are judged by themselves, and by how far linear blending then moves each vertex from\n"
      "where the file's own weights take it.\n"
      "Exit code: 0 bound, 1 the file is not valid, or no method has weights for it, 2 any other error.\n"
      "Example: bindpose bind hero.glb --method bind.heat --colours pictures");
  bind->callback([options, &exit_code] { exit_code = done(run_bind(*options)); });
}

}  // namespace bindpose::conformance
