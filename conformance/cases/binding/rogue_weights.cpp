// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for rogue weights. Varied: the number of positions in a group, groups that are a whole
// part, duplicate vertices along a seam, vertices that lose all weight, sums of weights, tiny
// weights, the number of neighbours with weights, many vertices.
#include <algorithm>

#include "conformance/cases/shared/pose_case.h"
#include "conformance/cases/shared/weight_scenes.h"

namespace bindpose::conformance::binding {
namespace {

/// A sheet of 8 by 5 vertices, and two separate parts of three vertices, "trunk" and "button".
/// Joint 0 holds the left half and the button, joint 1 the right half. Joint 2 has part of one
/// vertex on the left and of two on the right. Joint 3 holds the trunk and two vertices on the
/// right entirely. Joint 4 holds nothing.
struct Sheet {
  static constexpr std::uint32_t columns = 8, rows = 5;
  std::vector<Vec3<double>> x;
  std::vector<Triangle> triangles;
  Array::Integers joints;
  Array::Reals weights;

  void add(const Vec3<double>& at, std::array<std::int32_t, 2> j, double w) {
    x.push_back(at);
    joints.insert(joints.end(), {j[0], j[1]});
    weights.insert(weights.end(), {w, 1 - w});
  }

  Sheet() {
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < columns; ++c) {
        const std::uint32_t v = r * columns + c;
        const std::int32_t half = c < columns / 2 ? 0 : 1;
        const bool strays = v == 9 || v == 13 || v == 14;
        const bool lost = v == 30 || v == 31;
        add({c / 2.0, r / 2.0, c * r / 16.0}, {lost ? 3 : half, strays ? 2 : half},
            lost || !strays ? 1.0 : 0.625 + v / 64.0);
        if (r + 1 == rows || c + 1 == columns) continue;
        triangles.push_back({v, v + 1, v + columns + 1});
        triangles.push_back({v, v + columns + 1, v + columns});
      }
    // The trunk of joint 3 is larger than the group that joint 3 loses.
    for (const double y : {0.0, 1.0, 2.0})
      add({8, y, 0}, {3, 3}, 0.5);
    for (const double y : {0.0, 0.5, 1.0})
      add({6 + y, y * y, 1}, {0, 2}, 1);
    triangles.push_back({40, 41, 42});
    triangles.push_back({43, 44, 45});
  }

  ArraySet question(int rogue_size) const {
    ArraySet asked = weighted_vertices(2, joints, weights, 5);
    asked.add("positions", {x.size(), 3}, numbers_of(x));
    add_triangles(asked, triangles);
    asked.add("rogue_size", {1}, Array::Integers{rogue_size});
    return asked;
  }
};

ArraySet sheet(int rogue_size) {
  return Sheet().question(rogue_size);
}

/// Joint 2 holds one vertex on the left and one on the right: two groups of equal size.
ArraySet equal_groups(int rogue_size) {
  Sheet equal;
  equal.joints[2 * 14 + 1] = 1;
  return equal.question(rogue_size);
}

/// A triangle that loses all weight, and a vertex without weights.
ArraySet all_lost() {
  Sheet lost;
  lost.triangles.push_back({46, 47, 48});
  lost.add({20, 0, 0}, {3, 3}, 0.5);
  lost.add({21, 0, 0}, {4, 4}, 0.5);
  lost.add({20, 1, 0}, {4, 4}, 0.5);
  lost.add({30, 1, 0}, {4, 4}, 0);  // without weights
  lost.weights.back() = 0;
  for (const double y : {0.0, 1.0, 2.0})
    lost.add({40, y, 0}, {4, 4}, 0.5);
  lost.triangles.push_back({50, 51, 52});
  return lost.question(2);
}

/// A strip of 4 by 3 vertices with three slots each, and a triangle. Joint 0 holds the left half,
/// joint 1 the right half and part of vertex 5. Joints 2 and 3 hold the triangle; joint 2 also
/// holds vertices 3 and 5, joint 3 holds vertex 8. Vertices 3 and 8 lose all weight: 3 has two
/// neighbours with weights, 8 has one, because vertex 9 has no weights. On the strip, weights do
/// not sum to 1.
ArraySet strip() {
  constexpr std::uint32_t columns = 4, rows = 3;
  std::vector<Vec3<double>> x;
  std::vector<Triangle> triangles;
  Array::Integers joints;
  Array::Reals weights;
  const auto add = [&](const Vec3<double>& at, std::array<std::int32_t, 3> j, std::array<double, 3> w) {
    x.push_back(at);
    joints.insert(joints.end(), j.begin(), j.end());
    weights.insert(weights.end(), w.begin(), w.end());
  };
  for (std::uint32_t v = 0; v < columns * rows; ++v) {
    const std::uint32_t r = v / columns, c = v % columns;
    const std::int32_t half = c < 2 ? 0 : 1;
    const Vec3<double> at(c / 2.0, r / 2.0, c * r / 16.0);
    if (v == 3 || v == 8)
      add(at, {v == 3 ? 2 : 3, 0, 0}, {0.75, 0, 0});
    else if (v == 5)
      add(at, {0, 2, 1}, {0.5, 0.375, 0.25});
    else
      add(at, {half, half, 0}, {v == 9 ? 0 : 0.25 + v / 32.0, v == 9 ? 0 : 0.5, 0});
    if (r + 1 == rows || c + 1 == columns) continue;
    triangles.push_back({v, v + 1, v + columns + 1});
    triangles.push_back({v, v + columns + 1, v + columns});
  }
  for (const double y : {0.0, 0.5, 1.0})
    add({3 + y, y * y, 0}, {2, 3, 3}, {0.5, 0.25, 0.25});
  triangles.push_back({12, 13, 14});
  ArraySet asked = weighted_vertices(3, joints, weights, 4);
  asked.add("positions", {x.size(), 3}, numbers_of(x));
  add_triangles(asked, triangles);
  asked.add("rogue_size", {1}, Array::Integers{1});
  return asked;
}

ArraySet seam(int rogue_size) {
  Sheet cut;
  // Two more strays below 13 and 14. Copies of 13, 14 and their neighbour 15, for the triangles
  // below.
  for (const std::uint32_t v : {21U, 22U})
    cut.joints[2 * v + 1] = 2, cut.weights[2 * v] = cut.weights[2 * v + 1] = 0.5;
  for (const std::uint32_t v : {13U, 14U, 15U})
    cut.add(cut.x[v], {cut.joints[2 * v], v == 15 ? 1 : 2}, cut.weights[2 * v]);
  for (Triangle& triangle : cut.triangles)
    if (std::ranges::max(triangle) > 20 && std::ranges::max(triangle) < 24)
      for (std::uint32_t& v : triangle)
        v = v >= 13 && v <= 15 ? v + 33 : v;
  return cut.question(rogue_size);
}

/// Joint 1 also has weight 2^-12 on two vertices of the left half, next to the right half.
ArraySet tiny_on_sheet(int rogue_size) {
  Sheet faint;
  for (const std::uint32_t v : {3U, 11U}) {
    faint.joints[2 * v + 1] = 1;
    faint.weights[2 * v] = 1 - 0x1p-12;
    faint.weights[2 * v + 1] = 0x1p-12;
  }
  return faint.question(rogue_size);
}

/// Vertices 30 and 31 lose all weight. A seam runs between them and the row below, from vertex `first` on; below
/// it, neighbours also belong to joint 0.
ArraySet emptied_on_seam(std::uint32_t first) {
  Sheet cut;
  for (const std::uint32_t v : {37U, 38U, 39U}) {
    cut.joints[2 * v + 1] = 0;
    cut.weights[2 * v] = (43 - v) / 8.0;
    cut.weights[2 * v + 1] = 1 - (43 - v) / 8.0;
  }
  const auto copies = static_cast<std::uint32_t>(cut.x.size());
  for (std::uint32_t v = first; v < 32; ++v)
    cut.add(cut.x[v], {cut.joints[2 * v], cut.joints[2 * v + 1]}, cut.weights[2 * v]);
  for (Triangle& triangle : cut.triangles)
    if (std::ranges::max(triangle) > 31 && std::ranges::max(triangle) < 40)
      for (std::uint32_t& v : triangle)
        v = v >= first && v < 32 ? copies + v - first : v;
  return cut.question(2);
}

/// Joint 1 holds six adjacent vertices and one far away; joint 0 holds the others.
ArraySet lone_on_ribbon(std::size_t vertices, std::size_t lone) {
  Array::Integers joints(vertices, 0);
  std::fill_n(joints.begin() + 100, 6, 1);
  joints[lone] = 1;
  ArraySet question = ribbon(std::move(joints), 2);
  question.add("rogue_size", {1}, Array::Integers{1});
  return question;
}

}  // namespace

void rogue_weights_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "rogue_weights");
  add("sheet.one", "Only groups of one vertex are removed.", &sheet, 1);
  add("sheet.equal", "Two groups of equal size: the group with the first vertex stays.", &equal_groups, 1);
  add("sheet.equal.any", "Equal groups, where all groups except the largest are removed.", &equal_groups, 40);
  add("sheet.three", "Two vertices weighted only to a far joint; a whole part of three vertices stays.",
      &sheet, 3);
  add("sheet.any", "All groups except the largest are removed.", &sheet, 40);
  add("sheet.emptied", "A vertex that loses all weight is left without weights.", &sheet, 3).options = {
      {"emptied", "none"}};
  add("sheet.lost", "A triangle that loses all weight, and a vertex without weights.", &all_lost);
  add("strip.one", "Weights that do not sum to 1 are divided by their sum only where a weight is removed.",
      &strip);
  add("sheet.seam", "A seam runs through a group: its copies count as the same positions.", &seam, 3);
  for (const std::uint32_t first : {29U, 30U})
    add(first == 29 ? "sheet.seam.emptied" : "sheet.seam.emptied-end",
        "A seam through vertices that lose all weight: neighbours on both sides count.", &emptied_on_seam,
        first);
  cases.back().golden = false;
  add("sheet.tiny", "Weights of 2^-12 count like any other.", &tiny_on_sheet, 1);
  add("sheet.tiny.any", "Weights of 2^-12, where all groups except the largest are removed.", &tiny_on_sheet,
      40)
      .golden = false;
  add("ribbon.vertices-260", "More vertices than a byte can count.", &lone_on_ribbon, 260U, 257U);
  add("ribbon.vertices-270", "More vertices than a byte can count, another one isolated.", &lone_on_ribbon,
      270U, 262U)
      .golden = false;
  add("sheet.seam.two", "A seam through a group; groups of up to two vertices are removed.", &seam, 2);
}

}  // namespace bindpose::conformance::binding
