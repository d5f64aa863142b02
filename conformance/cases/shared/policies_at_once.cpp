// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/policies_at_once.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "conformance/cases/shared/chosen_vertices.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr const char* weight_options[] = {"influences_kept", "weight_sum", "zero_sum"};

/// Weights of six slots, vertex by vertex: none is tied, and two slots beyond the first four count; nothing but those two does; nothing
/// does; one of either does.
constexpr std::array<double, 6> weights_of_six[] = {{0.1875, 0.125, 0.0625, 0.03125, 0.25, 0.3125},
                                                    {0, 0, 0, 0, 0.5, 0.25},
                                                    {0, 0, 0, 0, 0, 0},
                                                    {0, 0.5, 0, 0, 0.375, 0}};

Expected<ArraySet> with_weights_of_six(Expected<ArraySet> question) {
  if (!question) return question;
  change_rows(*question, "weights", question->find("weights")->shape[1], [&](double* w, std::size_t v) {
    std::fill_n(w, question->find("weights")->shape[1], 0.0);
    std::ranges::copy(weights_of_six[v % std::size(weights_of_six)], w);
  });
  return question;
}

bool has_all(const Algorithm& algorithm) {
  return std::ranges::all_of(weight_options, [&algorithm](const char* name) {
    return find_option(algorithm.implementation.declaration.options, name) != nullptr;
  });
}

/// Nothing if the case asks for another policy of weights, or for none.
Options other_options(const Case& c) {
  Options others = c.options;
  for (const char* name : weight_options)
    others.erase(name);
  return others;
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
    return with_weights_of_six(with_few_vertices(algorithm->implementation.declaration, std::move(question)));
  };
  c.purpose =
      "Influences are left out first, then vertices without weight are looked for, then weights are divided "
      "by their sum.";
  c.leave_out = six.leave_out;
  c.leave_out.emplace_back("implicit-last-weight");
  return c;
}

}  // namespace

void add_policies_at_once(std::vector<Case>& cases, std::size_t first) {
  if (first == cases.size() || !has_all(*cases[first].algorithm)) return;
  std::vector<Case> alike;  // one for each choice of other options
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
        // Each policy in one file: of either pair of values.
        const bool differ = (kept == std::string_view("first-four")) == (zero == std::string_view("rest"));
        cases.back().golden = &six == &alike.front() && !differ;
      }
}

}  // namespace bindpose::conformance
