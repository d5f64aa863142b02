// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a subject's diagnosis in results.json, with evidence that can be added to other shards' evidence.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// The text at a key; empty if it is missing, or `object` is not an object.
std::string text_in(const nlohmann::ordered_json& object, const char* key);

/// The algorithms, the likeliest few candidates, the candidates of a pair or an array; the pair, the arrays'
/// candidates, and any symptoms.
nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis);
nlohmann::ordered_json diagnoses_json(const Diagnoses& diagnoses);

/// Reads a diagnosis. Omits unknown defects; the evidence has no numbers per defect.
Diagnosis read_diagnosis(const nlohmann::ordered_json& json);
/// The diagnoses of a subject: `diagnoses`, or `diagnosis` of version 0.1, which covers all algorithms.
Diagnoses read_diagnoses(const nlohmann::ordered_json& subject);

}  // namespace bindpose::conformance
