// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a subject's diagnosis as results.json keeps it, with as much of its evidence as adds up with that of other shards.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// The text at a key; empty if it is missing, or `object` is not an object.
std::string text_in(const nlohmann::ordered_json& object, const char* key);

/// The algorithms, the likeliest few candidates, those that a pair or an array names; the pair, those of arrays, and symptoms if there
/// are any.
nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis);
nlohmann::ordered_json diagnoses_json(const Diagnoses& diagnoses);

/// Reads a diagnosis: omits defects that this bindpose does not know, and the evidence does not tell which
/// defect gives which number.
Diagnosis read_diagnosis(const nlohmann::ordered_json& json);
/// The diagnoses of a subject: `diagnoses`, or `diagnosis` of version 0.1, which covers all algorithms
/// together.
Diagnoses read_diagnoses(const nlohmann::ordered_json& subject);

}  // namespace bindpose::conformance
