// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/verdict_json.h"

#include <cmath>
#include <limits>
#include <optional>

namespace bindpose::conformance {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json to_json(const ArrayVerdict& array) {
  return {{"name", array.name},
          {"width", array.width},
          {"judged", array.judged},
          {"undecided", array.undecided},
          {"failing", array.failing},
          {"other_branch", array.other_branch},
          {"worst",
           {{"fraction", json_number(array.worst_fraction)},
            {"row", array.row},
            {"component", array.component},
            {"expected", json_number(array.expected)},
            {"got", json_number(array.got)},
            {"bound", json_number(array.bound)}}}};
}

ordered_json to_json(const std::vector<ArrayVerdict>& arrays) {
  ordered_json list = ordered_json::array();
  for (const ArrayVerdict& array : arrays)
    list.push_back(to_json(array));
  return list;
}

std::vector<ArrayVerdict> arrays_from(const json& list) {
  std::vector<ArrayVerdict> arrays;
  for (const json& each : list) {
    const json& worst = each.at("worst");
    ArrayVerdict array;
    each.at("name").get_to(array.name);
    each.at("width").get_to(array.width);
    each.at("judged").get_to(array.judged);
    each.at("undecided").get_to(array.undecided);
    each.at("failing").get_to(array.failing);
    each.at("other_branch").get_to(array.other_branch);
    array.worst_fraction = number_from_json(worst.at("fraction"));
    worst.at("row").get_to(array.row);
    worst.at("component").get_to(array.component);
    array.expected = number_from_json(worst.at("expected"));
    array.got = number_from_json(worst.at("got"));
    array.bound = number_from_json(worst.at("bound"));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Outcome outcome_from(const json& name) {
  for (std::size_t o = 0; o < outcome_count; ++o)
    if (name.get_ref<const std::string&>() == to_string(static_cast<Outcome>(o)))
      return static_cast<Outcome>(o);
  throw json::other_error::create(501, "no such outcome", &name);
}

}  // namespace

ordered_json json_number(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

double number_from_json(const json& value) {
  if (value.is_number()) return value.get<double>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return value == "inf" ? infinity : value == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
}

ordered_json to_json(const Verdict& verdict) {
  ordered_json document = {{"outcome", to_string(verdict.outcome)},
                           {"detail", verdict.detail},
                           {"worst_fraction", json_number(verdict.worst_fraction)},
                           {"subject_seconds", verdict.subject_seconds},
                           {"judge_seconds", verdict.judge_seconds},
                           {"arrays", to_json(verdict.arrays)},
                           {"stages", to_json(verdict.stages)},
                           {"first_wrong_stage", verdict.first_wrong_stage},
                           {"mistake", verdict.mistake}};
  if (verdict.judged) document["judged"] = to_string(*verdict.judged);
  return document;
}

Expected<Verdict> verdict_from_json(const json& document) {
  try {
    Verdict verdict;
    verdict.outcome = outcome_from(document.at("outcome"));
    if (document.contains("judged")) verdict.judged = outcome_from(document["judged"]);
    document.at("detail").get_to(verdict.detail);
    verdict.worst_fraction = number_from_json(document.at("worst_fraction"));
    document.at("subject_seconds").get_to(verdict.subject_seconds);
    document.at("judge_seconds").get_to(verdict.judge_seconds);
    verdict.arrays = arrays_from(document.at("arrays"));
    verdict.stages = arrays_from(document.at("stages"));
    document.at("first_wrong_stage").get_to(verdict.first_wrong_stage);
    document.at("mistake").get_to(verdict.mistake);
    return verdict;
  } catch (const json::exception& error) {
    return fail("VERDICT_FORMAT", "", error.what());
  }
}

}  // namespace bindpose::conformance
