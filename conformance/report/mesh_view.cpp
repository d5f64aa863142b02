// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mesh_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

using Point = std::array<double, 3>;

constexpr double box_margin = 2;     // answers are drawn so many sizes of the mesh around it
constexpr double most_code = 255;    // of a colour
constexpr double most_step = 65535;  // of a coordinate

double distance_between(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The array of an answer that has a place in space in each row.
class Points {
 public:
  /// positions; else where joints are.
  static std::optional<Points> of(const JudgedAnswer& judged) {
    struct Layout {
      const char* name;
      std::size_t width, first, step;
    };
    constexpr Layout layouts[] = {
        {"positions", 3, 0, 1}, {"world_translations", 3, 0, 1}, {"world", 12, 3, 4}};  // rows (C | t)
    for (const Layout& layout : layouts)
      for (const ExpectedArray& array : judged.right.arrays) {
        const Array* got = judged.answer.arrays.find(array.name);
        if (array.name != layout.name || width_of(array) != layout.width || array.branch.values.empty())
          continue;
        if (got == nullptr || !got->is_real() || got->shape != array.shape) continue;
        return Points(array, got->reals(), layout.width, layout.first, layout.step);
      }
    return {};
  }

  const std::string& name() const { return array_->name; }
  bool are_joints() const { return array_->name != "positions"; }
  std::size_t count() const { return array_->shape[0]; }
  Point expected(std::size_t v) const { return at(array_->branch.values, v); }
  Point got(std::size_t v) const { return at(*got_, v); }
  /// Nothing where it is not decided, or the answer is no number.
  std::optional<double> metres(std::size_t v) const {
    for (std::size_t c = 0; c < 3; ++c)
      if (!is_decided(*array_, index(v, c))) return {};
    const double metres = distance_between(got(v), expected(v));
    return std::isfinite(metres) ? std::optional(metres) : std::nullopt;
  }

 private:
  Points(const ExpectedArray& array, const Array::Reals& got, std::size_t width, std::size_t first,
         std::size_t step)
      : array_(&array), got_(&got), width_(width), first_(first), step_(step) {}

  std::size_t index(std::size_t v, std::size_t c) const { return v * width_ + first_ + c * step_; }
  Point at(const std::vector<double>& values, std::size_t v) const {
    return {values[index(v, 0)], values[index(v, 1)], values[index(v, 2)]};
  }

  const ExpectedArray* array_;
  const Array::Reals* got_;
  std::size_t width_, first_, step_;
};

struct Box {
  Point low = {infinity, infinity, infinity}, high = {-infinity, -infinity, -infinity};

  void add(const Point& point) {
    for (std::size_t c = 0; c < 3; ++c) {
      if (!std::isfinite(point[c])) continue;
      low[c] = std::min(low[c], point[c]);
      high[c] = std::max(high[c], point[c]);
    }
  }
  double diagonal() const { return low[0] > high[0] ? 0 : distance_between(low, high); }
};

Box box_around_expected(const Points& points) {
  Box box;
  for (std::size_t v = 0; v < points.count(); ++v)
    box.add(points.expected(v));
  return box;
}

/// Which joints move a vertex; of a question about joints, each itself.
class Weighting {
 public:
  Weighting(const JudgedAnswer& judged, const Points& points) : are_joints_(points.are_joints()) {
    joints_ = judged.question.arrays.find("joints");
    weights_ = judged.question.arrays.find("weights");
    const auto is_row_per_vertex = [&points](const Array* array) {
      return array != nullptr && array->shape.size() == 2 && array->shape[0] == points.count();
    };
    if (!is_row_per_vertex(joints_) || joints_->is_real()) joints_ = nullptr;
    if (joints_ == nullptr || !is_row_per_vertex(weights_) || !weights_->is_real() ||
        weights_->shape != joints_->shape)
      weights_ = nullptr;
  }

  /// Joint and weight of each slot in use.
  std::vector<std::pair<std::size_t, double>> of(std::size_t v) const {
    if (are_joints_) return {{v, 1}};
    std::vector<std::pair<std::size_t, double>> influences;
    const std::size_t slots = joints_ == nullptr ? 0 : joints_->shape[1];
    for (std::size_t i = v * slots; i < (v + 1) * slots; ++i) {
      const double weight = weights_ == nullptr ? 1 : weights_->reals()[i];
      if (weight != 0) influences.emplace_back(static_cast<std::size_t>(joints_->integers()[i]), weight);
    }
    return influences;
  }

  /// The one with the largest weight, the first of equals.
  std::optional<std::size_t> strongest(std::size_t v) const {
    const auto influences = of(v);
    const auto largest = std::ranges::max_element(influences, {}, &std::pair<std::size_t, double>::second);
    return largest == influences.end() ? std::nullopt : std::optional(largest->first);
  }

 private:
  bool are_joints_;
  const Array* joints_;
  const Array* weights_;
};

std::string name_of_joint(const Depiction& depiction, std::size_t joint) {
  const std::vector<std::string>& names = depiction.joint_names;
  return joint < names.size() && !names[joint].empty() ? names[joint] : fmt::format("joint {}", joint);
}

/// What a vertex is wrong by.
struct Wrong {
  double metres = 0;
  double fraction =
      0;  ///< the largest error / bound of all its judged numbers; infinite for one that is none
};

/// The judged arrays that have a row per vertex.
std::vector<const ExpectedArray*> arrays_per_vertex(const JudgedAnswer& judged, std::size_t vertices) {
  std::vector<const ExpectedArray*> arrays;
  for (const ExpectedArray& array : judged.right.arrays) {
    const Array* got = judged.answer.arrays.find(array.name);
    if (!array.shape.empty() && array.shape[0] == vertices && got != nullptr && got->is_real() &&
        got->shape == array.shape)
      arrays.push_back(&array);
  }
  return arrays;
}

double fraction_of_row(const JudgedAnswer& judged, const ExpectedArray& array, std::size_t row) {
  const std::size_t width = width_of(array);
  double worst = 0;
  for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
    if (!is_decided(array, i)) continue;
    const double fraction =
        judged_number(array, i, judged.answer.arrays.find(array.name)->reals()).fraction();
    worst = std::isnan(fraction) ? infinity : std::max(worst, fraction);
  }
  return worst;
}

std::vector<Wrong> wrongs_of(const JudgedAnswer& judged, const Points& points) {
  std::vector<Wrong> wrongs(points.count());
  for (std::size_t v = 0; v < points.count(); ++v)
    wrongs[v].metres = points.metres(v).value_or(0);
  for (const ExpectedArray* array : arrays_per_vertex(judged, points.count()))
    for (std::size_t v = 0; v < points.count(); ++v)
      wrongs[v].fraction = std::max(wrongs[v].fraction, fraction_of_row(judged, *array, v));
  return wrongs;
}

/// The vertices of each limb, the worst first; those without a joint are one more.
using Limbs = std::map<std::optional<std::size_t>, std::vector<std::uint32_t>>;
Limbs limbs_of(const Weighting& weighting, const std::vector<Wrong>& wrongs) {
  Limbs limbs;
  for (std::uint32_t v = 0; v < wrongs.size(); ++v)
    limbs[weighting.strongest(v)].push_back(v);
  for (auto& [joint, vertices] : limbs)
    std::ranges::stable_sort(vertices, [&wrongs](std::uint32_t a, std::uint32_t b) {
      return std::pair(wrongs[a].fraction, wrongs[a].metres) >
             std::pair(wrongs[b].fraction, wrongs[b].metres);
    });
  return limbs;
}

/// The worst of every limb in turns, so many at most.
std::vector<std::uint32_t> worst_of_each(const Limbs& limbs, std::size_t most) {
  std::vector<std::uint32_t> worst;
  for (std::size_t round = 0, added = 1; added > 0 && worst.size() < most; ++round) {
    added = 0;
    for (const auto& [joint, vertices] : limbs)
      if (round < vertices.size() && worst.size() < most) {
        worst.push_back(vertices[round]);
        ++added;
      }
  }
  return worst;
}

/// All vertices; of a large mesh, half of them the worst of each limb, the others those of triangles spread over the mesh, or spread
/// themselves.
std::vector<std::uint32_t> vertices_to_draw(const Limbs& limbs, std::size_t count,
                                            const std::vector<Triangle>& triangles) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  if (count <= MeshView::most_drawn) return all;
  const auto worst = worst_of_each(limbs, MeshView::most_drawn / 2);
  std::set<std::uint32_t> chosen(worst.begin(), worst.end());
  const std::size_t step = std::max<std::size_t>(1, 6 * triangles.size() / MeshView::most_drawn + 1);
  for (std::size_t t = 0; t < triangles.size() && chosen.size() + 3 <= MeshView::most_drawn; t += step)
    chosen.insert(triangles[t].begin(), triangles[t].end());
  const std::size_t stride = 2 * count / MeshView::most_drawn + 1;
  for (std::uint32_t v = 0; v < count && chosen.size() < MeshView::most_drawn;
       v += static_cast<std::uint32_t>(stride))
    chosen.insert(v);
  return {chosen.begin(), chosen.end()};
}

/// Where a vertex stands among those that are drawn; nothing where it is not.
std::optional<std::uint16_t> place_in(const std::vector<std::uint32_t>& drawn, std::uint32_t vertex) {
  const auto found = std::ranges::lower_bound(drawn, vertex);
  if (found == drawn.end() || *found != vertex) return {};
  return static_cast<std::uint16_t>(found - drawn.begin());
}

void add_triangles(MeshView& view, const std::vector<Triangle>& triangles) {
  for (const Triangle& triangle : triangles) {
    const auto a = place_in(view.drawn, triangle[0]), b = place_in(view.drawn, triangle[1]),
               c = place_in(view.drawn, triangle[2]);
    if (a && b && c) view.triangles.push_back({*a, *b, *c});
  }
}

void add_bones(MeshView& view, const Question& question) {
  const Array* parents = question.arrays.find("parents");
  if (parents == nullptr || parents->is_real() || parents->integers().size() != view.vertices) return;
  for (std::uint32_t j = 0; j < view.vertices; ++j) {
    const std::int32_t parent = parents->integers()[j];
    if (parent < 0) continue;
    const auto from = place_in(view.drawn, static_cast<std::uint32_t>(parent)), to = place_in(view.drawn, j);
    if (from && to) view.bones.push_back({*from, *to});
  }
}

/// The triangles of the mesh, by the question itself or by what is known of its scene.
std::vector<Triangle> triangles_of(const JudgedAnswer& judged, const Depiction& depiction,
                                   const Points& points) {
  const Array* given = judged.question.arrays.find("triangles");
  if (points.are_joints()) return {};
  if (given == nullptr || given->is_real() || given->shape.size() != 2 || given->shape[1] != 3)
    return depiction.vertices == points.count() ? depiction.triangles : std::vector<Triangle>();
  std::vector<Triangle> triangles;
  for (std::size_t i = 0; i + 2 < given->integers().size(); i += 3) {
    const auto at = [&](std::size_t k) { return static_cast<std::uint32_t>(given->integers()[i + k]); };
    triangles.push_back({at(0), at(1), at(2)});
  }
  return triangles;
}

/// The box of the drawing: around what is expected and, as far as it is near, around the answer.
Box box_of_drawing(const Points& points) {
  const Box mesh = box_around_expected(points);
  const double margin = box_margin * mesh.diagonal();
  Box box = mesh;
  for (std::size_t v = 0; v < points.count(); ++v) {
    Point got = points.got(v);
    for (std::size_t c = 0; c < 3; ++c)
      got[c] = std::clamp(got[c], mesh.low[c] - margin, mesh.high[c] + margin);
    box.add(got);
  }
  return box;
}

std::uint16_t step_of(double x, double low, double high) {
  if (!(high > low) || std::isnan(x)) return 0;
  return static_cast<std::uint16_t>(std::lround(most_step * std::clamp((x - low) / (high - low), 0.0, 1.0)));
}

void add_places(MeshView& view, const Points& points) {
  for (const std::uint32_t v : view.drawn) {
    const Point expected = points.expected(v), got = points.got(v);
    bool is_inside = true;
    for (std::size_t c = 0; c < 3; ++c) {
      view.expected.push_back(step_of(expected[c], view.low[c], view.high[c]));
      view.got.push_back(step_of(std::isnan(got[c]) ? expected[c] : got[c], view.low[c], view.high[c]));
      is_inside = is_inside && got[c] >= view.low[c] && got[c] <= view.high[c];
    }
    view.outside += is_inside ? 0 : 1;
  }
}

/// From 0 to 1 evenly where all is within the bound; else 0 within it, and above by the logarithm.
std::uint8_t bound_code(double fraction, double worst) {
  if (fraction <= 0) return 0;
  if (worst <= 1) return static_cast<std::uint8_t>(std::lround(most_code * std::min(fraction, 1.0)));
  if (fraction <= 1) return 0;
  const double share = std::isfinite(fraction) ? std::log(fraction) / std::log(worst) : 1;
  return static_cast<std::uint8_t>(1 + std::lround((most_code - 1) * std::clamp(share, 0.0, 1.0)));
}

void add_colours(MeshView& view, const std::vector<Wrong>& wrongs) {
  for (const Wrong& wrong : wrongs) {
    view.worst_metres = std::max(view.worst_metres, wrong.metres);
    if (std::isfinite(wrong.fraction))
      view.worst_fraction = std::max(view.worst_fraction, wrong.fraction);
    else
      view.worst_fraction = std::max(view.worst_fraction, 2.0);  // something is above the bound
  }
  for (const std::uint32_t v : view.drawn) {
    view.by_bound.push_back(bound_code(wrongs[v].fraction, view.worst_fraction));
    const double share = view.worst_metres > 0 ? wrongs[v].metres / view.worst_metres : 0;
    view.by_metres.push_back(static_cast<std::uint8_t>(std::lround(most_code * share)));
  }
}

void add_limbs(MeshView& view, const Limbs& limbs, const std::vector<Wrong>& wrongs) {
  for (const auto& [joint, vertices] : limbs) {
    Limb limb{joint && *joint < view.joints.size() ? view.joints[*joint] : "no joint", vertices.size()};
    for (const std::uint32_t v : vertices) {
      limb.wrong += wrongs[v].fraction > 1 ? 1 : 0;
      limb.metres = std::max(limb.metres, wrongs[v].metres);
    }
    view.limbs.push_back(std::move(limb));
  }
  std::ranges::stable_sort(view.limbs, std::ranges::greater{}, &Limb::metres);
}

void add_numbers(MeshView& view, const JudgedAnswer& judged, const Weighting& weighting, const Limbs& limbs,
                 const std::vector<Wrong>& wrongs) {
  const auto arrays = arrays_per_vertex(judged, view.vertices);
  for (const ExpectedArray* array : arrays)
    for (std::size_t c = 0; c < width_of(*array); ++c)
      view.columns.emplace_back(array->name, c);
  for (const std::uint32_t v : worst_of_each(limbs, MeshView::most_numbered)) {
    const auto drawn = place_in(view.drawn, v);
    if (!drawn) continue;
    NumberedVertex numbered{v, *drawn, wrongs[v].metres, weighting.of(v), {}};
    for (const ExpectedArray* array : arrays) {
      const std::size_t width = width_of(*array);
      const Array::Reals& got = judged.answer.arrays.find(array->name)->reals();
      for (std::size_t i = v * width; i < (v + 1) * width; ++i)
        numbered.numbers.push_back(is_decided(*array, i)
                                       ? judged_number(*array, i, got)
                                       : JudgedNumber{got[i], array->branch.values[i], infinity});
    }
    view.numbered.push_back(std::move(numbered));
  }
}

Depiction depiction_of(const Case& from) {
  return from.depiction ? from.depiction() : Depiction{};
}

/// Names of all joints that influence a vertex, or are drawn.
std::vector<std::string> joint_names(const Depiction& depiction, const Weighting& weighting,
                                     std::size_t vertices) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < vertices; ++v)
    for (const auto& [joint, weight] : weighting.of(v))
      count = std::max(count, joint + 1);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < count; ++j)
    names.push_back(name_of_joint(depiction, j));
  return names;
}

}  // namespace

std::optional<Displacement> largest_displacement(const JudgedAnswer& judged) {
  const auto points = Points::of(judged);
  if (!points) return {};
  std::optional<Displacement> largest;
  for (std::size_t v = 0; v < points->count(); ++v) {
    const auto metres = points->metres(v);
    if (metres && (!largest || *metres > largest->metres)) largest = Displacement{v, "", *metres, 0};
  }
  if (!largest) return {};
  largest->mesh_size = box_around_expected(*points).diagonal();
  return largest;
}

std::string strongest_joint(const JudgedAnswer& judged, std::size_t vertex) {
  const auto points = Points::of(judged);
  const auto joint = points ? Weighting(judged, *points).strongest(vertex) : std::nullopt;
  return joint ? name_of_joint(depiction_of(judged.from), *joint) : "";
}

std::optional<MeshView> view_of(const JudgedAnswer& judged) {
  const auto points = Points::of(judged);
  if (!points || !largest_displacement(judged)) return {};
  const Depiction depiction = depiction_of(judged.from);
  const Weighting weighting(judged, *points);
  const std::vector<Wrong> wrongs = wrongs_of(judged, *points);
  const Limbs limbs = limbs_of(weighting, wrongs);
  const std::vector<Triangle> triangles = triangles_of(judged, depiction, *points);
  const Box box = box_of_drawing(*points);
  MeshView view;
  view.array = points->name();
  view.vertices = points->count();
  view.low = box.low;
  view.high = box.high;
  view.drawn = vertices_to_draw(limbs, view.vertices, triangles);
  view.joints = joint_names(depiction, weighting, view.vertices);
  add_places(view, *points);
  add_colours(view, wrongs);
  add_triangles(view, triangles);
  if (points->are_joints()) add_bones(view, judged.question);
  add_limbs(view, limbs, wrongs);
  add_numbers(view, judged, weighting, limbs, wrongs);
  return view;
}

}  // namespace bindpose::conformance
