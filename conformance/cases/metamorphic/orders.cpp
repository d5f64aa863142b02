// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "conformance/cases/metamorphic/relations.h"
#include "reference/hierarchy/shared/dof_joint.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace orders {

constexpr std::string_view joints = "J", bones = "B", freedoms = "N";

/// A random order that differs from the original.
Order shuffled(std::size_t count, Random& random) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  while (std::is_sorted(order.begin(), order.end()))
    for (std::size_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

/// The orders of an array's extents, with this order for extents of this symbol.
std::vector<Order> axes_of(const ArrayDeclaration& array, std::string_view symbol, const Order& order) {
  std::vector<Order> axes;
  for (const std::string_view extent : extents_of(array))
    axes.push_back(extent == symbol ? order : Order{});
  return axes;
}

bool has_symbol(const ArrayDeclaration& array, std::string_view symbol) {
  return std::ranges::count(extents_of(array), symbol) > 0;
}

/// True for joint indices whose number no other array gives.
bool are_names(const ArrayDeclaration& array) {
  return std::ranges::any_of(
      array.rules, [](const Rule& rule) { return rule.kind == Rule::Kind::index && rule.of.empty(); });
}

bool points_into(const ArrayDeclaration& array, std::string_view symbol) {
  return std::ranges::any_of(array.rules,
                             [symbol](const Rule& rule) {
                               return (rule.kind == Rule::Kind::index && rule.of == symbol) ||
                                      (rule.kind == Rule::Kind::forest && symbol == joints);
                             }) ||
         (are_names(array) && symbol == joints);
}

/// The number of elements: an extent, a count, or the largest index plus 1.
std::size_t count_of(const Question& question, std::string_view symbol) {
  std::size_t count = 0;
  for (const ArrayDeclaration& declared : question.algorithm->implementation.declaration.inputs) {
    const Array* array = question.arrays.find(declared.name);
    if (array == nullptr || declared.is_read_elsewhere) continue;
    const auto extents = extents_of(declared);
    for (std::size_t a = 0; a < extents.size() && a < array->shape.size(); ++a)
      if (extents[a] == symbol) return array->shape[a];
    for (const Rule& rule : declared.rules)
      if (rule.kind == Rule::Kind::counts && rule.of == symbol)
        return static_cast<std::size_t>(array->integers()[0]);
    if (are_names(declared) && symbol == joints)
      for (const int name : array->integers())
        count = std::max(count, static_cast<std::size_t>(name) + 1);
  }
  return count;
}

/// Reorders the entries that the symbol counts, and updates all indices to them.
void reorder(const Question& question, std::string_view symbol, const Order& order, ArraySet& arrays) {
  const Order place = places(order);
  for (const ArrayDeclaration& declared : question.algorithm->implementation.declaration.inputs) {
    Array* array = arrays.find(declared.name);
    if (array == nullptr || declared.is_read_elsewhere) continue;
    if (has_symbol(declared, symbol)) {
      const auto permute = [&](auto& x) { x = permuted(x, array->shape, axes_of(declared, symbol, order)); };
      std::visit(permute, array->data);
      if (!array->uncertainty.empty()) permute(array->uncertainty);
    }
    if (points_into(declared, symbol))
      for (int& index : std::get<Array::Integers>(array->data))
        if (index >= 0) index = static_cast<int>(place[static_cast<std::size_t>(index)]);
  }
  Array::Integers* tracks = symbol == joints ? integers_of(arrays, "tracks") : nullptr;
  for (std::size_t i = 0; tracks != nullptr && i < tracks->size(); i += 3)
    (*tracks)[i] = static_cast<int>(place[static_cast<std::size_t>((*tracks)[i])]);
  Array::Integers* drives = symbol == joints ? integers_of(arrays, "drives") : nullptr;
  for (std::size_t i = 0; drives != nullptr && i < drives->size(); ++i)
    if (i % 3 < 2) (*drives)[i] = static_cast<int>(place[static_cast<std::size_t>((*drives)[i])]);
}

ChangedQuestion reordered(const Question& question, std::string_view symbol, const Order& order) {
  ChangedQuestion changed{question.arrays, question.arrays, {}};
  reorder(question, symbol, order, changed.second);
  for (const ArrayDeclaration& output : question.algorithm->implementation.declaration.outputs)
    if (has_symbol(output, symbol))
      changed.back[std::string(output.name)].axes = axes_of(output, symbol, places(order));
  return changed;
}

/// Degrees of freedom are grouped by joint.
Order order_of_freedoms(const Array::Integers& joint_types, const Order& order) {
  std::vector<std::size_t> first(joint_types.size() + 1);
  for (std::size_t j = 0; j < joint_types.size(); ++j) {
    const hierarchy::Freedoms own = hierarchy::freedoms(static_cast<hierarchy::JointType>(joint_types[j]));
    first[j + 1] = first[j] + own.slides + own.turns;
  }
  Order result;
  for (const std::size_t j : order)
    for (std::size_t k = first[j]; k < first[j + 1]; ++k)
      result.push_back(k);
  return result;
}

/// Bones are in the order of the joints that have a parent.
Order order_of_bones(const Array::Integers& parents, const Order& order) {
  Order bone_of(parents.size()), result;
  std::size_t count = 0;
  for (std::size_t j = 0; j < parents.size(); ++j)
    bone_of[j] = parents[j] < 0 ? count : count++;
  for (const std::size_t j : order)
    if (parents[j] >= 0) result.push_back(bone_of[j]);
  return result;
}

/// True if another group contains the same vertices in reverse order.
bool has_equal_groups(const Question& question, std::string_view vertices, std::size_t count) {
  Order backwards(count);
  std::iota(backwards.rbegin(), backwards.rend(), std::size_t{0});
  const auto marks_of = [&question](const ArraySet& arrays) {
    const auto result = question.algorithm->implementation.in_double(arrays, question.options);
    return result ? result->find("rogue_marks")->values : std::vector<double>();
  };
  const std::vector<double> marks = marks_of(question.arrays);
  if (marks.empty()) return false;
  const std::vector<double> other = marks_of(reordered(question, vertices, backwards).second);
  return permuted(other, {count, marks.size() / count}, {backwards, {}}) != marks;
}

}  // namespace orders

Expected<ChangedQuestion> reorder_joints(const Question& question, Random& random) {
  const Declaration& declaration = question.algorithm->implementation.declaration;
  for (const ArrayDeclaration& input : declaration.inputs)
    for (const Rule& rule : input.rules)
      if (rule.kind == Rule::Kind::bones) return does_not_apply(question, "its joints are a chain");
  if (asks_for(question, "excess", "reduce") || asks_for(question, "tie", "lower-joint"))
    return does_not_apply(question, "among joints with equal weights, it keeps the one with the lower index");
  if (question.arrays.has("pose_directions") && question.arrays.has("rest_rotations"))
    return does_not_apply(question, "its features follow the order of the joints");
  if (question.arrays.has("clusters"))
    return does_not_apply(question, "its bones are found one after the other");
  if (question.arrays.has("twist_joints"))
    return does_not_apply(question, "its links follow the order of the joints");
  if (question.algorithm->id == "weights.colours" && !question.arrays.has("joint_colours"))
    return does_not_apply(question, "a joint's colour depends on its number");
  if (question.algorithm->id.starts_with("pack."))
    return does_not_apply(question, "it stores the numbers of joints");
  if (question.algorithm->id == "weights.linear-falloff")
    return does_not_apply(question, "its pivots follow the order of the chain");
  if (question.algorithm->id == "bind.delaunay")
    return does_not_apply(question, "if pivots coincide, it takes the lower index");
  const std::size_t count = orders::count_of(question, orders::joints);
  if (count < 2) return does_not_apply(question, "it has fewer than two joints");
  const Order order = orders::shuffled(count, random);
  ChangedQuestion changed = orders::reordered(question, orders::joints, order);
  if (const Array* types = question.arrays.find("joint_types"))
    orders::reorder(question, orders::freedoms, orders::order_of_freedoms(types->integers(), order),
                    changed.second);
  const Array* parents = question.arrays.find("parents");
  for (const ArrayDeclaration& output : declaration.outputs)
    if (parents != nullptr && orders::has_symbol(output, orders::bones))
      changed.back[std::string(output.name)].axes =
          orders::axes_of(output, orders::bones, places(orders::order_of_bones(parents->integers(), order)));
  return changed;
}

Expected<ChangedQuestion> reorder_vertices(const Question& question, Random& random) {
  const std::string_view rows =
      extents_of(question.algorithm->implementation.declaration.outputs.front()).front();
  if (rows == orders::joints || rows == orders::bones)
    return does_not_apply(question, "its output has rows of joints");
  if (question.algorithm->id == "delta-mush")
    return does_not_apply(question, "its frames begin at the neighbour with the lowest index");
  if (question.arrays.has("target_vertices"))
    return does_not_apply(question, "the vertices of its targets are in order");
  const std::size_t count = orders::count_of(question, rows);
  if (count < 2) return does_not_apply(question, "its output has fewer than two rows");
  if (question.algorithm->id == "weights.rogue" && orders::has_equal_groups(question, rows, count))
    return does_not_apply(question, "among groups of one size, it keeps the one with the first vertex");
  return orders::reordered(question, rows, orders::shuffled(count, random));
}

}  // namespace bindpose::conformance
