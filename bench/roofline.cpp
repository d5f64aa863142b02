// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/roofline.h"

#include "bench/ceilings.h"

namespace bindpose::bench {

std::size_t element_count(const ArraySet& arrays) {
  std::size_t sum = 0;
  for (const Array& array : arrays)
    sum += bindpose::element_count(array.shape);
  return sum;
}

Work work_of(const Question& question, const conformance::Answer& answer) {
  std::size_t numbers = element_count(question.arrays);
  for (const std::string_view name : question.algorithm->outputs)
    if (const Array* array = answer.arrays.find(name); array != nullptr)
      numbers += bindpose::element_count(array->shape);
  return {4.0 * static_cast<double>(numbers), known_operations(question)};
}

double known_operations(const Question& question) {
  const Array* joints = question.arrays.find("joints");
  const std::string_view id = question.algorithm->id;
  if (joints == nullptr || joints->shape.size() != 2 || (id != "lbs" && id != "dqs")) return 0;
  const auto vertices = static_cast<double>(joints->shape[0]),
             influences = static_cast<double>(joints->shape[1]);
  constexpr double unit_length = 5 + 1 + 3;  // a . a, its root, three divisions
  constexpr double directions = 2;           // normal and tangent
  // B = sum_i w_i M_i: a product and a sum for each of 12 numbers. C x + t: 9 products, 9 sums; C n without the last three.
  constexpr double by_matrix = 18 + directions * (15 + unit_length);
  if (id == "lbs") return vertices * (24 * influences + by_matrix);
  // q_1 . q_i, then w_i (q_i, d_i) in eight numbers. The sum is divided by |q|. Two cross products, two sums and
  // two products per vector.
  constexpr double of_influence = 7 + 16, divided = 7 + 1 + 8, turned = 9 + 9 + 6 + 6;
  // 2 (q_w d_v - d_w q_v + q_v x d_v), added to a position.
  constexpr double moved = 9 + 6 + 6 + 3 + 3;
  constexpr double by_quaternion = divided + turned + moved + directions * (turned + unit_length);
  return vertices * (of_influence * influences + by_quaternion);
}

Rates processor_rates() {
  return {ceilings().fastest_copy(), ceilings().vector_multiply_add};
}

Rates rates_of(const std::string& subject) {
  const auto spec = conformance::parse_subject(subject);
  if (!spec || !conformance::is_device(*spec)) return processor_rates();
  return spec->kind == "gpu" ? Rates{device_copy(*spec).value_or(0), 0} : Rates{};
}

Roofline roofline(const Work& work, const Rates& rates) {
  const double copying = rates.bytes > 0 ? work.bytes / rates.bytes : 0;
  const double computing = rates.operations > 0 ? work.operations / rates.operations : 0;
  if (!(copying > 0) && !(computing > 0)) return {};
  return computing > copying ? Roofline{computing, "arithmetic"} : Roofline{copying, "memory"};
}

}  // namespace bindpose::bench
