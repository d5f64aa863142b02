// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: named arrays, the format of all inputs and outputs, in memory and in files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "reference/model/error.h"

namespace bindpose {

using Shape = std::vector<std::size_t>;

/// Number of elements of a shape.
std::size_t element_count(const Shape& shape);

/// "[12, 3]"
std::string to_string(const Shape& shape);

/// One named array, row-major. Real inputs are held in double and are float32-representable.
struct Array {
  using Reals = std::vector<double>;
  using Integers = std::vector<std::int32_t>;

  std::string name;
  Shape shape;                         ///< rows first: [#vertices, 3]
  std::variant<Reals, Integers> data;  ///< element_count(shape) numbers
  Reals uncertainty = {};              ///< bound on the error of each number; empty: all are exact

  bool is_real() const { return std::holds_alternative<Reals>(data); }
  const Reals& reals() const { return std::get<Reals>(data); }
  const Integers& integers() const { return std::get<Integers>(data); }
};

/// The arrays of an input or an output, in a fixed order, with unique names.
class ArraySet {
 public:
  /// Appends an array; its name must be new.
  ArraySet& add(std::string name, Shape shape, Array::Reals values);
  ArraySet& add(std::string name, Shape shape, Array::Integers values);
  /// Appends or replaces.
  void put(Array array);
  /// Does nothing without an array of this name.
  void remove(std::string_view name);

  const Array* find(std::string_view name) const;
  Array* find(std::string_view name);
  bool has(std::string_view name) const { return find(name) != nullptr; }

  /// The numbers of an array that must exist with this shape; `any` in `shape` accepts every extent. Errors
  /// ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE name the array.
  Expected<const Array*> require_reals(std::string_view name, const Shape& shape) const;
  Expected<const Array*> require_integers(std::string_view name, const Shape& shape) const;

  std::vector<Array>::const_iterator begin() const { return arrays_.begin(); }
  std::vector<Array>::const_iterator end() const { return arrays_.end(); }
  std::size_t size() const { return arrays_.size(); }

  static constexpr std::size_t any = static_cast<std::size_t>(-1);

 private:
  std::vector<Array> arrays_;
};

}  // namespace bindpose
