// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: names of registered mistakes, checked when they are compiled.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "generated/defects/ids.h"  // written by CMake: defect_ids, the ids in conformance/defects

#include "reference/model/case.h"

namespace bindpose::conformance {

consteval bool is_defect(std::string_view id) {
  return std::find(std::begin(defect_ids), std::end(defect_ids), id) != std::end(defect_ids);
}

/// The id of a mistake of which conformance/defects knows; no other compiles.
class DefectId : public CaughtMistake {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): cases list ids as strings
  consteval DefectId(const char* id) : CaughtMistake(id) {
    if (!is_defect(id)) throw "conformance/defects registers no mistake of this id";
  }
};
using DefectIds = std::vector<DefectId>;

/// What a case at this level says it catches: those of the ids that show there.
std::vector<CaughtMistake> catches_at(Level level, const DefectIds& ids);

}  // namespace bindpose::conformance
