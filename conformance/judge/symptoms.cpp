// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/symptoms.h"

#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"
#include "conformance/judge/place_in_time.h"
#include "conformance/judge/position_predicates.h"
#include "conformance/judge/question_facts.h"
#include "conformance/judge/row_patterns.h"
#include "conformance/judge/stages.h"
#include "conformance/judge/target_weights.h"

namespace bindpose::conformance {
namespace {

constexpr double right_without_it = 0.75;  // limit as a fraction of the right numbers
constexpr double right_elsewhere = 0.5;    // limit for the property "one array"
constexpr double chance = 1e-3;
constexpr double close_correlation = 0.9;
constexpr const char* growing = "grows-with-distance";
constexpr const char* deep_joints = "deep-joints";
constexpr const char* local_numbers = "local-numbers";
constexpr double of_a_number = 1e-4;
constexpr const char* same_offset = "same-offset";
constexpr const char* from_a_joint_on = "joints-from";
constexpr const char* from_a_vertex_on = "vertices-from";
constexpr const char* last_vertex = "last-vertex";
constexpr const char* small_turns = "small-turns";
constexpr const char* large_turns = "large-turns";
constexpr const char* from_a_slot_on = "second-set";
constexpr const char* many_influences = "many-influences";
constexpr const char* small_weights = "small-weights";
constexpr std::string_view one_array = "one-array";
constexpr std::string_view every_so_many = "every-so-many";
constexpr const char *first_stage = "first-wrong-stage", *after_stages = "after-stages";

/// Number of rows with one value of a property.
struct Having {
  std::size_t failing = 0, right = 0;
  std::size_t right_beside = 0;  ///< right ones in outputs with other wrong numbers
};

/// One property over all outputs.
struct Tally {
  std::size_t failing = 0, right = 0;  ///< rows to which it applies
  bool can_be_said_of_all = true;      ///< false if the property does not apply to a failing row
  std::map<std::string, Having> having;
};

void note(Tally& tally, const Property& property, const Place& place, bool fails, bool is_beside) {
  const auto values = property.values(place);
  if (!values) {
    tally.can_be_said_of_all = tally.can_be_said_of_all && !fails;
    return;
  }
  ++(fails ? tally.failing : tally.right);
  for (const std::string& value : *values) {
    Having& having = tally.having[value];
    ++(fails ? having.failing : having.right);
    having.right_beside += !fails && is_beside ? 1 : 0;
  }
}

/// A number of a row: its last joint, its vertex, its rotation angle.
struct Measured {
  std::optional<double> value;
  bool fails = false;
};
using Measures = std::vector<Measured>;

/// Counts for each property, and the number of failing rows.
struct Tallies {
  std::vector<Tally> of = std::vector<Tally>(properties().size());
  Measures last_joints, depths, slots, influences, vertices, turns, weights;  ///< for each row
  std::size_t failing_rows = 0;
  bool is_last_vertex = true;  ///< the last vertex fails in each wrong output, and no other row
  double chance_of_the_last =
      1;  ///< probability that the only failing vertex of each output is the last one by chance
  bool do_given_fail =
      false;  ///< rows whose right numbers equal the given ones; without them, right rows show nothing

  bool is_shown_by(const Place& place, bool fails) const {
    return fails || do_given_fail || !is_as_given(place);
  }
  void note_all(PropertyOf kind, const Place& place, bool fails, bool is_beside) {
    const bool is_shown = is_shown_by(place, fails);
    for (std::size_t p = 0; p < of.size(); ++p)
      if (properties()[p].kind == kind && (is_shown || properties()[p].is_of_given))
        note(of[p], properties()[p], place, fails, is_beside);
  }
};

/// A row of an output: a vertex, a joint, a time. A row fails if any number in it fails, in any array with
/// this number of rows.
struct Row {
  Place place;
  bool fails = false;
};

bool does_given_row_fail(const GivenAnswer& given, const Surroundings& surroundings) {
  return std::ranges::any_of(given.right.arrays, [&](const ExpectedArray& array) {
    const auto& got = given.answer.arrays.find(array.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(array, i) && !is_within(array, i, got) &&
          is_as_given({surroundings, array, i / width_of(array), 0}))
        return true;
    return false;
  });
}

void note_answer(Tallies& tallies, const GivenAnswer& given, const Surroundings& surroundings) {
  const bool is_wrong = failing_numbers(given) > 0;
  std::map<std::pair<std::size_t, std::size_t>, Row> rows;
  for (const ExpectedArray& array : given.right.arrays) {
    const auto& got = given.answer.arrays.find(array.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!is_decided(array, i)) continue;
      const Place place{surroundings, array, i / width_of(array), i % width_of(array)};
      const bool fails = !is_within(array, i, got);
      tallies.note_all(PropertyOf::number, place, fails, is_wrong);
      Row& row = rows.try_emplace({got.size() / width_of(array), place.row}, Row{place}).first->second;
      row.fails = row.fails || fails;
    }
  }
  for (const auto& [where, row] : rows) {
    tallies.note_all(PropertyOf::row, row.place, row.fails, is_wrong);
    if (!tallies.is_shown_by(row.place, row.fails)) continue;
    tallies.last_joints.push_back({last_joint_at(row.place), row.fails});
    tallies.slots.push_back({last_slot_at(row.place), row.fails});
    tallies.influences.push_back({influences_at(row.place), row.fails});
    tallies.depths.push_back({depth_at(row.place), row.fails});
    tallies.vertices.push_back({vertex_at(row.place), row.fails});
    tallies.weights.push_back({least_weight_at(row.place), row.fails});
    // At a key, the output is right for any angle.
    const auto between = between_any_keys(row.place);
    const bool has_turn = row.fails || (between && !between->empty());
    tallies.turns.push_back({has_turn ? degrees_between_keys(row.place) : std::nullopt, row.fails});
    tallies.failing_rows += row.fails ? 1 : 0;
    if (!row.fails) continue;
    const auto vertex = vertex_at(row.place);
    tallies.is_last_vertex = tallies.is_last_vertex && vertex && *vertex + 1 == vertex_count(surroundings);
  }
  if (is_wrong && surroundings.vertices > 0)
    tallies.chance_of_the_last /= static_cast<double>(vertex_count(surroundings));
}

bool is_symptom(const Tally& tally, const Having& having, std::size_t failing_rows,
                double without_it = right_without_it) {
  if (!tally.can_be_said_of_all || having.failing < tally.failing) return false;
  const auto right = static_cast<double>(tally.right), with = static_cast<double>(having.right);
  if (tally.right == 0 || right - with < without_it * right) return false;
  const auto failing = static_cast<double>(tally.failing), values = static_cast<double>(tally.having.size());
  return values * std::pow((failing + with) / (failing + right), static_cast<double>(failing_rows)) < chance;
}

/// Returns the symptom that the fewest right rows also have.
std::vector<std::string> values_at_fault(const Tally& tally, std::size_t failing_rows, double without_it) {
  std::vector<std::string> best;
  std::size_t fewest = 0;
  for (const auto& [value, having] : tally.having) {
    if (!is_symptom(tally, having, failing_rows, without_it)) continue;
    if (having.right < fewest) best.clear();
    if (best.empty()) fewest = having.right;
    if (having.right == fewest) best.push_back(value);
  }
  return best;
}

/// Failing rows with at least this amount of a property, and the right rows that also have it.
struct From {
  double least = 0;
  Having having;
  std::size_t right = 0;  ///< all rows with any of it
};

/// None if a failing row lacks it, if too few amounts are wrong, or if right rows also have it.
std::optional<From> from_on(const Measures& measures, std::size_t failing_rows,
                            std::size_t fewest_amounts = 2) {
  Tally tally;
  std::set<double> wrong;
  for (const auto& [value, fails] : measures) {
    if (!value && fails) return std::nullopt;
    if (!value) continue;
    ++(fails ? tally.failing : tally.right);
    tally.having.try_emplace(fmt::format("{}", *value));
    if (fails) wrong.insert(*value);
  }
  if (wrong.size() < fewest_amounts) return std::nullopt;
  From from{*wrong.begin(), {.failing = tally.failing}, tally.right};
  for (const auto& [value, fails] : measures)
    from.having.right += value && !fails && *value >= from.least ? 1 : 0;
  return is_symptom(tally, from.having, failing_rows) ? std::optional(from) : std::nullopt;
}

/// " (also true of 2 of 8 right rows)"; empty if true of none.
std::string also_true_of(std::size_t having, std::size_t right, std::string_view what) {
  return having == 0 ? "" : fmt::format(" (also true of {} of {} right {})", having, right, what);
}

Symptom from_words(const char* id, const std::string& words, const From& from,
                   std::string_view because = {}) {
  return {id, words + also_true_of(from.having.right, from.right, "rows") + std::string(because)};
}

/// Detects, for example, a short palette, a narrow index type, or a branch for small angles.
std::vector<Symptom> thresholds(const Tallies& tallies) {
  std::vector<Symptom> found;
  const std::size_t failing = tallies.failing_rows;
  const auto many = from_on(tallies.influences, failing, 1), slots = from_on(tallies.slots, failing, 1);
  const bool are_many = many && many->least > 2;
  const bool are_slots = slots && slots->least > 1;
  if (are_many && (!are_slots || many->having.right < slots->having.right))
    found.push_back(from_words(
        many_influences, fmt::format("only vertices with at least {:.0f} influences are wrong", many->least),
        *many));
  else if (are_slots)
    found.push_back(
        from_words(from_a_slot_on,
                   fmt::format("only vertices that use slot {:.0f} or a later one are wrong, counted from 0",
                               slots->least),
                   *slots));
  if (const auto from = from_on(tallies.depths, failing, 1); from && from->least > 0)
    found.push_back(from_words(
        deep_joints,
        from->least == 1
            ? "only joints that have a parent, and what they move, are wrong"
            : fmt::format("only joints with at least {:.0f} ancestors, and what they move, are wrong",
                          from->least),
        *from, from->least == 1 ? ": roots are right" : ""));
  if (const auto from = from_on(tallies.last_joints, failing); from && from->least > 0)
    found.push_back(from_words(
        from_a_joint_on, fmt::format("only what joints from {:.0f} on move is wrong", from->least), *from));
  if (const auto from = from_on(tallies.vertices, failing);
      from && from->least > 0 && 4 * from->having.right <= from->having.failing)
    found.push_back(from_words(
        from_a_vertex_on, fmt::format("only vertices from {:.0f} on are wrong, counted from 0", from->least),
        *from));
  if (tallies.is_last_vertex && tallies.chance_of_the_last < chance && failing > 1)
    found.push_back({last_vertex, "only the last vertex is wrong"});
  if (const auto from = from_on(tallies.turns, failing); from && from->least > 0)
    found.push_back(from_words(
        large_turns, fmt::format("only rotations of {:.3g} degrees and more are wrong", from->least), *from));
  const auto up_to = [failing](Measures measures) {
    for (auto& [value, fails] : measures)
      if (value) *value = -*value;
    return from_on(measures, failing);
  };
  if (const auto from = up_to(tallies.turns))
    found.push_back(
        from_words(small_turns,
                   fmt::format("only rotations of {:.3g} degrees and less are wrong", -from->least), *from));
  if (const auto from = up_to(tallies.weights); from && from->least < 0)
    found.push_back(from_words(
        small_weights, fmt::format("only vertices with a weight of {:.3g} or less are wrong", -from->least),
        *from));
  return found;
}

std::vector<Symptom> common_properties(const Tallies& tallies) {
  std::vector<Symptom> found;
  for (std::size_t p = 0; p < properties().size(); ++p) {
    const Property& property = properties()[p];
    const double without_it = property.id == one_array ? right_elsewhere : right_without_it;
    for (const std::string& value : values_at_fault(tallies.of[p], tallies.failing_rows, without_it)) {
      const Having& having = tallies.of[p].having.at(value);
      if (property.id == every_so_many && 2 * having.right_beside > having.failing) continue;
      found.push_back(
          {std::string(property.id),
           property.words(value, also_true_of(having.right, tallies.of[p].right,
                                              property.kind == PropertyOf::row ? "rows" : "numbers"))});
    }
  }
  return found;
}

/// The local transform of a joint from its world transform and its parent's right one; none if the parent has no
/// inverse.
std::optional<Affine<double>> local_below(const Affines& right, const Affines& got, std::int32_t parent,
                                          std::size_t joint) {
  if (parent < 0) return got[joint];
  const Affine<double>& above = right[static_cast<std::size_t>(parent)];
  if (std::fabs(above.linear.determinant()) < of_a_number) return std::nullopt;
  const Mat3<double> back = above.linear.inverse();
  return Affine<double>{back * got[joint].linear, back * (got[joint].translation - above.translation)};
}

/// Adds the differing numbers, row by row.
void add_wrong_numbers(const Affine<double>& got, const Affine<double>& right,
                       std::set<std::size_t>& numbers) {
  const Array::Reals a = rows_of({got}), b = rows_of({right});
  for (std::size_t n = 0; n < a.size(); ++n)
    if (std::fabs(a[n] - b[n]) > of_a_number * std::max(1.0, std::fabs(b[n]))) numbers.insert(n);
}

/// Detects, for example, a wrong element in the matrix of a joint, which makes all descendant numbers wrong.
std::optional<Symptom> wrong_local_numbers(std::span<const GivenAnswer> answers) {
  constexpr std::size_t fewest_joints = 3, most_numbers = 3;
  std::set<std::size_t> numbers;
  std::size_t joints = 0;
  for (const GivenAnswer& given : answers) {
    const Affines locals = locals_of(given.question);
    const Array::Integers parents = parents_of(given.question.arrays);
    for (const ExpectedArray& array : given.right.arrays) {
      if (array.name != "world" || locals.size() != array.shape[0] || parents.size() != locals.size())
        continue;
      const Array& answered = *given.answer.arrays.find(array.name);
      const Affines right = affines_of(array.branch.values), got = affines_of(answered.reals());
      const auto is_wrong = [&](std::size_t j) { return compare_array(array, answered, j).failing > 0; };
      for (std::size_t j = 0; j < locals.size(); ++j) {
        if (!is_wrong(j) || (parents[j] >= 0 && is_wrong(static_cast<std::size_t>(parents[j])))) continue;
        const auto local = local_below(right, got, parents[j], j);
        if (!local) continue;
        add_wrong_numbers(*local, locals[j], numbers);
        ++joints;
      }
    }
  }
  if (joints < fewest_joints || numbers.empty() || numbers.size() > most_numbers) return std::nullopt;
  std::vector<std::string> names;
  for (const std::size_t n : numbers)
    names.push_back(fmt::format("row {}, column {}", n / 4, n % 4));
  return Symptom{local_numbers, fmt::format("in the local transforms of {} joints only {} {} wrong", joints,
                                            fmt::join(names, " and "), names.size() == 1 ? "is" : "are")};
}

/// True if all wrong positions of an output are off by the same vector; none if only few are wrong.
std::optional<bool> is_off_by_one_vector(const GivenAnswer& given) {
  constexpr std::size_t fewest_rows = 3;
  constexpr double alike = 1e-3;  // relative to the vector's length
  std::vector<Vec3<double>> errors;
  for (const ExpectedArray& array : given.right.arrays) {
    const std::size_t width = width_of(array), step = width == 12 ? 4 : 1;
    if (width != 12 && array.name != "positions" && array.name != "world_translations") continue;
    const auto& got = given.answer.arrays.find(array.name)->reals();
    for (std::size_t i = step == 4 ? 3 : 0; i + 2 * step < got.size(); i += width) {
      const std::array numbers = {i, i + step, i + 2 * step};
      if (std::ranges::all_of(numbers, [&](std::size_t n) { return is_within(array, n, got); })) continue;
      errors.emplace_back();
      for (std::size_t c = 0; c < 3; ++c)
        errors.back()[static_cast<Eigen::Index>(c)] = got[numbers[c]] - array.branch.values[numbers[c]];
    }
  }
  if (errors.size() < fewest_rows) return std::nullopt;
  return std::ranges::all_of(errors, [&](const Vec3<double>& e) {
    return (e - errors.front()).norm() <= alike * errors.front().norm();
  });
}

std::optional<Symptom> common_offset(std::span<const GivenAnswer> answers) {
  std::size_t wrong = 0, alike = 0;
  for (const GivenAnswer& given : answers)
    if (const auto is_alike = is_off_by_one_vector(given)) {
      ++wrong;
      alike += *is_alike ? 1 : 0;
    }
  if (alike < 2 || 2 * alike <= wrong) return std::nullopt;
  return Symptom{same_offset, fmt::format("in {} of {} wrong outputs all wrong places are off by the same "
                                          "vector: a translation",
                                          alike, wrong)};
}

std::optional<Symptom> growing_error(std::span<const GivenAnswer> answers) {
  std::optional<Symptom> found;
  double best = close_correlation;
  for (const Distance& distance : distances()) {
    std::optional<double> least;
    for (const GivenAnswer& given : answers)
      if (const auto correlation = correlation_with(distance, given))
        least = std::min(least.value_or(1), *correlation);
    if (!least || *least < best) continue;
    best = *least;
    found = Symptom{growing,
                    fmt::format("the error of a position grows with its distance from {} (rank correlation "
                                "at least {:.2f})",
                                distance.from, std::floor(100 * *least) / 100)};
  }
  return found;
}

/// A stage as rotations and translations is the same stage: "world_rotations" is "world".
std::string whole_stage(std::string_view name) {
  for (const std::string_view form : {"_rotations", "_translations"})
    if (name.ends_with(form)) name.remove_suffix(form.size());
  return std::string(name);
}

std::optional<Symptom> common_stage(std::span<const GivenAnswer> answers) {
  std::set<std::string> firsts, lasts;
  std::size_t wrong = 0;
  bool have_tracks = true;
  for (const GivenAnswer& given : answers) {
    const Verdict verdict = compare(given.right, given.answer);
    if (is_expected(verdict.outcome) || verdict.stages.empty()) continue;
    firsts.insert(whole_stage(verdict.first_wrong_stage));
    lasts.insert(whole_stage(verdict.stages.back().name));
    have_tracks = have_tracks && given.question.arrays.has("tracks");
    ++wrong;
  }
  if (firsts.size() != 1) return std::nullopt;
  if (firsts.begin()->empty()) {
    if (lasts.size() != 1) return std::nullopt;
    const StageFacts& last = facts_of_stage(*lasts.begin());
    return Symptom{after_stages,
                   fmt::format("all stages are right in all {} wrong outputs that give stages: "
                               "the defect comes after {}",
                               wrong, last.words.empty() ? *lasts.begin() : std::string(last.words))};
  }
  const StageFacts& facts = facts_of_stage(*firsts.begin());
  // Sampling comes before the first given stage.
  const std::string_view look_at =
      have_tracks && facts.name.starts_with("world") ? look_at_sampling : facts.look_at;
  return Symptom{first_stage,
                 fmt::format("the first wrong stage is {} in all {} wrong outputs that give stages{}{}",
                             facts.words.empty() ? *firsts.begin() : std::string(facts.words), wrong,
                             look_at.empty() ? "" : ": look at ", look_at)};
}

struct OfSymptoms {
  std::string_view ids, words;  ///< ids with blanks between
};

/// The text for an id, or an empty one.
std::string_view text_for(std::string_view id, std::span<const OfSymptoms> texts) {
  const auto has = [id](const OfSymptoms& each) {
    return fmt::format(" {} ", each.ids).find(fmt::format(" {} ", id)) != std::string::npos;
  };
  const auto found = std::ranges::find_if(texts, has);
  return found == texts.end() ? "" : found->words;
}

/// Words for any value of a symptom, in its sentence.
std::string any_value(std::string_view id) {
  static constexpr OfSymptoms values[] = {
      {"one-axis", "one of x, y and z"},
      {"one-joint place-in-chain one-part", "N"},
      {"matrix-part", "translations (or only the rotations and scales)"},
      {"every-so-many", "3, 7, 11 (or others at equal distances)"},
      {"one-key-interval", "between two of the keys"},
      {"at-keys", "at keys"},
      {"one-array", "normals (or another array)"},
      {"rows-in-other-order", "y, x, z (or another order)"},
      {"rows-one-number", "the same in each"},
      {"rows-as-given", "the input's rows"},
      {"rows-of-other-array", "another array"},
      {"rows-of-others", "other rows, such as the row before their own"},
      {"rows-signs", "some numbers"},
      {"rows-multiple", "one factor"},
      {"rows-on-the-way", "too far or not far enough"},
      {"rows-a-key", "one of the two keys around the time"},
      {"rows-between-keys", "between their two keys, with other weights"},
      {"rows-missing-influence", "one of the influences is missing"},
      {"rows-rest-of-another", "is another vertex's"},
      {"rows-influences-of-another", "the influences of another vertex"},
  };
  return std::string(text_for(id, values));
}

}  // namespace

std::string_view advice_on(std::string_view symptom) {
  static constexpr OfSymptoms advice[] = {
      {first_stage, "Check the code that computes this stage; 'bindpose explain STAGE' says where to look."},
      {after_stages, "Check what follows the last stage: the blend, or the last product of matrices."},
      {intermittent, "Look for memory that is read before it is written, and for a missing barrier or lock."},
      {right_alone,
       "Look for what an earlier test leaves behind: buffers of its size, caches, global variables."},
      {"other-policy other-policy-in-part",
       "If the convention is intended, declare it in the adapter or pass it to --accept. Otherwise change "
       "the code."},
      {"rows-zero",
       "Check that these rows are written: the range of the loop or dispatch, and early returns."},
      {"rows-identity", "Check that these matrices are computed and uploaded: they have their first value."},
      {"rows-in-other-order rows-repeated one-axis rows-one-number",
       "Check which component each number is read from and written to, and its term in the formula."},
      {"rows-as-given", "Check that the algorithm runs for these rows: they are returned unchanged."},
      {"rows-of-other-array one-array",
       "Check the code and the buffer of this array alone: what it shares with the others is right."},
      {"rows-of-another-part rows-of-others rows-rest-of-another rows-influences-of-another "
       "rows-joint-of-another "
       "every-so-many last-vertex vertices-from joints-from one-part last-joint one-joint place-in-chain",
       "Check indices: the first one, strides, offsets of parts, the range of the loop, the type of the "
       "index."},
      {"rows-moved-by-node", "Leave out the transform of the mesh's node: a skin replaces it."},
      {"rows-signs",
       "Check the handedness, and the order of factors in products of vectors and quaternions."},
      {"rows-multiple rows-reciprocal rows-on-the-way same-offset",
       "Look for a factor, a division or a translation that is missing or applied twice."},
      {"rows-beyond-0-and-1 rows-one-step rows-sum", "Check clamping, rounding and the final normalisation."},
      {"rows-a-key rows-between-keys one-key-interval between-keys at-keys negative-time",
       "Check the search for the two keys around a time, and the fraction of the time between them."},
      {"rows-first-bone rows-lengths out-of-reach too-near",
       "Check how the chain is solved: its root may turn, bones keep their lengths, and goals may be out of "
       "reach."},
      {"rows-missing-influence rows-other-weights blended second-set many-influences small-weights "
       "weight-sum "
       "weight-beyond-0-to-1 joint-twice",
       "Check how the influences of a vertex are read, weighted and summed: number of slots, formats of "
       "weights."},
      {question_fact, "Check the code that runs only for inputs with this property."},
      {"right-at-rest",
       "Check what the rest pose hides: inverse bind matrices, the order of products, rotations."},
      {"below-matrix-joints matrix-part local-numbers",
       "Check how matrices are read and built: rows or columns first, and which part comes from where."},
      {"listed-before-parent deep-joints scaled-joints",
       "Check how a joint's transform follows from its parent's: parents first, with their scales."},
      {"negative-w opposite-quaternions opposite-keys",
       "Choose the nearer of q and -q before blending, and do not assume that w is positive."},
      {"mirrored", "Keep the mirror: a matrix with a negative determinant is not a rotation."},
      {"target-weights other-target-weights",
       "Check how target weights are read, and whether they are clamped."},
      {"small-turns large-turns", "Check branches for small angles, and half turns."},
      {growing, "Look for a rotation or a scale about the wrong centre."},
  };
  return text_for(symptom, advice);
}

std::vector<Symptom> known_symptoms() {
  std::vector<Symptom> known = {
      {first_stage, "all wrong outputs with stages have the same first wrong stage"}};
  known.push_back({after_stages, "all stages are right in all wrong outputs that give stages"});
  known.push_back({std::string(intermittent), "failing tests pass, or have other numbers, in a second run"});
  known.push_back({std::string(right_alone),
                   "a failing test passes in a separate process: the subject keeps state from test to test"});
  known.push_back({std::string(other_policy), "all failing tests are right by other policies"});
  known.push_back({std::string(other_policy_in_part), "some failing tests are right by another policy"});
  for (const RowPattern& pattern : row_patterns())
    known.push_back(
        {std::string(pattern.id),
         "most wrong rows of an array " + fmt::format(fmt::runtime(pattern.words), any_value(pattern.id))});
  known.push_back({std::string(question_fact),
                   "all wrong outputs, and none of the right ones, belong to inputs with one property"});
  for (const Property& property : properties())
    known.push_back({std::string(property.id), property.words(any_value(property.id))});
  known.push_back({deep_joints, "only joints with at least N ancestors, and what they move, are wrong"});
  known.push_back({from_a_slot_on, "only vertices that use slot N or a later one are wrong, counted from 0"});
  known.push_back({many_influences, "only vertices with at least N influences are wrong"});
  known.push_back({local_numbers, "in the local transforms of joints only one row and column is wrong"});
  known.push_back(
      {std::string(other_target_weights), "wrong outputs are right for other weights of their targets"});
  known.push_back({same_offset, "in most wrong outputs all wrong places are off by the same vector"});
  known.push_back({from_a_joint_on, "only what joints from N on move is wrong"});
  known.push_back({from_a_vertex_on, "only vertices from N on are wrong, counted from 0"});
  known.push_back({last_vertex, "only the last vertex is wrong"});
  known.push_back({large_turns, "only rotations of N degrees and more are wrong"});
  known.push_back({small_turns, "only rotations of N degrees and less are wrong"});
  known.push_back({small_weights, "only vertices with a small weight, of N or less, are wrong"});
  known.push_back({growing, "the error of a position grows with its distance from the origin or a joint"});
  return known;
}

std::vector<Symptom> symptoms(std::span<const GivenAnswer> answers) {
  std::vector<Symptom> found;
  auto stage = common_stage(answers);
  if (stage && stage->id == first_stage) found.push_back(*stage);
  std::ranges::move(patterns_of_rows(answers), std::back_inserter(found));
  if (auto weights = wrong_target_weights(answers)) found.push_back(*std::move(weights));
  Tallies tallies;
  std::vector<Surroundings> surroundings;
  std::ranges::transform(answers, std::back_inserter(surroundings), &surroundings_of);
  for (std::size_t a = 0; a < answers.size(); ++a)
    tallies.do_given_fail = tallies.do_given_fail || does_given_row_fail(answers[a], surroundings[a]);
  for (std::size_t a = 0; a < answers.size(); ++a)
    note_answer(tallies, answers[a], surroundings[a]);
  for (Symptom& common : common_properties(tallies))
    found.push_back(std::move(common));
  std::ranges::move(thresholds(tallies), std::back_inserter(found));
  if (auto numbers = wrong_local_numbers(answers)) found.push_back(*std::move(numbers));
  if (auto offset = common_offset(answers)) found.push_back(*std::move(offset));
  std::ranges::move(facts_of_questions(answers), std::back_inserter(found));
  if (stage && stage->id == after_stages) found.push_back(*std::move(stage));
  if (auto error = growing_error(answers)) found.push_back(*std::move(error));
  return found;
}

}  // namespace bindpose::conformance
