// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: precision classes below float32 that a subject may declare or a run may accept, each with the inputs that it
// stores with fewer bits. A class that was not accepted may be the cause of a failure.
#pragma once

#include "reference/model/declaration.h"
#include "reference/numeric/storage_form.h"

namespace bindpose::conformance {

enum class Rounding { nearest, towards_zero };

/// Storage of keyframes (key_storage.h).
enum class KeyStorage { as_given, quantised, halves, resampled, clock_of_ratios };

struct PrecisionClass {
  std::string_view name;                      ///< "unorm8-weights"
  std::string_view sentence;                  ///< how arrays are stored or computed
  std::vector<std::string_view> arrays = {};  ///< inputs that are stored with fewer bits
  const StorageForm* form =
      nullptr;  ///< format of these arrays; weights are packed as in pack.u8, pack.u16 and pack.f16
  bool computes_in_binary16 = false;  ///< all operations are in mediump
  KeyStorage keys = KeyStorage::as_given;
  int number = 0;                      ///< for the storage of keys: bits, or frames per second
  bool estimates_reciprocals = false;  ///< reciprocals and reciprocal roots are estimates
  std::string_view formulation = {};   ///< its error exceeds float32's usual bound
};

/// All classes without a number, and the numbered classes with their usual numbers.
const std::vector<PrecisionClass>& precision_classes();

/// Several classes may apply together: 8-bit weights and a binary16 palette.
using PrecisionClasses = std::vector<const PrecisionClass*>;

/// Also "keys-quantised-17" (4 to 24 bits) and "keys-resampled-50" (1 to 1000 frames per second). Error CLASS_UNKNOWN lists the
/// classes.
Expected<const PrecisionClass*> find_precision_class(std::string_view name);
/// "half-palette+unorm8-weights"
std::string to_string(const PrecisionClasses& classes);

/// True if the class can change an output for such an input: the input has an array that the class stores;
/// binary16 arithmetic is possible only in shaders at palette level.
bool can_matter(const PrecisionClass& precision, const ArraySet& question, Level level);

/// True if the class is about the storage of keys.
inline bool stores_keys(const PrecisionClass& precision) {
  return precision.keys != KeyStorage::as_given;
}

/// True if two classes store different arrays.
bool can_hold_at_once(const PrecisionClass& one, const PrecisionClass& other);

/// Rounds the arrays that the class stores to its format.
void round_to(const PrecisionClass& precision, ArraySet& question, Rounding rounding = Rounding::nearest);

/// Adds the uncertainty of its format to the arrays that the class stores.
void store_in(const PrecisionClass& precision, ArraySet& question);

}  // namespace bindpose::conformance
