// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are results.json: read, merged as a single shard, compared with itself.
#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/gate/compare.h"
#include "conformance/gate/merge.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::results_fuzzer {
namespace {

using namespace conformance;

std::string results_of(const std::vector<std::string>& globs, bool failing) {
  Suite suite;
  suite.add_cases(built_in_cases(), globs);
  suite.add_subject(std::move(*open_subject(*parse_subject("reference-float"))));
  suite.make_records();
  Executor executor(suite);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    Verdict verdict = executor.run(i);
    verdict.judged = verdict.outcome;
    verdict.outcome = Outcome::expected_fail;
    if (failing) suite.record(i).verdict = verdict;
  }
  RunReport run;
  run.throughput.resize(1);
  run.assets.push_back(
      {"arm.glb", "arm", 0, {{gltf::Issue::Severity::warning, "CODE", "/nodes/0", "odd"}}, {"noted"}});
  run.missing = {"pose.fk_matrix.gone/gpu/-"};
  return nlohmann::ordered_json::parse(results_json(suite, run)).dump();  // as compact as possible
}

std::string text_of(Results results) {
  results.json["results"] = nlohmann::ordered_json::array();
  for (const ResultEntry& entry : results.entries)
    results.json["results"].push_back(entry.json);
  return json_text(results.json);
}

bool are_same(const Results& a, const Results& b) {
  const auto same_entry = [](const ResultEntry& x, const ResultEntry& y) {
    return x.name == y.name && x.algorithm == y.algorithm && x.subject == y.subject && x.notes == y.notes &&
           x.verdict.outcome == y.verdict.outcome && x.verdict.detail == y.verdict.detail;
  };
  return a.interrupted == b.interrupted && std::ranges::equal(a.entries, b.entries, same_entry);
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string first = built_in_cases().front().name, last = built_in_cases().back().name;
  return {results_of({"no.such.case"}, false), results_of({first}, false), results_of({last}, true)};
}

void read(std::string_view input) {
  const auto results = parse_results(input, "results.json");
  if (!results) return require_printable(results.error());
  for (const ResultEntry& entry : results->entries)
    require(results->find(entry.name) != nullptr, "find() does not return a result");
  const Comparison comparison = compare(*results, *results);
  require(comparison.exit_code() == (comparison.is_incomplete ? 1 : 0) &&
              comparison.same == results->entries.size(),
          "a run differs from itself");
  require(!comparison_text(comparison).empty() && !comparison_json(comparison).empty() &&
              !comparison_markdown(comparison).empty(),
          "a comparison has no text");
  const auto again = parse_results(text_of(*results), "results.json");
  require(again && are_same(*again, *results) && again->missing == results->missing,
          "the array changed by writing and reading");
  const auto merged = merge({*results});
  if (!merged) return require_printable(merged.error());
  const auto whole = parse_results(json_text(merged->document), "results.json");
  require(whole && are_same(*whole, *results), "the merged run differs from its only shard");
  for (const std::string& line : diagnosis_lines(*merged))
    require(moves_terminal(line).empty(), "a line of the diagnosis moves a terminal's cursor");
  require(moves_terminal(comparison_text(comparison)).empty(), "the comparison moves a terminal's cursor");
  const RunFiles files = files_of(*merged);
  require(nlohmann::json::accept(run_sarif(files.tests, files.missing, files.invalid_assets)),
          "report.sarif is not JSON");
  require(moves_terminal(
              job_summary(files.ending, files.tests, files.missing, files.invalid_assets, files.diagnoses))
              .empty(),
          "summary.md moves a terminal's cursor");
  require(!junit_xml(files.junit).empty() && !files.page.empty(), "a report is empty");
  [[maybe_unused]] const std::string table = csv(files.tests, files.missing, true);
}

BINDPOSE_FUZZER(results)

}  // namespace bindpose::fuzz::results_fuzzer
