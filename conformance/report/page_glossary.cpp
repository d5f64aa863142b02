// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page_glossary.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/defect.h"
#include "conformance/judge/precision_class.h"
#include "conformance/judge/stages.h"
#include "conformance/report/codes.h"
#include "conformance/report/page_parts.h"

namespace bindpose::conformance {
namespace {

constexpr std::string_view plain_in_ids = "-_.=+/";

/// A section of an algorithm's page, without its fence.
std::string section_of(std::string_view page, std::string_view title) {
  const std::string head = fmt::format("\n## {}\n", title);
  const std::size_t begin = page.find(head);
  if (begin == page.npos) return "";
  const std::size_t first = begin + head.size();
  std::string text(page.substr(first, page.find("\n## ", first) - first));
  for (const std::string_view fence : {"```text\n", "```\n", "```"})
    for (std::size_t at = text.find(fence); at != text.npos; at = text.find(fence))
      text.erase(at, fence.size());
  text.erase(0, text.find_first_not_of('\n'));
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

/// "half-palette+unorm8-weights"; empty for another word.
std::string words_of_classes(const std::string& names) {
  std::string text;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find('+', begin), names.size());
    const auto found = find_precision_class(names.substr(begin, end - begin));
    if (!found) return "";
    text += fmt::format("{}{}", text.empty() ? "" : "; ", (*found)->sentence);
    begin = end + 1;
  }
  return text + ".";
}

/// "normal_rule=direction"; several are joined by a comma or a space.
std::string words_of_policy(const std::string& policy, const Algorithm& algorithm) {
  const std::string name = policy.substr(0, policy.find('='));
  const auto& options = algorithm.implementation.declaration.options;
  const auto option = std::ranges::find(options, name, &OptionSpec::name);
  if (option == options.end()) return "";
  return fmt::format("{}. Values: {}; the default is {}.", option->meaning, fmt::join(option->values, ", "),
                     option->values.front());
}

}  // namespace

void Glossary::add(const std::string& word, const std::string& kind, const std::string& text) {
  if (text.empty() || word.empty() || !words_.insert(word).second) return;
  by_kind_[kind][word] = text;
}

void Glossary::add_stage(const std::string& name) {
  const StageFacts& stage = facts_of_stage(name);
  if (!stage.words.empty())
    add(name, "Stages",
        fmt::format(
            "{}.{}", stage.words,
            stage.look_at.empty() ? "" : fmt::format(" If it is wrong first, look at {}.", stage.look_at)));
}

void Glossary::add_verdict(const Verdict& verdict, const Algorithm& algorithm) {
  add(std::string(to_string(verdict.outcome)), "Verdicts",
      fmt::format("{}. A run with it is {}as expected.", facts(verdict.outcome).meaning,
                  is_expected(verdict.outcome) ? "" : "not "));
  if (const Defect* defect = find_defect(verdict.mistake))
    add(verdict.mistake, "Defects",
        fmt::format("{} Symptom: {}. Source: {}.", defect->sentence, defect->symptom, defect->source));
  if (!verdict.precision_class.empty())
    add(verdict.precision_class, "Precision classes", words_of_classes(verdict.precision_class));
  if (!verdict.policy.empty()) add(verdict.policy, "Policies", words_of_policy(verdict.policy, algorithm));
  if (!verdict.first_wrong_stage.empty()) add_stage(verdict.first_wrong_stage);
  if (verdict.error) add(verdict.error->code, "Error codes", words_of_code(verdict.error->code));
}

Glossary::Glossary(const PageContent& content, const std::vector<PageGroup>& groups) {
  for (const PageTest& test : content.tests) {
    const Algorithm* algorithm = content.cases[test.from].algorithm;
    algorithms_[algorithm->path()] = algorithm;
    add_verdict(*test.verdict, *algorithm);
  }
  for (const PageGroup& group : groups) {
    if (!group.finding) continue;
    add_stage(group.finding->first_wrong.stage);
    for (const std::string& stage : group.finding->stages)
      add_stage(stage);
  }
}

std::string Glossary::link(const std::string& word) const {
  if (!words_.contains(word)) return html_text(word, 300);
  return fmt::format("<a href=\"#explain={}\">{}</a>", url_escaped(word, plain_in_ids), html_text(word, 300));
}

std::string Glossary::link(const Algorithm& algorithm) {
  return fmt::format("<a href=\"#algorithm={}\">{}</a>", url_escaped(algorithm.path(), plain_in_ids),
                     html_text(algorithm.path()));
}

std::string Glossary::html() const {
  std::string text;
  for (const auto& [kind, words] : by_kind_) {
    text += "<h3>" + kind + "</h3><dl class=\"terms\">";
    for (const auto& [word, meaning] : words)
      text += fmt::format("<dt id=\"explain={}\"><code>{}</code></dt><dd>{}</dd>\n", html_text(word),
                          html_text(word), html_text(meaning));
    text += "</dl>";
  }
  if (!algorithms_.empty()) text += "<h3>Algorithms</h3>";
  for (const auto& [path, algorithm] : algorithms_)
    text += fmt::format(
        "<details id=\"algorithm={}\"><summary>{} "
        "<code>{}</code></summary><div><pre>{}</pre><p>{}</p><p>More: "
        "<code>bindpose explain {}</code></p></div></details>\n",
        html_text(path), html_text(algorithm->title), html_text(path),
        html_text(section_of(algorithm->page, "Formula"), 20000),
        html_text(section_of(algorithm->page, "Source"), 5000), html_text(algorithm->id));
  return text;
}

}  // namespace bindpose::conformance
