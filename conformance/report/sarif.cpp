// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/named_defects.h"
#include "conformance/report/junit.h"
#include "conformance/report/markdown.h"
#include "conformance/report/page_content.h"
#include "conformance/report/page_parts.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

/// A path as a relative URI reference: RFC 3986, section 4.2.
std::string uri_of(std::string_view path) {
  while (path.starts_with("./"))
    path.remove_prefix(2);
  return url_escaped(path, "-._~/");
}

constexpr const char* invalid_asset_rule = "asset/invalid";
constexpr std::string_view run_help = "The run's report.html and results.json say more.";

ordered_json defect_rule(const Defect& defect, std::string_view help) {
  return sarif_rule("defect/" + std::string(defect.id), "Known defect", defect.sentence, "error", help);
}

/// Every outcome that is a rule; those about files next to the run are warnings.
std::string_view level_of(Outcome outcome) {
  if (outcome == Outcome::stale_waiver || outcome == Outcome::unexpected_improvement) return "warning";
  return facts(outcome).rule_level;
}

/// All outcomes and the defects that the judge finds in a single test, whether found or not: an alert closes when
/// a report has its rule but no longer its result. Other defects are listed only if they were found.
ordered_json run_rules(const std::vector<FailureCluster>& failures) {
  ordered_json rules = ordered_json::array();
  add_defect_rules(rules, run_help);
  std::set<std::string_view> others;
  for (const FailureCluster& alike : failures)
    if (const Defect* defect = find_defect(alike.key.defect);
        defect != nullptr && !has_defect_rule(defect->id) && others.insert(defect->id).second)
      rules.push_back(defect_rule(*defect, run_help));
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const OutcomeFacts& outcome = facts(static_cast<Outcome>(o));
    const std::string_view level = level_of(outcome.outcome);
    if (!level.empty())
      rules.push_back(
          sarif_rule("outcome/" + std::string(outcome.name), "A test", outcome.meaning, level, run_help));
  }
  rules.push_back(sarif_rule(invalid_asset_rule, "A file", "it is not a valid glTF file and was not judged",
                             "error", run_help));
  return rules;
}

ordered_json result_of(const InvalidAsset& asset) {
  const std::string path = page_text(one_line(asset.path));
  ordered_json result =
      sarif_result(invalid_asset_rule, "error", path + "/" + invalid_asset_rule,
                   fmt::format("{} is not judged: {}", path, first_line(page_text(asset.error))));
  result["locations"] = sarif_locations("results.json", path);
  return result;
}

ordered_json run_result(const FailureCluster& alike) {
  const std::string where = shown_text(alike.key.about + "/" + alike.key.subject);
  const std::string_view level = alike.key.outcome ? level_of(*alike.key.outcome) : "error";
  ordered_json result =
      sarif_result(rule_of(alike.key), level, where + "/" + rule_of(alike.key),
                   fmt::format("{} of {}, the worst {}: {}", counted(alike.tests.size(), "test"), where,
                               shown_text(alike.example), first_line(page_text(alike.words))));
  result["locations"] = sarif_locations("results.json", where);
  if (alike.key.is_accepted)
    result["suppressions"] =
        ordered_json::array({{{"kind", "external"}, {"justification", "a baseline or a waiver"}}});
  return result;
}

}  // namespace

ordered_json sarif_rule(const std::string& id, const std::string& title, std::string_view words,
                        std::string_view level, std::string_view help) {
  const std::string sentence = title + ": " + std::string(words) + ".";
  return {{"id", id},
          {"name", camel_case(id)},
          {"shortDescription", {{"text", sentence}}},
          {"fullDescription", {{"text", sentence}}},
          {"help", {{"text", sentence + " " + std::string(help)}}},
          {"defaultConfiguration", {{"level", level}}}};
}

void add_defect_rules(ordered_json& rules, std::string_view help) {
  std::set<std::string_view> slugs;  // some defects are recognised in several ways
  for (const auto& [defect, check] : known_defects())
    if (slugs.insert(defect->id).second) rules.push_back(defect_rule(*defect, help));
}

bool has_defect_rule(std::string_view id) {
  return std::ranges::any_of(known_defects(),
                             [id](const KnownDefect& defect) { return defect.defect->id == id; });
}

ordered_json sarif_locations(const std::string& source, std::string_view name) {
  ordered_json location = ordered_json::object();
  if (!source.empty())
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(source)}}},
                                    {"region", {{"startLine", 1}}}};
  location["logicalLocations"] =
      ordered_json::array({{{"fullyQualifiedName", shown_text(name)}, {"kind", "function"}}});
  return ordered_json::array({location});
}

ordered_json sarif_result(const std::string& rule, std::string_view level, const std::string& fingerprint,
                          const std::string& words) {
  return {{"ruleId", rule},
          {"level", level},
          {"message", {{"text", words}}},
          {"partialFingerprints", {{"case/v1", fingerprint}}}};
}

ordered_json sarif_invocation(bool is_successful, const std::string& judge_error) {
  ordered_json invocation = {{"executionSuccessful", is_successful}};
  if (!judge_error.empty())
    invocation["toolExecutionNotifications"] =
        ordered_json::array({{{"descriptor", {{"id", "judge-error"}, {"index", 0}}},
                              {"level", "error"},
                              {"message", {{"text", judge_error}}}}});
  return invocation;
}

std::string sarif_text(std::string_view category, const ordered_json& rules, const ordered_json& notification,
                       const ordered_json& invocation, const ordered_json& results) {
  const ordered_json driver = {{"name", "bindpose"},
                               {"semanticVersion", BINDPOSE_VERSION},
                               {"rules", rules},
                               {"notifications", ordered_json::array({notification})}};
  const ordered_json run = {{"tool", {{"driver", driver}}},
                            {"automationDetails", {{"id", category}}},
                            {"invocations", ordered_json::array({invocation})},
                            {"columnKind", "unicodeCodePoints"},
                            {"results", results}};
  return json_text({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", ordered_json::array({run})}});
}

std::string run_sarif(const std::vector<NamedVerdict>& tests, const std::vector<std::string>& missing,
                      const InvalidAssets& invalid, bool is_whole) {
  ordered_json results = ordered_json::array();
  for (const InvalidAsset& asset : invalid)
    if (results.size() < most_sarif_results) results.push_back(result_of(asset));
  bool is_own_error = false;
  const std::vector<FailureCluster> failures = failure_clusters(tests, missing);
  for (const FailureCluster& alike : failures) {
    is_own_error = is_own_error || alike.key.outcome == Outcome::internal_error;
    const bool has_rule = !alike.key.outcome || !level_of(*alike.key.outcome).empty();
    if (has_rule && results.size() < most_sarif_results) results.push_back(run_result(alike));
  }
  return sarif_text(
      "bindpose-test/", run_rules(failures),
      sarif_rule("judge-error", "Judge", "The judge itself failed", "error", run_help),
      sarif_invocation(is_whole && !is_own_error, is_own_error ? "The judge itself failed." : ""), results);
}

}  // namespace bindpose::conformance
