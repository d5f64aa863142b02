// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/sparse.h"

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/morph/shared/morphed_surface.h"
#include "reference/morph/shared/targets.h"

namespace bindpose::morph {
namespace sparse_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + target_weight_arrays() +
                    ArrayList{integer("target_offsets", "o_i", "T",
                                      "first entry of target i; its entries end where target i + 1 begins, "
                                      "or with the last entry"),
                              integer("target_vertices", "v_e", "E",
                                      "vertex of entry e, increasing within a target")
                                  .index_into("V"),
                              real("target_positions", "dx_e", "E 3", Kind::offset(Space::mesh),
                                   "displacement of the position by entry e")
                                  .finite()
                                  .checked_later(),
                              real("target_normals", "dn_e", "E 3", Kind::vector(Space::mesh),
                                   "change of the normal by entry e")
                                  .optional()
                                  .finite()
                                  .checked_later(),
                              real("target_tangents", "dt_e", "E 3", Kind::vector(Space::mesh),
                                   "change of the tangent by entry e, without the handedness")
                                  .optional()
                                  .finite()
                                  .checked_later()},
          .outputs = surface_arrays(),
          .options = {normalisations.spec()}};
}

template <class T>
SparseIndices read_touched(const Inputs<T>& in) {
  SparseIndices touched;
  for (const std::int32_t offset : in.integers("target_offsets"))
    touched.offsets.push_back(static_cast<std::size_t>(offset));  // a negative weight is beyond all entries
  touched.vertices.assign(in.integers("target_vertices").begin(), in.integers("target_vertices").end());
  return touched;
}

/// Checks entries of targets that have a weight. Error NOT_FINITE.
template <class T>
Expected<void> require_finite(const Inputs<T>& in, const SparseIndices& touched, std::string_view name) {
  const Array::Reals& weights = in.reals("target_weights");
  for (std::size_t i = 0; i < weights.size() && in.has(name); ++i)
    for (std::size_t e = touched.begin_of(i); weights[i] != 0 && e < touched.end_of(i); ++e)
      if (!all_finite(read_row<double, 3>(*in.arrays().find(name), e)))
        return fail("NOT_FINITE", fmt::format("{}[{}]", name, e), "expected finite numbers");
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const SparseIndices touched = read_touched(in);
  BINDPOSE_CHECK(validate(touched));
  for (const std::string_view name : {"target_positions", "target_normals", "target_tangents"})
    BINDPOSE_CHECK(require_finite(in, touched, name));
  const std::vector<T> phi = in.numbers("target_weights");
  const auto displaced = [&](const std::vector<Vec3<T>>& rows, std::string_view name) {
    return rows.empty() || !in.has(name) ? rows : sparse(rows, phi, touched, in.template rows<3>(name));
  };
  Surface<T> y = base_surface(in);
  y.positions = displaced(y.positions, "target_positions");
  y.normals = displaced(y.normals, "target_normals");
  const std::vector<Vec3<T>> t = displaced(directions_of(y.tangents), "target_tangents");
  change_tangents(y, [&](std::size_t v, const Vec3<T>&) { return t[v]; });
  return morphed_answer(in, std::move(y));
}

}  // namespace sparse_question

BINDPOSE_IMPLEMENT(sparse)

}  // namespace bindpose::morph
