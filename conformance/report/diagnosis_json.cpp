// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/diagnosis_json.h"

#include <algorithm>
#include <cstdint>

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_suspects = 5;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 53;  // upper limit of sums from files

void put_evidence(ordered_json& entry, const auto& evidence) {
  entry["explained"] = evidence.explained;
  entry["against"] = evidence.against;
}

/// True if it is listed with the likeliest few.
bool is_named(const Diagnosis& diagnosis, const Defect* defect) {
  return (diagnosis.pair &&
          std::ranges::find(diagnosis.pair->defects, defect) != diagnosis.pair->defects.end()) ||
         std::ranges::find(diagnosis.of_arrays, defect, &ArraySuspect::defect) != diagnosis.of_arrays.end();
}

ordered_json suspects_json(const Diagnosis& diagnosis) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < diagnosis.suspects.size(); ++i) {
    const auto& [defect, evidence] = diagnosis.suspects[i];
    if (i >= most_suspects && !is_named(diagnosis, defect)) continue;
    list.push_back({{"defect", defect->id}});
    put_evidence(list.back(), evidence);
    for (const auto& [array, weighed] : evidence.arrays) {
      ordered_json& of_array = list.back()["arrays"][array];
      put_evidence(of_array, weighed);
      if (weighed.spoiled > 0) of_array["spoiled"] = weighed.spoiled;
      if (weighed.zeros > 0) of_array["zeros"] = weighed.zeros;
    }
  }
  return list;
}

std::size_t number_in(const ordered_json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return 0;
  return static_cast<std::size_t>(std::min(found->get<std::uint64_t>(), most_numbers));
}

/// Objects of a list; empty if it is not a list.
std::vector<ordered_json> objects_in(const ordered_json& object, const char* key) {
  std::vector<ordered_json> objects;
  if (const auto found = object.find(key); found != object.end() && found->is_array())
    std::ranges::copy_if(*found, std::back_inserter(objects),
                         [](const ordered_json& each) { return each.is_object(); });
  return objects;
}

Weighed read_weighed(const ordered_json& entry) {
  return {number_in(entry, "explained"), number_in(entry, "against"), number_in(entry, "spoiled"),
          number_in(entry, "zeros")};
}

Evidence read_evidence(const ordered_json& entry) {
  const Weighed whole = read_weighed(entry);
  Evidence evidence{whole.explained, whole.against, {}, {}};
  if (const auto arrays = entry.find("arrays"); arrays != entry.end() && arrays->is_object())
    for (const auto& [array, weighed] : arrays->items())
      if (weighed.is_object()) evidence.arrays[array] = read_weighed(weighed);
  return evidence;
}

/// The defect of a candidate; null if unknown.
const Defect* read_defect(const ordered_json& entry) {
  return find_defect(text_in(entry, entry.contains("defect") ? "defect" : "mistake"));
}

std::optional<SuspectPair> read_pair(const ordered_json& json) {
  const auto pair = json.find("pair");
  if (pair == json.end() || !pair->is_object()) return std::nullopt;
  const auto pair_ids = pair->find(pair->contains("defects") ? "defects" : "mistakes");
  if (pair_ids == pair->end() || !pair_ids->is_array() || pair_ids->size() != 2) return std::nullopt;
  SuspectPair read;
  for (std::size_t i = 0; i < 2; ++i) {
    const ordered_json& id = (*pair_ids)[i];
    read.defects[i] = id.is_string() ? find_defect(id.get<std::string>()) : nullptr;
    if (read.defects[i] == nullptr) return std::nullopt;
  }
  read.evidence = read_evidence(*pair);
  return read;
}

}  // namespace

std::string text_in(const ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

ordered_json diagnosis_json(const Diagnosis& diagnosis) {
  ordered_json json = {{"algorithms", diagnosis.algorithms},
                       {"tests", diagnosis.tests},
                       {"failing", std::max(diagnosis.tests, diagnosis.failing)},
                       {"numbers", diagnosis.numbers},
                       {"suspects", suspects_json(diagnosis)}};
  if (diagnosis.pair) {
    const auto& [first, second] = diagnosis.pair->defects;
    json["pair"] = {{"defects", {first->id, second->id}}};
    put_evidence(json["pair"], diagnosis.pair->evidence);
  }
  for (const ArraySuspect& suspect : diagnosis.of_arrays) {
    json["arrays"].push_back({{"array", suspect.array}, {"defect", suspect.defect->id}});
    put_evidence(json["arrays"].back(), suspect.evidence);
  }
  for (const Symptom& symptom : diagnosis.symptoms)
    json["symptoms"].push_back({{"symptom", symptom.id}, {"sentence", symptom.sentence}});
  return json;
}

Diagnosis read_diagnosis(const ordered_json& json) {
  Diagnosis diagnosis;
  if (!json.is_object()) return diagnosis;
  diagnosis.tests = number_in(json, "tests");
  diagnosis.failing = number_in(json, "failing");
  diagnosis.numbers = number_in(json, "numbers");
  for (const ordered_json& entry : objects_in(json, "suspects"))
    if (const Defect* defect = read_defect(entry))
      diagnosis.suspects.push_back({defect, read_evidence(entry)});
  diagnosis.pair = read_pair(json);
  for (const ordered_json& entry : objects_in(json, "arrays"))
    if (const Defect* defect = read_defect(entry))
      diagnosis.of_arrays.push_back({text_in(entry, "array"), defect, read_weighed(entry)});
  for (const ordered_json& entry : objects_in(json, "symptoms"))
    diagnosis.symptoms.push_back({text_in(entry, "symptom"), text_in(entry, "sentence")});
  if (const auto paths = json.find("algorithms"); paths != json.end() && paths->is_array())
    for (const ordered_json& path : *paths)
      if (path.is_string()) diagnosis.algorithms.push_back(path.get<std::string>());
  return diagnosis;
}

ordered_json diagnoses_json(const Diagnoses& diagnoses) {
  ordered_json list = ordered_json::array();
  for (const Diagnosis& diagnosis : diagnoses)
    list.push_back(diagnosis_json(diagnosis));
  return list;
}

Diagnoses read_diagnoses(const ordered_json& subject) {
  Diagnoses diagnoses;
  for (const ordered_json& each : objects_in(subject, "diagnoses"))
    diagnoses.push_back(read_diagnosis(each));
  if (const auto former = subject.find("diagnosis"); former != subject.end() && former->is_object())
    diagnoses.push_back(read_diagnosis(*former));
  return diagnoses;
}

}  // namespace bindpose::conformance
