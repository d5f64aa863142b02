// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/same_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/report/junit.h"
#include "conformance/report/markdown.h"
#include "conformance/report/text.h"
#include "conformance/same/same_rows.h"
#include "reference/io/foreign_json.h"

namespace bindpose::conformance::same {
namespace {

using Json = nlohmann::ordered_json;

std::string more(std::size_t all, std::size_t shown, std::string_view what) {
  return all > shown ? fmt::format("  and {} more {}\n", all - shown, what) : "";
}

/// JSON has no infinity, so it becomes the largest number.
double finite(double size) {
  return std::isfinite(size) ? size : std::numeric_limits<double>::max();
}

Json place_json(const DifferencePlace& place) {
  return {{"mesh", printable_words(place.mesh)},
          {"joint", printable_words(place.joint)},
          {"node", place.node},
          {"primitive", place.primitive},
          {"vertex", place.vertex},
          {"moment", printable_words(place.moment)},
          {"seconds", place.seconds},
          {"when", place.when}};
}

Json tally_json(const NamedTally& row) {
  const Tally& tally = row.tally;
  Json json = {{"kind", row.kind},
               {"name", printable_words(row.name)},
               {"world",
                {{"largest_m", finite(tally.most)},
                 {"rms_m", finite(tally.rms())},
                 {"normals_rad", finite(tally.normal_most)}}},
               {"object",
                {{"largest_m", finite(tally.object_most)},
                 {"rms_m", finite(tally.object_rms())},
                 {"normals_rad", finite(tally.object_normal_most)}}},
               {"cause", name_of(tally.cause())},
               {"causes", Json::object()},
               {"compared", tally.count}};
  for (const Cause cause : {Cause::quantization, Cause::resampling, Cause::other})
    json["causes"][std::string(name_of(cause))] = {
        {"largest_m", finite(tally.most_by_cause[static_cast<std::size_t>(cause)])},
        {"normals_rad", finite(tally.normal_by_cause[static_cast<std::size_t>(cause)])}};
  if (tally.most > 0) json["at"] = place_json(row.at);
  if (tally.normal_most > 0) json["normals_at"] = place_json(row.normal_at);
  if (row.kind == "clip") {
    json["moments"] = row.moments;
    json["over_time"] = Json::array();
    for (const auto& [seconds, metres] : row.over_time)
      json["over_time"].push_back({seconds, finite(metres)});
  }
  return json;
}

}  // namespace

std::string same_text(const Differences& all) {
  std::string text = fmt::format("{} -> {}\n", printable_words(all.before), printable_words(all.after));
  text += fmt::format("  {} vertices, {} paired; {}{}\n", all.vertices, all.paired,
                      counted(all.moments, "moment"),
                      all.moments < all.all_moments ? fmt::format(" of {}", all.all_moments) : "");
  constexpr std::size_t most_rows = 6, most_joints = 3, most_findings = 7;
  std::vector<std::vector<std::string>> table = {table_head()};
  const auto rows = rows_of(all, kinds_of_moments());
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i)
    table.push_back(cells(*rows[i], all.within));
  const auto joints = rows_of(all, {"joint"});
  for (std::size_t i = 0; i < std::min(joints.size(), most_joints); ++i)
    if (joints[i]->tally.most > 0 || joints[i]->tally.normal_most > 0)
      table.push_back(cells(*joints[i], all.within));
  text += in_columns(table, "  ");
  text += more(rows.size(), most_rows, "moments, clips and targets");
  for (std::size_t i = 0; i < std::min(all.findings.size(), most_findings); ++i)
    text +=
        fmt::format("  {} '{}': {}\n", all.findings[i].kind, all.findings[i].subject, all.findings[i].detail);
  text += more(all.findings.size(), most_findings, "findings");
  return text + verdict_text(all) + "\n";
}

std::string same_json(const Differences& all) {
  Json json = {{"format", "bindpose-same-1"},
               {"version", BINDPOSE_VERSION},
               {"before", printable_words(all.before)},
               {"after", printable_words(all.after)},
               {"within", {{"metres", finite(all.within.metres)}, {"radians", finite(all.within.radians)}}},
               {"same", all.is_within()},
               {"vertices", all.vertices},
               {"paired", all.paired},
               {"only_before", all.only_before},
               {"only_after", all.only_after},
               {"moments", all.moments},
               {"all_moments", all.all_moments},
               {"total", tally_json(all.total)},
               {"parts", Json::array()},
               {"findings", Json::array()}};
  for (const NamedTally& row : all.tallies)
    json["parts"].push_back(tally_json(row));
  for (const Finding& finding : all.findings)
    json["findings"].push_back({{"kind", finding.kind},
                                {"subject", printable_words(finding.subject)},
                                {"detail", printable_words(finding.detail, 1000)},
                                {"is_loss", finding.is_loss},
                                {"size", finite(finding.size)}});
  return json.dump(2) + "\n";
}

std::string same_junit(const Differences& all) {
  JunitSuite suite;
  suite.name = "same";
  suite.properties = {{"before", all.before}, {"after", all.after}};
  for (const NamedTally* row : rows_of(all, kinds_of_moments())) {
    JunitCase test{
        .classname = "same", .name = title_of(*row), .type = {}, .message = {}, .text = {}, .properties = {}};
    test.text = fmt::format("largest {}, rms {}, normals {}, cause: {}", mm(row->tally.most),
                            mm(row->tally.rms()), deg(row->tally.normal_most), name_of(row->tally.cause()));
    if (!row->tally.is_within(all.within)) {
      test.element = JunitElement::failure;
      test.type = name_of(row->tally.cause());
      test.message =
          fmt::format("{} and {}, expected at most {}; {}", mm(row->tally.most), deg(row->tally.normal_most),
                      limits_text(all.within), place_text(main_place(*row, all.within), row->kind));
    }
    suite.cases.push_back(std::move(test));
  }
  for (const Finding& finding : all.findings) {
    if (!finding.is_loss) continue;
    suite.cases.push_back({.classname = "same",
                           .name = finding.kind + " " + finding.subject,
                           .element = JunitElement::failure,
                           .type = finding.kind,
                           .message = finding.detail,
                           .text = {},
                           .properties = {}});
  }
  return junit_xml({{suite}, 0, "", "bindpose same"});
}

std::string same_markdown(const Differences& all) {
  std::string text =
      fmt::format("### {}\n\n{} -> {}: {} vertices, {} paired, {} moments\n\n", verdict_text(all),
                  md_inline(all.before), md_inline(all.after), all.vertices, all.paired, all.moments);
  const auto row_text = [](const std::vector<std::string>& row) {
    std::string line = "|";
    for (const std::string& cell : row)
      line += " " + md_inline(cell) + " |";
    return line + "\n";
  };
  text += row_text(table_head()) + "|---|---|---|---|---|---|---|\n";
  constexpr std::size_t most_rows = 20;
  for (const auto& kinds :
       {kinds_of_moments(), std::vector<std::string_view>{"mesh"}, std::vector<std::string_view>{"joint"}}) {
    const auto rows = rows_of(all, kinds);
    for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i)
      text += row_text(cells(*rows[i], all.within));
  }
  if (!all.findings.empty()) text += "\n";
  for (const Finding& finding : all.findings)
    text +=
        fmt::format("- {} `{}`: {}\n", finding.kind, md_inline(finding.subject), md_inline(finding.detail));
  return text;
}

}  // namespace bindpose::conformance::same
