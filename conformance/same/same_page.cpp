// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/report/colour_scale.h"
#include "conformance/report/html_page.h"
#include "conformance/report/text.h"
#include "conformance/same/same_report.h"
#include "conformance/same/same_rows.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance::same {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_rows = 200, most_charts = 20, most_findings = 500, most_name = 300;

Box box_of(const Drawing& drawing) {
  Box box;
  for (const DrawnRow& row : drawing.rows)
    for (const DrawnMoment& moment : row.moments)
      for (const auto* const places : {&moment.before, &moment.after})
        for (const Vec3<double>& x : *places)
          box.add({x[0], x[1], x[2]});
  return box;
}

std::vector<std::uint16_t> steps_of(const std::vector<Vec3<double>>& places, const Box& box) {
  std::vector<std::uint16_t> steps;
  for (const Vec3<double>& x : places)
    for (std::size_t c = 0; c < 3; ++c)
      steps.push_back(step_of(x[static_cast<int>(c)], box.low[c], box.high[c]));
  return steps;
}

std::vector<double> distances_of(const DrawnMoment& moment) {
  std::vector<double> distances;
  for (std::size_t v = 0; v < moment.before.size(); ++v) {
    const double distance = (moment.after[v] - moment.before[v]).norm();
    distances.push_back(std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity());
  }
  return distances;
}

/// "metres" is null if the largest displacement is not finite. metres: displacement with the
/// lightest colour.
ordered_json moment_json(const DrawnMoment& moment, const Box& box, double metres, Blobs& blobs) {
  const std::vector<double> distances = distances_of(moment);
  const auto worst = std::ranges::max_element(distances);
  const auto codes = mapped<std::uint8_t>(distances, [metres](double distance) {
    return static_cast<std::uint8_t>(distance > 0 ? std::lround(255 * std::min(distance / metres, 1.0)) : 0);
  });
  return {{"seconds", moment.seconds},
          {"when", moment.when},
          {"metres", std::isfinite(moment.metres) ? ordered_json(moment.metres) : ordered_json(nullptr)},
          {"worst", worst - distances.begin()},
          {"before", blobs.at(steps_of(moment.before, box))},
          {"after", blobs.at(steps_of(moment.after, box))},
          {"codes", blobs.at(codes)}};
}

/// The data of same.js.
ordered_json data_of(const Differences& all) {
  const Drawing& drawing = all.drawing;
  const Box box = box_of(drawing);
  double metres = 0;
  for (const DrawnRow& row : drawing.rows)
    for (const DrawnMoment& moment : row.moments)
      for (const double distance : distances_of(moment))
        if (std::isfinite(distance)) metres = std::max(metres, distance);
  Blobs blobs;
  ordered_json rows = ordered_json::array(), scale = ordered_json::array();
  for (const DrawnRow& row : drawing.rows) {
    ordered_json moments = ordered_json::array();
    for (const DrawnMoment& moment : row.moments)
      moments.push_back(moment_json(moment, box, metres, blobs));
    rows.push_back(
        {{"title", page_text(title_of({row.kind, row.name, {}}), most_name)}, {"moments", moments}});
  }
  for (const Colour& colour : scale_colours())
    scale.push_back(colour);
  std::vector<std::uint16_t> triangles;
  for (const auto& triangle : drawing.triangles)
    for (const std::uint32_t corner : triangle)
      triangles.push_back(static_cast<std::uint16_t>(corner));
  const std::size_t corners = blobs.at(triangles), none = blobs.at(std::vector<std::uint16_t>());
  return {{"scale", scale},
          {"mesh",
           {{"low", box.low},
            {"high", box.high},
            {"triangles", corners},
            {"bones", none},
            {"vertices", all.paired},
            {"drawn", drawing.vertices},
            {"worst_metres", metres}}},
          {"rows", rows},
          {"blobs", blobs.all()}};
}

std::string table_of(const Differences& all, const std::vector<std::string_view>& kinds) {
  const auto rows = rows_of(all, kinds);
  std::string text;
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i) {
    const std::vector<std::string> words = cells(*rows[i], all.within);
    text += fmt::format("<tr><th scope=\"row\">{}</th>", foreign_html(words.front(), most_name));
    for (std::size_t c = 1; c < words.size(); ++c)
      text += fmt::format("<td{} data-label=\"{}\">{}</td>", c <= 4 ? " class=\"number\"" : "",
                          table_head()[c], foreign_html(words[c], most_name));
    text += "</tr>\n";
  }
  if (text.empty()) return "";
  text = html_table(table_head(), text, " class=\"stacked\"");
  if (rows.size() > most_rows)
    text += fmt::format("<p>and {} more in same.json</p>", rows.size() - most_rows);
  return text;
}

/// The displacement over the time of a clip, and the limit as a dashed line.
std::string chart_of(const NamedTally& row, const Limits& within) {
  constexpr double width = 600, height = 80;
  const auto& points = row.over_time;
  double most = within.metres;
  for (const auto& [seconds, metres] : points)
    if (std::isfinite(metres)) most = std::max(most, metres);
  if (points.size() < 2 || !(most > 0)) return "";
  const double begin = points.front().first, length = std::max(points.back().first - begin, 1e-9);
  const auto y_of = [&](double metres) { return height * (1 - std::min(metres / most, 1.0)); };
  std::string line;
  for (const auto& [seconds, metres] : points)
    line += fmt::format("{:.1f},{:.1f} ", width * (seconds - begin) / length, y_of(metres));
  return fmt::format(
      "<figure><svg class=\"over-time\" viewBox=\"-2 -4 {} {}\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"Largest displacement over time, up to {}\"><path d=\"M0 {:.1f}H{}\"/><polyline "
      "points=\"{}\"/></svg><figcaption>{}: largest displacement from {:.3g} s to {:.3g} s, up to {}; "
      "dashed: the limit of {}</figcaption></figure>\n",
      width + 4, height + 8, mm(most), y_of(within.metres), width, line, foreign_html(row.name, most_name),
      begin, begin + length, mm(row.tally.most), mm(within.metres));
}

std::string findings_of(const Differences& all) {
  std::string items;
  for (std::size_t i = 0; i < std::min(all.findings.size(), most_findings); ++i) {
    const Finding& finding = all.findings[i];
    items +=
        fmt::format("<li{}><code>{}</code> {}: {}</li>\n", finding.is_loss ? " class=\"bad\"" : "",
                    finding.kind, foreign_html(finding.subject, most_name), foreign_html(finding.detail));
  }
  if (items.empty()) return "";
  if (all.findings.size() > most_findings)
    items += fmt::format("<li>and {} more in same.json</li>\n", all.findings.size() - most_findings);
  return "<h2>Lost, renamed or changed</h2>\n<ul>\n" + items + "</ul>\n";
}

std::string first_screen_of(const Differences& all) {
  const bool is_same = all.is_within();
  std::string text = fmt::format(
      "<header class=\"{}\"><p class=\"title\">bindpose same</p><h1>{} within {}</h1><p "
      "class=\"ending\">{} → {}: {} vertices, {} paired; {}</p></header>\n<main>\n",
      is_same ? "good" : "bad", is_same ? "The same" : "Not the same", limits_text(all.within),
      foreign_html(all.before, most_name), foreign_html(all.after, most_name), all.vertices, all.paired,
      counted(all.moments, "moment"));
  text += "<figure id=\"view\"><noscript>Scripts show both meshes in 3-D here.</noscript></figure>\n";
  text += "<h2>Moments</h2>\n" + table_of(all, kinds_of_moments());
  std::size_t charts = 0;
  for (const NamedTally* row : rows_of(all, {"clip"}))
    if (row->tally.most > 0 && charts++ < most_charts) text += chart_of(*row, all.within);
  if (charts > most_charts)
    text += fmt::format("<p>and {} more clips in same.json</p>", charts - most_charts);
  text += findings_of(all);
  text += "<h2>Meshes and joints</h2>\n" + table_of(all, {"mesh", "joint"});
  return text +
         "<p class=\"faint\">Positions and normals in the world; \"object\": after morphing, before "
         "skinning.</p>\n</main>\n<template id=\"legend\">" +
         legend_svg() + "</template>";
}

}  // namespace

std::string same_page(const Differences& all) {
  return page_of(
      same_program(), all.is_within() ? "The same" : "Not the same",
      {{"<!--bindpose:first-->", first_screen_of(all)}, {"<!--bindpose:data-->", data_text(data_of(all))}});
}

}  // namespace bindpose::conformance::same
