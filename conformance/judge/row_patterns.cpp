// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/row_patterns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/place_in_time.h"
#include "conformance/judge/stages.h"
#include "reference/model/row_view.h"

namespace bindpose::conformance {
namespace {

using Values = std::optional<std::vector<std::string>>;

constexpr double of_one = 1e-3;  // relative tolerance of reported numbers
constexpr std::size_t fewest_alike = 4;
constexpr double most_rows = 0.9;
constexpr double most_of_one_output = 48;  // rows that count fully; further rows count less

double norm(const RowNumbers& numbers) {
  return std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0));
}

double dot(const RowNumbers& a, const RowNumbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// a + s b
RowNumbers plus(RowNumbers a, double s, const RowNumbers& b) {
  for (std::size_t c = 0; c < a.size(); ++c)
    a[c] += s * b[c];
  return a;
}

RowNumbers row_of(const Array::Reals& numbers, std::size_t row, std::size_t width, std::size_t count) {
  if ((row + 1) * width > numbers.size()) return {};
  const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// Number of compared numbers of a row; for a tangent, only the direction.
std::size_t compared_numbers(const GivenAnswer& given, const ExpectedArray& array) {
  const ArrayDeclaration* const declared =
      given.question.algorithm->implementation.declaration.find_answer(array.name);
  return declared != nullptr && declared->kind.of == Kind::Of::tangent ? 3 : width_of(array);
}

bool is_direction(const WrongRow& row) {
  const ArrayDeclaration* const declared =
      row.given.question.algorithm->implementation.declaration.find_answer(row.place.array.name);
  return declared != nullptr &&
         (declared->kind.of == Kind::Of::tangent || declared->kind.of == Kind::Of::direction);
}

Values zero(const WrongRow& row) {
  return norm(row.got) == 0 ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// The only wrong number.
Values one_number(const WrongRow& row) {
  const std::size_t width = width_of(row.place.array);
  const auto& got = row.given.answer.arrays.find(row.place.array.name)->reals();
  std::optional<std::size_t> wrong;
  for (std::size_t c = 0; c < row.got.size(); ++c)
    if (!is_within(row.place.array, row.place.row * width + c, got)) {
      if (wrong) return std::vector<std::string>();
      wrong = c;
    }
  if (row.got.size() < 2 || !wrong) return std::nullopt;
  return std::vector{place_in_row(row.place.array.name, *wrong, width)};
}

/// Arrays of the input with such rows, and the local transforms.
Values as_given(const WrongRow& row) {
  const std::size_t width = width_of(row.place.array), rows = row.place.array.shape[0];
  std::vector<std::string> found;
  for (const Array& array : row.given.question.arrays)
    if (array.is_real() && array.reals().size() == rows * width && array.shape[0] == rows &&
        is_like(row, row_of(array.reals(), row.place.row, width, row.got.size())))
      found.push_back(array.name);
  if (width == 12) {
    const Affines locals = locals_of(row.given.question);
    const Array::Reals numbers = rows_of(locals);
    if (locals.size() == rows && is_like(row, row_of(numbers, row.place.row, width, 12)))
      found.emplace_back("the local transforms");
  }
  return found;
}

/// A right array of the output with equally many rows. A single number may agree by chance.
Values as_other_array(const WrongRow& row) {
  if (row.got.size() < 2) return std::nullopt;
  std::vector<std::string> found;
  for (const ExpectedArray& array : row.given.right.arrays)
    if (array.name != row.place.array.name && width_of(array) >= row.got.size() &&
        array.branch.values.size() == row.place.array.shape[0] * width_of(array) &&
        is_like(row, row_of(array.branch.values, row.place.row, width_of(array), row.got.size())))
      found.push_back(array.name);
  return found;
}

Values other_row(const WrongRow& row) {
  if (!row.given.rows.empty()) return std::nullopt;  // index in a sample
  const std::size_t width = width_of(row.place.array);
  std::vector<std::string> found;
  for (const int step : {-1, 1, -2, 2}) {
    const auto other = static_cast<std::ptrdiff_t>(row.place.row) + step;
    if (other >= 0 && is_like(row, row_of(row.place.array.branch.values, static_cast<std::size_t>(other),
                                          width, row.got.size())))
      found.push_back(fmt::format("{} {} their own", std::abs(step) == 1 ? "the row" : "two rows",
                                  step < 0 ? "before" : "after"));
  }
  return found;
}

/// The vertex with the same number in another part of a file.
Values of_another_part(const WrongRow& row) {
  const auto& asset = row.given.question.asset;
  if (asset == nullptr || asset->parts.size() < 2 || !row.given.rows.empty()) return std::nullopt;
  std::size_t vertices = 0;
  for (const auto& part : asset->parts)
    vertices += part.vertices;
  if (row.place.array.shape[0] != vertices) return std::nullopt;
  const std::size_t width = width_of(row.place.array);
  std::size_t own_part = 0, own = row.place.row;
  while (own_part < asset->parts.size() && own >= asset->parts[own_part].vertices)
    own -= asset->parts[own_part++].vertices;
  std::vector<std::string> found;
  for (std::size_t part = 0, first = 0; part < asset->parts.size(); first += asset->parts[part++].vertices)
    if (part != own_part && own < asset->parts[part].vertices &&
        is_like(row, row_of(row.place.array.branch.values, first + own, width, row.got.size())))
      found.push_back(fmt::format(": part {} has those of part {}, counted from 0", own_part, part));
  if (!found.empty()) found.emplace_back("");
  return found;
}

/// Its numbers reordered, or with other signs.
Values other_order(const WrongRow& row) {
  const std::size_t n = row.got.size();
  if (n != 3 && !(n == 4 && row.place.array.rotations)) return std::nullopt;
  return signed_orders(row.right, [&row](const RowNumbers& changed) { return is_like(row, changed); });
}

/// A matrix whose numbers are right except for their signs.
Values other_signs(const WrongRow& row) {
  if (row.got.size() != 12) return std::nullopt;
  RowNumbers turned = row.right;
  std::vector<std::string> numbers;
  for (std::size_t c = 0; c < turned.size(); ++c) {
    if (std::fabs(row.got[c] + row.right[c]) >= std::fabs(row.got[c] - row.right[c])) continue;
    turned[c] = -turned[c];
    numbers.push_back(place_in_row(row.place.array.name, c, turned.size()));
  }
  if (numbers.empty() || !is_like(row, turned)) return std::vector<std::string>();
  if (numbers.size() + static_cast<std::size_t>(std::ranges::count(row.right, 0)) == turned.size())
    return std::vector<std::string>{"every number", "some numbers"};
  return std::vector{fmt::format("{}", fmt::join(numbers, ", ")), std::string("some numbers")};
}

/// Detects, for example, a matrix with equal rows, or a point with equal coordinates.
Values one_number_repeated(const WrongRow& row) {
  if (row.got.size() != 3) return std::nullopt;
  const RowNumbers meant(3, row.right[0]);
  if (norm(plus(meant, -1, row.right)) <= row.reach) return std::nullopt;
  return is_like(row, RowNumbers(row.got.size(), row.got[0])) ? std::vector<std::string>{""}
                                                              : std::vector<std::string>{};
}

/// The factor between the row and the right one.
Values multiple(const WrongRow& row) {
  const double square = dot(row.right, row.right);
  if (row.got.size() < 2 || (row.got.size() > 4 && row.got.size() != 12) || square == 0) return std::nullopt;
  const auto large = [&](double x) { return x * x > 1e-3 * square; };
  if (std::ranges::count_if(row.right, large) < 2) return std::nullopt;
  const double k = dot(row.got, row.right) / square;
  if (k == 0 || !is_like(row, plus(RowNumbers(row.got.size()), k, row.right)))
    return std::vector<std::string>();
  const std::string factor = std::fabs(k - 1) < of_one
                                 ? fmt::format("1 {} {:.1g}", k < 1 ? "-" : "+", std::fabs(k - 1))
                                 : fmt::format("{:.3g}", k);
  return std::vector{
      fmt::format("{}: only {} wrong", factor, k > 0 ? "their length is" : "their length and sign are"),
      std::string("a number that differs from row to row")};
}

Values reciprocal(const WrongRow& row) {
  RowNumbers numbers;
  for (const double x : row.right)
    numbers.push_back(1 / x);
  if (row.place.array.rotations || std::ranges::count(row.right, 0) > 0) return std::nullopt;
  return is_like(row, numbers) ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// On the line from the rest position through the right position.
Values on_the_way(const WrongRow& row) {
  const Array* const rest = row.given.question.arrays.find(row.place.array.name);
  if (rest == nullptr || row.got.size() != 3 || is_direction(row) || rest->shape != row.place.array.shape)
    return std::nullopt;
  const RowNumbers at = row_of(rest->reals(), row.place.row, 3, 3), way = plus(row.right, -1, at);
  const double square = dot(way, way);
  if (std::sqrt(square) <= 8 * row.reach) return std::nullopt;
  const double k = dot(plus(row.got, -1, at), way) / square;
  if (!is_like(row, plus(at, k, way))) return std::vector<std::string>();
  return std::vector{fmt::format("{:.3g} times as far", k), std::string("too far or not far enough")};
}

/// For arrays whose right rows all sum to 1.
Values not_of_sum_1(const WrongRow& row) {
  const std::size_t width = width_of(row.place.array);
  if (width < 2) return std::nullopt;
  const auto sum = [](const RowNumbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
  };
  for (std::size_t r = 0; r < row.place.array.shape[0]; ++r)
    if (is_decided(row.place.array, r * width) &&
        std::fabs(sum(row_of(row.place.array.branch.values, r, width, width)) - 1) > 1e-6)
      return std::nullopt;
  const bool differs = std::fabs(sum(row.got) - 1) > of_one * of_one;
  return differs ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// For arrays of plain numbers, such as weights, whose right values are all within 0 .. 1.
Values beyond_0_and_1(const WrongRow& row) {
  const ArrayDeclaration* const declared =
      row.given.question.algorithm->implementation.declaration.find_answer(row.place.array.name);
  if (declared == nullptr || declared->kind.of != Kind::Of::plain) return std::nullopt;
  const auto is_beyond = [](double x) { return x < -of_one || x > 1 + of_one; };
  for (std::size_t i = 0; i < row.place.array.branch.values.size(); ++i)
    if (is_decided(row.place.array, i) && is_beyond(row.place.array.branch.values[i])) return std::nullopt;
  return std::ranges::any_of(row.got, is_beyond) ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// Rows that equal the identity matrix.
Values identity(const WrongRow& row) {
  if (row.got.size() != 12) return std::nullopt;
  return is_like(row, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}) ? std::vector<std::string>{""}
                                                            : std::vector<std::string>{};
}

/// Integers that are off by 1.
Values by_one_step(const WrongRow& row) {
  const auto is_whole = [](double x) { return x == std::round(x); };
  const auto& all = row.place.array.branch.values;
  if (!std::ranges::all_of(all, is_whole) || std::ranges::all_of(all, [](double x) { return x <= 1; }))
    return std::nullopt;
  for (std::size_t c = 0; c < row.got.size(); ++c)
    if (!is_whole(row.got[c]) || std::fabs(row.got[c] - row.right[c]) > 1) return std::vector<std::string>();
  return std::vector<std::string>{""};
}

Values a_key(const WrongRow& row) {
  const auto keys = keys_around(row.place);
  if (!keys) return std::nullopt;
  std::vector<std::string> found;
  if (is_like(row, keys->from)) found.emplace_back("the key before the time");
  if (is_like(row, keys->to)) found.emplace_back("the key after the time");
  for (const auto* named : {&keys->tangents, &keys->others})
    for (const auto& [words, numbers] : *named)
      if (is_like(row, numbers)) found.push_back(words);
  return found;
}

/// True if a row is a weighted sum of these two. None if one is a multiple of the other.
std::optional<bool> is_sum_of(const WrongRow& row, const RowNumbers& a, const RowNumbers& b) {
  if (norm(a) <= 8 * row.reach) return std::nullopt;
  const RowNumbers across = plus(b, -dot(b, a) / dot(a, a), a);
  if (norm(across) <= 8 * row.reach) return std::nullopt;
  return is_like(row, plus(plus(RowNumbers(row.got.size()), dot(row.got, a) / dot(a, a), a),
                           dot(row.got, across) / dot(across, across), across));
}

/// On a spline: off by a multiple of one of its keys or tangents.
Values of_one_weight(const WrongRow& row, const KeysAround& keys) {
  auto parts = keys.tangents;
  parts.emplace_back("the key before the time", keys.from);
  parts.emplace_back("the key after the time", keys.to);
  std::vector<std::string> found;
  for (const auto& [words, numbers] : parts) {
    const double square = dot(numbers, numbers);
    if (square == 0) continue;
    const double share = dot(plus(row.got, -1, row.right), numbers) / square;
    // A rotation is normalised, so it stays in the plane of the two.
    if (row.place.array.rotations ? is_sum_of(row, row.right, numbers).value_or(false)
                                  : is_like(row, plus(row.right, share, numbers)))
      found.push_back(fmt::format("off by a share of {}: its weight is wrong", words));
  }
  return found;
}

/// On a spline: the right contribution of the keys, and a wrong fraction of the contribution of the tangents. None
/// if the tangents contribute almost nothing.
std::optional<bool> is_of_other_tangents(const WrongRow& row, const KeysAround& keys) {
  const double u = keys.u, w = 1 - u, d = keys.seconds;
  const auto &out = keys.tangents[1].second, &in = keys.tangents[2].second;
  const RowNumbers zero(row.got.size());
  const RowNumbers of_keys = plus(plus(zero, (1 + 2 * u) * w * w, keys.from), u * u * (3 - 2 * u), keys.to),
                   of_tangents = plus(plus(zero, d * u * w * w, out), -d * u * u * w, in);
  if (norm(of_tangents) <= 8 * row.reach) return std::nullopt;
  if (row.place.array.rotations) return is_sum_of(row, of_keys, of_tangents).value_or(false);
  const double share = dot(plus(row.got, -1, of_keys), of_tangents) / dot(of_tangents, of_tangents);
  return is_like(row, plus(of_keys, share, of_tangents));
}

/// On the line through its two keys; for rotations, in the plane of the two.
Values between_its_keys(const WrongRow& row) {
  const auto keys = keys_around(row.place);
  if (!keys || row.got.size() < 2 || keys->from.size() != row.got.size()) return std::nullopt;
  if (!keys->tangents.empty()) {
    const auto is_of_tangents = is_of_other_tangents(row, *keys);
    if (!is_of_tangents) return std::nullopt;
    if (*is_of_tangents)
      return std::vector<std::string>{"off by a share of their two tangents' contribution"};
    return of_one_weight(row, *keys);
  }
  const RowNumbers way = plus(keys->to, -1, keys->from);
  if (norm(way) <= 8 * row.reach) return std::nullopt;
  const auto is_on_the_line = [&row](const RowNumbers& from, const RowNumbers& to) {
    const RowNumbers along = plus(to, -1, from);
    const double u = dot(plus(row.got, -1, from), along) / dot(along, along);
    return is_like(row, plus(from, u, along));
  };
  const std::string any = "made of their two keys, with other weights";
  if (is_on_the_line(keys->from, keys->to))
    return std::vector<std::string>{"on the line between their two keys, at another fraction", any};
  if (row.place.array.rotations) {
    const auto is_sum = is_sum_of(row, keys->from, keys->to);
    if (!is_sum) return std::nullopt;
    if (*is_sum) return std::vector<std::string>{"sums of their two keys with other weights", any};
  }
  const auto is_between = [&](const RowNumbers& from, const RowNumbers& to) {
    if (from.empty() || to.empty()) return false;
    return row.place.array.rotations ? is_sum_of(row, from, to).value_or(false) : is_on_the_line(from, to);
  };
  if (is_between(keys->to, keys->later))
    return std::vector<std::string>{"interpolated between the next two keys"};
  if (is_between(keys->earlier, keys->from))
    return std::vector<std::string>{"interpolated between the two keys before"};
  return std::vector<std::string>();
}

/// Bones of a chain.
Values of_other_lengths(const WrongRow& row) {
  const Array* const rest = row.given.question.arrays.find("rest");
  const Shape& shape = row.place.array.shape;
  if (rest == nullptr || shape.size() != 3 || rest->shape != shape) return std::nullopt;
  const RowNumbers at_rest = row_of(rest->reals(), row.place.row, row.got.size(), row.got.size());
  const auto length = [](const RowNumbers& joints, std::size_t j) {
    return std::hypot(joints[3 * j + 3] - joints[3 * j], joints[3 * j + 4] - joints[3 * j + 1],
                      joints[3 * j + 5] - joints[3 * j + 2]);
  };
  bool differs = false;
  for (std::size_t j = 0; j + 1 < shape[1]; ++j) {
    const double right = length(at_rest, j);
    if (std::fabs(length(row.right, j) - right) > of_one * right) return std::nullopt;
    differs = differs || std::fabs(length(row.got, j) - right) > of_one * right;
  }
  return differs ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// The pattern of a chain whose root does not rotate.
Values first_bone_at_rest(const WrongRow& row) {
  const Array* const rest = row.given.question.arrays.find("rest");
  const Shape& shape = row.place.array.shape;
  if (rest == nullptr || shape.size() != 3 || rest->shape != shape || shape[1] < 3) return std::nullopt;
  const auto off_rest = [&](const RowNumbers& joints) {
    double sum = 0;
    for (std::size_t c = 0; c < 6; ++c)
      sum += std::fabs(joints[c] - rest->reals()[row.place.row * row.got.size() + c]);
    return sum;
  };
  if (off_rest(row.right) <= 8 * row.reach) return std::nullopt;
  return off_rest(row.got) <= row.reach ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// True if the joint's parent is wrong in any hierarchical array: then the joint itself shows nothing.
bool is_below_a_wrong_one(const GivenAnswer& given, const Surroundings& around, const ExpectedArray& array,
                          std::size_t joint) {
  if (!facts_of_stage(array.name).follows_parents || around.parents.size() != array.shape[0]) return false;
  const std::int32_t parent = around.parents[joint];
  return parent >= 0 && std::ranges::any_of(given.right.arrays, [&](const ExpectedArray& each) {
           return each.shape[0] == array.shape[0] &&
                  compare_array(each, *given.answer.arrays.find(each.name), static_cast<std::size_t>(parent))
                          .failing > 0;
         });
}

/// scale: of the array's numbers.
std::optional<WrongRow> wrong_row(const GivenAnswer& given, const Surroundings& around,
                                  const ExpectedArray& array, double scale, std::size_t r) {
  const std::size_t width = width_of(array), count = compared_numbers(given, array);
  const auto& got = given.answer.arrays.find(array.name)->reals();
  WrongRow row{given, Place{around, array, r, 0}, row_of(got, r, width, count),
               row_of(array.branch.values, r, width, count)};
  bool fails = false;
  for (std::size_t i = r * width; i < r * width + count; ++i) {
    if (!is_decided(array, i)) return std::nullopt;
    fails = fails || !is_within(array, i, got);
    row.reach = std::max(row.reach, bounds_of_a_defect * array.branch.bounds[i]);
  }
  if (!fails || is_below_a_wrong_one(given, around, array, r)) return std::nullopt;
  row.reach += of_its_scale * scale;
  return row;
}

/// Number of rows for each value of a pattern, their weight, and how specific the pattern is.
struct Count {
  std::size_t rows = 0, rank = 0;
  double weight = 0;
};
struct PatternTally {
  double weight = 0;  ///< number of rows to which it applies
  std::map<std::string, Count> having;
};

struct ArrayTally {
  std::size_t rows = 0;
  double weight = 0;
  std::vector<PatternTally> of = std::vector<PatternTally>(row_patterns().size());
};

void note_row(ArrayTally& tally, const WrongRow& row, double weight) {
  for (std::size_t p = 0; p < tally.of.size(); ++p) {
    const auto values = row_patterns()[p].values(row);
    if (!values) continue;
    tally.of[p].weight += weight;
    for (std::size_t v = 0; v < values->size(); ++v) {
      const std::string& value = (*values)[v];
      if (std::find(values->begin(), values->begin() + static_cast<std::ptrdiff_t>(v), value) !=
          values->begin() + static_cast<std::ptrdiff_t>(v))
        continue;
      Count& count = tally.of[p].having[value];
      ++count.rows;
      count.weight += weight;
      count.rank = std::max(count.rank, v);
    }
  }
}

std::optional<Symptom> pattern_in(const std::string& array, const ArrayTally& tally) {
  for (std::size_t p = 0; p < tally.of.size(); ++p) {
    const std::pair<const std::string, Count>* best = nullptr;
    for (const auto& entry : tally.of[p].having) {
      const Count& count = entry.second;
      if (count.weight < most_rows * tally.of[p].weight || 2 * count.weight < tally.weight ||
          count.rows < fewest_alike)
        continue;
      if (best == nullptr || count.rank < best->second.rank) best = &entry;
    }
    if (best == nullptr) continue;
    const RowPattern& pattern = row_patterns()[p];
    return Symptom{std::string(pattern.id),
                   fmt::format("{} of {} wrong rows of {}{} {}", best->second.rows, tally.rows, array,
                               facts_of_stage(array).follows_parents ? " below right ones" : "",
                               fmt::format(fmt::runtime(pattern.words), best->first))};
  }
  return std::nullopt;
}

}  // namespace

bool is_like(const WrongRow& row, const RowNumbers& numbers) {
  if (numbers.size() != row.got.size()) return false;
  const auto off = [&row](const RowNumbers& x) {
    const double distance = norm(plus(row.got, -1, x));
    return row.place.array.rotations ? std::min(distance, norm(plus(row.got, 1, x))) : distance;
  };
  return off(numbers) <= row.reach && times_nearer * off(numbers) <= off(row.right);
}

const std::vector<RowPattern>& row_patterns() {
  static const std::vector<RowPattern> all = {
      {"rows-zero", &zero, "are 0{}"},
      {"rows-identity", &identity, "are the identity{}"},
      {"rows-in-other-order", &other_order, "hold {} of the right ones in place of x, y, z"},
      {"rows-one-number", &one_number, "are wrong in one number only, {}"},
      {"rows-as-given", &as_given, "are {}, as in the input"},
      {"rows-of-other-array", &as_other_array, "are what {} should be"},
      {rows_of_another_part, &of_another_part, "are right in another part of the list{}"},
      {"rows-moved-by-node", &moved_by_node, "are moved once more by the node of their mesh{}"},
      {"rows-of-others", &other_row, "are the right ones of {}"},
      {"rows-signs", &other_signs, "are right except the sign of {}"},
      {"rows-repeated", &one_number_repeated, "hold one number three times{}"},
      {"rows-multiple", &multiple, "are the right ones times {}"},
      {"rows-reciprocal", &reciprocal, "are 1 divided by the right ones{}"},
      {"rows-on-the-way", &on_the_way, "are moved in the right direction, {}"},
      {"rows-beyond-0-and-1", &beyond_0_and_1,
       "hold numbers below 0 or above 1; all right ones are between{}"},
      {"rows-one-step", &by_one_step, "are off by 1 at most{}"},
      {"rows-sum", &not_of_sum_1, "do not sum to 1, as they should{}"},
      {"rows-a-key", &a_key, "are {}"},
      {"rows-between-keys", &between_its_keys, "are {}"},
      {"rows-first-bone", &first_bone_at_rest, "leave the first bone as at rest{}"},
      {"rows-lengths", &of_other_lengths, "have bones of other lengths than at rest{}"},
      {"rows-missing-influence", &missing_influences, "come out when {}"},
      {"rows-rest-of-another", &rest_of_another, "come out when the row at rest {}"},
      {"rows-influences-of-another", &influences_of_another, "come out with {}"},
      {"rows-joint-of-another", &joint_of_another, "are moved by only one joint, which is wrong{}"},
      {"rows-other-weights", &other_weights,
       "are blends of their own joints' transforms, with other weights{}"},
  };
  return all;
}

std::vector<std::string> signed_orders(const RowNumbers& numbers,
                                       const std::function<bool(const RowNumbers&)>& is_it) {
  const std::size_t n = numbers.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::string> found;
  do {
    for (unsigned signs = 0; signs < 1U << n; ++signs) {
      const auto is_negative = [signs](std::size_t c) { return (signs >> c & 1U) != 0; };
      RowNumbers changed(n);
      for (std::size_t c = 0; c < n; ++c)
        changed[c] = (is_negative(c) ? -1 : 1) * numbers[order[c]];
      if (!is_it(changed)) continue;
      std::string words;
      for (std::size_t c = 0; c < n; ++c)
        words += fmt::format("{}{}{}", c == 0 ? "" : ", ", is_negative(c) ? "-" : "", "xyzw"[order[c]]);
      found.push_back(words);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

std::vector<Symptom> patterns_of_rows(std::span<const GivenAnswer> answers) {
  std::map<std::string, ArrayTally> tallies;
  for (const GivenAnswer& given : answers) {
    const Surroundings around = surroundings_of(given);
    for (const ExpectedArray& array : given.right.arrays) {
      if (array.shape.empty() || array.shape[0] == 0 || width_of(array) == 0) continue;
      std::vector<WrongRow> rows;
      const double scale = scale_of(array.branch.values);
      for (std::size_t r = 0; r < array.shape[0]; ++r)
        if (auto row = wrong_row(given, around, array, scale, r)) rows.push_back(*std::move(row));
      const auto count = static_cast<double>(rows.size());
      const double weight = std::min(count, most_of_one_output) / std::max(count, 1.0);
      for (const WrongRow& row : rows) {
        ArrayTally& tally = tallies[array.name];
        ++tally.rows;
        tally.weight += weight;
        if (std::ranges::all_of(row.got, [](double x) { return std::isfinite(x); }))
          note_row(tally, row, weight);
      }
    }
  }
  std::vector<Symptom> found;
  for (const auto& [array, tally] : tallies)
    if (auto pattern = pattern_in(array, tally)) found.push_back(*std::move(pattern));
  return found;
}

}  // namespace bindpose::conformance
