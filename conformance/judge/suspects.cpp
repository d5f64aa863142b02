// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/suspects.h"

#include <algorithm>

#include "conformance/defects/shared/stages.h"
#include "conformance/defects/together.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/named_defects.h"

namespace bindpose::conformance {
namespace {

constexpr double nearly_all = 0.9, half = 0.5;
constexpr std::size_t fewest_of_an_array = 24;  // fewer numbers, such as flags, may agree by chance
constexpr std::size_t firsts_of_a_kind = 2;
constexpr std::size_t most_in_pairs = 24, most_pairs = 12, most_ties = 3;

/// Calls each(array, values of the output, place) for every number that is judged.
template <class Each>
void for_judged(const GivenAnswer& given, Each each) {
  for (const ExpectedArray& array : given.right.arrays) {
    const auto& got = given.answer.arrays.find(array.name)->reals();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (is_decided(array, i)) each(array, got, i);
  }
}

/// The numbers of a defect for an array.
struct Made {
  const std::vector<double>& values;
  double scale;
};

bool is_given_by(const Made& made, const ExpectedArray& array, const std::vector<double>& got,
                 std::size_t i) {
  if (!std::isfinite(made.values[i])) return !std::isfinite(static_cast<float>(got[i]));
  const double reach = bounds_of_a_defect * array.branch.bounds[i] + of_its_scale * made.scale;
  return distance(array, made.values, i, got) <= reach;
}

/// True if a number of the defect is evidence for it.
bool is_rather_given_by(const Made& made, const ExpectedArray& array, const std::vector<double>& got,
                        std::size_t i) {
  if (!std::isfinite(made.values[i])) return true;
  if (is_within(array, i, made.values)) return false;
  return times_nearer * distance(array, made.values, i, got) <= distance(array, array.branch.values, i, got);
}

/// True if the defect's statement about the whole output is true for an output with this evidence.
bool is_true_of(const Evidence& evidence, const Defect& defect) {
  if (defect.is_of_every_number && evidence.against > 0) return false;
  return std::ranges::none_of(evidence.arrays, [&defect](const auto& entry) {
    const auto& [array, weighed] = entry;
    return leaves_right(defect, array) && weighed.explained + weighed.against > 0;
  });
}

/// True if an output has numbers that are not finite where the defect has finite ones: another cause loses numbers.
bool loses_others(const GivenAnswer& given, const std::map<std::string_view, Made>& made) {
  bool any = false;
  for_judged(given, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    any = any || (!std::isfinite(static_cast<float>(got[i])) && std::isfinite(made.at(array.name).values[i]));
  });
  return any;
}

/// Counts every explained number against the defect.
void explain_nothing(Evidence& evidence) {
  const auto turn = [](auto& weighed) { weighed.against += std::exchange(weighed.explained, 0); };
  turn(evidence);
  for (auto& [array, weighed] : evidence.arrays) {
    turn(weighed);
    weighed.zeros = 0;
  }
}

/// Counts every failing number against a defect that cannot be applied.
Evidence all_against(const GivenAnswer& given) {
  Evidence evidence;
  for_judged(given, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    if (is_within(array, i, got)) return;
    ++evidence.against;
    ++evidence.arrays[array.name].against;
    evidence.given.push_back(false);
  });
  return evidence;
}

/// True if the judge recognises the defect from the output itself, without the defect's numbers.
bool is_recognised(const Defect& defect, const GivenAnswer& given) {
  const auto& known = known_defects();
  const auto known_defect = std::ranges::find(known, &defect, &KnownDefect::defect);
  return known_defect != known.end() && known_defect->check != nullptr &&
         known_defect->check(given.question, given.right, given.answer);
}

/// Counts every failing number for the defect.
Evidence all_explained(const GivenAnswer& given) {
  Evidence evidence = all_against(given);
  std::swap(evidence.explained, evidence.against);
  evidence.given.assign(evidence.given.size(), true);
  for (auto& [array, weighed] : evidence.arrays)
    std::swap(weighed.explained, weighed.against);
  return evidence;
}

/// True if one of two defects leaves an array right, and the other explains its wrong numbers.
bool is_explained_by_other(const SuspectPair& pair) {
  return std::ranges::none_of(pair.evidence.arrays, [&pair](const auto& entry) {
    const auto& [array, weighed] = entry;
    const bool is_explained = weighed.against == 0 || weighed.share() >= nearly_all;
    return !is_explained && std::ranges::any_of(pair.defects, [name = array](const Defect* defect) {
      return leaves_right(*defect, name);
    });
  });
}

/// Indices of outputs: the first few of each algorithm and level, then the others.
std::vector<std::size_t> firsts_in_front(std::span<const GivenAnswer> answers, std::size_t& firsts) {
  std::map<std::pair<const Algorithm*, Level>, std::size_t> known;
  std::vector<std::size_t> order, others;
  for (std::size_t a = 0; a < answers.size(); ++a)
    (known[{answers[a].question.algorithm, answers[a].question.level}]++ < firsts_of_a_kind ? order : others)
        .push_back(a);
  firsts = order.size();
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

bool gives_any(const Evidence& evidence) {
  return std::ranges::find(evidence.given, true) != evidence.given.end();
}

/// Number of failing numbers that at least one of the two explains.
std::size_t given_by_either(const Evidence& a, const Evidence& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.given.size(); ++i)
    count += a.given[i] || b.given[i] ? 1 : 0;
  return count;
}

/// Number of right numbers that a defect makes wrong.
std::size_t made_wrong(const Evidence& evidence) {
  return evidence.explained + evidence.against - evidence.given.size();
}

/// True if the defect comes after the skinning matrices of an output: it explains most if they are the input.
bool is_made_after(const Defect& defect, const GivenAnswer& given, const Affines& palette) {
  const Changed asked = with_palette(given.question, palette);
  return asked && evidence_for(std::array{&defect}, {*asked, given.right, given.answer, {}}).share() > half;
}

/// True if a defect only makes an array 0 that is 0 for another cause: it would change right numbers of other arrays.
bool is_chance_of_zeros(const std::string& array, const Evidence& evidence) {
  const Weighed& weighed = evidence.arrays.at(array);
  return weighed.zeros == weighed.explained &&
         std::ranges::any_of(evidence.arrays, [&array](const auto& entry) {
           return entry.first != array && entry.second.spoiled > 0;
         });
}

struct Candidates {
  const Suspect *first, *second;
  double given;  ///< minus the right numbers that either makes wrong
};

/// Returns the pairs whose defects explain most separately. A defect that makes every number 0 excludes a second
/// one.
std::vector<Candidates> candidates_of(std::span<const Suspect> suspects) {
  std::vector<const Suspect*> few;
  for (const Suspect& suspect : suspects)
    if (!suspect.defect->is_of_every_number) few.push_back(&suspect);
  std::ranges::stable_sort(few, std::ranges::greater(),
                           [](const Suspect* s) { return s->evidence.given_count(); });
  few.resize(std::min(few.size(), most_in_pairs));
  std::vector<Candidates> pairs;
  for (std::size_t i = 0; i < few.size(); ++i)
    for (std::size_t j = i + 1; j < few.size(); ++j)
      if (few[i]->defect->id != few[j]->defect->id)
        pairs.push_back(
            {few[i], few[j],
             static_cast<double>(given_by_either(few[i]->evidence, few[j]->evidence)) -
                 static_cast<double>(made_wrong(few[i]->evidence) + made_wrong(few[j]->evidence))});
  std::ranges::stable_sort(pairs, std::ranges::greater(), &Candidates::given);
  pairs.resize(std::min(pairs.size(), most_pairs));
  return pairs;
}

}  // namespace

double Weighed::share() const {
  const auto all = static_cast<double>(explained + against);
  return all > 0 ? static_cast<double>(explained) / all : 0;
}

Weighed& Weighed::operator+=(const Weighed& more) {
  explained += more.explained;
  against += more.against;
  spoiled += more.spoiled;
  zeros += more.zeros;
  return *this;
}

double Evidence::share() const {
  return Weighed{explained, against}.share();
}

std::size_t Evidence::given_count() const {
  return static_cast<std::size_t>(std::ranges::count(given, true));
}

Evidence& Evidence::operator+=(const Evidence& more) {
  explained += more.explained;
  against += more.against;
  given.insert(given.end(), more.given.begin(), more.given.end());
  for (const auto& [array, weighed] : more.arrays)
    arrays[array] += weighed;
  return *this;
}

std::size_t failing_numbers(const GivenAnswer& given) {
  std::size_t failing = 0;
  for_judged(given, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    failing += is_within(array, i, got) ? 0 : 1;
  });
  return failing;
}

Evidence evidence_for(std::span<const Defect* const> seeded, const GivenAnswer& given) {
  if (seeded.size() == 1 && is_recognised(*seeded.front(), given)) return all_explained(given);
  const auto wrong = answer_with(seeded, given.question, as_answer(given.right).arrays);
  if (!wrong || !is_comparable(given.right, *wrong)) return all_against(given);
  Evidence evidence;
  std::map<std::string_view, Made> made;
  for (const ExpectedArray& array : given.right.arrays) {
    const auto& values = wrong->find(array.name)->reals();
    made.try_emplace(array.name, Made{values, std::max(scale_of(array.branch.values), scale_of(values))});
  }
  const bool are_lost_numbers_its = !loses_others(given, made);
  for_judged(given, [&](const ExpectedArray& array, const auto& got, std::size_t i) {
    const Made& wrongly = made.at(array.name);
    const bool fits =
        is_given_by(wrongly, array, got, i) && (are_lost_numbers_its || std::isfinite(wrongly.values[i]));
    Weighed& of_array = evidence.arrays[array.name];
    if (is_within(array, i, got)) {
      const std::size_t spoiled = fits || is_within(array, i, wrongly.values) ? 0 : 1;
      of_array.against += spoiled;
      of_array.spoiled += spoiled;
      return;
    }
    const bool given_so = fits && is_rather_given_by(wrongly, array, got, i);
    evidence.given.push_back(given_so);
    ++(given_so ? of_array.explained : of_array.against);
    of_array.zeros += given_so && got[i] == 0 ? 1 : 0;
  });
  for (const auto& [array, weighed] : evidence.arrays) {
    evidence.explained += weighed.explained;
    evidence.against += weighed.against;
  }
  if (seeded.size() == 1 && !is_true_of(evidence, *seeded.front())) explain_nothing(evidence);
  return evidence;
}

std::vector<Suspect> suspects(std::span<const GivenAnswer> answers) {
  std::size_t firsts = 0;
  const std::vector<std::size_t> order = firsts_in_front(answers, firsts);
  std::vector<Suspect> found;
  for (const Defect& defect : defects()) {
    Suspect suspect{&defect, {}};
    for (std::size_t a = 0; a < order.size(); ++a)
      if (a < firsts || gives_any(suspect.evidence))
        suspect.evidence += evidence_for(std::array{&defect}, answers[order[a]]);
    if (gives_any(suspect.evidence)) found.push_back(std::move(suspect));
  }
  std::ranges::stable_sort(found, std::ranges::greater(),
                           [](const Suspect& s) { return s.evidence.share(); });
  return found;
}

bool is_refuted_by_stages(const Defect& known_defect, std::span<const GivenAnswer> answers) {
  constexpr double clearly = 1e-3;  // relative to a matrix's numbers
  std::size_t compared = 0, contradicted = 0;
  for (const GivenAnswer& given : answers) {
    const Affines got = matrices_of(given.answer.arrays, "palette", "palette");
    const Affines made = got.empty() ? Affines() : palette_with(known_defect, given.question);
    if (made.empty() || made.size() != got.size()) continue;
    const Array::Reals a = rows_of(got), b = rows_of(made);
    ++compared;
    const bool is_alike =
        std::ranges::equal(a, b, [reach = clearly * std::max(1.0, scale_of(b))](double x, double y) {
          return !std::isfinite(x) || !std::isfinite(y) || std::fabs(x - y) <= reach;
        });
    contradicted += is_alike || is_made_after(known_defect, given, got) ? 0 : 1;
  }
  return 2 * contradicted > compared;
}

bool explains_half(std::span<const Suspect> suspects) {
  return !suspects.empty() && suspects.front().evidence.share() > half;
}

bool leave_a_rest(std::span<const Suspect> suspects) {
  return !suspects.empty() && suspects.front().evidence.share() < nearly_all;
}

std::vector<ArraySuspect> suspects_of_arrays(std::span<const Suspect> suspects) {
  if (!leave_a_rest(suspects)) return {};
  const Defect* const of_the_whole = explains_half(suspects) ? suspects.front().defect : nullptr;
  std::map<std::string, std::vector<ArraySuspect>> likeliest;  // several if they explain equally much
  for (const auto& [defect, evidence] : suspects)
    for (const auto& [array, weighed] : evidence.arrays) {
      std::vector<ArraySuspect>& best = likeliest[array];
      const double share = weighed.share(), most = best.empty() ? 0 : best.front().evidence.share();
      if (share == 0 || is_chance_of_zeros(array, evidence) ||
          (of_the_whole != nullptr && defect->id == of_the_whole->id))
        continue;
      if (share > most) best.clear();
      const bool is_new = std::ranges::none_of(
          best, [id = defect->id](const ArraySuspect& other) { return other.defect->id == id; });
      if (share >= most && is_new) best.push_back({array, defect, weighed});
    }
  std::vector<ArraySuspect> found;
  for (const auto& [array, best] : likeliest)
    for (std::size_t i = 0; i < std::min(best.size(), most_ties); ++i)
      if (best[i].evidence.share() >= nearly_all && best[i].evidence.explained >= fewest_of_an_array)
        found.push_back(best[i]);
  return found;
}

std::optional<SuspectPair> suspect_pair(std::span<const GivenAnswer> answers,
                                        std::span<const Suspect> suspects) {
  if (!leave_a_rest(suspects)) return std::nullopt;
  std::optional<SuspectPair> best;
  for (const Candidates& pair : candidates_of(suspects)) {
    SuspectPair tried{{pair.first->defect, pair.second->defect}, {}};
    for (const GivenAnswer& given : answers)
      tried.evidence += evidence_for(tried.defects, given);
    if (!is_explained_by_other(tried)) continue;
    if (!best || tried.evidence.share() > best->evidence.share()) best = std::move(tried);
  }
  return best && explains_enough(*best, suspects) ? best : std::nullopt;
}

bool explains_enough(const SuspectPair& pair, std::span<const Suspect> suspects) {
  const double alone = suspects.front().evidence.share();
  return pair.evidence.share() >= std::max(half, alone + half * (1 - alone));
}

}  // namespace bindpose::conformance
