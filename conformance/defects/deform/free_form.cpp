// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Lattices: their coordinates, the order of their points, what is between these, and what lies outside.
#include "reference/deform/free_form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "conformance/defects/shared/deformers.h"

namespace bindpose::conformance {
namespace {

using bindpose::deform::Lattice, bindpose::deform::Outside;
using LatticeOf = Lattice<double>;

LatticeOf lattice_of(const Inputs<double>& in) {
  const auto axes = in.rows<3>("lattice_axes");
  const Array::Integers& d = in.integers("degrees");
  return {in.rows<3>("lattice_origin")[0],
          {axes[0], axes[1], axes[2]},
          {d[0], d[1], d[2]},
          in.rows<3>("lattice_points")};
}

/// reshape(vertex, lattice, what is outside).
template <class Reshape>
Computed by_lattice(const Question& question, Reshape reshape) {
  if (!question.arrays.has("lattice_points")) return cannot_be_made();
  const auto outside = question.options.find("outside");
  const bool polynomial = outside != question.options.end() && outside->second == "polynomial";
  return read_and(question, [&](const Inputs<double>& in) {
    const LatticeOf lattice = lattice_of(in);
    return bindpose::deform::deformed_mesh(in, [&](const DeformedVertex& v) {
      return reshape(v, lattice, polynomial ? Outside::polynomial : Outside::unchanged);
    });
  });
}

DeformedVertex reshaped(const DeformedVertex& v, const LatticeOf& lattice, Outside outside) {
  return bindpose::deform::free_form<double>(v, lattice, outside, BasisForm::powers);
}

Mat3<double> edges_of(const LatticeOf& lattice) {
  Mat3<double> edges;
  for (int a = 0; a < 3; ++a)
    edges.col(a) = lattice.axes[static_cast<std::size_t>(a)];
  return edges;
}

Vec3<double> coordinates(const DeformedVertex& v, const LatticeOf& lattice) {
  return edges_of(lattice).inverse() * (v.x - lattice.X_0);
}

bool is_outside(const Vec3<double>& s) {
  return s.minCoeff() < 0 || s.maxCoeff() > 1;
}

/// The lattice's coordinates replaced: the polynomials at other ones.
template <class Coordinates>
Computed at_coordinates(const Question& question, Coordinates other) {
  return by_lattice(question, [&](const DeformedVertex& v, const LatticeOf& lattice, Outside outside) {
    const Vec3<double> s = coordinates(v, lattice);
    if (outside == Outside::unchanged && is_outside(s)) return v;
    DeformedVertex moved = v;
    moved.x = lattice.X_0 + edges_of(lattice) * other(s, v, lattice);
    return reshaped(moved, lattice, Outside::polynomial);
  });
}

/// i fastest.
Changed points_in_other_order(const Question& question) {
  Question changed = question;
  Array::Reals* points = reals_of(changed.arrays, "lattice_points");
  if (points == nullptr) return std::nullopt;
  const Array::Integers& d = question.arrays.find("degrees")->integers();
  const Array::Reals given = *points;
  auto to = points->begin();
  for (int i = 0; i <= d[0]; ++i)
    for (int j = 0; j <= d[1]; ++j)
      for (int k = 0; k <= d[2]; ++k) {
        const int row = (k * (d[1] + 1) + j) * (d[0] + 1) + i;
        to = std::copy_n(given.begin() + 3 * row, 3, to);
      }
  return changed;
}

Changed degrees_turned_round(const Question& question) {
  Question changed = question;
  Array::Integers* degrees = integers_of(changed.arrays, "degrees");
  if (degrees == nullptr) return std::nullopt;
  std::reverse(degrees->begin(), degrees->end());
  return changed;
}

Changed with_outside(const Question& question, const char* from, const char* to) {
  const auto outside = question.options.find("outside");
  if (!question.arrays.has("lattice_points") || outside == question.options.end() || outside->second != from)
    return std::nullopt;
  Question changed = question;
  changed.options["outside"] = to;
  return changed;
}

Computed axes_at_right_angles(const Question& question) {
  return at_coordinates(question, [](const Vec3<double>&, const DeformedVertex& v, const LatticeOf& lattice) {
    Vec3<double> s;
    for (std::size_t a = 0; a < 3; ++a)
      s[static_cast<Eigen::Index>(a)] =
          lattice.axes[a].dot(v.x - lattice.X_0) / lattice.axes[a].squaredNorm();
    return s;
  });
}

Computed taken_to_boundary(const Question& question) {
  return by_lattice(question, [](const DeformedVertex& v, const LatticeOf& lattice, Outside) {
    DeformedVertex moved = v;
    const Vec3<double> s = coordinates(v, lattice).cwiseMax(0).cwiseMin(1);
    moved.x = lattice.X_0 + edges_of(lattice) * s;
    return reshaped(moved, lattice, Outside::polynomial);
  });
}

/// The lattice's own cells, linear between their corners.
Computed trilinear(const Question& question) {
  return by_lattice(question, [](const DeformedVertex& v, const LatticeOf& lattice, Outside outside) {
    const Vec3<double> s = coordinates(v, lattice);
    if (outside == Outside::unchanged && is_outside(s)) return v;
    std::array<int, 3> cell{};
    LatticeOf inner = lattice;
    inner.degrees = {1, 1, 1};
    inner.points.clear();
    for (std::size_t a = 0; a < 3; ++a) {
      const int degree = lattice.degrees[a];
      const double along = s[static_cast<Eigen::Index>(a)] * degree;
      cell[a] = std::clamp(static_cast<int>(std::floor(along)), 0, degree - 1);
      inner.X_0 += lattice.axes[a] * cell[a] / degree;
      inner.axes[a] /= degree;
    }
    for (int c = 0; c < 8; ++c) {
      const int i = cell[0] + (c >> 2), j = cell[1] + (c >> 1 & 1), k = cell[2] + (c & 1);
      const int row = (i * (lattice.degrees[1] + 1) + j) * (lattice.degrees[2] + 1) + k;
      inner.points.push_back(lattice.points[static_cast<std::size_t>(row)]);
    }
    return reshaped(v, inner, Outside::polynomial);
  });
}

Computed added_to_vertex(const Question& question) {
  return by_lattice(question, [](const DeformedVertex& v, const LatticeOf& lattice, Outside outside) {
    DeformedVertex moved = reshaped(v, lattice, outside);
    if (outside == Outside::polynomial || !is_outside(coordinates(v, lattice))) moved.x += v.x;
    return moved;
  });
}

Damaged inside_out(const Question& question, const ArraySet& right) {
  const Array* axes = question.arrays.find("lattice_axes");
  if (axes == nullptr || !question.arrays.has("lattice_points")) return std::nullopt;
  const Eigen::Map<const Mat3<double>> edges(axes->reals().data());
  if (edges.determinant() > 0) return std::nullopt;
  return with_answer_rows(right, {"normals"}, 1, [](double* n, std::size_t) { *n = -*n; });
}

}  // namespace

BINDPOSE_DEFECTS(deform, free_form) {
  return {
      {.id = "lattice-order",
       .sentence =
           "your output equals what one gets when the lattice's points are listed with i fastest; k is",
       .symptom = "the mesh is turned inside out, or crushed",
       .source = "(derived)",
       .question = &points_in_other_order},
      {.id = "lattice-degrees-reversed",
       .sentence = "your output equals what one gets when the degrees are taken for n, m, l",
       .symptom = "the mesh is torn where the lattice is not as fine in all directions",
       .source = "(derived)",
       .question = &degrees_turned_round},
      {.id = "lattice-right-angles",
       .sentence = "your output equals what one gets when a vertex's coordinates are its parts along the "
                   "edges, which "
                   "holds for edges at right angles alone",
       .symptom = "the mesh shears as soon as the lattice does",
       .source = "(derived)",
       .formula = &axes_at_right_angles},
      {.id = "lattice-clamped",
       .sentence = "your output equals what one gets when vertices outside the lattice are taken to its "
                   "boundary first",
       .symptom = "what lies outside is flattened onto the lattice",
       .source = "(derived)",
       .formula = &taken_to_boundary},
      {.id = "lattice-outside-moved",
       .sentence = "your output equals what one gets when polynomials move vertices outside the lattice, too",
       .symptom = "what lies outside is flung away",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_outside(question, "unchanged", "polynomial"); }},
      {.id = "lattice-outside-left",
       .sentence = "your output equals what one gets when vertices outside the lattice stay where they are",
       .symptom = "the mesh tears at the lattice's boundary",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_outside(question, "polynomial", "unchanged"); }},
      {.id = "lattice-trilinear",
       .sentence = "your output equals what one gets when a vertex follows the eight points around it; all "
                   "points count, "
                   "by Bernstein polynomials",
       .symptom = "creases along the cells of the lattice",
       .source = "(derived)",
       .formula = &trilinear},
      {.id = "lattice-points-added",
       .sentence = "your output equals what one gets when the lattice's points are taken for displacements",
       .symptom = "the mesh is twice as large even at rest",
       .source = "(derived)",
       .formula = &added_to_vertex},
      {.id = "lattice-inside-out",
       .sentence =
           "your normals point inwards where the lattice's edges are left-handed: its volume has a sign",
       .symptom = "the mesh is lit from behind",
       .source = "(derived)",
       .answer = &inside_out},
  };
}

}  // namespace bindpose::conformance
