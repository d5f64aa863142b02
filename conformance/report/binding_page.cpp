// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/binding_page.h"

#include <fmt/format.h>

#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

constexpr std::string_view binding_page_head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Bound again</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 1em auto; padding: 0 1em; max-width: 70em }
.table { overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid #888; padding: .25em .5em; text-align: right }
th:first-child, td:first-child, td.refusal { text-align: left }
.nearest { font-weight: bold }
figure { margin: 1em 0; break-inside: avoid } img { max-width: 100% }
</style>
</head>
<body>
<h1>Bound again</h1>
<p>Each method's weights in place of the character's own: the least and the largest, how far their sums are off 1, and how far linear blending then takes
vertices from where the own weights take them, over all moments of all clips. In bold: the closest binder. Methods that fix weights
(weights.…) start from the own weights.</p>
)";

/// The binder (without access to the character's own weights) whose surface is closest to the surface by these
/// weights; none if nothing moves.
const BindingRow* nearest_of(const BindingTable& table) {
  const BindingRow* nearest = nullptr;
  for (const BindingRow& row : table.rows)
    if (row.method.starts_with("bind.") && row.refusal.empty() && row.apart.size > 0 &&
        (nearest == nullptr || row.apart.root_mean_square < nearest->apart.root_mean_square))
      nearest = &row;
  return nearest;
}

std::string distances_of(const BindingTable& table, const Departure& apart) {
  if (table.clips == 0) return "";
  return fmt::format("<td>{:.4g}</td><td>{:.4g}</td><td>{:.2f} %</td>", apart.root_mean_square, apart.most,
                     apart.size > 0 ? 100 * apart.root_mean_square / apart.size : 0);
}

std::string row_of(const BindingTable& table, const BindingRow& row, bool is_nearest) {
  if (!row.refusal.empty())
    return fmt::format("<tr><td>{}</td><td class=\"refusal\" colspan=\"{}\">{}</td></tr>\n",
                       xml_text(row.method), table.clips == 0 ? 5 : 8, xml_text(row.refusal));
  return fmt::format(
      "<tr{}><td>{}</td><td>{:.3g}</td><td>{:.4g}</td><td>{:.2g}</td><td>{}</td>{}<td>{:.2f}</td></tr>\n",
      is_nearest ? " class=\"nearest\"" : "", xml_text(row.method), row.sums.least, row.sums.most,
      row.sums.sum_error, row.sums.bare, distances_of(table, row.apart), row.seconds);
}

std::string figure_of(const BindingRow& row) {
  return fmt::format(
      "<figure><img alt=\"{0}: the character's own weights, the method's weights, and the distance between "
      "the two surfaces\" "
      "src=\"data:image/png;base64,{1}\"><figcaption>{0}</figcaption></figure>\n",
      xml_text(row.method), base64(row.picture));
}

std::string section_of(const BindingTable& table) {
  std::string html = fmt::format("<h2>{}</h2>\n<p>{} vertices, {} joints, {} clips at {} moments each</p>\n",
                                 xml_text(shown_text(table.character)), table.vertices, table.joints,
                                 table.clips, table.moments);
  html +=
      "<div class=\"table\"><table>\n<tr><th>method</th><th>least</th><th>largest</th><th>sums off by</th>"
      "<th>vertices without</th>";
  if (table.clips > 0) html += "<th>apart, root mean square, m</th><th>at most, m</th><th>of its size</th>";
  html += "<th>seconds</th></tr>\n";
  const BindingRow* const nearest = nearest_of(table);
  for (const BindingRow& row : table.rows)
    html += row_of(table, row, &row == nearest);
  html += "</table></div>\n";
  for (const BindingRow& row : table.rows)
    if (!row.picture.empty()) html += figure_of(row);
  return html;
}

nlohmann::ordered_json json_of(const BindingRow& row) {
  if (!row.refusal.empty()) return {{"method", row.method}, {"refusal", shown_text(row.refusal)}};
  nlohmann::ordered_json json = {{"method", row.method},
                                 {"least", row.sums.least},
                                 {"largest", row.sums.most},
                                 {"sums_off", row.sums.sum_error},
                                 {"vertices_without", row.sums.bare}};
  if (row.apart.size > 0)
    json.update({{"apart_root_mean_square", row.apart.root_mean_square},
                 {"apart_most", row.apart.most},
                 {"size", row.apart.size}});
  json["seconds"] = row.seconds;
  return json;
}

}  // namespace

nlohmann::ordered_json binding_json(const std::vector<BindingTable>& tables) {
  auto characters = nlohmann::ordered_json::array();
  for (const BindingTable& table : tables) {
    auto methods = nlohmann::ordered_json::array();
    for (const BindingRow& row : table.rows)
      methods.push_back(json_of(row));
    characters.push_back({{"character", shown_text(table.character)},
                          {"vertices", table.vertices},
                          {"joints", table.joints},
                          {"clips", table.clips},
                          {"moments", table.moments},
                          {"methods", std::move(methods)}});
  }
  return {
      {"format", "bindpose-bind-1"}, {"version", BINDPOSE_VERSION}, {"characters", std::move(characters)}};
}

std::string binding_page(const std::vector<BindingTable>& tables) {
  std::string html(binding_page_head);
  for (const BindingTable& table : tables)
    html += section_of(table);
  return html + "</body>\n</html>\n";
}

}  // namespace bindpose::conformance
