// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/same_rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::conformance::same {

std::string mm(double metres) {
  return fmt::format("{:.3g} mm", 1000 * metres);
}

std::string deg(double radians) {
  return fmt::format("{:.3g} deg", radians / one_degree);
}

/// "vertex 17 of 'body', joint 'elbow', at 0.43 s, between keys"
std::string place_text(const DifferencePlace& place, const std::string& kind) {
  if (place.mesh.empty()) return "";
  std::string text = fmt::format("vertex {} of '{}'", place.vertex, place.mesh);
  if (!place.joint.empty() && kind != "joint") text += fmt::format(", joint '{}'", place.joint);
  if (kind == "joint" || kind == "mesh" || kind == "total") text += fmt::format(", {}", place.moment);
  if (!place.when.empty()) text += fmt::format(", {:.4g} s, {}", place.seconds, place.when);
  return text;
}

/// Where the value that exceeds its limit is; if both or neither do, where the displacement is.
const DifferencePlace& main_place(const NamedTally& row, const Limits& within) {
  const bool normals_alone = row.tally.most <= within.metres && row.tally.normal_most > within.radians;
  return normals_alone || row.tally.most == 0 ? row.normal_at : row.at;
}

std::string title_of(const NamedTally& row) {
  return row.kind == "rest" ? "rest" : row.kind + " " + row.name;
}

/// Rows of these kinds, the largest differences first.
std::vector<const NamedTally*> rows_of(const Differences& all, const std::vector<std::string_view>& kinds) {
  std::vector<const NamedTally*> rows;
  for (const NamedTally& row : all.tallies)
    if (std::ranges::find(kinds, row.kind) != kinds.end()) rows.push_back(&row);
  const auto share = [&](const NamedTally* row) {
    const auto part = [](double size, double limit) {
      return limit > 0 ? size / limit : size > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    };
    return std::max(part(row->tally.most, all.within.metres),
                    part(row->tally.normal_most, all.within.radians));
  };
  std::ranges::stable_sort(rows, std::greater<>(), share);
  return rows;
}

std::vector<std::string_view> kinds_of_moments() {
  return {"rest", "clip", "target"};
}

std::string limits_text(const Limits& within) {
  return fmt::format("{} and {}", mm(within.metres), deg(within.radians));
}

std::string verdict_text(const Differences& all) {
  return all.is_within() ? fmt::format("SAME within {}", limits_text(all.within))
                         : fmt::format("NOT THE SAME within {}", limits_text(all.within));
}

std::vector<std::string> cells(const NamedTally& row, const Limits& within) {
  const Tally& tally = row.tally;
  return {title_of(row),
          mm(tally.most),
          mm(tally.rms()),
          mm(tally.object_most),
          deg(tally.normal_most),
          std::string(name_of(tally.cause())),
          place_text(main_place(row, within), row.kind)};
}

std::vector<std::string> table_head() {
  return {"", "largest", "rms", "object", "normals", "cause", "where"};
}

}  // namespace bindpose::conformance::same
