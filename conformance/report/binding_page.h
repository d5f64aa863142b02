// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: compares each method's weights for a character with the character's own, as a page and as data.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

/// The result of a method for a character.
struct BindingRow {
  std::string method;   ///< "own": the file's weights
  std::string refusal;  ///< reason why the method gave no weights; the other fields are then empty
  WeightSums sums = {};
  Departure apart = {};
  double seconds = 0;
  std::string picture = {};  ///< the bytes of a PNG file, or empty
};

struct BindingTable {
  std::string character;  ///< its source, untrusted text
  std::size_t vertices = 0, joints = 0, clips = 0, moments = 0;
  std::vector<BindingRow> rows;
};

/// bind.json, as binding.schema.json describes it.
nlohmann::ordered_json binding_json(const std::vector<BindingTable>& tables);

/// bind.html: one file without scripts that loads nothing else.
std::string binding_page(const std::vector<BindingTable>& tables);

}  // namespace bindpose::conformance
