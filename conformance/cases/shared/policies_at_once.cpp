// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/policies_at_once.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "conformance/cases/shared/chosen_vertices.h"
#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/pose_case.h"
#include "reference/algorithms.h"
#include "reference/model/rare_values.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr const char* weight_options[] = {"influences_kept", "weight_sum", "zero_sum"};

/// Weights of six slots by vertex: no ties and weights in two slots beyond the first four; weights
/// only in these two; no weights; one slot of each kind with weight.
constexpr std::array<double, 6> weights_of_six[] = {{0.1875, 0.125, 0.0625, 0.03125, 0.25, 0.3125},
                                                    {0, 0, 0, 0, 0.5, 0.25},
                                                    {0, 0, 0, 0, 0, 0},
                                                    {0, 0.5, 0, 0, 0.375, 0}};

void with_weights_of_six(ArraySet& question) {
  change_rows(question, "weights", question.find("weights")->shape[1], [&](double* w, std::size_t v) {
    std::fill_n(w, question.find("weights")->shape[1], 0.0);
    std::ranges::copy(weights_of_six[v % std::size(weights_of_six)], w);
  });
}

bool has_all(const Algorithm& algorithm) {
  return std::ranges::all_of(weight_options, [&algorithm](const char* name) {
    return find_option(algorithm.implementation.declaration.options, name) != nullptr;
  });
}

/// The options of a case without policies of weights.
Options other_options(const Case& c) {
  Options others = c.options;
  for (const char* name : weight_options)
    others.erase(name);
  return others;
}

bool has_triangles(const Algorithm& algorithm) {
  return algorithm.implementation.declaration.find_input("triangles") != nullptr;
}

bool keeps_four_largest(const Case& c) {
  const auto kept = c.options.find("influences_kept");
  return c.golden && kept != c.options.end() && kept->second == "four-largest" &&
         other_options(c).size() + 1 == c.options.size() && c.name.find("tie") == std::string::npos;
}

Case at_once(const Case& six, const Options& policies) {
  Options options = other_options(six);
  options.insert(policies.begin(), policies.end());
  const std::string scene = scene_of(six);
  Case c = scene_case(std::string(six.algorithm->stem),
                      scene.substr(0, scene.find('.')) + ".policies-at-once", options, six.level);
  c.question = [ask = six.question, algorithm = six.algorithm]() -> Expected<ArraySet> {
    BINDPOSE_TRY(ArraySet question, ask());
    question = with_few_vertices(algorithm->implementation.declaration, std::move(question));
    with_weights_of_six(question);
    return question;
  };
  c.purpose =
      "Order of policies: keep four influences, handle vertices without weight, divide weights by their sum.";
  c.leave_out = six.leave_out;
  c.leave_out.emplace_back("implicit-last-weight");
  return c;
}

void add_weights_at_once(std::vector<Case>& cases, std::size_t first) {
  if (first == cases.size() || !has_all(*cases[first].algorithm)) return;
  std::vector<Case> alike;  // a case for each combination of the other options
  for (std::size_t i = first; i < cases.size(); ++i)
    if (keeps_four_largest(cases[i]) && std::ranges::none_of(alike, [&](const Case& c) {
          return other_options(c) == other_options(cases[i]);
        }))
      alike.push_back(cases[i]);
  for (const Case& six : alike)
    for (const char* kept : {"first-four", "four-largest"})
      for (const char* zero : {"first-joint", "rest"}) {
        cases.push_back(
            at_once(six, {{"influences_kept", kept}, {"weight_sum", "renormalised"}, {"zero_sum", zero}}));
        // One golden file per value; for a mesh that stays whole, only one, because the file is large.
        const bool is_first =
                       kept == std::string_view("first-four") && zero == std::string_view("first-joint"),
                   is_last = kept == std::string_view("four-largest") && zero == std::string_view("rest");
        cases.back().golden =
            &six == &alike.front() && (is_first || (is_last && !has_triangles(*six.algorithm)));
      }
}

using Specs = std::vector<const OptionSpec*>;

/// Options that every input of a pose can have.
constexpr std::string_view pose_options[] = {
    "normal_rule", "rigid_normal_rule", "tangent_rule", "influences_kept", "zero_sum",
    "weight_sum",  "scale_inheritance", "rotations",    "matrix_joints",   "rotation_interpolation",
    "pivot",       "laplacian",         "space",        "pose_distance"};

/// The policies of the algorithm; for morph.then-skin, the method's policies.
Specs policies_of_pose(const Algorithm& algorithm, const Options& chosen) {
  const auto method = chosen.find("method");
  const OptionList& own = algorithm.implementation.declaration.options;
  const OptionList& of_method =
      method == chosen.end() ? own : find_algorithm(method->second)->implementation.declaration.options;
  const auto is_rule_of_method = [&](const OptionSpec& spec, std::string_view name) {
    const OptionSpec* rule = find_option(of_method, "normal_rule");
    return spec.name == name && rule != nullptr && rule->values == spec.values;
  };
  Specs specs;
  for (const OptionSpec& spec : own)
    if (std::ranges::find(pose_options, spec.name) != std::end(pose_options) &&
        (is_rule_of_method(spec, "rigid_normal_rule") || is_rule_of_method(spec, "normal_rule") ||
         (spec.name != "normal_rule" && find_option(of_method, spec.name) != nullptr)))
      specs.push_back(&spec);
  return specs;
}

/// A few combinations of non-default values that contain each pair of values of two options.
std::vector<std::vector<std::size_t>> all_pairs(const Specs& specs) {
  using Pair = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
  std::vector<Pair> left;
  for (std::size_t a = 0; a < specs.size(); ++a)
    for (std::size_t b = a + 1; b < specs.size(); ++b)
      for (std::size_t i = 1; i < combined_values(*specs[a]); ++i)
        for (std::size_t k = 1; k < combined_values(*specs[b]); ++k)
          left.emplace_back(a, i, b, k);
  std::vector<std::vector<std::size_t>> rows;
  while (!left.empty()) {
    std::vector<std::size_t> row(specs.size(), 0);
    row[std::get<0>(left.front())] = std::get<1>(left.front());
    row[std::get<2>(left.front())] = std::get<3>(left.front());
    for (std::size_t o = 0; o < specs.size(); ++o) {
      if (row[o] != 0) continue;
      std::size_t best = 1, most = 0;
      for (std::size_t value = 1; value < combined_values(*specs[o]); ++value) {
        const auto gained = static_cast<std::size_t>(std::ranges::count_if(left, [&](const Pair& pair) {
          const auto& [a, i, b, k] = pair;
          return (a == o && i == value && row[b] == k) || (b == o && k == value && row[a] == i);
        }));
        if (gained > most) best = value, most = gained;
      }
      row[o] = best;
    }
    std::erase_if(left, [&row](const Pair& pair) {
      const auto& [a, i, b, k] = pair;
      return row[a] == i && row[b] == k;
    });
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The first joint's keys are 130 degrees apart, and the other joints' rotations are 1 % too long.
/// The root is scaled, the second joint is a matrix if allowed, and vertices have six slots.
ArraySet with_everything(const Declaration& declaration, const Specs& policies, bool keeps_unit,
                         ArraySet asked) {
  const auto has = [&policies](std::string_view name) {
    return std::ranges::find(policies, name, &OptionSpec::name) != policies.end();
  };
  ArraySet question = with_few_vertices(declaration, std::move(asked));
  if (has("influences_kept")) {
    in_six_slots(question);
    with_weights_of_six(question);
    // Vertices without weight that follow their first joint make their triangles irregular.
    if (Array::Integers* limit = integers_of(question, "matrix_limit")) limit->front() = 3;
  }
  // Motions with rotations that are not unit have no output.
  if (!question.has("inverse_bind_rotations") || keeps_unit) with_long_rotations(question);
  if (has("scale_inheritance") && question.has("local_scales") && !question.has("inverse_bind_rotations"))
    with_scaled_root(question);
  // If rest rotations are read, a joint given as a matrix is refused unless it is decomposed.
  // The second joint shows the effect of the length of rotations.
  if (has("matrix_joints") && question.find("parents")->shape[0] > 2 && !question.has("local_matrices") &&
      !question.has("rest_rotations") && !question.has("inverse_bind_rotations"))
    with_matrix_joint(question);
  if (has("rotation_interpolation")) {
    Track turn{Interpolation::linear, true, 4, {0.5, 0.75}, {}};
    for (const double degrees : {10, 140}) {
      const Vec4<double> key = rotation({1, -2, 2}, degrees);
      turn.values.insert(turn.values.end(), key.begin(), key.end());
    }
    add_tracks(question, {{0, TrackOfJoint::Path::rotation, turn}}, 0.5625);
  }
  return question;
}

bool is_plain_pose(const Case& c) {
  constexpr std::string_view others[] = {"keyframes", "keys", "matri", "rotations-", "without-", "flat",
                                         "far",       "rest", "tiny",  "mirrored",   "one."};
  return c.golden && c.level == Level::pose &&
         (c.name.find(".bar.") != std::string::npos || c.name.find(".tube.") != std::string::npos) &&
         std::ranges::none_of(
             others, [&c](std::string_view text) { return c.name.find(text) != std::string::npos; }) &&
         std::ranges::all_of(c.algorithm->implementation.declaration.options, [&c](const OptionSpec& spec) {
           const auto chosen = c.options.find(std::string(spec.name));
           return spec.name == "method" || chosen == c.options.end() || chosen->second == spec.values.front();
         });
}

void add_everything(std::vector<Case>& cases, const Case& plain) {
  const Algorithm& algorithm = *plain.algorithm;
  const Specs specs = policies_of_pose(algorithm, plain.options);
  Options usual = plain.options;
  for (const OptionSpec* spec : specs)
    usual.erase(std::string(spec->name));
  std::vector<Options> all = {usual};
  if (find_option(algorithm.implementation.declaration.options, "matrix_joints") != nullptr &&
      !plain.options.contains("method")) {
    all.push_back(usual);
    all.back()["matrix_joints"] = "decomposed";
  }
  const std::size_t alone = all.size();
  for (const auto& row : all_pairs(specs)) {
    Options options = usual;
    for (std::size_t o = 0; o < specs.size(); ++o)
      options[std::string(specs[o]->name)] = specs[o]->values[row[o]];
    // Fresh numbers make the equations of a vertex singular if only ignored slots have weights.
    if (const auto distance = options.find("pose_distance"); distance != options.end() &&
                                                             options.contains("influences_kept") &&
                                                             options.at("influences_kept") == "first-four")
      options.erase(distance);
    all.push_back(std::move(options));
  }
  if (all.size() == alone) return;  // a single policy has its own cases
  const std::string scene = scene_of(plain);
  for (const Options& options : all) {
    const auto place = static_cast<std::size_t>(&options - all.data());
    Case c = scene_case(std::string(algorithm.stem), scene.substr(0, scene.find('.')) + ".every-policy",
                        options, Level::pose);
    c.question = [ask = plain.question, &algorithm, specs, keeps_unit = options.contains("rotations")] {
      return ask().map([&](ArraySet asked) {
        return with_everything(algorithm.implementation.declaration, specs, keeps_unit, std::move(asked));
      });
    };
    c.purpose = place == 0 ? "An input on which every policy has an effect, with the default values."
                : place < alone
                    ? "An input on which every policy has an effect; a matrix joint is decomposed."
                    : "Policies of normals, weights, joints and keyframes together.";
    c.leave_out = plain.leave_out;
    c.leave_out.emplace_back("implicit-last-weight");
    c.golden = !options.contains("method") && !has_triangles(algorithm) && place == alone;
    cases.push_back(std::move(c));
  }
}

/// The first plain case of each method.
std::vector<Case> plain_poses(const std::vector<Case>& cases, std::size_t first) {
  std::vector<Case> plain;
  for (std::size_t i = first; i < cases.size(); ++i)
    if (is_plain_pose(cases[i]) && std::ranges::none_of(plain, [&](const Case& c) {
          return !c.options.contains("method") || c.options.at("method") == cases[i].options.at("method");
        }))
      plain.push_back(cases[i]);
  return plain;
}

}  // namespace

std::size_t combined_values(const OptionSpec& policy) {
  return static_cast<std::size_t>(
      std::ranges::count_if(policy.values, [](std::string_view value) { return !is_rare_value(value); }));
}

void add_policies_at_once(std::vector<Case>& cases, std::size_t first) {
  const std::vector<Case> plain = plain_poses(cases, first);
  add_weights_at_once(cases, first);
  for (const Case& c : plain)
    add_everything(cases, c);
}

}  // namespace bindpose::conformance
