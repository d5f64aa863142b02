// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights smoothed in another order, another number of times, or torn at seams.
#include "reference/binding/smooth_weights.h"

#include <algorithm>

#include "conformance/defects/shared/change.h"
#include "reference/binding/shared/places.h"
#include "reference/binding/shared/seams.h"
#include "reference/model/question.h"

namespace bindpose::conformance {
namespace {

bool is_smoothing(const Question& question) {
  return question.algorithm->id == "weights.smooth";
}

Changed once_less(const Question& question) {
  if (!is_smoothing(question)) return std::nullopt;
  const std::int32_t iterations = question.arrays.find("iterations")->integers()[0];
  if (iterations == 0) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"iterations", {1}, Array::Integers{iterations - 1}});
  return changed;
}

Changed whole_smoothing_step(const Question& question) {
  if (!is_smoothing(question)) return std::nullopt;
  return with_rows(question, {"step"}, 1, [](double* step, std::size_t) { *step = 1; });
}

Changed with_smoothing_option(const Question& question, const std::string& name, const char* one,
                              const char* other) {
  if (!is_smoothing(question)) return std::nullopt;
  Changed changed = question;
  std::string& value = changed->options[name];
  value = value.empty() || value == one ? other : one;
  return changed;
}
Changed other_laplacian(const Question& question) {
  return with_smoothing_option(question, "laplacian", "uniform", "cotangent");
}
Changed seams_torn(const Question& question) {
  return with_smoothing_option(question, "seams", "welded", "apart");
}

/// Vertices within a millimetre of one before them are at its position.
Changed gaps_welded(const Question& question) {
  if (!is_smoothing(question)) return std::nullopt;
  constexpr double near = 1e-3;
  std::vector<Vec3<double>> kept;
  bool any = false;
  const Changed changed = with_rows(question, {"positions"}, 3, [&](double* x, std::size_t) {
    const Vec3<double> at(x[0], x[1], x[2]);
    const auto before =
        std::ranges::find_if(kept, [&](const Vec3<double>& other) { return (other - at).norm() < near; });
    if (before == kept.end()) return kept.push_back(at);
    any = any || *before != at;
    std::ranges::copy(*before, x);
  });
  return any ? changed : std::nullopt;
}

/// Vertices one after the other, each by what those before it have become.
void smooth_in_turn(const surface::Laplacian<double>& L, const surface::Smoothing& smoothing,
                    std::span<double> w) {
  for (std::size_t iteration = 0; iteration < smoothing.iterations; ++iteration)
    for (std::size_t v = 0; v < w.size(); ++v) {
      std::vector<double> w_u;
      for (const std::uint32_t u : L.neighbours[v])
        w_u.push_back(w[u]);
      if (!w_u.empty())
        w[v] = surface::smoothed_number(smoothing.step, w[v], std::span<const double>(L.c[v]),
                                        std::span<const double>(w_u));
    }
}

Computed vertices_in_turn(const Question& question) {
  if (!is_smoothing(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    auto W = bindpose::binding::read_joint_weights(in);
    BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
    BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
    const auto places = in.chosen(bindpose::binding::seams) == bindpose::binding::Seams::welded
                            ? bindpose::binding::places_of(mesh.positions)
                            : bindpose::binding::every_vertex(mesh.vertex_count());
    BINDPOSE_TRY(const auto L, surface::laplacian<double>(
                                   mesh.positions, bindpose::binding::between_places(triangles, places),
                                   in.chosen(surface::laplacian_weights)));
    bindpose::binding::weld(places, W);
    for (std::size_t j = 0; j < W.joints; ++j) {
      std::vector<double> w;
      for (std::size_t v = 0; v < W.vertices(); ++v)
        w.push_back(W.row(v)[j]);
      smooth_in_turn(L, surface::read_smoothing(in), w);
      for (std::size_t v = 0; v < W.vertices(); ++v)
        W.row(v)[j] = w[places[v]];
    }
    return Result<double>{{{"joint_weights", {W.vertices(), W.joints}, std::move(W.w)}}, {}};
  });
}

/// No more than that, however often is asked for.
Changed three_times(const Question& question) {
  constexpr std::int32_t most = 3;
  if (!is_smoothing(question) || question.arrays.find("iterations")->integers()[0] <= most)
    return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"iterations", {1}, Array::Integers{most}});
  return changed;
}

/// The weights of the others as they are given.
Damaged first_two_joints(const Question& question, const ArraySet& right) {
  const Array* answered = right.find("joint_weights");
  if (!is_smoothing(question) || answered == nullptr || answered->shape[1] <= 2) return std::nullopt;
  const Array& joints = *question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  const std::size_t K = joints.shape[1], J = answered->shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [&](double* row, std::size_t v) {
    std::fill(row + 2, row + J, 0.0);
    for (std::size_t i = v * K; i < (v + 1) * K; ++i)
      if (const auto j = static_cast<std::size_t>(joints.integers()[i]); j >= 2)
        row[j] += weights == nullptr ? 1 : weights->reals()[i];
  });
}

}  // namespace

BINDPOSE_DEFECTS(binding, smooth_weights) {
  return {
      {.id = "smooth-once-less",
       .sentence = "your output equals what one gets after one smoothing less",
       .symptom = "creases that should be gone",
       .source = "(derived)",
       .question = &once_less},
      {.id = "smooth-whole-step",
       .sentence = "your output equals what one gets when a vertex takes its neighbours' mean and forgets "
                   "its own weights",
       .symptom = "weights flicker between neighbours from step to step",
       .source = "(derived)",
       .question = &whole_smoothing_step},
      {.id = "smooth-in-place",
       .sentence = "your output equals what one gets when vertices are smoothed one after the other, by what "
                   "the ones before have become",
       .symptom = "either side of a symmetric mesh is weighed differently",
       .source = "(derived)",
       .formula = &vertices_in_turn},
      {.id = "smooth-other-laplacian",
       .sentence =
           "your output equals what one gets with the other way to count neighbours: alike, or by cotangents",
       .symptom = "weights drift to where the mesh is fine",
       .source = "(derived)",
       .question = &other_laplacian},
      {.id = "smooth-seams-torn",
       .sentence = "your output equals what one gets when the copies of a vertex along a seam are smoothed "
                   "each by itself",
       .symptom = "cracks open along seams",
       .source = "QtMeshEditor#991",
       .question = &seams_torn},
      {.id = "smooth-gaps-welded",
       .sentence =
           "your output equals what one gets when vertices within a millimetre of each other are one; "
           "those at one position are",
       .symptom = "lips and eyelids that touch are weighed as if they had grown together",
       .source = "(derived)",
       .question = &gaps_welded},
      {.id = "smooth-three-times",
       .sentence = "your output equals what one gets when weights are smoothed three times at most",
       .symptom = "more smoothing changes nothing",
       .source = "(derived)",
       .question = &three_times},
      {.id = "smooth-two-joints",
       .sentence =
           "your output equals what one gets when the weights of the first two joints are smoothed and "
           "no others",
       .symptom = "all joints but two keep their creases",
       .source = "(derived)",
       .answer = &first_two_joints}};
}

}  // namespace bindpose::conformance
