// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The right input, evaluated with dual quaternions.
#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

Changed dqs_instead(const Question& question) {
  if (question.algorithm->id != "cor" && question.algorithm->id != "stbs") return std::nullopt;
  Changed changed = asked_of(question, question.algorithm->id, "dqs");
  if (const auto pivot = question.options.find("pivot"); pivot != question.options.end())
    changed->options["pivot"] = pivot->second;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(skinning, centres) {
  return {{.id = "dqs-instead",
           .sentence = "your output equals what one gets with dual quaternion skinning",
           .symptom = "joints bulge where they bend",
           .source = "B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of "
                     "rotation, 2016",
           .question = &dqs_instead}};
}

}  // namespace bindpose::conformance
