// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A shape that does not come in. The rest of these mistakes are patches.
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// At palette level, driven to 0.
Changed shape_ignored(const Question& question) {
  if (question.algorithm->id != "angle-driven-shape") return std::nullopt;
  Changed given =
      question.arrays.has("theta") ? Changed(question) : with_palette(question, palette_of(question));
  if (given) given->arrays.put({"theta", {1}, Array::Reals{0}});
  return given;
}

}  // namespace

BINDPOSE_DEFECTS(examples, angle_driven_shape) {
  return {{.id = "shape-ignored",
           .sentence = "your output equals what one gets without the driven shape",
           .symptom = "the arm bends, the biceps stays flat",
           .source = "(derived)",
           .question = &shape_ignored}};
}

}  // namespace bindpose::conformance
