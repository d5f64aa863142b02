// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs whose weights are exact in a packed format, so that devices can decode that format.
//
// Formula. w is the float32 closest to k / n. The k of a vertex sum to n
// (reference/binding/shared/packing.h). n is 255 or 65535; for half floats, n is 2048 and the
// weights are exact. The intended weight is k / n: a device that decodes k reaches it within its
// conversion error, a device that uses w within half a unit.
//
// Bound. OpenGL 4.6, section 2.3.5.1, requires conversions to be right to about 1 part in 10^5.
// GLSL 4.60, section 4.7.1, requires a division to be right to 2.5 units, which is less. So each
// weight is uncertain by 10^-5 of its value. The error of a device that divides by 256 instead of
// 255 is 400 times larger.
#pragma once

#include "reference/binding/shared/packing.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

struct PackedForm {
  std::string_view name;  ///< "u8", in a case's name
  int steps;              ///< n
  const char* note;       ///< note of a case with this format
  std::vector<const char*>
      storages;  ///< formats that a device decodes: values of the variant's key "vertices"
  bool is_exact = false;
};

inline const std::vector<PackedForm>& packed_forms() {
  static const std::vector<PackedForm> all = {
      {"u8", 255, "weights are whole bytes", {"normalized", "integers", "implicit"}},
      {"u16", 65535, "weights are whole 16-bit numbers", {"normalized", "integers", "implicit"}},
      {"f16", 2048, "weights are half floats", {"narrow"}, true}};
  return all;
}

/// Null for a case without packed weights.
inline const PackedForm* packed_form_of(const Case& c) {
  for (const PackedForm& form : packed_forms())
    for (const std::string& note : c.notes)
      if (note == form.note) return &form;
  return nullptr;
}

/// The input with its weights packed and unpacked.
inline ArraySet with_packed_weights(ArraySet question, const PackedForm& form) {
  Array& weights = *question.find("weights");
  Array::Reals& w = std::get<Array::Reals>(weights.data);
  const std::size_t slots = weights.shape[1];
  for (std::size_t first = 0; first < w.size(); first += slots) {
    const auto k = binding::packed_steps(std::span<const double>(w).subspan(first, slots), form.steps);
    for (std::size_t i = 0; i < slots; ++i)
      w[first + i] = to_float32(k[i] / form.steps);
  }
  constexpr double conversion = 1e-5;
  for (const double w_i : w)
    if (!form.is_exact) weights.uncertainty.push_back(conversion * w_i);
  return question;
}

}  // namespace bindpose::conformance
