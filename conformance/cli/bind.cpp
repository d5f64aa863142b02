// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cli/commands.h"
#include "conformance/report/binding_page.h"
#include "conformance/report/picture.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

struct BindOptions {
  std::string file, out, colours, pictures;
  std::vector<std::string> methods;
  std::size_t moments = 8;
};

std::string line_of(const BindingRow& row) {
  if (!row.refusal.empty()) return fmt::format("  {:<20} {}\n", row.method, row.refusal);
  std::string text = fmt::format("  {:<20} {:>8.3g} .. {:<6.4g} {:>9.2g}", row.method, row.sums.least,
                                 row.sums.most, row.sums.sum_error);
  const Departure& apart = row.apart;
  if (apart.size > 0)
    text += fmt::format(" {:>11.4g} {:>11.4g} {:>8.2f} %", apart.root_mean_square, apart.most,
                        100 * apart.root_mean_square / apart.size);
  text += fmt::format(" {:>8.2f}", row.seconds);
  if (row.sums.bare > 0) text += fmt::format("  {} vertices without weights", row.sums.bare);
  return text + "\n";
}

void print_head(const BindingTable& table) {
  say(stdout, "{}: {}, {}, {}\n", one_line(table.character), counted(table.vertices, "vertex"),
      counted(table.joints, "joint"), counted(table.clips, "clip"));
  fmt::print("  {:<20} {:<18} {:>9}{} {:>8}\n", "method", "weights", "sums off",
             table.clips == 0 ? "" : fmt::format(" {:>11} {:>11} {:>10}", "rms, m", "most, m", "of size"),
             "seconds");
}

/// A character, bound again by one method after the other.
class Binding {
 public:
  Binding(const Character& character, const std::string& from, const BindOptions& options)
      : character_(character), options_(options), table_{from,
                                                         character.mesh.vertex_count(),
                                                         character.pivots.size(),
                                                         character.clips,
                                                         options.moments,
                                                         {}} {}

  Expected<BindingTable> run() {
    print_head(table_);
    BINDPOSE_CHECK(take({"own", ""}, character_.own));
    for (const std::string& method : options_.methods)
      BINDPOSE_CHECK(bind_by(method));
    return std::move(table_);
  }

 private:
  Expected<void> bind_by(const std::string& method) {
    const auto start = std::chrono::steady_clock::now();
    const auto weights = bound_weights(character_, method);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    BindingRow row{method, weights ? "" : to_string(weights.error())};
    row.seconds = taken.count();
    return take(std::move(row), weights ? *weights : BoundWeights{});
  }

  /// Text and pictures of the weights.
  Expected<void> take(BindingRow row, const BoundWeights& weights) {
    if (row.refusal.empty()) row.sums = sums_of(weights);
    if (row.refusal.empty() && !are_valid(row.method, row.sums, sums_of(character_.own)))
      row.refusal = fmt::format("invalid weights: {:.3g} .. {:.3g}, sums are off by up to {:.3g}",
                                row.sums.least, row.sums.most, row.sums.sum_error);
    if (row.refusal.empty()) {
      row.apart = departure(character_, character_.own, weights);
      BINDPOSE_CHECK(write_colours(row, weights));
      BINDPOSE_CHECK(write_picture(row, weights));
    }
    say(stdout, "{}", line_of(row));
    std::fflush(stdout);
    table_.rows.push_back(std::move(row));
    return {};
  }

  std::filesystem::path file_of(const std::string& folder, const BindingRow& row,
                                std::string_view ending) const {
    return std::filesystem::path(folder) / fmt::format("{}-{}.{}", character_.name, row.method, ending);
  }

  /// FOLDER/skin0-bind.heat.glb: the mesh at rest, coloured by its joints' weights.
  Expected<void> write_colours(const BindingRow& row, const BoundWeights& weights) const {
    if (options_.colours.empty()) return {};
    BINDPOSE_TRY(const auto colours, shown_colours(weights));
    gltf::WrittenMesh mesh = gltf::written_mesh(character_.name, character_.mesh);
    mesh.colours = colours;
    return write_file(file_of(options_.colours, row, "glb"), std::string_view(gltf::to_glb({mesh})));
  }

  /// Writes FOLDER/skin0-bind.heat.png and pictures of the page, which are omitted if drawing fails.
  Expected<void> write_picture(BindingRow& row, const BoundWeights& weights) {
    if (row.method == "own" || (options_.pictures.empty() && options_.out.empty())) return {};
    const auto file = file_of(options_.pictures.empty() ? options_.out : options_.pictures, row, "png");
    BINDPOSE_TRY(Picture picture, picture_of_weights(character_, row.method, weights));
    const auto drawn = write_pictures({{std::move(picture), file}});
    if (!drawn && options_.pictures.empty()) {
      say(stderr, "  no picture: {}\n", to_string(drawn.error()));
      return {};
    }
    BINDPOSE_CHECK(drawn);
    if (options_.out.empty()) return {};
    BINDPOSE_TRY(row.picture, read_text(file, most_picture_bytes));
    return {};
  }

  static constexpr std::uintmax_t most_picture_bytes = std::uintmax_t{1} << 26;

  const Character& character_;
  const BindOptions& options_;
  BindingTable table_;
};

/// Binds every skin of a file. Error NO_SKIN.
Expected<std::vector<BindingTable>> bind_skins(const std::shared_ptr<const gltf::Asset>& asset,
                                               const BindOptions& options) {
  std::vector<BindingTable> tables;
  for (Drawable& each : drawables(*asset)) {
    if (!each.skinned || each.is_repeated) continue;
    const auto skin = std::make_shared<const Drawable>(std::move(each));
    BINDPOSE_TRY(const Character character, character_of(asset, skin, options.moments));
    const std::string from = fmt::format("{} {}", clean_line(asset->path), skin->name);
    BINDPOSE_TRY(BindingTable table, Binding(character, from, options).run());
    tables.push_back(std::move(table));
  }
  if (tables.empty()) return fail("NO_SKIN", asset->path, "the file has no skin to bind again");
  return tables;
}

Expected<void> make_folders(const BindOptions& options) {
  for (const std::string& folder : {options.out, options.colours, options.pictures})
    if (!folder.empty()) BINDPOSE_CHECK(make_folder(folder));
  return {};
}

/// Writes FOLDER/bind.json and bind.html. Returns the exit code.
Expected<int> conclude(const std::vector<BindingTable>& tables, const BindOptions& options) {
  if (!options.out.empty()) {
    const std::filesystem::path folder = options.out;
    BINDPOSE_CHECK(write_file(folder / "bind.json", std::string_view(json_text(binding_json(tables)))));
    BINDPOSE_CHECK(write_file(folder / "bind.html", binding_page(tables)));
    fmt::print("{} shows this as a page\n", clean_line((folder / "bind.html").string()));
  }
  const auto gave = [](const BindingRow& row) { return row.method != "own" && row.refusal.empty(); };
  const auto any = [&gave](const BindingTable& table) { return std::ranges::any_of(table.rows, gave); };
  return std::ranges::any_of(tables, any) ? 0 : 1;
}

/// Keeps the first occurrence of each method.
std::vector<std::string> without_repeats(const std::vector<std::string>& methods) {
  std::vector<std::string> once;
  for (const std::string& method : methods)
    if (std::ranges::find(once, method) == once.end()) once.push_back(method);
  return once;
}

Expected<int> run_bind(BindOptions options) {
  options.methods = without_repeats(options.methods);
  for (const std::string& method : options.methods)
    BINDPOSE_CHECK(find_bind_method(method));
  if (options.methods.empty())
    for (const std::string_view method : bind_methods())
      options.methods.emplace_back(method);
  if (options.file.empty()) {
    BINDPOSE_CHECK(make_folders(options));
    BINDPOSE_TRY(const Character figure, built_in_figure(options.moments));
    BINDPOSE_TRY(BindingTable table, Binding(figure, "the built-in figure", options).run());
    return conclude({std::move(table)}, options);
  }
  auto loaded = gltf::load(options.file);
  if (!loaded) return refuse_asset(loaded.error());
  print_warnings(options.file, *loaded);
  BINDPOSE_CHECK(make_folders(options));
  BINDPOSE_TRY(const auto tables,
               bind_skins(std::make_shared<const gltf::Asset>(std::move(*loaded)), options));
  return conclude(tables, options);
}

}  // namespace

void add_bind_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BindOptions>();
  CLI::App* bind =
      app.add_subcommand("bind", "Bind a character again by each method and compare with its own weights");
  bind->add_option("FILE", options->file, "A .gltf or .glb file; without it the built-in figure");
  bind->add_option("--method", options->methods,
                   fmt::format("One of {}; default: each", fmt::join(bind_methods(), ", ")));
  bind->add_option("--moments", options->moments,
                   "Moments of each clip at which both surfaces are posed and compared")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  bind->add_option("--out", options->out,
                   "Folder for bind.html, the table with a picture of each method, and bind.json");
  bind->add_option(
      "--colours", options->colours,
      "Folder for a .glb of each method: joints have colours, vertices the blend of their joints' colours");
  bind->add_option("--pictures", options->pictures,
                   "Folder for a .png of each method: the character's own weights and the method's, in joint "
                   "colours; and the distance between the two surfaces, on a colour scale");
  bind->footer(
      "The table describes the weights, and the distance of each surface from the one by "
      "the character's own weights, with linear blending. weights.smooth starts from its "
      "own weights, weights.direct from the vertex positions that these give at four moments.\n"
      "Pictures are drawn on the best OpenGL device here.\n"
      "Exit code: 0 bound, 1 the file is not valid, or no method has weights for it, "
      "2 any other error.\n"
      "Examples: bindpose bind\n"
      "          bindpose bind hero.glb --method bind.heat --out bound");
  bind->callback([options, &exit_code] { exit_code = done(run_bind(*options)); });
}

}  // namespace bindpose::conformance
