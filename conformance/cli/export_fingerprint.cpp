// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/export_fingerprint.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cache/sha256.h"
#include "conformance/cache/tree.h"
#include "conformance/cases/cases.h"
#include "conformance/cli/case_choice.h"
#include "conformance/cli/commands.h"
#include "conformance/report/page_content.h"
#include "conformance/subjects/exchange.h"
#include "conformance/subjects/files_subject.h"
#include "reference/algorithms.h"
#include "reference/io/document_limits.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 32;
constexpr std::uintmax_t longest_record = 1024;  // bytes
/// Limit of all assets together: hashing them takes half a minute.
constexpr TreeSize most_assets = {.bytes = std::uintmax_t{16} << 30, .entries = 1'000'000, .levels = 100};

/// Plain files below assets, by their paths in the folder, in order.
std::vector<std::string> asset_files(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder / "assets", error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_regular_file(error)) names.push_back(entry->path().lexically_relative(folder).string());
  std::ranges::sort(names);
  return names;
}

bool is_fingerprint(std::string_view text) {
  const auto is_of = [](std::string_view part, std::string_view characters) {
    return !part.empty() && part.find_first_not_of(characters) == std::string_view::npos;
  };
  const std::size_t dash = std::min(text.find('-'), text.size());
  return is_of(text.substr(0, dash), "0123456789") && text.size() == dash + 1 + digits &&
         is_of(text.substr(dash + 1), "0123456789abcdef");
}

/// The fingerprint of a folder, in a file, or given as text.
Expected<std::string> named_fingerprint(const std::string& exported) {
  std::error_code error;
  if (fs::is_directory(exported, error)) return export_fingerprint(exported);
  std::string text = exported;
  if (fs::is_regular_file(exported, error)) {
    BINDPOSE_TRY(text, read_text(exported, longest_record));
    text.resize(std::min(text.find_last_not_of(" \r\n") + 1, text.size()));
  }
  if (is_fingerprint(text)) return text;
  return fail("ARGUMENT", "--against",
              "expected the folder that was exported, or the fingerprint that 'bindpose export' printed");
}

}  // namespace

Expected<std::string> export_fingerprint(const fs::path& folder) {
  BINDPOSE_TRY(const auto text, read_text(folder / "questions.json", limits::questions.most));
  BINDPOSE_TRY(const auto index, parse_export(text, folder));
  if (const auto small = require_size(folder / "assets", most_assets); !small)
    return fail("FILE_SIZE", (folder / "assets" / small.error().where).string(), small.error().message);
  Sha256 hash;
  hash.add(text);
  for (const std::string& name : asset_files(folder)) {
    BINDPOSE_TRY(const std::string content, sha256_of_file(folder / name));
    hash.add(name).add(content);
  }
  return fmt::format("{}-{}", index.cases.size(), hash.name().substr(0, digits));
}

Expected<void> require_as_exported(const fs::path& folder, const std::string& exported) {
  BINDPOSE_TRY(const std::string was, named_fingerprint(exported));
  BINDPOSE_TRY(const std::string is, export_fingerprint(folder));
  if (is == was) return {};
  return fail(
      "EXPORT_CHANGED", folder.string(),
      fmt::format(
          "its inputs have the fingerprint {}, the exported ones had {}; put questions.json and assets "
          "back as they were exported",
          is, was));
}

namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string folder, record;
  std::vector<std::string> globs, assets, accept;
};

/// Copies each asset into its own folder below this one, and returns the paths.
Expected<std::vector<std::string>> bring_assets(const ExportOptions& options) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < options.assets.size(); ++i) {
    const fs::path file = options.assets[i];
    const fs::path own = fs::path("assets") / std::to_string(i);
    BINDPOSE_CHECK(copy_asset(file, options.folder, own));
    paths.push_back((own / file.filename()).string());
  }
  return paths;
}

bool is_convention(const std::string& policy) {
  return std::ranges::any_of(algorithms(), [&policy](const Algorithm& algorithm) {
    const OptionSpec* spec = find_option(algorithm.implementation.declaration.options, policy);
    return spec != nullptr && spec->only_declared;
  });
}

/// Error ARGUMENT for a folder or file without a fingerprint.
Expected<AcceptedDeviations> conventions_in(const std::vector<std::string>& accept) {
  BINDPOSE_TRY(AcceptedDeviations terms, accepted_deviations_of(accept));
  if (!terms.classes.empty())
    return fail("ARGUMENT", "--accept " + to_string(terms.classes),
                "a precision class changes no input: name it to 'bindpose judge'");
  for (const auto& [policy, values] : terms.policies)
    if (!is_convention(policy))
      return fail("ARGUMENT", "--accept " + policy,
                  "is not a convention of engines: each case sets its other policies itself; "
                  "capabilities.json in the folder says which of them you implement");
  return terms;
}

/// The exported cases; warns of globs that match none.
std::vector<Case> choose(std::vector<Case> cases, const ExportOptions& options,
                         const AcceptedDeviations& terms) {
  std::vector<std::string> names;
  std::ranges::transform(cases, std::back_inserter(names), &Case::name);
  warn_of_idle_globs("--filter", options.globs, names);
  const NameGlobs globs(options.globs);
  std::erase_if(cases, [&](const Case& c) { return !is_asked(c, terms) || !globs.choose(c.name); });
  return cases;
}

Expected<int> run_export(const ExportOptions& options) {
  BINDPOSE_TRY(const auto paths, bring_assets(options));
  print_notes_on_globs(options.globs);
  BINDPOSE_TRY(const AcceptedDeviations terms, conventions_in(options.accept));
  std::vector<Case> cases = built_in_cases();
  std::vector<AssetReport> reports;
  std::vector<std::string> copies;
  for (const std::string& path : paths)
    copies.push_back((fs::path(options.folder) / path).string());
  // An invalid asset loses its own cases only; the exit code reports it.
  const CaseFilter wanted = [globs = NameGlobs(options.globs)](const std::string& name) {
    return globs.choose(name);
  };
  const int good = load_assets(copies, cases, reports, {}, wanted) ? 0 : 1;
  std::vector<std::string> read;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (reports[i].error.empty()) read.push_back(paths[i]);
  cases = choose(std::move(cases), options, terms);
  if (cases.empty()) {
    fmt::print(stderr, "bindpose: no case matches; see 'bindpose list --cases'\n");
    return 3;
  }
  BINDPOSE_TRY(const auto written, export_questions(options.folder, cases, read));
  BINDPOSE_TRY(const auto fingerprint, export_fingerprint(options.folder));
  if (!options.record.empty())
    BINDPOSE_CHECK(write_file(options.record, std::string_view(fingerprint + "\n")));
  fmt::print(
      "{} inputs in {} ({:.1f} MB), fingerprint {}\n"
      "Keep the fingerprint. Write each output to its output path, then: bindpose judge {} --against {}\n",
      written.questions, clean_line(options.folder), static_cast<double>(written.bytes) * 1e-6, fingerprint,
      shell_word(options.folder), fingerprint);
  return good;
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write inputs as files, for a subject on another machine");
  command->add_option("FOLDER", options->folder, "The folder to write; its questions.json lists them")
      ->required();
  command->add_option("--filter", options->globs, "Only cases whose names match one of these globs");
  command->add_option("--asset", options->assets, "Also export inputs about a .gltf or .glb file");
  command->add_option("--accept", options->accept,
                      "POLICY=VALUE: also the cases with this convention of engines");
  command->add_option("--record", options->record,
                      "A file for the fingerprint of the inputs, which 'bindpose judge --against' reads");
  command->footer(
      "Exit code: 0 written, 1 written without an asset that is not valid, 2 error, 3 no case matches.\n"
      "Example: bindpose export inputs --filter '*.linear_blend.*.palette.*'");
  command->callback([options, &exit_code] { exit_code = done(run_export(*options)); });
}

}  // namespace bindpose::conformance
