// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/bound_mesh.h"
#include "conformance/cli/commands.h"
#include "conformance/report/weight_picture.h"
#include "reference/gltf/load.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

struct BindOptions {
  std::string file, colours, pictures;
  std::vector<std::string> methods;
  std::size_t moments = 8;
};

/// A character, and weights that a method gives it.
struct BoundCharacter {
  const Character& character;
  std::string method;  ///< "own": the artist's
  BoundWeights weights;
  Departure apart = {};
};

/// Finite, and at least 0.
bool is_valid(const WeightSums& sums) {
  return sums.least >= 0 && std::isfinite(sums.most) && std::isfinite(sums.sum_error);
}

std::string row_of(const BoundCharacter& bound, double seconds) {
  const WeightSums sums = sums_of(bound.weights);
  std::string text = fmt::format("  {:<20} {:>8.3g} .. {:<6.4g} {:>9.2g}", bound.method, sums.least,
                                 sums.most, sums.sum_error);
  const Departure& apart = bound.apart;
  if (apart.size > 0)
    text += fmt::format(" {:>11.4g} {:>11.4g} {:>8.2f} %", apart.root_mean_square, apart.most,
                        100 * apart.root_mean_square / apart.size);
  text += fmt::format(" {:>8.2f}", seconds);
  if (sums.bare > 0) text += fmt::format("  {} vertices without weights", sums.bare);
  return text + "\n";
}

std::string file_name(const BoundCharacter& bound, std::string_view ending) {
  return fmt::format("{}-{}.{}", bound.character.name, bound.method, ending);
}

/// FOLDER/skin0-bind.heat.glb: the mesh at rest, coloured by its joints' weights.
Expected<void> write_colours(const BoundCharacter& bound, const std::string& folder) {
  BINDPOSE_TRY(const auto colours, shown_colours(bound.weights));
  gltf::WrittenMesh mesh = gltf::written_mesh(bound.character.name, bound.character.mesh);
  mesh.colours = colours;
  const auto path = std::filesystem::path(folder) / file_name(bound, "glb");
  return write_file(path.string(), std::string_view(gltf::to_glb({mesh})));
}

/// Whether the method gave weights.
Expected<bool> bind_by(BoundCharacter bound, const BindOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto weights = bound_weights(bound.character, bound.method);
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
  bound.apart = departure(bound.character, bound.character.own, bound.weights);
  fmt::print("{}", row_of(bound, taken.count()));
  std::fflush(stdout);
  if (!options.colours.empty()) BINDPOSE_CHECK(write_colours(bound, options.colours));
  if (!options.pictures.empty()) {
    BINDPOSE_TRY(Picture picture, picture_of_weights(bound.character, bound.method, bound.weights));
    BINDPOSE_CHECK(write_pictures(
        {{std::move(picture), std::filesystem::path(options.pictures) / file_name(bound, "png")}}));
  }
  return true;
}

/// How many methods gave weights.
Expected<std::size_t> bind_character(const Character& character, const std::string& from,
                                     const BindOptions& options) {
  fmt::print("{}: {} vertices, {} joints, {} clips\n", from, character.mesh.vertex_count(),
             character.pivots.size(), character.clips);
  fmt::print("  {:<20} {:<18} {:>9}{} {:>8}\n", "method", "weights", "sums off",
             character.clips == 0 ? "" : fmt::format(" {:>11} {:>11} {:>10}", "rms, m", "most, m", "of size"),
             "seconds");
  BoundCharacter bound{character, "own", character.own, departure(character, character.own, character.own)};
  fmt::print("{}", row_of(bound, 0));
  if (!options.colours.empty()) BINDPOSE_CHECK(write_colours(bound, options.colours));
  std::size_t given = 0;
  for (const std::string& method : options.methods) {
    bound.method = method;
    BINDPOSE_TRY(const bool has_weights, bind_by(bound, options));
    given += has_weights ? 1 : 0;
  }
  return given;
}

/// The same of every skin of a file. Error NO_SKIN.
Expected<std::size_t> bind_skins(const std::shared_ptr<const gltf::Asset>& asset,
                                 const BindOptions& options) {
  std::size_t skins = 0, given = 0;
  for (Drawable& each : drawables(*asset)) {
    if (!each.skinned) continue;
    ++skins;
    const auto skin = std::make_shared<const Drawable>(std::move(each));
    BINDPOSE_TRY(const Character character, character_of(asset, skin, options.moments));
    BINDPOSE_TRY(
        const std::size_t count,
        bind_character(character, fmt::format("{} {}", printable(asset->path), skin->name), options));
    given += count;
  }
  if (skins == 0) return fail("NO_SKIN", printable(asset->path), "the file has no skin to bind anew");
  return given;
}

Expected<void> make_folders(const BindOptions& options) {
  for (const std::string& folder : {options.colours, options.pictures})
    if (!folder.empty()) BINDPOSE_CHECK(make_folder(folder));
  return {};
}

Expected<int> run_bind(BindOptions options) {
  for (const std::string& method : options.methods)
    BINDPOSE_CHECK(find_bind_method(method));
  if (options.methods.empty())
    for (const std::string_view method : bind_methods())
      options.methods.emplace_back(method);
  if (options.file.empty()) {
    BINDPOSE_CHECK(make_folders(options));
    BINDPOSE_TRY(const Character figure, built_in_figure(options.moments));
    BINDPOSE_TRY(const std::size_t given, bind_character(figure, "the built-in figure", options));
    return given > 0 ? 0 : 1;
  }
  auto loaded = gltf::load(options.file);
  if (!loaded) {
    fmt::print(stderr, "{}\n", gltf::to_string(loaded.error()));
    return 1;
  }
  BINDPOSE_CHECK(make_folders(options));
  BINDPOSE_TRY(const std::size_t given,
               bind_skins(std::make_shared<const gltf::Asset>(std::move(*loaded)), options));
  return given > 0 ? 0 : 1;
}

}  // namespace

void add_bind_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BindOptions>();
  CLI::App* bind = app.add_subcommand("bind", "Bind a character anew by each method, beside its own weights");
  bind->add_option("FILE", options->file, "A .gltf or .glb file; without it the built-in figure");
  bind->add_option("--method", options->methods,
                   fmt::format("One of {}; default: each", fmt::join(bind_methods(), ", ")));
  bind->add_option("--moments", options->moments,
                   "Moments of each clip at which both surfaces are posed and compared")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  bind->add_option(
      "--colours", options->colours,
      "Folder for a .glb of each: joints have colours, vertices those of their joints by weight");
  bind->add_option(
      "--pictures", options->pictures,
      "Folder for a .png of each: its own weights and the method's in the colours of joints, and in the "
      "colours of a scale how far apart they take the surface");
  bind->footer(
      "Weights are judged by themselves, and by how far linear blending then moves each\n"
      "vertex from where its own weights take it. weights.smooth starts from its own\n"
      "weights, weights.direct from where these take the vertices at four moments.\n"
      "Pictures are drawn on the best OpenGL device here.\n"
      "Exit code: 0 bound, 1 the file is not valid, or no method has weights for it,\n"
      "2 any other error.\n"
      "Examples: bindpose bind\n"
      "          bindpose bind hero.glb --method bind.heat --pictures pictures");
  bind->callback([options, &exit_code] { exit_code = done(run_bind(*options)); });
}

}  // namespace bindpose::conformance
