// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/symptoms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/judge/distances.h"
#include "conformance/judge/places.h"
#include "conformance/judge/stages.h"

namespace bindpose::conformance {
namespace {

constexpr double right_without_it = 0.75;  // of the right numbers
constexpr double chance = 1e-3;
constexpr double close_correlation = 0.9;
constexpr const char* growing = "grows-with-distance";
constexpr const char* from_a_joint_on = "joints-from";
constexpr const char* first_stage = "first-wrong-stage";

/// How many have a property, of one value that it can have.
struct Having {
  std::size_t failing = 0, right = 0;
};

/// One property over all answers.
struct Tally {
  std::size_t failing = 0, right = 0;  ///< of which it can be said
  bool can_be_said_of_all = true;      ///< of all failing ones
  std::map<std::string, Having> having;
};

void note(Tally& tally, const Property& property, const Place& place, bool fails) {
  const auto values = property.values(place);
  if (!values) {
    tally.can_be_said_of_all = tally.can_be_said_of_all && !fails;
    return;
  }
  ++(fails ? tally.failing : tally.right);
  for (const std::string& value : *values)
    ++(fails ? tally.having[value].failing : tally.having[value].right);
}

/// The last joint that a row depends on.
struct LastJoint {
  std::optional<std::size_t> joint;
  bool fails = false;
};

/// What becomes of each property, and how many rows fail.
struct Tallies {
  std::vector<Tally> of = std::vector<Tally>(properties().size());
  std::vector<LastJoint> last_joints;  ///< of each row
  std::size_t failing_rows = 0;

  void note_all(PropertyOf kind, const Place& place, bool fails) {
    for (std::size_t p = 0; p < of.size(); ++p)
      if (properties()[p].kind == kind) note(of[p], properties()[p], place, fails);
  }
};

/// A row of an answer: a vertex, a joint, a time. It fails where any number does, of any array that has as many rows.
struct Row {
  Place place;
  bool fails = false;
};

void note_answer(Tallies& tallies, const GivenAnswer& given) {
  const Surroundings surroundings = surroundings_of(given);
  std::map<std::pair<std::size_t, std::size_t>, Row> rows;
  for (const ExpectedArray& array : given.right.arrays) {
    const auto& got = given.answer.arrays.find(array.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!is_decided(array, i)) continue;
      const Place place{surroundings, array, i / width_of(array), i % width_of(array)};
      const bool fails = !is_within(array, i, got);
      tallies.note_all(PropertyOf::number, place, fails);
      Row& row = rows.try_emplace({got.size() / width_of(array), place.row}, Row{place}).first->second;
      row.fails = row.fails || fails;
    }
  }
  for (const auto& [where, row] : rows) {
    tallies.note_all(PropertyOf::row, row.place, row.fails);
    tallies.last_joints.push_back({last_joint_at(row.place), row.fails});
    tallies.failing_rows += row.fails ? 1 : 0;
  }
}

bool is_symptom(const Tally& tally, const Having& having, std::size_t failing_rows) {
  if (!tally.can_be_said_of_all || having.failing < tally.failing) return false;
  const auto right = static_cast<double>(tally.right), with = static_cast<double>(having.right);
  if (tally.right == 0 || right - with < right_without_it * right) return false;
  const auto failing = static_cast<double>(tally.failing), values = static_cast<double>(tally.having.size());
  return values * std::pow((failing + with) / (failing + right), static_cast<double>(failing_rows)) < chance;
}

/// Of the values that are a symptom those that the fewest right ones have, too.
std::vector<std::string> values_at_fault(const Tally& tally, std::size_t failing_rows) {
  std::vector<std::string> best;
  std::size_t fewest = 0;
  for (const auto& [value, having] : tally.having) {
    if (!is_symptom(tally, having, failing_rows)) continue;
    if (having.right < fewest) best.clear();
    if (best.empty()) fewest = having.right;
    if (having.right == fewest) best.push_back(value);
  }
  return best;
}

/// As with a palette that is too short: all failing rows depend on joints from one on, and on several of them.
std::optional<Symptom> joints_from(const Tallies& tallies) {
  Tally tally;
  std::set<std::size_t> wrong;
  for (const auto& [joint, fails] : tallies.last_joints) {
    if (!joint) {
      if (fails) return std::nullopt;
      continue;
    }
    ++(fails ? tally.failing : tally.right);
    tally.having.try_emplace(std::to_string(*joint));
    if (fails) wrong.insert(*joint);
  }
  if (wrong.size() < 2 || *wrong.begin() == 0) return std::nullopt;
  Having from{.failing = tally.failing};
  for (const auto& [joint, fails] : tallies.last_joints)
    from.right += joint && !fails && *joint >= *wrong.begin() ? 1 : 0;
  if (!is_symptom(tally, from, tallies.failing_rows)) return std::nullopt;
  return Symptom{from_a_joint_on, fmt::format("only what joints from {} on move is wrong (as are {} of {} "
                                              "right rows)",
                                              *wrong.begin(), from.right, tally.right)};
}

std::vector<Symptom> common_properties(const Tallies& tallies) {
  std::vector<Symptom> found;
  for (std::size_t p = 0; p < properties().size(); ++p) {
    const Property& property = properties()[p];
    for (const std::string& value : values_at_fault(tallies.of[p], tallies.failing_rows))
      found.push_back(
          {std::string(property.id), fmt::format("{} (as are {} of {} right {})", property.words(value),
                                                 tallies.of[p].having.at(value).right, tallies.of[p].right,
                                                 property.kind == PropertyOf::row ? "rows" : "numbers")});
  }
  return found;
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

/// A stage in the form of rotations and translations is the same one: "world_rotations" is "world".
std::string whole_stage(std::string_view name) {
  for (const std::string_view form : {"_rotations", "_translations"})
    if (name.ends_with(form)) name.remove_suffix(form.size());
  return std::string(name);
}

std::optional<Symptom> common_stage(std::span<const GivenAnswer> answers) {
  std::set<std::string> firsts;
  std::size_t wrong = 0;
  for (const GivenAnswer& given : answers) {
    const Verdict verdict = compare(given.right, given.answer);
    if (is_expected(verdict.outcome) || verdict.stages.empty()) continue;
    firsts.insert(whole_stage(verdict.first_wrong_stage));
    ++wrong;
  }
  if (firsts.size() != 1 || firsts.begin()->empty()) return std::nullopt;
  const StageFacts& facts = facts_of_stage(*firsts.begin());
  return Symptom{first_stage,
                 fmt::format("the first wrong stage is {} in all {} wrong answers that give stages{}{}",
                             facts.words.empty() ? *firsts.begin() : std::string(facts.words), wrong,
                             facts.look_at.empty() ? "" : ": look at ", facts.look_at)};
}

}  // namespace

std::vector<Symptom> known_symptoms() {
  std::vector<Symptom> known = {
      {first_stage, "all wrong answers that give stages go wrong at the same one first"}};
  for (const Property& property : properties())
    known.push_back({std::string(property.id), property.words("...")});
  known.push_back({from_a_joint_on, "only what joints from ... on move is wrong"});
  known.push_back({growing, "the error of a position grows with its distance from ..."});
  return known;
}

std::vector<Symptom> symptoms(std::span<const GivenAnswer> answers) {
  std::vector<Symptom> found;
  if (auto stage = common_stage(answers)) found.push_back(*std::move(stage));
  Tallies tallies;
  for (const GivenAnswer& given : answers)
    note_answer(tallies, given);
  for (Symptom& common : common_properties(tallies))
    found.push_back(std::move(common));
  if (auto joints = joints_from(tallies)) found.push_back(*std::move(joints));
  if (auto error = growing_error(answers)) found.push_back(*std::move(error));
  return found;
}

}  // namespace bindpose::conformance
