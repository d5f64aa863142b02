// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "conformance/cases/metamorphic/relations.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace influences {

constexpr std::string_view slots = "K";

/// Arrays whose numbers add up over the slots of a joint. The first one that an input has decides
/// which slots are used.
constexpr std::string_view additive[] = {"omegas", "entry_weights", "weights"};

/// The influence slots of an input, K per row.
struct Slots {
  std::size_t rows = 0, K = 0;
  std::vector<double>
      weights;  ///< [rows, K]: 0 for an unused slot, else its weight or, if it has no single weight, 1

  bool is_used(std::size_t row, std::size_t k) const { return weights[row * K + k] != 0; }
};

/// "V K", "V K 12": the slots are the second extent.
bool has_slots(const ArrayDeclaration& declared) {
  const auto extents = extents_of(declared);
  return extents.size() > 1 && extents[1] == slots;
}

std::optional<Slots> slots_of(const Question& question) {
  const Declaration& declaration = question.algorithm->implementation.declaration;
  const ArrayDeclaration* const declared = declaration.find_input("weights");
  if (declared == nullptr || !has_slots(*declared)) return std::nullopt;
  if (std::ranges::any_of(declaration.outputs, has_slots))
    return std::nullopt;  // its output has a row per slot
  for (const std::string_view name : additive) {
    const Array* array = declaration.find_input(name) == nullptr ? nullptr : question.arrays.find(name);
    if (array == nullptr) continue;
    Slots found{array->shape[0], array->shape[1], {}};
    const std::size_t width = element_count(array->shape) / std::max<std::size_t>(1, found.rows * found.K);
    for (std::size_t s = 0; s < found.rows * found.K; ++s) {
      const auto first = array->reals().begin() + static_cast<std::ptrdiff_t>(s * width);
      const bool is_used =
          std::any_of(first, first + static_cast<std::ptrdiff_t>(width), [](double x) { return x != 0; });
      found.weights.push_back(!is_used ? 0 : width == 1 ? *first : 1);
    }
    return found;
  }
  return std::nullopt;
}

/// The parts of the slot order that affect the output.
struct Matters {
  bool everything = false, influences = false, equals = false, first_influence = false, first_slot = false,
       largest = false;
};

Matters what_matters(const Question& question) {
  const auto asks = [&question](std::string_view option, std::string_view value) {
    return asks_for(question, option, value);
  };
  const std::string_view id = question.algorithm->id;
  Matters m;
  m.everything = asks("influences_kept", "first-four") || asks("weight_sum", "last-from-rest");
  m.influences = id == "sjb" || id == "sjbbe" || id == "sbs" || asks("pivot", "running-sum") ||
                 asks("tie", "first-slot");
  m.largest =
      asks("pivot", "largest-weight") || asks("influences_kept", "four-largest") || asks("excess", "reduce");
  m.equals = m.largest;
  m.first_influence = asks("pivot", "first-influence") || asks("method", "dqs");
  m.first_slot =
      asks("pivot", "first-slot") || asks("zero_sum", "first-joint") || asks("method", "stitching");
  return m;
}

/// A random order of one row's slots that keeps the parts that affect the output.
Order shuffled_row(const Slots& all, std::size_t row, const Matters& matters, Random& random) {
  Order order(all.K);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t kept = matters.first_slot ? 1 : 0;
  for (std::size_t i = all.K; i > kept + 1; --i)
    std::swap(order[i - 1], order[kept + random.below(i - kept)]);
  const auto weight = [&](std::size_t k) { return all.weights[row * all.K + k]; };
  const auto together = [&](std::size_t a, std::size_t b) {
    return weight(a) != 0 && weight(b) != 0 &&
           (matters.influences || (matters.equals && weight(a) == weight(b)));
  };
  for (std::size_t i = kept; i < all.K; ++i)
    for (std::size_t j = i + 1; j < all.K; ++j)
      if (together(order[i], order[j]) && order[j] < order[i]) std::swap(order[i], order[j]);
  if (!matters.first_influence) return order;
  const auto is_used = [&](std::size_t k) { return weight(k) != 0; };
  const auto first = std::ranges::find_if(order, is_used);
  if (first == order.end()) return order;
  std::size_t was_first = 0;
  while (!is_used(was_first))
    ++was_first;
  std::iter_swap(first, std::ranges::find(order, was_first));
  return order;
}

/// Applies a new choice of slots to every array with slots: the slots of each row [rows * K'], and
/// the indices that refer to them.
ArraySet with_slots(const Question& question, const Slots& all, const Order& from) {
  ArraySet arrays = question.arrays;
  const std::size_t K = from.size() / all.rows;
  for (const ArrayDeclaration& declared : question.algorithm->implementation.declaration.inputs) {
    Array* array = arrays.find(declared.name);
    if (array == nullptr || declared.is_read_elsewhere) continue;
    if (has_slots(declared)) {
      const std::size_t width = element_count(array->shape) / (all.rows * all.K);
      array->shape[1] = K;
      const auto take_slots = [&](auto& x) {
        auto old = std::move(x);
        x.clear();
        for (std::size_t s = 0; s < from.size(); ++s)
          for (std::size_t c = 0; c < width; ++c)
            x.push_back(old[(s / K * all.K + from[s]) * width + c]);
      };
      std::visit(take_slots, array->data);
      if (!array->uncertainty.empty()) take_slots(array->uncertainty);
    }
    for (const Rule& rule : declared.rules)
      if (rule.kind == Rule::Kind::index && rule.of == slots)
        for (std::size_t row = 0; row < all.rows; ++row) {
          const auto first = from.begin() + static_cast<std::ptrdiff_t>(row * K);
          int& index = std::get<Array::Integers>(array->data)[row];
          index = static_cast<int>(
              std::find(first, first + static_cast<std::ptrdiff_t>(K), static_cast<std::size_t>(index)) -
              first);
        }
  }
  return arrays;
}

/// A slot of a row that may be split: it is used, its numbers have exact halves, and it need not
/// stay the largest.
std::optional<std::size_t> slot_to_split(const Slots& all, std::size_t row, const Matters& matters,
                                         Random& random) {
  const auto first = all.weights.begin() + static_cast<std::ptrdiff_t>(row * all.K);
  const auto largest =
      static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(all.K)) - first);
  Order can;
  for (std::size_t k = 0; k < all.K; ++k) {
    const double w = all.weights[row * all.K + k];
    if (w != 0 && 2 * to_float32(w / 2) == w && !(matters.largest && k == largest)) can.push_back(k);
  }
  if (can.empty()) return std::nullopt;
  return can[random.below(can.size())];
}

/// The last unused slot, except slot 0, which some implementations read even if it is unused.
std::optional<std::size_t> free_slot(const Slots& all, std::size_t row) {
  for (std::size_t k = all.K; k-- > 1;)
    if (!all.is_used(row, k)) return k;
  return std::nullopt;
}

/// The source of each new slot, and which new slots hold a half or nothing.
struct Split {
  Order from;
  std::vector<double> factors;  ///< for the numbers that add up: 1, 1/2, 0
  bool any = false;
};

/// Splits slots in rows with a free slot. wider: in all rows, with one more slot.
Split split_rows(const Slots& all, const Matters& matters, bool wider, Random& random) {
  Split split;
  for (std::size_t row = 0; row < all.rows; ++row) {
    const auto slot = slot_to_split(all, row, matters, random);
    const auto free = free_slot(all, row);
    const bool is_split = slot && (wider || free);
    for (std::size_t k = 0; k < all.K; ++k) {
      if (is_split && !wider && k == *free) continue;
      const bool halved = is_split && k == *slot;
      split.from.insert(split.from.end(), halved ? 2 : 1, k);
      split.factors.insert(split.factors.end(), halved ? 2 : 1, halved ? 0.5 : 1);
    }
    if (wider && !is_split) {
      split.from.push_back(0);
      split.factors.push_back(0);
    }
    split.any = split.any || is_split;
  }
  return split;
}

}  // namespace influences

Expected<ChangedQuestion> reorder_influences(const Question& question, Random& random) {
  const auto all = influences::slots_of(question);
  const influences::Matters matters = influences::what_matters(question);
  if (!all) return does_not_apply(question, "it has no influences with weights");
  if (matters.everything) return does_not_apply(question, "the order of the slots matters");
  Order from;
  bool any = false;
  for (std::size_t row = 0; row < all->rows; ++row) {
    const Order order = influences::shuffled_row(*all, row, matters, random);
    any = any || !std::is_sorted(order.begin(), order.end());
    from.insert(from.end(), order.begin(), order.end());
  }
  if (!any) return does_not_apply(question, "its slots have one order only");
  return ChangedQuestion{question.arrays, influences::with_slots(question, *all, from), {}};
}

Expected<ChangedQuestion> split_influences(const Question& question, Random& random) {
  const auto all = influences::slots_of(question);
  const Declaration& declaration = question.algorithm->implementation.declaration;
  if (!all) return does_not_apply(question, "it has no influences with weights");
  for (const ArrayDeclaration& declared : declaration.inputs)
    for (const Rule& rule : declared.rules)
      if (rule.kind == Rule::Kind::extent && rule.of == influences::slots && rule.high == 1)
        return does_not_apply(question, "a vertex has one influence");
  if (asks_for(question, "influences_kept", "first-four") ||
      asks_for(question, "influences_kept", "four-largest"))
    return does_not_apply(question, "the number of influences that count is limited");
  if (asks_for(question, "weight_sum", "last-from-rest"))
    return does_not_apply(question, "the last slot's weight is not read");
  const influences::Matters matters = influences::what_matters(question);
  influences::Split split = influences::split_rows(*all, matters, false, random);
  if (!split.any) split = influences::split_rows(*all, matters, true, random);
  if (!split.any) return does_not_apply(question, "no influence can be split");
  ArraySet second = influences::with_slots(question, *all, split.from);
  for (const std::string_view name : influences::additive) {
    Array::Reals* values = reals_of(second, name);
    if (values == nullptr) continue;
    const std::size_t width = values->size() / split.factors.size();
    for (std::size_t i = 0; i < values->size(); ++i)
      if (split.factors[i / width] != 1) (*values)[i] *= split.factors[i / width];
  }
  return ChangedQuestion{question.arrays, std::move(second), {}};
}

}  // namespace bindpose::conformance
