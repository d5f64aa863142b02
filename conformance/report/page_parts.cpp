// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page_parts.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/defect.h"
#include "conformance/judge/named_defects.h"
#include "conformance/report/codes.h"
#include "conformance/report/html_page.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_title = 300;

/// A hexadecimal hash in base64, for a content security policy.
std::string policy_hash(std::string_view hexadecimal) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    bytes += static_cast<char>(digits.find(hexadecimal[i]) << 4 | digits.find(hexadecimal[i + 1]));
  return base64(bytes);
}

}  // namespace

// conformance/report/page/, and the hexadecimal hashes of style and scripts.
namespace page {
extern const char head[], html[], style[], style_hash[], script[], script_hash[];
extern const char comparison_html[], comparison_script[], comparison_script_hash[];
extern const char list_html[], list_script[], list_script_hash[];
extern const char same_html[], same_script[], same_script_hash[];
}  // namespace page

std::string html_text(std::string_view text, std::size_t most) {
  return xml_text(page_text(text, most));
}

std::string foreign_html(std::string_view text, std::size_t most) {
  return "<bdi>" + html_text(text, most) + "</bdi>";
}

std::string url_escaped(std::string_view text, std::string_view plain) {
  std::string escaped;
  for (const char c : text) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos;
    escaped += is_plain ? std::string(1, c)
                        : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return escaped;
}

std::string test_fragment(const std::string& test) {
  return "#test=" + url_escaped(page_text(test));
}

std::string html_table(const std::vector<std::string>& columns, const std::string& rows,
                       std::string_view attributes) {
  std::string head;
  for (const std::string& column : columns)
    head += fmt::format("<th scope=\"col\">{}</th>", column);
  return fmt::format(
      "<div class=\"wide\"><table{}><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>", attributes,
      head, rows);
}

PageProgram report_program() {
  return {page::html, page::script, page::script_hash};
}

PageProgram comparison_program() {
  return {page::comparison_html, page::comparison_script, page::comparison_script_hash};
}

PageProgram list_program() {
  return {page::list_html, page::list_script, page::list_script_hash};
}

PageProgram same_program() {
  return {page::same_html, page::same_script, page::same_script_hash};
}

std::string page_of(const PageProgram& program, std::string_view title,
                    const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::vector<std::pair<std::string_view, std::string>> all = {
      {"SCRIPT-HASH", policy_hash(program.script_hash)},
      {"STYLE-HASH", policy_hash(page::style_hash)},
      {"<!--bindpose:title-->", html_text(title, most_title)},
      {"<!--bindpose:style-->", page::style}};
  all.insert(all.end(), parts.begin(), parts.end());
  all.emplace_back("<!--bindpose:script-->", program.script);
  return filled(page::head + std::string(program.html), all);
}

std::size_t bytes_of(const PageProgram& program) {
  return std::string_view(page::head).size() + program.html.size() + std::string_view(page::style).size() +
         program.script.size();
}

std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string whole;
  for (const auto& [mark, part] : parts) {
    const std::size_t at = text.find(mark);
    whole += text.substr(0, at);
    whole += part;
    text.remove_prefix(at + mark.size());
  }
  return whole.append(text);
}

std::string script_safe(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
  return safe;
}

namespace {

using nlohmann::ordered_json;

constexpr std::size_t fewest_moments = 3;  // fewer moments show no motion
constexpr std::size_t most_name = 200;

/// As base64, with its surrounding text.
std::size_t bytes_of_moment(const BakedClip& baked_clip) {
  return (baked_clip.moments.front().size() * sizeof(std::uint16_t) + 2) / 3 * 4 + 40;
}

/// Keeps every n-th moment; 0: none.
std::size_t stride_for(const BakedClip& baked_clip, std::size_t room) {
  const std::size_t count = baked_clip.moments.size();
  for (const std::size_t stride : {1U, 2U, 4U})
    if (const std::size_t kept = (count + stride - 1) / stride;
        kept * bytes_of_moment(baked_clip) <= room && (stride == 1 || kept >= fewest_moments))
      return stride;
  return 0;
}

}  // namespace

int PageClips::place_of(const BakedClip& baked_clip, Blobs& blobs) {
  const auto [entry, is_new] = places_.emplace(&baked_clip, -1);
  if (!is_new) return entry->second;
  const std::size_t stride = stride_for(baked_clip, room_);
  if (stride == 0) return -1;
  ordered_json seconds = ordered_json::array(), moments = ordered_json::array();
  for (std::size_t i = 0; i < baked_clip.moments.size(); i += stride) {
    room_ -= bytes_of_moment(baked_clip);
    seconds.push_back(baked_clip.seconds[i]);
    moments.push_back(blobs.at(baked_clip.moments[i]));
  }
  entry->second = static_cast<int>(all_.size());
  all_.push_back({{"clip", page_text(baked_clip.clip, most_name)},
                  {"low", baked_clip.low},
                  {"high", baked_clip.high},
                  {"seconds", seconds},
                  {"moments", moments}});
  return entry->second;
}

void PageClips::put(ordered_json& mesh, const MeshView& view, Blobs& blobs) {
  if (!view.baked_clip) return;
  if (const int place = place_of(*view.baked_clip, blobs); place >= 0) {
    mesh["baked_clip"] = place;
    mesh["seconds"] = view.seconds;
  }
}

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

/// "normal_rule=direction"; several are separated by a comma or a space.
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
        fmt::format("{}.{}", stage.words,
                    stage.look_at.empty()
                        ? ""
                        : fmt::format(" If this is the first wrong stage, look at {}.", stage.look_at)));
}

void Glossary::add_verdict(const Verdict& verdict, const Algorithm& algorithm) {
  add(std::string(to_string(verdict.outcome)), "Verdicts",
      fmt::format("{}. A run with this verdict is {}as expected.", facts(verdict.outcome).meaning,
                  is_expected(verdict.outcome) ? "" : "not "));
  if (const Defect* defect = named_defect(verdict))
    add(verdict.defect, "Defects",
        fmt::format("{}. Symptom: {}. Source: {}.", defect->sentence, defect->symptom, defect->source));
  if (!verdict.precision_class.empty())
    add(verdict.precision_class, "Precision classes", words_of_classes(verdict.precision_class));
  if (!verdict.policy.empty()) add(verdict.policy, "Policies", words_of_policy(verdict.policy, algorithm));
  if (verdict.error) add(verdict.error->code, "Error codes", words_of_code(verdict.error->code));
  if (!verdict.first_wrong_stage.empty()) add_stage(verdict.first_wrong_stage);
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
