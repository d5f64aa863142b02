// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/junit.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "conformance/report/markdown.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

struct Counts {
  std::map<JunitElement, std::size_t> of;
  std::size_t tests = 0;
  double seconds = 0;

  void add(const JunitSuite& suite) {
    for (const JunitCase& test : suite.cases) {
      ++tests;
      ++of[test.element];
      seconds += test.seconds;
    }
  }
};

void set(pugi::xml_node& node, const char* name, std::string_view value) {
  node.append_attribute(name) = shown_text(value).c_str();
}

void set_time(pugi::xml_node& node, double seconds) {
  set(node, "time", fmt::format("{:.6f}", seconds));
}

void set(pugi::xml_node& node, Counts counts, double seconds, const std::string& timestamp) {
  set(node, "tests", std::to_string(counts.tests));
  set(node, "failures", std::to_string(counts.of[JunitElement::failure]));
  set(node, "errors", std::to_string(counts.of[JunitElement::error]));
  set(node, "skipped", std::to_string(counts.of[JunitElement::skipped]));
  set_time(node, seconds);
  if (!timestamp.empty()) set(node, "timestamp", timestamp);
}

template <class Properties>
void add_properties(pugi::xml_node& node, const Properties& properties) {
  if (properties.empty()) return;
  pugi::xml_node list = node.append_child("properties");
  for (const auto& [name, value] : properties) {
    pugi::xml_node property = list.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  }
}

void add_text(pugi::xml_node& node, const std::string& text) {
  node.append_child(pugi::node_pcdata).set_value(shown_text(text).c_str());
}

/// The text of a result: the message of a pass, and a line with which GitLab shows a file.
std::string said_beside(const JunitCase& test) {
  std::string said = test.element == JunitElement::none ? test.text : "";
  if (test.attachment.empty()) return said;
  if (!said.empty()) said += "\n";
  return said + "[[ATTACHMENT|" + test.attachment + "]]";
}

void add_case(pugi::xml_node& suite, const JunitCase& test) {
  constexpr const char* names[] = {"", "failure", "error", "skipped", "flakyFailure"};
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", test.classname);
  set(node, "name", test.name);
  set_time(node, test.seconds);
  add_properties(node, test.properties);
  if (test.element != JunitElement::none) {
    pugi::xml_node result = node.append_child(names[static_cast<std::size_t>(test.element)]);
    set(result, "message", test.message);
    if (!test.type.empty()) set(result, "type", test.type);
    if (!test.text.empty()) add_text(result, test.text);
  }
  const std::string said = said_beside(test);
  if (said.empty()) return;
  pugi::xml_node out = node.append_child("system-out");
  add_text(out, said);
}

/// "skinning.linear_blend.<subject>", and the rest of "skinning.linear_blend.bar.posed/<subject>/<variant>".
std::pair<std::string, std::string> class_and_name(const std::string& name) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  std::size_t split = name.find('.');
  if (split != std::string::npos) split = name.find('.', split + 1);
  if (split == std::string::npos || split >= slash) return {name.substr(0, slash), name};
  const std::size_t variant = std::min(name.find('/', std::min(slash + 1, name.size())), name.size());
  std::string group = name.substr(0, split);
  if (slash < name.size()) group += "." + name.substr(slash + 1, variant - slash - 1);
  return {std::move(group), name.substr(split + 1, slash - split - 1) + name.substr(variant)};
}

}  // namespace

std::string junit_xml(const JunitRun& run) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  Counts all;
  for (const JunitSuite& suite : run.suites)
    all.add(suite);
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", run.name);
  set(root, all, run.seconds, run.timestamp);
  for (const JunitSuite& suite : run.suites) {
    Counts counts;
    counts.add(suite);
    pugi::xml_node node = root.append_child("testsuite");
    set(node, "name", suite.name);
    set(node, counts, counts.seconds, run.timestamp);
    add_properties(node, suite.properties);
    for (const JunitCase& test : suite.cases)
      add_case(node, test);
  }
  std::ostringstream text;
  document.save(text, " ");
  return text.str();
}

JunitCase junit_case(const std::string& name, const Verdict& verdict, const std::vector<std::string>& notes,
                     const std::string& command) {
  JunitCase test;
  std::tie(test.classname, test.name) = class_and_name(name);
  test.seconds = verdict.subject_seconds + verdict.judge_seconds;
  if (verdict.outcome == Outcome::pass && notes.empty() && !is_on_terms(verdict)) return test;
  const std::string_view outcome = to_string(verdict.outcome);
  test.element = facts(verdict.outcome).junit;
  test.properties = {{"outcome", std::string(outcome)},
                     {"worst_fraction_of_bound", fmt::format("{:.4g}", verdict.worst_fraction)}};
  if (!verdict.defect.empty()) test.properties.emplace_back("defect", verdict.defect);
  if (!verdict.precision_class.empty()) test.properties.emplace_back("class", verdict.precision_class);
  if (!verdict.policy.empty()) test.properties.emplace_back("policy", verdict.policy);
  for (const std::string& note : notes)
    test.properties.emplace_back("note", note);
  if (test.element == JunitElement::none) {
    if (!verdict.detail.empty()) test.properties.emplace_back("detail", verdict.detail);
    return test;
  }
  test.message = fmt::format("{}: {}", outcome, first_line(verdict.detail));
  if (test.element == JunitElement::skipped) return test;
  test.type = test.element == JunitElement::error ? camel_case(outcome) : std::string(outcome);
  test.text = verdict.detail;
  if (!command.empty()) test.text += "\n\nRun it again:\n" + command;
  return test;
}

void add_missing(JunitRun& run, const std::vector<std::string>& names) {
  if (names.empty()) return;
  run.suites.push_back({"missing", {}, {}});
  for (const std::string& name : names)
    run.suites.back().cases.push_back(junit_case(name, missing_verdict(), {}));
}

void add_invalid_assets(JunitRun& run, const InvalidAssets& assets) {
  if (assets.empty()) return;
  JunitSuite& invalid = run.suites.emplace_back(JunitSuite{"assets", {}, {}});
  for (const InvalidAsset& asset : assets)
    invalid.cases.push_back({.classname = "assets",
                             .name = one_line(asset.path),
                             .element = JunitElement::error,
                             .type = "InvalidAsset",
                             .message = first_line(asset.error),
                             .text = asset.error,
                             .properties = {}});
}

std::string camel_case(std::string_view words) {
  std::string name;
  bool upper = true;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalnum(byte) != 0;
    if (letter) name += upper ? static_cast<char>(std::toupper(byte)) : c;
    upper = !letter;
  }
  return name;
}

}  // namespace bindpose::conformance
