// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/given_answer.h"

#include <algorithm>

#include "conformance/judge/compare_array.h"
#include "reference/model/row_view.h"

namespace bindpose::conformance {
namespace {

using Rows = std::vector<std::size_t>;

const ArrayDeclaration* declaration_of(const Declaration& declaration, std::string_view name) {
  for (const ArrayList* list : {&declaration.inputs, &declaration.stages, &declaration.outputs})
    for (const ArrayDeclaration& array : *list)
      if (array.name == name) return &array;
  return nullptr;
}

/// The first symbol of all judged arrays if it is the same: "V". Otherwise empty.
std::string_view row_symbol(const Question& question, const Expectation& right) {
  std::string_view symbol;
  for (const ExpectedArray& array : right.arrays) {
    const ArrayDeclaration* const declared =
        declaration_of(question.algorithm->implementation.declaration, array.name);
    const auto extents = declared == nullptr ? std::vector<std::string_view>() : extents_of(*declared);
    if (extents.empty() || (!symbol.empty() && extents.front() != symbol)) return {};
    symbol = extents.front();
  }
  return symbol;
}

/// True if an array holds row numbers, which a sample would change.
bool names_rows(const Question& question, std::string_view symbol) {
  const ArrayList& inputs = question.algorithm->implementation.declaration.inputs;
  return std::ranges::any_of(inputs, [&](const ArrayDeclaration& array) {
    return question.arrays.has(array.name) && std::ranges::any_of(array.rules, [&](const Rule& rule) {
             return rule.kind == Rule::Kind::index && rule.of == symbol;
           });
  });
}

/// The rows of an array along any of its extents: "T V 3".
class Taken {
 public:
  Taken(const Question& question, std::string_view symbol, const Rows& rows)
      : declaration_(&question.algorithm->implementation.declaration), symbol_(symbol), rows_(&rows) {}

  Array operator()(const Array& array) const {
    Array taken = array;
    std::visit([&](auto& numbers) { numbers = of(array.name, array.shape, numbers); }, taken.data);
    if (!array.uncertainty.empty()) taken.uncertainty = of(array.name, array.shape, array.uncertainty);
    taken.shape = shape(array.name, array.shape);
    return taken;
  }

  ExpectedArray operator()(const ExpectedArray& array) const {
    ExpectedArray taken{array.name,        shape(array.name, array.shape), {}, {}, array.rotations,
                        array.length_bound};
    for (const auto side : {&ExpectedArray::branch, &ExpectedArray::other})
      for (const auto numbers : {&Branch::values, &Branch::bounds})
        if (!(array.*side.*numbers).empty())
          taken.*side.*numbers = of(array.name, array.shape, array.*side.*numbers);
    return taken;
  }

  Shape shape(std::string_view name, Shape whole) const {
    if (const auto extent = extent_of_rows(name, whole)) whole[*extent] = rows_->size();
    return whole;
  }

 private:
  std::optional<std::size_t> extent_of_rows(std::string_view name, const Shape& shape) const {
    const ArrayDeclaration* const declared = declaration_of(*declaration_, name);
    if (declared == nullptr) return {};
    const auto extents = extents_of(*declared);
    const auto found = std::ranges::find(extents, symbol_);
    if (found == extents.end() || extents.size() != shape.size()) return {};
    return static_cast<std::size_t>(found - extents.begin());
  }

  template <class Numbers>
  Numbers of(std::string_view name, const Shape& shape, const Numbers& numbers) const {
    const auto extent = extent_of_rows(name, shape);
    if (!extent) return numbers;
    const auto begin = shape.begin(), at = begin + static_cast<std::ptrdiff_t>(*extent);
    const std::size_t blocks = element_count({begin, at}), width = element_count({at + 1, shape.end()});
    const RowView<typename Numbers::value_type> all(numbers, width);
    Numbers taken;
    taken.reserve(blocks * rows_->size() * width);
    for (std::size_t block = 0; block < blocks && width > 0; ++block)
      for (const std::size_t row : *rows_) {
        const auto numbers_of_row = all[block * *at + row];
        taken.insert(taken.end(), numbers_of_row.begin(), numbers_of_row.end());
      }
    return taken;
  }

  const Declaration* declaration_;
  std::string_view symbol_;
  const Rows* rows_;
};

/// This many entries of a list, at irregular distances, because meshes repeat at regular distances.
void draw(const Rows& from, std::size_t most, std::set<std::size_t>& drawn) {
  constexpr double golden_ratio = 0.6180339887498949;
  const std::size_t count = std::min(most, from.size());
  for (std::size_t i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) * golden_ratio;
    const double at = (static_cast<double>(i) + part - std::floor(part)) / static_cast<double>(count);
    drawn.insert(from[static_cast<std::size_t>(at * static_cast<double>(from.size()))]);
  }
}

/// The row with an array's largest number, so that a sample has the same results that depend on it.
std::size_t row_of_largest(const ExpectedArray& array) {
  std::size_t largest = 0;
  const auto size = [&](std::size_t i) {
    const double x = std::fabs(array.branch.values[i]);
    return std::isfinite(x) ? x : 0;
  };
  for (std::size_t i = 1; i < array.branch.values.size(); ++i)
    if (size(i) > size(largest)) largest = i;
  return largest / width_of(array);
}

std::vector<bool> wrong_rows(const Expectation& right, const Answer& answer, std::size_t rows) {
  std::vector<bool> wrong(rows, false);
  for (const ExpectedArray& array : right.arrays) {
    const Array::Reals& got = answer.arrays.find(array.name)->reals();
    const std::size_t width = width_of(array);
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!wrong[i / width] && is_decided(array, i) && !is_within(array, i, got)) wrong[i / width] = true;
  }
  return wrong;
}

/// Ascending.
Rows rows_to_take(const Expectation& right, const Answer& answer, std::size_t rows, const SampleSize& size) {
  Rows wrong, others;
  const std::vector<bool> is_wrong = wrong_rows(right, answer, rows);
  for (std::size_t row = 0; row < rows; ++row)
    (is_wrong[row] ? wrong : others).push_back(row);
  std::set<std::size_t> taken = {0};
  for (const ExpectedArray& array : right.arrays)
    taken.insert(row_of_largest(array));
  draw(wrong, size.most_wrong, taken);
  const std::size_t in_proportion =
      wrong.empty() ? others.size() : size.most_wrong * others.size() / wrong.size();
  draw(others, std::min(size.most_right, in_proportion), taken);
  return {taken.begin(), taken.end()};
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b,
                            [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// True if each row of the right output is independent of the other rows.
bool stand_alone(const GivenAnswer& sample) {
  const auto alone = expect(sample.question);
  return alone && std::ranges::equal(alone->arrays, sample.right.arrays,
                                     [](const ExpectedArray& a, const ExpectedArray& b) {
                                       return a.name == b.name && a.shape == b.shape &&
                                              same(a.branch.values, b.branch.values) &&
                                              same(a.branch.bounds, b.branch.bounds);
                                     });
}

}  // namespace

std::optional<GivenAnswer> sample_of(const Question& question, const Expectation& right, const Answer& answer,
                                     const SampleSize& size) {
  const std::string_view symbol = row_symbol(question, right);
  if (symbol.empty() || names_rows(question, symbol) || !is_comparable(right, answer.arrays)) return {};
  const std::size_t all = right.arrays.front().shape.front();
  if (all < std::max<std::size_t>(size.fewest_rows, 1)) return {};
  const Rows rows = rows_to_take(right, answer, all, size);
  const Taken taken(question, symbol, rows);
  // Copies everything except the arrays.
  GivenAnswer sample{{question.algorithm, question.level, question.options, {}, question.asset}, {}, {}};
  sample.question.name = question.name;
  sample.rows = rows;
  for (const Array& array : question.arrays)
    sample.question.arrays.put(taken(array));
  for (const ExpectedArray& array : right.arrays)
    sample.right.arrays.push_back(taken(array));
  for (const ExpectedArray& array : right.stages)
    sample.right.stages.push_back(taken(array));
  // An output may hold anything else: arrays of other shapes, of other rows.
  for (const auto* arrays : {&right.arrays, &right.stages})
    for (const ExpectedArray& array : *arrays)
      if (const Array* got = answer.arrays.find(array.name); got != nullptr && has_numbers_for(array, *got))
        sample.answer.arrays.put(taken(*got));
  if (!stand_alone(sample)) return {};
  list_arrays(sample.question, sample.right);
  return sample;
}

}  // namespace bindpose::conformance
