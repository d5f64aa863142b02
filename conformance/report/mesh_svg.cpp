// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "conformance/report/colour_scale.h"
#include "conformance/report/mesh_view.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_points = 2500, most_triangles = 1200;
constexpr int coarsest_cell = 64;
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
  std::array<int, 2> point(const std::vector<std::uint16_t>& places, std::size_t drawn) const {
    const auto share = [&](std::size_t c) { return places[3 * drawn + c] / 65535.0 * extent(c) * scale_; };
    return {static_cast<int>(std::lround(drawing_margin + share(across_))),
            static_cast<int>(std::lround(height() - drawing_margin - share(up_)))};
  }
  /// "12 340"
  std::string at(const std::vector<std::uint16_t>& places, std::size_t drawn) const {
    const auto [x, y] = point(places, drawn);
    return fmt::format("{} {}", x, y);
  }

 private:
  double extent(std::size_t c) const { return view_.high[c] - view_.low[c]; }

  const MeshView& view_;
  std::size_t across_ = 0, up_ = 1;
  double scale_ = 1;
};

using Corners = std::array<std::array<int, 2>, 3>;

/// The triangles of a picture, each once with its largest error. Vertices in one cell of a grid become the first of
/// them: the grid is coarse enough for most_triangles, and what was connected stays connected.
std::map<Corners, std::uint8_t> triangles_to_draw(const MeshView& view, const Projection& projection,
                                                  const std::vector<std::uint16_t>& places) {
  std::map<Corners, std::uint8_t> triangles;
  for (int cell = 1; cell <= coarsest_cell; cell *= 2) {
    std::map<std::array<int, 2>, std::array<int, 2>> points;
    triangles.clear();
    for (const auto& triangle : view.triangles) {
      Corners corners;
      std::uint8_t error = 0;
      for (std::size_t c = 0; c < corners.size(); ++c) {
        const auto point = projection.point(places, triangle[c]);
        corners[c] = points.try_emplace({point[0] / cell, point[1] / cell}, point).first->second;
        error = std::max(error, view.by_bound[triangle[c]]);
      }
      std::ranges::sort(corners);
      if (corners.front() == corners.back()) continue;
      std::uint8_t& known = triangles[corners];
      known = std::max(known, error);
    }
    if (triangles.size() <= most_triangles) break;
  }
  return triangles;
}

/// All turn the same way: a front side does not cancel the fill of its back side.
std::string path_of(const Corners& corners) {
  const auto& [a, b, c] = corners;
  const bool turns_left = (b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0]);
  const auto &second = turns_left ? c : b, &third = turns_left ? b : c;
  return fmt::format("M{} {}l{} {} {} {}Z", a[0], a[1], second[0] - a[0], second[1] - a[1],
                     third[0] - second[0], third[1] - second[1]);
}

std::string bone_paths(const MeshView& view, const Projection& projection,
                       const std::vector<std::uint16_t>& places) {
  std::string path;
  for (const auto& [from, to] : view.bones)
    path += fmt::format("M{}L{}", projection.at(places, from), projection.at(places, to));
  return path;
}

std::string expected_path(const MeshView& view, const Projection& projection) {
  std::string path;
  for (const auto& [corners, error] : triangles_to_draw(view, projection, view.expected))
    path += path_of(corners);
  return path + bone_paths(view, projection, view.expected);
}

/// Points without a triangle: the worst, and evenly chosen others.
std::vector<std::size_t> points_to_draw(const MeshView& view) {
  std::vector<std::size_t> points(view.drawn.size());
  std::iota(points.begin(), points.end(), std::size_t{0});
  std::vector<bool> has_triangle(view.drawn.size());
  for (const auto& triangle : view.triangles)
    for (const std::size_t corner : triangle)
      has_triangle[corner] = true;
  std::erase_if(points, [&](std::size_t i) { return has_triangle[i]; });
  if (points.size() <= most_points) return points;
  std::ranges::stable_sort(points, std::ranges::greater{},
                           [&view](std::size_t i) { return view.by_bound[i]; });
  std::vector<std::size_t> chosen(points.begin(), points.begin() + most_points / 2);
  const std::size_t stride = 2 * points.size() / most_points + 1;
  for (std::size_t i = most_points / 2; i < points.size(); i += stride)
    chosen.push_back(points[i]);
  return chosen;
}

/// Shapes of one colour are one path; light ones, the worst, are above dark ones.
class ColouredPaths {
 public:
  explicit ColouredPaths(const MeshView& view) : view_(view) {}
  void add(std::uint8_t error, const std::string& shape) {
    const bool is_within = error == 0 && view_.worst_fraction > 1;
    (is_within ? within_ : paths_[error * colour_steps / 256]) += shape;
  }
  std::string svg(std::string_view of) const {
    std::string text = path_text(of, "#999999", within_);
    for (std::size_t step = 0; step < colour_steps; ++step)
      text += path_text(of, to_string(scale_colour(static_cast<double>(step) / (colour_steps - 1))),
                        paths_[step]);
    return text.empty() ? "" : fmt::format("<g class=\"{}\">{}</g>", of, text);
  }

 private:
  static std::string path_text(std::string_view of, const std::string& colour, const std::string& path) {
    if (path.empty()) return "";
    const std::string fill = of == "faces" ? fmt::format(" fill=\"{}\"", colour) : "";
    return fmt::format("<path stroke=\"{}\"{} d=\"{}\"/>", colour, fill, path);
  }

  const MeshView& view_;
  std::array<std::string, colour_steps> paths_;
  std::string within_;
};

std::string coloured_output(const MeshView& view, const Projection& projection) {
  ColouredPaths faces(view), points(view);
  for (const auto& [corners, error] : triangles_to_draw(view, projection, view.got))
    faces.add(error, path_of(corners));
  for (const std::size_t i : points_to_draw(view))
    points.add(view.by_bound[i], fmt::format("M{}h0", projection.at(view.got, i)));
  return faces.svg("faces") + points.svg("points");
}

}  // namespace

std::string round_number(double x) {
  constexpr std::array<std::string_view, 5> words = {"", " thousand", " million", " billion", " trillion"};
  std::size_t word = 0;
  for (; x >= 999.5 && word + 1 < words.size(); ++word)
    x /= 1000;
  return x >= 999.5 ? "1000 trillion" : fmt::format("{:.3g}{}", x, words[word]);
}

Legend bound_legend(const MeshView& view) {
  if (view.worst_fraction <= 1) return {"no error", "", "the bound"};
  return {"grey: within the bound", round_number(std::sqrt(view.worst_fraction)) + " times",
          "yellow: " + round_number(view.worst_fraction) + " times the bound or more"};
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
      "grey, the output coloured by its error\"><path class=\"expected\" d=\"{}\"/>{}<path class=\"answer\" "
      "d=\"{}\"/></svg>",
      projection.width(), projection.height(), expected_path(view, projection),
      coloured_output(view, projection), bone_paths(view, projection, view.got));
}

}  // namespace bindpose::conformance
