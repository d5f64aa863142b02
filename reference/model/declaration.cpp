// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/declaration.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/model/asked_arrays.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"

namespace bindpose {
namespace {

/// Bones up to this length count as zero, because the square of such a length is near float32's smallest numbers.
constexpr double shortest_bone = 0x1p-60;

bool is_number(std::string_view extent) {
  return extent.front() >= '0' && extent.front() <= '9';
}

/// True if the extent is a number of values per row: "3", or "w" if it is free.
bool is_width(std::string_view extent) {
  return is_number(extent) || (extent.front() >= 'a' && extent.front() <= 'z');
}

std::size_t number(std::string_view extent) {
  std::size_t value = 0;
  std::from_chars(extent.data(), extent.data() + extent.size(), value);
  return value;
}

/// The shape with the extents known so far; unknown extents may be anything.
Shape known_shape(const ArrayDeclaration& declared, const Extents& extents) {
  Shape shape;
  for (const std::string_view extent : extents_of(declared)) {
    const auto known = extents.find(extent);
    shape.push_back(is_number(extent)                      ? number(extent)
                    : known == extents.end()               ? ArraySet::any
                    : shape.empty() && declared.is_rows_of ? ArraySet::any
                                                           : known->second);
  }
  return shape;
}

bool is_asked(const ArrayDeclaration& declared, Level level, const ArraySet& question) {
  return !(declared.only_palette && level != Level::palette) &&
         !(declared.only_pose && level == Level::palette) &&
         !(!declared.beside.empty() && !question.has(declared.beside)) &&
         !(!declared.instead_of.empty() && question.has(declared.instead_of));
}

/// Checks type and shape of an existing array; records its symbols.
Expected<void> check_shape(const ArrayDeclaration& declared, const ArraySet& question, Extents& extents) {
  const Shape shape = known_shape(declared, extents);
  BINDPOSE_TRY(const Array* array, declared.is_real ? question.require_reals(declared.name, shape)
                                                    : question.require_integers(declared.name, shape));
  for (const Rule& rule : declared.rules)
    if (rule.kind == Rule::Kind::counts && array->integers()[0] >= 0)
      extents.emplace(rule.of, static_cast<std::size_t>(array->integers()[0]));
  const auto symbols = extents_of(declared);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!is_number(symbols[i])) extents.emplace(symbols[i], array->shape[i]);
    if (symbols[i] == declared.least_of && array->shape[i] < declared.least)
      return fail("ARRAY_SHAPE", std::string(declared.name),
                  fmt::format("{} {}, expected at least {}", array->shape[i], symbols[i], declared.least));
  }
  if (const auto rows = extents.find(symbols.front()); declared.is_rows_of && array->shape[0] != rows->second)
    return fail("COUNT_MISMATCH", std::string(declared.name),
                fmt::format("{} rows, expected {}", array->shape[0], rows->second));
  return {};
}

/// An array and its declaration, with the rows that must follow the rules.
struct Checked {
  const ArrayDeclaration& declared;
  const Array& array;
  const Extents& extents;
  std::vector<char> used;  ///< rows that must follow the rules; empty: all

  std::size_t size() const { return element_count(array.shape); }
  double at(std::size_t i) const { return array.is_real() ? array.reals()[i] : array.integers()[i]; }
  bool counts(std::size_t i) const { return used.empty() || used[i / (size() / used.size())] != 0; }

  /// "weights[3][1]": the element's indices along the leading extents that count rows, or along all extents; only
  /// the name if the array is one number.
  std::string place(std::size_t i, bool whole = false) const {
    const auto symbols = extents_of(declared);
    if (declared.shape == "1") return std::string(declared.name);
    std::vector<std::size_t> indices(symbols.size());
    for (std::size_t d = symbols.size(); d-- > 0; i /= array.shape[d])
      indices[d] = i % array.shape[d];
    std::size_t shown = declared.is_named_by_row ? 1 : symbols.size();
    while (!whole && !declared.names_numbers && shown > 1 && is_width(symbols[shown - 1]))
      --shown;
    indices.resize(shown);
    return fmt::format("{}[{}]", declared.name, fmt::join(indices, "]["));
  }
};

/// Checks the numbers of all used rows; the error names the first violation.
template <class Follows>
Expected<void> check_each(const Checked& c, const Rule& rule, std::string_view code, Follows follows) {
  for (std::size_t i = 0; i < c.size(); ++i)
    if (c.counts(i) && !follows(c.at(i)))
      return fail(std::string(code), c.place(i, rule.kind == Rule::Kind::index),
                  fmt::format("{:.9g}, expected {}", c.at(i), to_string(rule)));
  return {};
}

Expected<void> check_finite(const Checked& c) {
  return check_each(c, {Rule::Kind::finite}, "NOT_FINITE", [](double x) { return std::isfinite(x); });
}

Expected<void> check_unit(const Checked& c) {
  BINDPOSE_CHECK(check_finite(c));
  const std::size_t width = c.array.shape.back();
  for (std::size_t i = 0; i + width <= c.size(); i += width) {
    double squared = 0;
    for (std::size_t k = 0; k < width; ++k)
      squared += c.at(i + k) * c.at(i + k);
    const double length = std::sqrt(squared);
    if (c.counts(i) && !(std::fabs(length - 1) <= unit_tolerance))
      return fail("NOT_UNIT", c.place(i), fmt::format("a length of {:.9g}, expected 1", length));
  }
  return {};
}

Expected<void> check_forest(const Checked& c) {
  Skeleton skeleton;
  skeleton.parents.assign(c.array.integers().begin(), c.array.integers().end());
  return validate(skeleton);
}

Expected<void> check_not_empty(const Checked& c) {
  if (c.array.shape[0] > 0) return {};
  return fail("COUNT_MISMATCH", std::string(c.declared.name), "no rows, expected at least one");
}

Expected<void> check_increasing(const Checked& c) {
  for (std::size_t i = 1; i < c.size(); ++i)
    if (!(c.at(i) > c.at(i - 1)))
      return fail("TIME_ORDER", c.place(i), fmt::format("{:.9g} after {:.9g}", c.at(i), c.at(i - 1)));
  return {};
}

Expected<void> check_extent(const Checked& c, const Rule& rule) {
  const auto extent = static_cast<double>(c.extents.at(std::string(rule.of)));
  if (c.array.shape[0] == 0 || (extent >= rule.low && extent <= rule.high)) return {};
  return fail("COUNT_MISMATCH", std::string(c.declared.name),
              rule.of == "K" ? fmt::format("{} influence slots per vertex, expected {}", extent,
                                           rule.high > rule.low ? "at least 1" : "1")
                             : fmt::format("{} = {}, expected {}", rule.of, extent, to_string(rule)));
}

Expected<void> check_invertible(const Checked& c) {
  for (std::size_t i = 0; i + 12 <= c.size(); i += 12)
    if (const Mat3<double> C = affine_at(&c.array.reals()[i]).linear; !is_invertible(C))
      return fail("SINGULAR_BIND", c.place(i), fmt::format("a determinant of {:.9g}", determinant(C)));
  return {};
}

Expected<void> check_bones(const Checked& c) {
  const std::size_t joints = c.array.shape[1];
  for (std::size_t j = 0; j + 1 < joints * c.array.shape[0]; ++j) {
    if (j % joints + 1 == joints) continue;  // the last joint of its chain
    const Vec3<double> bone = read_row<double, 3>(c.array, j + 1) - read_row<double, 3>(c.array, j);
    if (!(bone.norm() > shortest_bone))
      return fail("ZERO_BONE", c.place(3 * j), fmt::format("bone {} has no length", j % joints));
  }
  return {};
}

Expected<void> check_rule(const Checked& c, const Rule& rule) {
  const double count = rule.kind != Rule::Kind::index || rule.of.empty()
                           ? std::numeric_limits<double>::infinity()
                           : static_cast<double>(c.extents.at(std::string(rule.of)));
  switch (rule.kind) {
    case Rule::Kind::finite:
      return check_finite(c);
    case Rule::Kind::unit:
      return check_unit(c);
    case Rule::Kind::non_negative:
      return check_each(c, rule, "NEGATIVE_WEIGHT", [](double x) { return !(x < 0); });
    case Rule::Kind::index:
      return check_each(c, rule, "INDEX_RANGE", [&](double x) { return x >= 0 && x < count; });
    case Rule::Kind::forest:
      return check_forest(c);
    case Rule::Kind::within:
      return check_each(c, rule, "PARAMETER_RANGE",
                        [&](double x) { return x >= rule.low && x <= rule.high; });
    case Rule::Kind::counts:
      return {};
    case Rule::Kind::above:
      return check_each(c, rule, "PARAMETER_RANGE", [&](double x) { return x > rule.low; });
    case Rule::Kind::not_empty:
      return check_not_empty(c);
    case Rule::Kind::increasing:
      return check_increasing(c);
    case Rule::Kind::extent:
      return check_extent(c, rule);
    case Rule::Kind::exactly:
      return check_each(c, rule, rule.of, [&](double x) { return x == rule.low; });
    case Rule::Kind::none:
      return check_each(c, rule, rule.of, [](double) { return false; });
    case Rule::Kind::invertible:
      return check_invertible(c);
    case Rule::Kind::bones:
      return check_bones(c);
  }
  return {};
}

/// True if the option has this value.
bool is_chosen(const Options& options, const char* option, std::string_view value) {
  const auto chosen = options.find(option);
  return chosen != options.end() && chosen->second == value;
}

/// True if the options use slots of weight 0.
bool slots_without_weight_count(const Options& options) {
  return is_chosen(options, "zero_sum", "first-joint") || is_chosen(options, "weight_sum", "last-from-rest");
}

/// The input with nonzero weights for the slots that an option uses. zero_sum: the first slot of a
/// vertex without weights; weight_sum: the slot whose weight is computed from the others; a limit
/// of four slots: any slot.
ArraySet with_counted_weights(ArraySet question, const Options& options) {
  const Array* given = question.find("weights");
  if (given == nullptr || !given->is_real() || given->shape.size() != 2 || given->shape[1] == 0)
    return question;
  Array::Reals w = given->reals();
  const auto K = static_cast<std::ptrdiff_t>(given->shape[1]);
  const bool first_counts = is_chosen(options, "zero_sum", "first-joint");
  const bool last_counts = is_chosen(options, "weight_sum", "last-from-rest");
  const bool first_four_count = is_chosen(options, "influences_kept", "first-four");
  const bool any_counts = last_counts && is_chosen(options, "influences_kept", "four-largest");
  for (auto row = w.begin(); row != w.end(); row += K) {
    if (first_counts && std::all_of(row, row + K, [](double w_i) { return w_i == 0; })) *row = 1;
    if (any_counts) std::fill(row, row + K, 1);
    if (last_counts) row[(first_four_count ? std::min<std::ptrdiff_t>(K, 4) : K) - 1] = 1;
  }
  question.put({"weights", given->shape, std::move(w)});
  return question;
}

/// Joints with an influence whose weight is not 0; if weights are not read, with any influence.
std::vector<char> used_joints(const Declaration& declaration, const ArraySet& question,
                              std::size_t joint_count) {
  std::vector<char> used(joint_count, 0);
  const Array* joints = question.find("joints");
  const ArrayDeclaration* declared = declaration.find_input("weights");
  const bool are_read = declared != nullptr && !declared->rules.empty();
  const Array* weights = are_read ? question.find("weights") : nullptr;
  if (joints == nullptr) return {};
  for (std::size_t i = 0; i < joints->integers().size(); ++i)
    if (const auto j = static_cast<std::size_t>(joints->integers()[i]);
        j < joint_count && (weights == nullptr || weights->reals()[i] != 0))
      used[j] = 1;
  return used;
}

Expected<const OptionSpec*> require_option(const OptionList& declared, std::string_view name) {
  if (const OptionSpec* spec = find_option(declared, name)) return spec;
  return fail("OPTION_UNKNOWN", std::string(name), "the algorithm has no such option");
}

/// Marks the rows for which the array is not 0, or is 0; without the array, all rows.
std::vector<char> rows_beside(const Array* array, bool zero = false) {
  if (array == nullptr) return {};
  std::vector<char> rows(element_count(array->shape));
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = ((array->is_real() ? array->reals()[i] : array->integers()[i]) == 0) == zero;
  return rows;
}

}  // namespace

std::string_view to_string(Level level) {
  return level == Level::palette ? "palette" : level == Level::pose ? "pose" : "asset";
}

std::string to_string(const Rule& rule) {
  switch (rule.kind) {
    case Rule::Kind::finite:
      return "finite";
    case Rule::Kind::unit:
      return rule.of.empty() ? "unit quaternions" : "unit axes";
    case Rule::Kind::non_negative:
      return "at least 0";
    case Rule::Kind::index:
      return rule.of.empty() ? "at least 0" : fmt::format("0 .. {} - 1", rule.of);
    case Rule::Kind::forest:
      return "parents that exist, no cycle";
    case Rule::Kind::within:
      return std::isinf(rule.low) ? fmt::format("at most {}", rule.high)
                                  : fmt::format("{} .. {}", rule.low, rule.high);
    case Rule::Kind::counts:
      return fmt::format("the extent {}", rule.of);
    case Rule::Kind::above:
      return fmt::format("above {}", rule.low);
    case Rule::Kind::not_empty:
      return "at least one row";
    case Rule::Kind::increasing:
      return "increasing";
    case Rule::Kind::extent:
      return fmt::format("{} {} 1", rule.of, rule.high > rule.low ? ">=" : "=");
    case Rule::Kind::exactly:
      return fmt::format("exactly {}", rule.low);
    case Rule::Kind::none:
      return "none given";
    case Rule::Kind::invertible:
      return "invertible";
    case Rule::Kind::bones:
      return "bones longer than 2^-60 metres";
  }
  return {};
}

OptionList operator+(OptionList a, const OptionList& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<std::string_view> extents_of(const ArrayDeclaration& array) {
  std::vector<std::string_view> extents;
  std::string_view text = array.shape;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) extents.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return extents;
}

ArrayList operator+(ArrayList a, const ArrayList& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

namespace {

/// True for the declared name, and for "track_3_times" if "track_<i>_times" is declared.
bool is_named(std::string_view declared, std::string_view name) {
  constexpr std::string_view number = "<i>";
  const std::size_t at = declared.find(number);
  if (at == std::string_view::npos) return declared == name;
  const std::string_view before = declared.substr(0, at), after = declared.substr(at + number.size());
  if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
    return declared == name;
  name.remove_prefix(before.size());
  name.remove_suffix(after.size());
  return name.find_first_not_of("0123456789") == std::string_view::npos;
}

const ArrayDeclaration* find_in(const ArrayList& arrays, std::string_view name) {
  const auto found = std::ranges::find_if(
      arrays, [name](const ArrayDeclaration& declared) { return is_named(declared.name, name); });
  return found == arrays.end() ? nullptr : &*found;
}

}  // namespace

const ArrayDeclaration* Declaration::find_input(std::string_view name) const {
  return find_in(inputs, name);
}

const ArrayDeclaration* Declaration::find_answer(std::string_view name) const {
  const ArrayDeclaration* const output = find_in(outputs, name);
  return output != nullptr ? output : find_in(stages, name);
}

Level level_of(const Declaration& declaration, const ArraySet& question) {
  const bool palette = std::any_of(declaration.inputs.begin(), declaration.inputs.end(), [&](const auto& a) {
    return a.only_palette && !a.is_optional && question.has(a.name);
  });
  return palette ? Level::palette : Level::pose;
}

ArraySet asked_arrays(const Declaration& declaration, const ArraySet& arrays) {
  const Level level = level_of(declaration, arrays);
  ArraySet asked;
  for (const Array& array : arrays) {
    const ArrayDeclaration* const declared = declaration.find_input(array.name);
    if (declared == nullptr || is_asked(*declared, level, arrays)) asked.put(array);
  }
  return asked;
}

bool are_asked(const Declaration& declaration, const ArraySet& arrays) {
  const Level level = level_of(declaration, arrays);
  return std::ranges::all_of(arrays, [&](const Array& array) {
    const ArrayDeclaration* const declared = declaration.find_input(array.name);
    return declared == nullptr || is_asked(*declared, level, arrays);
  });
}

Expected<Extents> check(const Declaration& declaration, const ArraySet& question, const Options& options) {
  const Level level = level_of(declaration, question);
  Extents extents;
  std::vector<const ArrayDeclaration*> present;
  for (const ArrayDeclaration& declared : declaration.inputs) {
    if (!is_asked(declared, level, question) || declared.is_read_elsewhere) continue;
    if (declared.is_optional && !question.has(declared.name)) continue;
    BINDPOSE_CHECK(check_shape(declared, question, extents));
    present.push_back(&declared);
  }
  const auto is_present = [&](std::string_view name) {
    return std::any_of(present.begin(), present.end(),
                       [&](const ArrayDeclaration* a) { return a->name == name; });
  };
  const bool others_count = slots_without_weight_count(options);
  const ArraySet with_counted = others_count ? with_counted_weights(question, options) : ArraySet();
  const ArraySet& counted = others_count ? with_counted : question;
  for (const ArrayDeclaration* declared : present)
    for (const Rule& rule : declared->rules) {
      if (declared->is_checked_later) continue;
      Checked checked{*declared, *question.find(declared->name), extents, {}};
      if (!declared->only_where.empty()) checked.used = rows_beside(counted.find(declared->only_where));
      if (is_present(declared->except_rows_beside))
        checked.used = rows_beside(question.find(declared->except_rows_beside), true);
      if (declared->only_where_used) checked.used = used_joints(declaration, counted, checked.array.shape[0]);
      BINDPOSE_CHECK(check_rule(checked, rule));
    }
  return extents;
}

const OptionSpec* find_option(const OptionList& declared, std::string_view name) {
  const auto found = std::find_if(declared.begin(), declared.end(),
                                  [name](const OptionSpec& spec) { return spec.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

Expected<void> check(const OptionList& declared, const Options& options) {
  for (const auto& [key, value] : options) {
    BINDPOSE_TRY(const OptionSpec* spec, require_option(declared, key));
    if (std::find(spec->values.begin(), spec->values.end(), value) == spec->values.end())
      return fail("OPTION_VALUE", key,
                  fmt::format("'{}', expected one of {}", value, fmt::join(spec->values, ", ")));
  }
  return {};
}

Expected<std::string_view> choice(const OptionList& declared, const Options& options, std::string_view name) {
  BINDPOSE_CHECK(check(declared, options));
  BINDPOSE_TRY(const OptionSpec* spec, require_option(declared, name));
  const auto chosen = options.find(std::string(name));
  return chosen == options.end() ? spec->values.front()
                                 : *std::find(spec->values.begin(), spec->values.end(), chosen->second);
}

Expected<std::size_t> choice_index(const OptionList& declared, const Options& options,
                                   std::string_view name) {
  BINDPOSE_TRY(const std::string_view chosen, choice(declared, options, name));
  const std::vector<std::string_view>& values = find_option(declared, name)->values;
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), chosen) - values.begin());
}

}  // namespace bindpose
