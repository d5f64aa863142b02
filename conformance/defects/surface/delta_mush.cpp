// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoothing done otherwise, and detail put back wrongly: also of the precomputation of direct delta mush.
#include "reference/surface/delta_mush.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"
#include "reference/skinning/shared/weight_policies.h"
#include "reference/surface/direct_delta_mush_omegas.h"

namespace bindpose::conformance {
namespace {

using bindpose::surface::Frame, bindpose::surface::Laplacian, bindpose::surface::Moments,
    bindpose::surface::Smoothing;
using Points = std::vector<Vec3<double>>;

Points points_of(const Array::Reals& rows) {
  Points points;
  for (std::size_t i = 0; i + 3 <= rows.size(); i += 3)
    points.push_back({rows[i], rows[i + 1], rows[i + 2]});
  return points;
}

std::vector<Triangle> triangles_of(const Question& question) {
  return *require_triangles(question.arrays, question.arrays.find("positions")->shape[0]);
}

Smoothing smoothing_of(const Question& question) {
  return {static_cast<std::size_t>(question.arrays.find("iterations")->integers()[0]),
          question.arrays.find("step")->reals()[0]};
}

Expected<Laplacian<double>> laplacian_of(const Question& question) {
  const auto& options = question.algorithm->implementation.declaration.options;
  const bool is_cotangent = choice(options, question.options, "laplacian") == "cotangent";
  return bindpose::surface::laplacian<double>(points_of(question.arrays.find("positions")->reals()),
                                              triangles_of(question),
                                              is_cotangent ? bindpose::surface::LaplacianWeights::cotangent
                                                           : bindpose::surface::LaplacianWeights::uniform);
}

bool is_mush(const Question& question) {
  return question.algorithm->id == "delta-mush";
}

/// Two meshes and what carries the detail of one to the other.
struct Mush {
  std::vector<Triangle> triangles;
  std::vector<std::vector<Triangle>> stars;
  Laplacian<double> L;
  Smoothing smoothing;
  Points x, y;                  ///< at rest, skinned
  Points s, s_posed;            ///< the same, smoothed
  std::vector<Mat3<double>> B;  ///< blended linear parts
};

Expected<Mush> mush_of(const Question& question, const Result<double>& right) {
  const ArraySet& arrays = question.arrays;
  BINDPOSE_TRY(const Laplacian<double> L, laplacian_of(question));
  BINDPOSE_TRY(const Result<double> skinned, find_algorithm("lbs")->implementation.in_double(arrays, {}));
  Mush m{triangles_of(question),
         {},
         L,
         smoothing_of(question),
         points_of(arrays.find("positions")->reals()),
         points_of(skinned.find("positions")->values),
         points_of(right.find("smoothed_rest")->values),
         points_of(right.find("smoothed")->values),
         {}};
  m.stars = bindpose::surface::triangles_around(m.triangles, m.x.size());
  const Affines palette = palette_of(question);
  const Array &joints = *arrays.find("joints"), &weights = *arrays.find("weights");
  m.B.assign(m.x.size(), Mat3<double>::Zero());
  for (std::size_t i = 0; i < joints.integers().size(); ++i)
    if (weights.reals()[i] != 0)
      m.B[i / joints.shape[1]] +=
          weights.reals()[i] * palette[static_cast<std::size_t>(joints.integers()[i])].linear;
  return m;
}

/// change(Mush&) smooths otherwise; frames(mush, v): F and F', nothing where there are none.
template <class Change, class Frames>
Computed mush_by(const Question& question, Change change, Frames frames) {
  if (!is_mush(question)) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  BINDPOSE_TRY(Mush m, mush_of(question, result));
  change(m);
  const auto put = [&](const char* name, std::size_t width, std::size_t v, const Vec3<double>& row) {
    for (ResultArray<double>& array : result.arrays)
      if (array.name == name)
        std::copy_n(row.data(), 3, array.values.begin() + static_cast<std::ptrdiff_t>(width * v));
  };
  for (std::size_t v = 0; v < m.x.size(); ++v) {
    if (m.stars[v].empty()) continue;
    const auto F = frames(m, v);
    if (!F.first || !F.second) continue;
    const auto carry = [&](const Vec3<double>& d) {
      return bindpose::surface::carried(*F.first, *F.second, d);
    };
    put("positions", 3, v, m.s_posed[v] + carry(m.x[v] - m.s[v]));
    for (const auto& [name, width] : {std::pair{"normals", 3U}, std::pair{"tangents", 4U}})
      if (const Array* rest = question.arrays.find(name)) {
        const double* row = rest->reals().data() + width * v;
        put(name, width, v, carry({row[0], row[1], row[2]}).normalized());
      }
  }
  return result;
}

using MaybeFrame = std::optional<Frame<double>>;
using Frames = std::pair<MaybeFrame, MaybeFrame>;

Frames right_frames(const Mush& m, std::size_t v) {
  const std::uint32_t u = m.L.neighbours[v][0];
  return {bindpose::surface::frame_at(m.stars[v], u, m.s),
          bindpose::surface::frame_at(m.stars[v], u, m.s_posed)};
}

/// change(mush, v): the position of the vertex; directions stay right.
template <class Position>
Computed with_positions(const Question& question, Position position) {
  if (!is_mush(question)) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  BINDPOSE_TRY(const Mush m, mush_of(question, result));
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t v = 0; array.name == "positions" && v < m.x.size(); ++v) {
      const Vec3<double> row = position(m, v);
      std::copy_n(row.data(), 3, array.values.begin() + static_cast<std::ptrdiff_t>(3 * v));
    }
  return result;
}

Computed detail_left_out(const Question& question) {
  return with_positions(question, [](const Mush& m, std::size_t v) { return m.s_posed[v]; });
}

Computed detail_not_turned(const Question& question) {
  return with_positions(
      question, [](const Mush& m, std::size_t v) -> Vec3<double> { return m.s_posed[v] + m.x[v] - m.s[v]; });
}

Computed detail_by_joints(const Question& question) {
  return with_positions(question, [](const Mush& m, std::size_t v) -> Vec3<double> {
    return m.s_posed[v] + m.B[v] * (m.x[v] - m.s[v]);
  });
}

/// Each vertex at once, so that the next one sees it moved.
void smooth_in_place(const Mush& m, Points& z) {
  for (std::size_t iteration = 0; iteration < m.smoothing.iterations; ++iteration)
    for (std::size_t v = 0; v < z.size(); ++v) {
      Vec3<double> sum = Vec3<double>::Zero();
      double total = 0;
      for (std::size_t i = 0; i < m.L.c[v].size(); ++i) {
        sum += m.L.c[v][i] * z[m.L.neighbours[v][i]];
        total += m.L.c[v][i];
      }
      const double l = m.smoothing.step;
      if (total > 0) z[v] = (1 - l) * z[v] + l / total * sum;
    }
}

Computed in_place(const Question& question) {
  return mush_by(
      question,
      [](Mush& m) {
        m.s = m.x, m.s_posed = m.y;
        smooth_in_place(m, m.s);
        smooth_in_place(m, m.s_posed);
      },
      right_frames);
}

/// Without neighbours where an edge has one triangle.
Laplacian<double> pinned(Laplacian<double> L, const std::vector<Triangle>& triangles) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (const Triangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i)
      ++uses[std::minmax(t[i], t[(i + 1) % 3])];
  for (const auto& [edge, count] : uses)
    for (const std::uint32_t v : {edge.first, edge.second})
      if (count == 1) L.neighbours[v].clear();
  return L;
}

Computed boundary_pinned_omegas(const Question& question) {
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  BINDPOSE_TRY(Laplacian<double> L, laplacian_of(question));
  L = pinned(std::move(L), triangles_of(question));
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const auto q, skinning::read_weighted_slots(in));
    const Points x = in.rows<3>("positions");
    ResultArray<double>& omegas = result.arrays[0];
    const std::size_t J = omegas.shape[1];
    for (std::size_t j = 0; j < J; ++j) {
      const auto Omega = direct_delta_mush_omegas(x, q.slots, q.weights, j, L, smoothing_of(question));
      for (std::size_t i = 0; i < x.size(); ++i)
        std::copy(Omega[i].begin(), Omega[i].end(), &omegas.values[10 * (i * J + j)]);
    }
    return result;
  });
}

Computed boundary_pinned(const Question& question) {
  if (question.algorithm->id == "ddm.omegas") return boundary_pinned_omegas(question);
  return mush_by(
      question,
      [](Mush& m) {
        const Laplacian<double> L = pinned(m.L, m.triangles);
        m.s = m.x, m.s_posed = m.y;
        bindpose::surface::smooth<double, 3>(L, m.smoothing, m.s);
        bindpose::surface::smooth<double, 3>(L, m.smoothing, m.s_posed);
      },
      right_frames);
}

/// A frame whose normal is the mean of unit normals, whatever their triangles' areas.
MaybeFrame unweighted(const std::vector<Triangle>& star, std::uint32_t u, const Points& s) {
  Vec3<double> n = Vec3<double>::Zero();
  for (const auto& [v, p, q] : star)
    n += (s[p] - s[v]).cross(s[q] - s[v]).normalized();
  n.normalize();
  const Vec3<double> e = s[u] - s[star[0][0]], t = (e - n * n.dot(e)).normalized();
  return Frame<double>{t, n.cross(t), n};
}

Computed normals_unweighted(const Question& question) {
  return mush_by(
      question, [](Mush&) {},
      [](const Mush& m, std::size_t v) -> Frames {
        const std::uint32_t u = m.L.neighbours[v][0];
        return {unweighted(m.stars[v], u, m.s), unweighted(m.stars[v], u, m.s_posed)};
      });
}

/// Normals kept on the outside where the blend mirrors; the frame is then no rotation.
Computed left_handed(const Question& question) {
  return mush_by(
      question, [](Mush&) {},
      [](const Mush& m, std::size_t v) {
        Frames F = right_frames(m, v);
        if (F.second && determinant(m.B[v]) < 0) F.second->n = -F.second->n;
        return F;
      });
}

Changed one_iteration_more(const Question& question) {
  Question changed = question;
  Array::Integers* iterations = integers_of(changed.arrays, "iterations");
  if (iterations == nullptr || !changed.arrays.has("triangles")) return std::nullopt;
  ++iterations->front();
  return changed;
}

Changed whole_step(const Question& question) {
  if (!question.arrays.has("triangles")) return std::nullopt;
  return with_rows(question, {"step"}, 1, [](double* step, std::size_t) { *step = 1; });
}

Changed uniform_weights(const Question& question) {
  if (!is_mush(question) && question.algorithm->id != "ddm.omegas") return std::nullopt;
  Question changed = question;
  changed.options["laplacian"] = "uniform";
  return changed;
}

/// 0 / 0 at vertices of no triangle.
Damaged divided_by_none(const Question& question, const ArraySet& right) {
  if (!question.arrays.has("triangles")) return std::nullopt;
  std::vector<bool> has_triangle(question.arrays.find("positions")->shape[0], false);
  for (const Triangle& t : triangles_of(question))
    for (const std::uint32_t v : t)
      has_triangle[v] = true;
  ArraySet damaged = right;
  for (const Array& array : right) {
    const std::size_t width = array.reals().size() / has_triangle.size();
    change_rows(damaged, array.name, width, [&](double* row, std::size_t v) {
      if (!has_triangle[v]) std::fill_n(row, width, std::numeric_limits<double>::quiet_NaN());
    });
  }
  return damaged;
}

}  // namespace

BINDPOSE_DEFECTS(surface, delta_mush) {
  return {
      {.id = "delta-not-applied",
       .sentence = "your output equals what one gets when the detail that smoothing takes is not put back",
       .symptom = "a smooth, shrunken mesh without features",
       .source = "(derived)",
       .formula = &detail_left_out},
      {.id = "delta-in-world-frame",
       .sentence = "your output equals what one gets when the detail is put back as it lies at rest, without "
                   "turning with the surface",
       .symptom = "features point where they did at rest",
       .source = "(derived)",
       .formula = &detail_not_turned},
      {.id = "delta-scaled",
       .sentence = "your output equals what one gets when the detail is carried by the joints' matrices; it "
                   "turns with frames and keeps its size",
       .symptom = "features swell with the joint",
       .source = "(derived)",
       .formula = &detail_by_joints},
      {.id = "frame-left-handed",
       .sentence = "your output equals what one gets when frames become left-handed where a joint mirrors",
       .symptom = "detail turns inside out on mirrored limbs",
       .source = "(derived)",
       .formula = &left_handed},
      {.id = "normal-average-unweighted",
       .sentence =
           "your output equals what one gets when a frame's normal is the mean of the triangles' unit "
           "normals; each counts with its area",
       .symptom = "detail leans where triangles differ in size",
       .source = "(derived)",
       .formula = &normals_unweighted},
      {.id = "in-place-smoothing",
       .sentence =
           "your output equals what one gets when vertices are smoothed one after the other in place; "
           "all are smoothed at once",
       .symptom = "the result depends on the order of the vertices: the mesh drifts one way",
       .source = "(derived)",
       .formula = &in_place},
      {.id = "boundary-pinned",
       .sentence = "your output equals what one gets when vertices on a boundary are not smoothed",
       .symptom = "open borders keep their creases",
       .source = "(derived)",
       .formula = &boundary_pinned},
      {.id = "iteration-count-off-by-one",
       .sentence = "your output equals what one gets with one iteration more",
       .symptom = "a little too smooth",
       .source = "(derived)",
       .question = &one_iteration_more},
      {.id = "step-ignored",
       .sentence = "your output equals what one gets when each iteration goes the whole way to the mean",
       .symptom = "too smooth",
       .source = "(derived)",
       .question = &whole_step},
      {.id = "uniform-instead-of-cotangent",
       .sentence =
           "your output equals what one gets when all neighbours count the same; cotangents are asked "
           "for",
       .symptom = "vertices slide towards small triangles",
       .source = "(derived)",
       .question = &uniform_weights},
      {.id = "nan-without-neighbours",
       .sentence = "your output is not a number at a vertex of no triangle: a mean of none is 0 / 0",
       .symptom = "loose vertices vanish",
       .source = "(derived)",
       .answer = &divided_by_none},
  };
}

}  // namespace bindpose::conformance
