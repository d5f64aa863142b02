// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights of another energy, without bounds, or between other handles.
#include "reference/binding/bounded_biharmonic.h"

#include <algorithm>
#include <utility>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/mesh_edges.h"
#include "reference/binding/shared/mesh_with_bones.h"
#include "reference/binding/shared/weight_matrix.h"

namespace bindpose::conformance {
namespace {

bool is_bounded(const Question& question) {
  return question.algorithm->id == "bind.bbw";
}

/// What is done otherwise.
struct BoundedWay {
  Edges edges = Edges::right;
  enum class Bounds { right, none, cut_off } bounds = Bounds::right;
  bool harmonic = false;       ///< Q = L
  bool areas_ignored = false;  ///< Q = L L
  bool undivided = false;
  bool first_alone = false;  ///< of joints that share a handle
  bool ends = false;         ///< handles around the pivots
  bool torn = false;         ///< each copy of a vertex is a vertex
};

binding::Handles<double> handles_by(const BoundedWay& way, const binding::MeshWithBones<double>& q,
                                    double f) {
  binding::Bones<double> bones = q.bones;
  if (way.ends)
    for (auto& own : bones)
      own = {{own[0].j, own[0].a, own[0].a}};
  binding::Handles<double> handles = binding::handles_of<double>(q.x, bones, f);
  for (Eigen::Index v = 0; v < handles.p.rows() && way.first_alone; ++v) {
    Eigen::Index first = 0;
    if (!(handles.p.row(v).maxCoeff(&first) > 0)) continue;
    handles.p.row(v).setZero();
    handles.p(v, first) = 1;
  }
  return handles;
}

SparseMatrix<double> energy_by(const BoundedWay& way, const binding::MeshWithBones<double>& q,
                               const surface::Laplacian<double>& L) {
  std::vector<double> m = binding::vertex_areas<double>(q.x, q.triangles);
  if (way.areas_ignored) std::fill(m.begin(), m.end(), 1.0);
  if (!way.harmonic) return binding::biharmonic<double>(L, m);
  const auto V = static_cast<Eigen::Index>(m.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t v = 0; v < m.size(); ++v)
    for (std::size_t i = 0; i < L.c[v].size(); ++i) {
      entries.emplace_back(v, L.neighbours[v][i], -L.c[v][i] / 2);
      entries.emplace_back(v, v, L.c[v][i] / 2);
    }
  SparseMatrix<double> Q(V, V);
  Q.setFromTriplets(entries.begin(), entries.end());
  return Q;
}

DynamicVector<double> weights_of_joint(const BoundedWay& way, const SparseMatrix<double>& Q,
                                       const binding::Handles<double>& handles, Eigen::Index j) {
  if (way.bounds == BoundedWay::Bounds::right) return binding::bounded_weights<double>(Q, handles, j);
  const Rest<double> rest = without_fixed<double>(Q, handles.is_fixed, handles.p.col(j));
  DynamicVector<double> all = handles.p.col(j);
  if (rest.at.empty()) return all;
  DynamicVector<double> w = solved_sparse<double>(rest.Q, DynamicMatrix<double>(-rest.g));
  if (way.bounds == BoundedWay::Bounds::cut_off) w = w.cwiseMax(0).cwiseMin(1).eval();
  all(rest.at) = w;
  return all;
}

template <class Choose>
Computed bounded_by(const Question& question, Choose choose) {
  if (!is_bounded(question)) return cannot_be_made();
  BoundedWay way;
  choose(way);
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(auto q, binding::read_mesh_with_bones(in));
    if (way.torn) BINDPOSE_CHECK(tear_seams(q, in));
    BINDPOSE_TRY(const auto L, laplacian_by(way.edges, q.x, q.triangles));
    auto handles = handles_by(way, q, in.has("reach") ? in.number("reach") : 0.25);
    if (!binding::require_on_every_island<double>(q, handles.is_fixed, "")) return cannot_be_made();
    binding::hold_copies<double>(q, handles.is_fixed);
    const SparseMatrix<double> Q = energy_by(way, q, L);
    DynamicMatrix<double> W = handles.p;
    for (Eigen::Index j = 0; j < W.cols(); ++j)
      W.col(j) = weights_of_joint(way, Q, handles, j);
    for (Eigen::Index v = 0; v < W.rows() && !way.undivided; ++v)
      if (W.row(v).sum() > 0) W.row(v) /= W.row(v).sum();
    return binding::joint_weights_result<double>(binding::for_all_copies<double>(q, std::move(W)), 0);
  });
}

Computed bounded_harmonic(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.harmonic = true; });
}
Computed bounded_uniform(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.edges = Edges::uniform; });
}
Computed bounded_unclamped(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.edges = Edges::unclamped; });
}
Computed bounded_without_areas(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.areas_ignored = true; });
}
Computed bounded_nowhere(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.bounds = BoundedWay::Bounds::none; });
}
Computed bounded_by_cutting(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.bounds = BoundedWay::Bounds::cut_off; });
}
Computed bounded_undivided(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.undivided = true; });
}
Computed bounded_first_alone(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.first_alone = true; });
}
Computed bounded_at_ends(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.ends = true; });
}
Computed bounded_with_torn_seams(const Question& question) {
  return bounded_by(question, [](BoundedWay& way) { way.torn = true; });
}

Changed bounded_default_reach(const Question& question) {
  if (!is_bounded(question) || !question.arrays.has("reach")) return std::nullopt;
  Changed changed = question;
  changed->arrays.remove("reach");
  return changed;
}

Damaged bounded_rigid(const Question& question, const ArraySet& right) {
  if (!is_bounded(question)) return std::nullopt;
  return strongest_alone(right);
}

constexpr std::string_view bbw_paper = "Jacobson et al. 2011, section 3";

}  // namespace

BINDPOSE_DEFECTS(binding, bounded_biharmonic) {
  return {
      {.id = "bbw-harmonic",
       .sentence =
           "your output equals what one gets when the gradient of weights is made small, not their Laplacian",
       .symptom = "weights have kinks at the handles",
       .source = bbw_paper,
       .formula = &bounded_harmonic},
      {.id = "bbw-unbounded",
       .sentence = "your output equals what one gets without bounds",
       .symptom = "far parts move the other way",
       .source = bbw_paper,
       .formula = &bounded_nowhere},
      {.id = "bbw-cut-off",
       .sentence = "your output equals what one gets when weights without bounds are cut off at 0 and 1",
       .symptom = "weights have kinks where they were cut",
       .source = bbw_paper,
       .formula = &bounded_by_cutting},
      {.id = "bbw-not-divided",
       .sentence = "your output equals the weights of each joint by itself, which need not sum to 1",
       .symptom = "parts stay behind when the whole character moves",
       .source = bbw_paper,
       .formula = &bounded_undivided},
      {.id = "bbw-areas-ignored",
       .sentence =
           "your output equals what one gets when every vertex counts alike, however much surface it has",
       .symptom = "weights hang on how finely a part is meshed",
       .source = "(derived)",
       .formula = &bounded_without_areas},
      {.id = "bbw-uniform",
       .sentence = "your output equals what one gets when all edges count alike, whatever the angles",
       .symptom = "weights hang on how the mesh is cut into triangles",
       .source = "(derived)",
       .formula = &bounded_uniform},
      {.id = "bbw-unclamped",
       .sentence = "your output equals what one gets when cotangents of obtuse angles count as negative",
       .symptom = "none but in badly shaped triangles",
       .source = "(derived)",
       .formula = &bounded_unclamped},
      {.id = "bbw-first-alone",
       .sentence =
           "your output equals what one gets when of joints that are as near to a handle the first has it",
       .symptom = "a vertex in the middle is one side's",
       .source = "(derived)",
       .formula = &bounded_first_alone},
      {.id = "bbw-ends",
       .sentence = "your output equals what one gets when handles are around the pivots, not around the "
                   "middles of bones",
       .symptom = "limbs bend in their middles",
       .source = "(derived)",
       .formula = &bounded_at_ends},
      {.id = "bbw-seams-torn",
       .sentence = "your output equals what one gets when the copies of a vertex along a seam are vertices "
                   "of their own",
       .symptom = "cracks open along seams",
       .source = "(derived)",
       .formula = &bounded_with_torn_seams},
      {.id = "bbw-default-reach",
       .sentence = "your output equals what one gets when the reach that is given is ignored",
       .symptom = "handles are as large as ever",
       .source = "(derived)",
       .question = &bounded_default_reach},
      {.id = "bbw-rigid",
       .sentence = "your output gives every vertex to its strongest joint alone",
       .symptom = "hard edges at the joints",
       .source = "(derived)",
       .answer = &bounded_rigid},
  };
}

}  // namespace bindpose::conformance
