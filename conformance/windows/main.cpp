// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the program `bindpose` on Windows, with the verbs that start no process. Exit codes: see
// conformance/cli/commands.h; 2 for a verb that Windows does not support.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>
// After windows.h.
#include <shellapi.h>

#include "conformance/call/calls.h"
#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/cases.h"
#include "conformance/judge/accepted_deviations.h"
#include "conformance/report/failure_clusters.h"
#include "conformance/report/report.h"
#include "conformance/report/text.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/executor.h"
#include "conformance/run/name_failures.h"
#include "conformance/subjects/files_subject.h"
#include "reference/algorithms.h"
#include "reference/gltf/load.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/io/utf8_path.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

int refuse(const Error& error) {
  fmt::print(stderr, "bindpose: {}\n", shown_text(to_string(error)));
  return 2;
}

int done(const Expected<int>& code) {
  return code ? *code : refuse(code.error());
}

struct Choice {
  std::string folder, out, name;
  std::vector<std::string> globs, accept;
  bool cases = false;
};

std::vector<Case> chosen_cases(const Choice& choice) {
  const NameGlobs globs(choice.globs);
  std::vector<Case> cases = built_in_cases();
  std::erase_if(cases, [&globs](const Case& c) { return !globs.choose(c.name); });
  return cases;
}

int run_list(const Choice& choice) {
  if (choice.cases) {
    const std::vector<Case> cases = chosen_cases(choice);
    for (const Case& c : cases)
      fmt::print("{}\n", c.name);
    if (!cases.empty()) return 0;
    fmt::print(stderr, "bindpose: no case is chosen\n");
    return 2;
  }
  for (const Algorithm& algorithm : algorithms())
    fmt::print("{:<28} {:<40} {}\n", algorithm.id, algorithm.path(), algorithm.title);
  return 0;
}

Expected<int> run_explain(const Choice& choice) {
  BINDPOSE_TRY(const std::string text, explain_text(choice.name));
  fmt::print("{}", text);
  return 0;
}

Expected<int> run_export(const Choice& choice) {
  BINDPOSE_TRY(const AcceptedDeviations terms, accepted_deviations_of(choice.accept));
  std::vector<Case> cases = chosen_cases(choice);
  std::erase_if(cases, [&terms](const Case& c) { return !is_asked(c, terms); });
  if (cases.empty()) {
    fmt::print(stderr, "bindpose: no case matches; see 'bindpose list --cases'\n");
    return 3;
  }
  BINDPOSE_TRY(const auto written, export_questions(utf8_path(choice.folder), cases, {}));
  fmt::print("{} inputs in {} ({:.1f} MB)\n", written.questions, clean_line(choice.folder),
             static_cast<double>(written.bytes) * 1e-6);
  return 0;
}

/// Cases of an exported folder. Errors: QUESTION_UNKNOWN, ASSET.
Expected<std::vector<Case>> exported_cases(const ExportIndex& index, std::vector<AssetReport>& reports) {
  std::map<std::string, Case> known;
  for (const Case& c : built_in_cases())
    known.emplace(c.name, c);
  std::map<std::string, int> labels;
  for (const std::string& path : index.assets) {
    auto loaded = gltf::load(utf8_path(path));
    if (!loaded) return fail("ASSET", path, gltf::to_string(loaded.error()));
    const std::string word = case_word(utf8_path(path).stem().string());
    const int before = labels[word]++;
    AssetReport report{path, before == 0 ? word : fmt::format("{}-{}", word, before + 1), 0, {}, {}};
    const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
    report.warnings = asset->warnings;
    BINDPOSE_TRY(std::vector<Case> cases, asset_cases(asset, report.label));
    report.cases = cases.size();
    for (Case& c : cases)
      known.emplace(c.name, std::move(c));
    reports.push_back(std::move(report));
  }
  std::vector<Case> cases;
  for (const std::string& name : index.cases) {
    const auto found = known.find(name);
    if (found == known.end())
      return fail("QUESTION_UNKNOWN", printable(name),
                  "this version has no such case; export the inputs again with this version");
    cases.push_back(found->second);
  }
  return cases;
}

Expected<int> run_judge(const Choice& choice) {
  for (const std::string& text : choice.accept)
    if (text.find('=') != std::string::npos)
      return fail("ARGUMENT", "--accept " + text, "the export already chose the policies of each input");
  BINDPOSE_TRY(AcceptedDeviations terms, accepted_deviations_of(choice.accept));
  const fs::path out = choice.out.empty() ? fs::path() : fs::absolute(utf8_path(choice.out));
  // Below it, every path is ASCII.
  std::error_code error;
  fs::current_path(utf8_path(choice.folder), error);
  if (error) return fail("FILE_READ", choice.folder, error.message());
  BINDPOSE_TRY(const auto index, read_export("."));
  RunReport report;
  Suite suite;
  BINDPOSE_TRY(std::vector<Case> cases, exported_cases(index, report.assets));
  BINDPOSE_TRY(auto subject, open_files({"files", ".", {}, "files:" + choice.folder}));
  suite.add_subject(std::move(subject));
  suite.add_cases(std::move(cases));
  suite.accept(std::move(terms));
  suite.make_records();
  Executor executor(suite);
  executor.run_all();
  report.throughput.emplace_back();
  report.diagnoses.push_back(diagnose_and_name(suite, 0, [&executor] { return diagnose(executor, 0); }));
  constexpr const char* endings[] = {"PASS", "FAIL", "ERROR: the judge itself failed", "NOTHING RAN"};
  const int code = exit_code(suite, report);
  const std::string summary =
      job_summary(endings[code], verdicts_of(suite), {}, {}, diagnosis_texts(report.diagnoses.back()));
  fmt::print("{}", summary);
  if (choice.out.empty()) return code;
  BINDPOSE_CHECK(write_below(out, "summary.md", std::string_view(summary)));
  BINDPOSE_CHECK(write_below(out, "results.json", std::string_view(results_json(suite, report))));
  return code;
}

void add_verbs(CLI::App& app, const std::shared_ptr<Choice>& choice, int& exit_code) {
  const auto add = [&](const char* name, const char* what, Expected<int> (*run)(const Choice&)) {
    CLI::App* verb = app.add_subcommand(name, what);
    verb->callback([choice, run, &exit_code] { exit_code = done(run(*choice)); });
    return verb;
  };
  CLI::App* list =
      add("list", "List algorithms and cases", [](const Choice& c) -> Expected<int> { return run_list(c); });
  list->add_flag("--cases", choice->cases, "The names of the built-in cases, one per line");
  list->add_option("--filter", choice->globs, "Only cases whose names match one of these globs");
  CLI::App* explain =
      add("explain", "Explain an algorithm, a defect, a precision class or an option", &run_explain);
  explain->add_option("NAME", choice->name, "lbs, ibm-ignored, half-palette, normal_rule")->required();
  CLI::App* exporting = add("export", "Write inputs as files", &run_export);
  exporting->add_option("FOLDER", choice->folder, "The folder to write; its questions.json lists them")
      ->required();
  exporting->add_option("--filter", choice->globs, "Only cases whose names match one of these globs");
  exporting->add_option("--accept", choice->accept,
                        "POLICY=VALUE: also the cases that ask for this convention of engines");
  CLI::App* judge = add("judge", "Judge the outputs in an exported folder", &run_judge);
  judge->add_option("FOLDER", choice->folder, "As 'bindpose export' wrote it, here or on Linux")->required();
  judge->add_option("--out", choice->out, "Folder for results.json, summary.md");
  judge->add_option("--accept", choice->accept, "Also accept a precision class");
}

/// The words of the command line in UTF-8, the last one first.
std::vector<std::string> own_words() {
  int count = 0;
  const std::unique_ptr<LPWSTR, decltype(&::LocalFree)> words(
      ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
  std::vector<std::string> texts;
  for (int i = count - 1; i > 0; --i)
    texts.push_back(fs::path(words.get()[i]).string());
  return texts;
}

int run() {
  ::SetConsoleOutputCP(CP_UTF8);
  for (std::FILE* file : {stdout, stderr})
    ::_setmode(::_fileno(file), _O_BINARY);
  int exit_code = 0;
  CLI::App app{"The reference for character skinning, and a judge of outputs in files.", "bindpose"};
  app.set_version_flag("--version", "bindpose " BINDPOSE_VERSION);
  app.require_subcommand(1);
  app.allow_windows_style_options(false);
  app.footer("The other verbs need Linux.");
  add_verbs(app, std::make_shared<Choice>(), exit_code);
  std::vector<std::string> words = own_words();
  const std::string verb = words.empty() || words.back().starts_with('-') ? "" : words.back();
  try {
    if (!verb.empty()) app.get_subcommand(verb);
    app.parse(words);
  } catch (const CLI::OptionNotFound&) {
    return refuse({"NOT_SUPPORTED", verb, "not supported on Windows; see 'bindpose --help'"});
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bindpose: {}\n", shown_text(error.what()));
    return 2;
  }
  return exit_code;
}

}  // namespace
}  // namespace bindpose::conformance

int main() {
  return bindpose::conformance::run();
}
