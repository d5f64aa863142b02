// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arrays.h"

#include <cassert>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bindpose {
namespace {

bool matches(const Shape& shape, const Shape& wanted) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (wanted[i] != ArraySet::any && shape[i] != wanted[i]) return false;
  return true;
}

template <class Kind>
Expected<const Array*> require(const ArraySet& arrays, std::string_view name, const Shape& shape,
                               const char* kind) {
  const Array* array = arrays.find(name);
  if (array == nullptr) return fail("ARRAY_MISSING", std::string(name), "the input needs this array");
  if (!std::holds_alternative<Kind>(array->data))
    return fail("ARRAY_TYPE", std::string(name), fmt::format("expected {}", kind));
  if (!matches(array->shape, shape))
    return fail("ARRAY_SHAPE", std::string(name),
                fmt::format("has the shape {}, expected {}", to_string(array->shape), to_string(shape)));
  return array;
}

}  // namespace

std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t extent : shape)
    count *= extent;
  return count;
}

std::string to_string(const Shape& shape) {
  std::vector<std::string> extents;
  for (const std::size_t extent : shape)
    extents.push_back(extent == ArraySet::any ? "any" : std::to_string(extent));
  return fmt::format("[{}]", fmt::join(extents, ", "));
}

ArraySet& ArraySet::add(std::string name, Shape shape, Array::Reals values) {
  assert(!has(name) && element_count(shape) == values.size());
  arrays_.push_back({std::move(name), std::move(shape), std::move(values)});
  return *this;
}

ArraySet& ArraySet::add(std::string name, Shape shape, Array::Integers values) {
  assert(!has(name) && element_count(shape) == values.size());
  arrays_.push_back({std::move(name), std::move(shape), std::move(values)});
  return *this;
}

void ArraySet::put(Array array) {
  if (Array* present = find(array.name))
    *present = std::move(array);
  else
    arrays_.push_back(std::move(array));
}

void ArraySet::remove(std::string_view name) {
  std::erase_if(arrays_, [name](const Array& array) { return array.name == name; });
}

const Array* ArraySet::find(std::string_view name) const {
  for (const Array& array : arrays_)
    if (array.name == name) return &array;
  return nullptr;
}

Array* ArraySet::find(std::string_view name) {
  return const_cast<Array*>(std::as_const(*this).find(name));
}

Expected<const Array*> ArraySet::require_reals(std::string_view name, const Shape& shape) const {
  return require<Array::Reals>(*this, name, shape, "real numbers");
}

Expected<const Array*> ArraySet::require_integers(std::string_view name, const Shape& shape) const {
  return require<Array::Integers>(*this, name, shape, "integers");
}

}  // namespace bindpose
