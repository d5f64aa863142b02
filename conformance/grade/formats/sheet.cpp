// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/sheet.h"

namespace bindpose::conformance {

std::string_view to_string(ExerciseStatus status) {
  switch (status) {
    case ExerciseStatus::passed:
      return "passed";
    case ExerciseStatus::partial:
      return "partial";
    case ExerciseStatus::failed:
      return "failed";
    case ExerciseStatus::blocked:
      return "blocked";
    case ExerciseStatus::skipped:
      return "skipped";
  }
  return "?";
}

}  // namespace bindpose::conformance
