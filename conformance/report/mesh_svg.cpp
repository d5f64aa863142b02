// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "conformance/report/colour_scale.h"
#include "conformance/report/mesh_view.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_points = 2500, most_triangles = 2500;
constexpr double longest_side = 400, drawing_margin = 12;  // size of the picture
constexpr std::size_t colour_steps = 10;

/// Projection of three axes to two.
class Projection {
 public:
  explicit Projection(const MeshView& view) : view_(view) {
    std::array<std::size_t, 3> axes = {0, 1, 2};
    std::ranges::stable_sort(axes, std::ranges::greater{}, [this](std::size_t c) { return extent(c); });
    // glTF's y stays up.
    across_ = axes[1] == 1 ? axes[0] : axes[0] == 1 ? axes[1] : std::min(axes[0], axes[1]);
    up_ = axes[0] + axes[1] - across_;
    const double longest = std::max(extent(across_), extent(up_));
    scale_ = longest > 0 ? longest_side / longest : 1;
  }

  double width() const { return extent(across_) * scale_ + 2 * drawing_margin; }
  double height() const { return extent(up_) * scale_ + 2 * drawing_margin; }
  /// "12 340"
  std::string at(const std::vector<std::uint16_t>& places, std::size_t drawn) const {
    const auto share = [&](std::size_t c) { return places[3 * drawn + c] / 65535.0 * extent(c) * scale_; };
    return fmt::format("{:.0f} {:.0f}", drawing_margin + share(across_),
                       height() - drawing_margin - share(up_));
  }

 private:
  double extent(std::size_t c) const { return view_.high[c] - view_.low[c]; }

  const MeshView& view_;
  std::size_t across_ = 0, up_ = 1;
  double scale_ = 1;
};

std::string triangle_paths(const MeshView& view, const Projection& projection,
                           const std::vector<std::uint16_t>& places) {
  std::string path;
  if (view.triangles.size() > most_triangles) return path;
  for (const auto& [a, b, c] : view.triangles)
    path += fmt::format("M{}L{} {}Z", projection.at(places, a), projection.at(places, b),
                        projection.at(places, c));
  for (const auto& [from, to] : view.bones)
    path += fmt::format("M{}L{}", projection.at(places, from), projection.at(places, to));
  return path;
}

/// The worst points, and evenly chosen others.
std::vector<std::size_t> points_to_draw(const MeshView& view) {
  std::vector<std::size_t> points(view.drawn.size());
  std::iota(points.begin(), points.end(), std::size_t{0});
  if (points.size() <= most_points) return points;
  std::ranges::stable_sort(points, std::ranges::greater{},
                           [&view](std::size_t i) { return view.by_bound[i]; });
  std::vector<std::size_t> chosen(points.begin(), points.begin() + most_points / 2);
  const std::size_t stride = 2 * points.size() / most_points + 1;
  for (std::size_t i = most_points / 2; i < points.size(); i += stride)
    chosen.push_back(points[i]);
  return chosen;
}

/// Points of one colour are one path; light ones, the worst, are above dark ones.
std::string point_paths(const MeshView& view, const Projection& projection) {
  std::array<std::string, colour_steps> paths;
  std::string within;
  for (const std::size_t i : points_to_draw(view)) {
    const bool is_within = view.by_bound[i] == 0 && view.worst_fraction > 1;
    std::string& path = is_within ? within : paths[view.by_bound[i] * colour_steps / 256];
    path += fmt::format("M{}h0", projection.at(view.got, i));
  }
  std::string text = within.empty() ? "" : fmt::format("<path stroke=\"#999999\" d=\"{}\"/>", within);
  for (std::size_t step = 0; step < colour_steps; ++step)
    if (!paths[step].empty())
      text +=
          fmt::format("<path stroke=\"{}\" d=\"{}\"/>",
                      to_string(scale_colour(static_cast<double>(step) / (colour_steps - 1))), paths[step]);
  return text;
}

std::string times_bound(double fraction) {
  return fmt::format("{:.3g} × bound", fraction);
}

}  // namespace

Legend bound_legend(const MeshView& view) {
  if (view.worst_fraction <= 1) return {"0", "", times_bound(1)};
  return {"grey: within the bound; " + times_bound(1), times_bound(std::sqrt(view.worst_fraction)),
          times_bound(view.worst_fraction)};
}

std::string legend_svg() {
  const auto colours = scale_colours();
  std::string bars;
  for (std::size_t i = 0; i < colours.size(); ++i)
    bars += fmt::format("<rect x=\"{}\" width=\"1.02\" height=\"1\" fill=\"{}\"/>", i, to_string(colours[i]));
  return fmt::format(
      "<svg class=\"legend\" viewBox=\"0 0 {} 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}</svg>",
      colours.size(), bars);
}

std::string mesh_svg(const MeshView& view) {
  const Projection projection(view);
  return fmt::format(
      "<svg class=\"still\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"The mesh: expected in "
      "grey, the output coloured by its error\"><path class=\"expected\" d=\"{}\"/><path class=\"answer\" "
      "d=\"{}\"/>"
      "<g class=\"errors\">{}</g></svg>",
      projection.width(), projection.height(), triangle_paths(view, projection, view.expected),
      triangle_paths(view, projection, view.got), point_paths(view, projection));
}

}  // namespace bindpose::conformance
