// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/same/same_report.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

struct SameOptions {
  std::string before, after, within = "1mm,0.5deg", out;
  bool json = false;
};

struct Unit {
  std::string_view name;
  double factor;
  bool is_angle;
};
constexpr Unit units[] = {{"mm", 1e-3, false},
                          {"cm", 1e-2, false},
                          {"m", 1, false},
                          {"deg", same::one_degree, true},
                          {"rad", 1, true}};

/// Reads "1mm,0.5deg". Error ARGUMENT.
Expected<same::Limits> limits_from(const std::string& text) {
  const auto refuse = [&] {
    return fail("ARGUMENT", fmt::format("--within '{}'", printable(text)),
                "expected a length in mm, cm or m, an angle in deg or rad, or both: 1mm,0.5deg");
  };
  same::Limits limits;
  std::string_view rest = text;
  while (true) {
    const std::string_view part = rest.substr(0, rest.find(','));
    double number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    const std::string_view name(end, static_cast<std::size_t>(part.data() + part.size() - end));
    const auto* const unit = std::ranges::find(units, name, &Unit::name);
    if (error != std::errc() || unit == std::end(units) || !(number >= 0) || !std::isfinite(number))
      return refuse();
    (unit->is_angle ? limits.radians : limits.metres) = number * unit->factor;
    if (part.size() == rest.size()) return limits;
    rest.remove_prefix(part.size() + 1);
  }
}

Expected<void> write_reports(const same::Differences& differences, const std::string& folder) {
  BINDPOSE_CHECK(make_folder(folder));
  BINDPOSE_CHECK(write_file(fs::path(folder) / "same.json", std::string_view(same::same_json(differences))));
  BINDPOSE_CHECK(write_file(fs::path(folder) / "junit.xml", std::string_view(same::same_junit(differences))));
  BINDPOSE_CHECK(write_file(fs::path(folder) / "same.html", std::string_view(same::same_page(differences))));
  return write_file(fs::path(folder) / "same.md", std::string_view(same::same_markdown(differences)));
}

/// The exit code of a file that cannot be read: 2, since there is nothing to compare.
int refuse_file(const gltf::Refusal& refusal) {
  refuse_asset(refusal);
  return 2;
}

Expected<int> run_same(const SameOptions& options) {
  BINDPOSE_TRY(const same::Limits within, limits_from(options.within));
  std::shared_ptr<const gltf::Asset> assets[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& file = i == 0 ? options.before : options.after;
    auto loaded = gltf::load(file);
    if (!loaded) return refuse_file(loaded.error());
    if (!options.json) print_warnings(file, *loaded);
    assets[i] = std::make_shared<const gltf::Asset>(std::move(*loaded));
  }
  BINDPOSE_TRY(const same::Differences found,
               same::differences(assets[0], assets[1], within, !options.out.empty()));
  // Without its files a comparison has no verdict.
  if (!options.out.empty()) BINDPOSE_CHECK(write_reports(found, options.out));
  if (options.json)
    fmt::print("{}", same::same_json(found));
  else
    say(stdout, "{}", same::same_text(found));
  if (!options.out.empty() && !options.json)
    say(stdout, "reports in {}: same.html same.json junit.xml same.md\n", one_line(options.out));
  return found.is_within() ? 0 : 1;
}

}  // namespace

void add_same_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<SameOptions>();
  CLI::App* verb =
      app.add_subcommand("same", "Compare a glTF file with a tool's rewritten file, pose by pose");
  verb->add_option("BEFORE", options->before, "A .gltf or .glb file")->required();
  verb->add_option("AFTER", options->after, "The file that an optimizer, compressor or exporter made of it")
      ->required();
  verb->add_option("--within", options->within,
                   "Largest displacement of a vertex and angle of a normal; default: 1mm,0.5deg");
  verb->add_option("--out", options->out, "Folder for same.html, same.json, junit.xml and same.md");
  verb->add_flag("--json", options->json, "For programs");
  verb->footer(
      "Poses both files at rest, at and between all keys of each clip, and at each morph target.\n"
      "Exit code: 0 within the limits and nothing is lost, 1 not, 2 bad input.\n"
      "Example: bindpose same hero.glb hero-packed.glb --within 0.1mm,1deg --out same");
  verb->callback([options, &exit_code] { exit_code = done(run_same(*options)); });
}

}  // namespace bindpose::conformance
