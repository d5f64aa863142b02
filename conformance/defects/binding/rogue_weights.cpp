// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rogues by another rule, or taken off and nothing more.
#include "reference/binding/rogue_weights.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "conformance/defects/shared/change.h"
#include "reference/model/question.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance {
namespace {

bool is_rogues(const Question& question) {
  return question.algorithm->id == "weights.rogue";
}

Changed vertices_alone(const Question& question) {
  if (!is_rogues(question)) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"rogue_size", {1}, Array::Integers{1}});
  return changed;
}

/// No two vertices at one position.
Changed seams_apart(const Question& question) {
  if (!is_rogues(question)) return std::nullopt;
  return with_rows(question, {"positions"}, 3,
                   [](double* x, std::size_t v) { x[2] += 1000 * static_cast<double>(v + 1); });
}

/// size: of a rogue group at most, where it is not the question's.
Computed by_rule(const Question& question, bool spares_largest, bool spares_parts,
                 std::optional<std::size_t> size = {}) {
  if (!is_rogues(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
    BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
    const auto places = bindpose::binding::places_of_mesh(mesh.positions, triangles);
    return bindpose::binding::without_rogues(
        places, bindpose::binding::read_joint_weights(in),
        {size.value_or(static_cast<std::size_t>(in.integer("rogue_size"))), spares_largest, spares_parts},
        !question.options.contains("emptied") || question.options.at("emptied") == "neighbours");
  });
}
Computed nothing_taken_off(const Question& question) {
  return by_rule(question, true, true, 0);
}
Computed largest_too(const Question& question) {
  return by_rule(question, false, true);
}
Computed parts_too(const Question& question) {
  return by_rule(question, true, false);
}

/// Of a vertex of which nothing is left those neighbours alone that a triangle joins with it, none of its copies.
Computed neighbours_of_one_side(const Question& question) {
  if (!is_rogues(question) ||
      (question.options.contains("emptied") && question.options.at("emptied") == "none"))
    return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
    BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
    BINDPOSE_TRY(Result<double> result, by_rule(question, true, true));
    auto W = bindpose::binding::read_joint_weights(in);
    const std::size_t J = W.joints;
    const auto marks = bindpose::binding::rogue_marks(
        bindpose::binding::places_of_mesh(mesh.positions, triangles), bindpose::binding::holdings(W), J,
        {static_cast<std::size_t>(in.integer("rogue_size")), true, true});
    std::vector<bool> has;
    for (std::size_t v = 0; v < W.vertices(); ++v)
      has.push_back(bindpose::binding::take_off(std::span(marks).subspan(v * J, J), W.row(v)));
    const auto neighbours = surface::neighbours_of(triangles, W.vertices());
    std::span<double> w = result.arrays.front().values;
    for (std::size_t v = 0; v < W.vertices(); ++v) {
      const auto first = marks.begin() + static_cast<std::ptrdiff_t>(v * J);
      if (has[v] || std::find(first, first + static_cast<std::ptrdiff_t>(J), 1) ==
                        first + static_cast<std::ptrdiff_t>(J))
        continue;
      std::ranges::fill(w.subspan(v * J, J), 0.0);
      bindpose::binding::take_from(neighbours[v], has, W, w.subspan(v * J, J));
    }
    return result;
  });
}

template <class Numbers>
void reverse_rows(Numbers& numbers, std::size_t rows) {
  const std::size_t width = numbers.size() / rows;
  const Numbers given = numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = given[(rows - 1 - i / width) * width + i % width];
}

/// The answer about the vertices in the opposite order, in which the last group comes first.
Computed last_group_stays(const Question& question) {
  if (!is_rogues(question)) return cannot_be_made();
  Question turned = question;
  const std::size_t vertices = question.arrays.find("positions")->shape[0];
  for (const char* name : {"positions", "weights"})
    if (Array::Reals* rows = reals_of(turned.arrays, name)) reverse_rows(*rows, vertices);
  reverse_rows(*integers_of(turned.arrays, "joints"), vertices);
  for (std::int32_t& v : *integers_of(turned.arrays, "triangles"))
    v = static_cast<std::int32_t>(vertices) - 1 - v;
  BINDPOSE_TRY(Result<double> result,
               turned.algorithm->implementation.in_double(turned.arrays, turned.options));
  for (ResultArray<double>& array : result.arrays)
    reverse_rows(array.values, vertices);
  for (Undefined& undefined : result.undefined)
    undefined.row = vertices - 1 - undefined.row;
  return result;
}

/// Weights as given, but for those taken off.
Damaged rest_as_given(const Question& question, const ArraySet& right) {
  if (!is_rogues(question)) return std::nullopt;
  const Array &joints = *question.arrays.find("joints"), &marks = *right.find("rogue_marks");
  const Array* weights = question.arrays.find("weights");
  const std::size_t K = joints.shape[1], J = marks.shape[1];
  return with_answer_rows(right, {"joint_weights"}, J, [&](double* row, std::size_t v) {
    std::fill(row, row + J, 0.0);
    for (std::size_t i = v * K; i < (v + 1) * K; ++i) {
      const auto j = static_cast<std::size_t>(joints.integers()[i]);
      if (marks.reals()[v * J + j] == 0) row[j] += weights == nullptr ? 1 : weights->reals()[i];
    }
  });
}

}  // namespace

BINDPOSE_DEFECTS(binding, rogue_weights) {
  return {
      {.id = "rogue-kept",
       .sentence = "your output equals what one gets when no vertex is found to be alone",
       .symptom = "spikes from a limb to a joint far away",
       .source = "(derived)",
       .formula = &nothing_taken_off},
      {.id = "rogue-not-renormalised",
       .sentence =
           "your output equals what one gets when weights are taken off and the others left as they are",
       .symptom = "mended vertices shrink towards the origin",
       .source = "(derived)",
       .answer = &rest_as_given},
      {.id = "rogue-vertices-alone",
       .sentence = "your output equals what one gets when only single vertices are rogues, whatever size of "
                   "group is asked for",
       .symptom = "pairs of vertices stay behind",
       .source = "(derived)",
       .question = &vertices_alone},
      {.id = "rogue-parts-too",
       .sentence = "your output equals what one gets when whole parts of the mesh are rogues, too",
       .symptom = "eyes and buttons stay behind",
       .source = "(derived)",
       .formula = &parts_too},
      {.id = "rogue-largest-too",
       .sentence = "your output equals what one gets when a joint's largest group may be a rogue",
       .symptom = "small joints lose all they hold",
       .source = "(derived)",
       .formula = &largest_too},
      {.id = "rogue-last-of-equals",
       .sentence =
           "your output equals what one gets when of equally large groups the last stays; the first does",
       .symptom = "a joint lets go of the other half of what it holds",
       .source = "(derived)",
       .formula = &last_group_stays},
      {.id = "rogue-seams-apart",
       .sentence =
           "your output equals what one gets when the copies of a vertex along a seam do not hang together",
       .symptom = "vertices along seams are taken off their joints",
       .source = "QtMeshEditor#991",
       .question = &seams_apart},
      {.id = "rogue-neighbours-of-one-side",
       .sentence =
           "your output equals what one gets when a vertex of which nothing is left takes the weights of "
           "those neighbours alone that its own triangles name; those of its copies along a seam count, too",
       .symptom = "mended vertices come apart along a seam",
       .source = "(derived)",
       .formula = &neighbours_of_one_side}};
}

}  // namespace bindpose::conformance
