// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/page_answer.h"

#include <cstring>

#include <fmt/format.h>

#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

Expected<Array::Reals> reals_of(const json& arrays, const ArrayShape& wanted) {
  const json text = arrays.is_object() ? arrays.value(wanted.name, json()) : json();
  const auto bytes = text.is_string() ? base64_decoded(text.get_ref<const std::string&>()) : std::nullopt;
  const std::size_t count = element_count(wanted.shape);
  if (!bytes || bytes->size() != count * sizeof(float))
    return fail("INVALID_OUTPUT", wanted.name, fmt::format("expected {} numbers of the drawn part", count));
  std::vector<float> numbers(count);
  std::memcpy(numbers.data(), bytes->data(), bytes->size());
  return Array::Reals(numbers.begin(), numbers.end());
}

}  // namespace

Expected<ArraySet> read_page_answer(const json& reply, const Wanted& list) {
  const json arrays = reply.is_object() ? reply.value("arrays", json()) : json();
  ArraySet answer;
  for (const ArrayShape& array : list.answers) {
    BINDPOSE_TRY(auto numbers, reals_of(arrays, array));
    answer.add(array.name, Shape(array.shape), std::move(numbers));
  }
  return answer;
}

}  // namespace bindpose::conformance
