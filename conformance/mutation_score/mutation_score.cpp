// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/mutation_score.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/judge/accepted_deviations.h"
#include "conformance/judge/json_fields.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t enough_killers = 2;
constexpr double most_uniform_error = 1e-5;
constexpr double most_of_the_scale = 1e-4;
constexpr std::size_t most_catches = 5;

using Place = std::pair<const Algorithm*, Level>;

/// Marks the golden cases or the smoke cases.
std::vector<bool> marked(const MutationScoreMatrix& matrix, bool Case::*mark) {
  std::vector<bool> marks(matrix.cases.size());
  for (std::size_t c = 0; c < marks.size(); ++c)
    marks[c] = matrix.cases[c]->*mark;
  return marks;
}

/// Marks cases that run for every subject. The others test conventions and run only for subjects
/// that declare them.
std::vector<bool> asked_of_everybody(const MutationScoreMatrix& matrix) {
  std::vector<bool> asked(matrix.cases.size());
  for (std::size_t c = 0; c < asked.size(); ++c)
    asked[c] = is_asked(*matrix.cases[c], AcceptedDeviations{});
  return asked;
}

bool is_killed_by(const Sight& sight, const std::vector<bool>& chosen) {
  return std::ranges::any_of(sight.killers, [&chosen](std::size_t c) { return chosen[c]; });
}

/// The killers that a smoke run may use: cases of a convention only if no other case kills.
std::vector<std::size_t> smoke_killers(const Sight& sight, const std::vector<bool>& everybody) {
  std::vector<std::size_t> killers;
  std::ranges::copy_if(sight.killers, std::back_inserter(killers),
                       [&everybody](std::size_t c) { return everybody[c]; });
  return killers.empty() ? sight.killers : killers;
}

/// The defects that the smoke cases kill, for a subject without declarations.
class SmokeRun {
 public:
  explicit SmokeRun(const MutationScoreMatrix& matrix)
      : smoke_(marked(matrix, &Case::smoke)), everybody_(asked_of_everybody(matrix)) {}

  bool kills(const Sight& sight) const {
    return std::ranges::any_of(smoke_killers(sight, everybody_), [this](std::size_t c) { return smoke_[c]; });
  }

 private:
  std::vector<bool> smoke_, everybody_;
};

/// "skinning.linear_blend at level pose: ibm-ignored"
std::string name_of(const MutationScoreMatrix& matrix, const Sight& sight) {
  return fmt::format("{} at level {}: {}", sight.algorithm->path(), to_string(sight.level),
                     matrix.defects[sight.defect]->id);
}

std::vector<std::string> names_of(const MutationScoreMatrix& matrix, std::span<const std::size_t> cases) {
  std::vector<std::string> names;
  for (const std::size_t c : cases)
    names.push_back(matrix.cases[c]->name);
  return names;
}

/// An array whose bounds let errors above most_uniform_error pass in every case, and the reason.
struct Loose {
  std::string_view algorithm, array, reason;
};
constexpr const char* worst_of_solvers =
    "a solver computes the weights of examples: the bound covers the worst backward stable solver";
constexpr const char* worst_of_equations =
    "a solver computes the weights: the bound covers the worst backward stable solver";
constexpr const char* worst_of_rounds =
    "solvers compute weights and bones alternately: the bound covers the worst backward stable "
    "solver in each step";
constexpr const char* worst_of_decompositions =
    "uses singular values: the bound covers the worst backward stable decomposition";
constexpr const char* either_slot =
    "float32 cannot always decide which slot is rounded up: either slot may be";
constexpr Loose loose_with_reason[] = {
    {"pack.u8", "bytes", either_slot},
    {"pack.u16", "words", either_slot},
    {"sjbbe", "positions", worst_of_solvers},
    {"sbe", "positions", worst_of_solvers},
    {"weights.direct", "slot_weights", worst_of_equations},
    {"weights.direct", "residuals", worst_of_equations},
    {"bind.heat", "joint_weights", worst_of_equations},
    {"bind.bbw", "joint_weights", worst_of_equations},
    {"mwe.fit", "entry_weights", worst_of_decompositions},
    {"mwe.fit", "fitted_positions", worst_of_decompositions},
    {"eigenskin", "singular_values", worst_of_decompositions},
    {"ssdr", "bone_weights", worst_of_rounds},
    {"ssdr", "example_palettes", worst_of_rounds},
    {"ssdr", "fitted_positions", worst_of_rounds},
    {"ssdr", "residual", worst_of_rounds},
    {"face.anatomical", "volume_ratios",
     "forces balance only within the rounding of all springs, as with the worst solver"},
    {"cor.centres", "centres",
     "a mean over all triangles: the bound adds all roundings without cancellation"}};

/// Largest error of an array, except rounding, that passes in every case of an algorithm at a
/// level.
struct Leeway {
  Place place;
  std::string array;
  double error = 0;
  std::string_view reason;  ///< empty: unknown
};

std::map<Place, UniformErrors> errors_of(const MutationScoreMatrix& matrix) {
  std::map<Place, UniformErrors> places;
  for (std::size_t c = 0; c < matrix.cases.size(); ++c)
    for (const auto& [array, e] : matrix.errors[c]) {
      UniformErrors& errors = places[{matrix.cases[c]->algorithm, matrix.cases[c]->level}];
      const auto [entry, is_new] = errors.try_emplace(array, e);
      entry->second = std::min(entry->second, e);
    }
  return places;
}

std::vector<Leeway> leeways_of(const MutationScoreMatrix& matrix) {
  std::vector<Leeway> leeways;
  for (const auto& [place, errors] : errors_of(matrix))
    for (const auto& [array, e] : errors) {
      if (e <= most_uniform_error) continue;
      std::string_view reason;
      for (const Loose& loose : loose_with_reason)
        if (loose.algorithm == place.first->id && loose.array == array) reason = loose.reason;
      leeways.push_back({place, array, e, reason});
    }
  return leeways;
}

/// For each array: the loosest bound of the median case, relative to the scale.
UniformErrors median_bounds(const MutationScoreMatrix& matrix, const Algorithm* algorithm) {
  std::map<std::string, std::vector<double>> of_cases;
  for (std::size_t c = 0; c < matrix.loosest.size(); ++c)
    if (matrix.cases[c]->algorithm == algorithm)
      for (const auto& [array, bound] : matrix.loosest[c])
        of_cases[array].push_back(bound);
  UniformErrors medians;
  for (auto& [array, bounds] : of_cases) {
    const auto middle = bounds.begin() + std::ssize(bounds) / 2;
    std::ranges::nth_element(bounds, middle);
    medians[array] = *middle;
  }
  return medians;
}

struct Row {
  std::size_t sights = 0, killed = 0, golden = 0, smoke = 0;
  double error = 0;  ///< the largest uniform error that passes in every case
};

}  // namespace

std::vector<Sight> sights_of(const MutationScoreMatrix& matrix) {
  std::map<std::pair<Place, std::size_t>, std::size_t> places;
  std::vector<Sight> sights;
  for (std::size_t d = 0; d < matrix.defects.size(); ++d)
    for (std::size_t c = 0; c < matrix.cases.size(); ++c) {
      const Effect effect = matrix.at(c, d);
      const Case& each = *matrix.cases[c];
      if (effect != Effect::killed && effect != Effect::hidden) continue;
      const Defect& defect = *matrix.defects[d];
      // Keyframes are sampled before any algorithm with a pose runs.
      if (!is_registered_for(defect, *each.algorithm) && defect.folder != "animation") continue;
      const auto [entry, is_new] = places.try_emplace({{each.algorithm, each.level}, d}, sights.size());
      if (is_new) sights.push_back({each.algorithm, each.level, d, {}, {}});
      Sight& sight = sights[entry->second];
      (effect == Effect::killed ? sight.killers : sight.hiding).push_back(c);
    }
  for (Sight& sight : sights)
    for (auto* found : {&sight.killers, &sight.hiding})
      std::ranges::stable_sort(*found, {}, [&matrix](std::size_t c) { return matrix.costs[c]; });
  // Pointers can be compared, because all algorithms are in one array.
  std::ranges::stable_sort(sights, {},
                           [](const Sight& s) { return std::tuple(s.algorithm, s.level, s.defect); });
  return sights;
}

std::vector<std::size_t> smoke_of(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights) {
  const std::vector<bool> everybody = asked_of_everybody(matrix);
  std::vector<std::vector<std::size_t>> kills(matrix.cases.size());
  std::size_t left = 0;
  for (std::size_t s = 0; s < sights.size(); ++s) {
    left += sights[s].killers.empty() ? 0 : 1;
    for (const std::size_t c : smoke_killers(sights[s], everybody))
      kills[c].push_back(s);
  }
  std::vector<bool> done(sights.size());
  std::vector<std::size_t> chosen;
  const auto worth = [&](std::size_t c) {
    const auto gained = std::ranges::count_if(kills[c], [&done](std::size_t s) { return !done[s]; });
    return static_cast<double>(gained) / static_cast<double>(matrix.costs[c] + 1);
  };
  while (left > 0) {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t c = 0; c < matrix.cases.size(); ++c)
      if (const double value = worth(c); value > most) {
        best = c;
        most = value;
      }
    chosen.push_back(best);
    for (const std::size_t s : kills[best])
      if (!done[s]) {
        done[s] = true;
        --left;
      }
  }
  std::ranges::sort(chosen);
  return chosen;
}

std::vector<std::size_t> idle_cases(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights) {
  std::vector<bool> needed(matrix.cases.size());
  for (const Sight& sight : sights)
    for (std::size_t k = 0; k < std::min(enough_killers, sight.killers.size()); ++k)
      needed[sight.killers[k]] = true;
  std::vector<std::size_t> idle;
  for (std::size_t c = 0; c < needed.size(); ++c)
    if (!needed[c]) idle.push_back(c);
  return idle;
}

bool is_whole(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights) {
  const std::vector<bool> golden = marked(matrix, &Case::golden);
  const SmokeRun smoke(matrix);
  const std::vector<Leeway> leeways = leeways_of(matrix);
  if (std::ranges::any_of(leeways, [](const Leeway& leeway) { return leeway.reason.empty(); })) return false;
  return std::ranges::all_of(sights, [&](const Sight& sight) {
    return sight.killers.empty() || (is_killed_by(sight, golden) && smoke.kills(sight));
  });
}

std::size_t killed_by(const std::vector<Sight>& sights, const std::vector<bool>& chosen) {
  return static_cast<std::size_t>(
      std::ranges::count_if(sights, [&chosen](const Sight& s) { return is_killed_by(s, chosen); }));
}

std::string smoke_text(const MutationScoreMatrix& matrix) {
  std::string text;
  for (const std::size_t c : smoke_of(matrix, sights_of(matrix)))
    text += fmt::format("    \"{}\",\n", matrix.cases[c]->name);
  return text;
}

std::string loose_text(const MutationScoreMatrix& matrix) {
  std::map<const Algorithm*, UniformErrors> medians;
  for (const Case* c : matrix.cases)
    if (!medians.contains(c->algorithm)) medians[c->algorithm] = median_bounds(matrix, c->algorithm);
  std::multimap<double, std::string, std::greater<>> lines;
  for (const auto& [algorithm, bounds] : medians)
    for (const auto& [array, bound] : bounds)
      if (bound > most_of_the_scale)
        lines.emplace(
            bound, fmt::format("the loosest bound of the median case is {:.1e} of the scale: {}: {}\n", bound,
                               algorithm->path(), array));
  std::string text;
  for (const auto& [bound, line] : lines)
    text += line;
  return text;
}

std::string mutation_score_text(const MutationScoreMatrix& matrix, bool brief) {
  const std::vector<Sight> sights = sights_of(matrix);
  const std::vector<bool> all(matrix.cases.size(), true), golden = marked(matrix, &Case::golden);
  const SmokeRun smoke(matrix);
  std::map<Place, Row> rows;
  Row whole;
  for (const Sight& sight : sights)
    for (Row* row : {&rows[{sight.algorithm, sight.level}], &whole}) {
      ++row->sights;
      row->killed += is_killed_by(sight, all) ? 1 : 0;
      row->golden += is_killed_by(sight, golden) ? 1 : 0;
      row->smoke += smoke.kills(sight) ? 1 : 0;
    }
  for (const auto& [place, errors] : errors_of(matrix))
    for (const auto& [array, e] : errors)
      for (Row* row : {&rows[place], &whole})
        row->error = std::max(row->error, e);
  std::string text = fmt::format("{:<36} {:<8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "algorithm", "level",
                                 "defects", "killed", "golden", "smoke", "passes");
  const auto line = [&text](std::string_view name, std::string_view level, const Row& row) {
    text += fmt::format("{:<36} {:<8} {:>8} {:>8} {:>8} {:>8} {:>9.1e}\n", name, level, row.sights,
                        row.killed, row.golden, row.smoke, row.error);
  };
  for (const auto& [place, row] : rows)
    line(place.first->path(), to_string(place.second), row);
  line("all", "", whole);
  text += fmt::format("{} defects; {} cases, {} of them with golden files and {} of them smoke cases\n",
                      matrix.defects.size(), matrix.cases.size(), std::ranges::count(golden, true),
                      std::ranges::count(marked(matrix, &Case::smoke), true));
  text += "passes: the largest relative error, equal in all numbers of an array, that passes in every case\n";
  for (const Leeway& leeway : leeways_of(matrix))
    text += fmt::format("lets {:.1e} pass: {} at level {}: {}{}{}\n", leeway.error,
                        leeway.place.first->path(), to_string(leeway.place.second), leeway.array,
                        leeway.reason.empty() ? "" : ": ", leeway.reason);
  text += loose_text(matrix);
  std::vector<std::size_t> killers(matrix.defects.size());
  for (const Sight& sight : sights) {
    killers[sight.defect] += sight.killers.size();
    if (sight.killers.empty())
      text += fmt::format("not killed: {}; {} cases hide it\n", name_of(matrix, sight), sight.hiding.size());
    else if (!is_killed_by(sight, golden))
      text += fmt::format("no golden file kills: {}\n", name_of(matrix, sight));
    else if (!smoke.kills(sight))
      text += fmt::format("no smoke case kills: {}\n", name_of(matrix, sight));
    else if (!brief && sight.killers.size() < enough_killers)
      text += fmt::format("only one case kills: {}: {}\n", name_of(matrix, sight),
                          matrix.cases[sight.killers.front()]->name);
  }
  for (std::size_t d = 0; d < matrix.defects.size(); ++d)
    if (killers[d] < enough_killers)
      text +=
          fmt::format("{}: {}\n", killers[d] == 0 ? "never killed" : "only one case of any algorithm kills",
                      matrix.defects[d]->id);
  if (brief) return text;
  for (const std::size_t c : idle_cases(matrix, sights))
    text += fmt::format("two cheaper cases kill the same defects: {}: {}\n", matrix.cases[c]->name,
                        matrix.cases[c]->purpose);
  return text;
}

std::string mutation_score_csv(const MutationScoreMatrix& matrix) {
  const std::vector<bool> golden = marked(matrix, &Case::golden), smoke = marked(matrix, &Case::smoke);
  std::string text =
      "algorithm,level,defect,killed_by,golden,smoke,hidden_by,cheapest_killers,hiding_cases\n";
  for (const Sight& sight : sights_of(matrix)) {
    const auto count = [&sight](const std::vector<bool>& chosen) {
      return std::ranges::count_if(sight.killers, [&chosen](std::size_t c) { return chosen[c]; });
    };
    const std::span<const std::size_t> killers = sight.killers;
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{}\n", sight.algorithm->id, to_string(sight.level),
                    matrix.defects[sight.defect]->id, sight.killers.size(), count(golden), count(smoke),
                    sight.hiding.size(),
                    fmt::join(names_of(matrix, killers.first(std::min(enough_killers, killers.size()))), " "),
                    fmt::join(names_of(matrix, sight.hiding), " "));
  }
  return text;
}

std::string catches_csv(const MutationScoreMatrix& matrix) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> kills(
      matrix.cases.size());  // killers, defect
  for (const Sight& sight : sights_of(matrix))
    for (const std::size_t c : sight.killers)
      kills[c].emplace_back(sight.killers.size(), sight.defect);
  std::string text = "case,defects\n";
  for (std::size_t c = 0; c < kills.size(); ++c) {
    std::ranges::sort(kills[c]);
    std::vector<std::string_view> ids;
    for (const auto& [killers, made] : kills[c])
      if (const std::string_view id = matrix.defects[made]->id;
          ids.size() < most_catches && std::ranges::find(ids, id) == ids.end())
        ids.push_back(id);
    if (!ids.empty()) text += fmt::format("{},{}\n", matrix.cases[c]->name, fmt::join(ids, " "));
  }
  return text;
}

std::string mutation_score_json(const MutationScoreMatrix& matrix) {
  using nlohmann::ordered_json;
  const std::vector<Sight> sights = sights_of(matrix);
  ordered_json cases = ordered_json::array(), seen = ordered_json::array(), smoke = ordered_json::array();
  for (std::size_t c = 0; c < matrix.cases.size(); ++c)
    cases.push_back({{"name", matrix.cases[c]->name},
                     {"golden", matrix.cases[c]->golden},
                     {"numbers", matrix.costs[c]},
                     {"uniform_errors", matrix.errors[c]}});
  for (const Case* each : matrix.cases)
    if (each->smoke) smoke.push_back(each->name);
  for (const Sight& sight : sights)
    seen.push_back({{"algorithm", sight.algorithm->path()},
                    {"level", to_string(sight.level)},
                    {"defect", matrix.defects[sight.defect]->id},
                    {"killed_by", names_of(matrix, sight.killers)},
                    {"hidden_by", names_of(matrix, sight.hiding)}});
  return json_text({{"format", "bindpose-power-1"}, {"cases", cases}, {"smoke", smoke}, {"defects", seen}});
}

}  // namespace bindpose::conformance
