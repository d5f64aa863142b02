// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/chosen_vertices.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace bindpose::conformance {
namespace {

/// The chosen rows of x [outer, n, inner].
template <class X>
std::vector<X> chosen_rows(const std::vector<X>& x, std::size_t n, std::size_t inner,
                           const std::vector<std::size_t>& rows) {
  std::vector<X> all;
  for (std::size_t outer = 0; outer < x.size(); outer += n * inner)
    for (const std::size_t v : rows) {
      const auto row = x.begin() + static_cast<std::ptrdiff_t>(outer + v * inner);
      all.insert(all.end(), row, row + static_cast<std::ptrdiff_t>(inner));
    }
  return all;
}

}  // namespace

ArraySet with_vertices(const Declaration& declaration, ArraySet question,
                       const std::vector<std::size_t>& rows) {
  for (const ArrayDeclaration& declared : declaration.inputs) {
    Array* array = question.find(declared.name);
    const auto extents = extents_of(declared);
    const auto V = std::ranges::find(extents, "V");
    if (array == nullptr || V == extents.end()) continue;
    const auto extent = array->shape.begin() + (V - extents.begin());
    const std::size_t inner =
        std::accumulate(extent + 1, array->shape.end(), std::size_t{1}, std::multiplies{});
    std::visit([&](auto& x) { x = chosen_rows(x, *extent, inner, rows); }, array->data);
    *extent = rows.size();
  }
  return question;
}

ArraySet with_few_vertices(const Declaration& declaration, ArraySet question) {
  // Five divides neither the four vertices of a ring nor the three by which cases choose vertices.
  constexpr std::size_t most = 8, step = 5;
  const Array* joints = question.find("joints");
  if (joints == nullptr || joints->shape[0] <= most || question.has("triangles")) return question;
  std::vector<std::size_t> rows;
  for (std::size_t v = 0; v < joints->shape[0] && rows.size() < most; v += step)
    rows.push_back(v);
  return with_vertices(declaration, std::move(question), rows);
}

}  // namespace bindpose::conformance
