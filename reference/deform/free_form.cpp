// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/free_form.h"

#include <fmt/format.h>

namespace bindpose::deform {
namespace free_form_question {

/// From this degree on, float32 cannot represent every binomial coefficient.
constexpr int highest_degree = 24;

const Choice<BasisForm> basis_forms{"formulation",
                                    OptionSpec::Kind::formulation,
                                    {{"powers", BasisForm::powers}, {"recurrence", BasisForm::recurrence}},
                                    "how Bernstein polynomials are evaluated",
                                    2};

const Choice<Outside> outsides{"outside",
                               OptionSpec::Kind::policy,
                               {{"unchanged", Outside::unchanged}, {"polynomial", Outside::polynomial}},
                               "whether vertices outside the lattice stay or follow the polynomials"};

Declaration declaration() {
  return {.inputs =
              with_symbols(mesh_arrays(), {{"normals", "n_0"}, {"tangents", "t_0"}}) +
              ArrayList{real("lattice_origin", "X_0", "3", Kind::point(Space::mesh),
                             "corner of the lattice at rest")
                            .finite(),
                        real("lattice_axes", "S, T, U", "3 3", Kind::offset(Space::mesh),
                             "edges of the lattice at rest from that corner, a row each")
                            .finite(),
                        integer("degrees", "l, m, n", "3", "degrees along S, T, U").within(1, highest_degree),
                        real("lattice_points", "P_ijk", "P 3", Kind::point(Space::mesh),
                             "moved lattice points; P = (l + 1) (m + 1) (n + 1), k fastest")
                            .finite()},
          .outputs = surface_arrays(),
          .options = {outsides.spec(), basis_forms.spec()}};
}

/// Errors COUNT_MISMATCH, SINGULAR_LATTICE.
template <class T>
Expected<Lattice<T>> read_lattice(const Inputs<T>& in) {
  const Array::Integers& d = in.integers("degrees");
  const std::size_t expected = static_cast<std::size_t>(d[0] + 1) * static_cast<std::size_t>(d[1] + 1) *
                               static_cast<std::size_t>(d[2] + 1);
  if (in.extent("P") != expected)
    return fail("COUNT_MISMATCH", "lattice_points",
                fmt::format("{} points, expected {}", in.extent("P"), expected));
  const std::vector<Vec3<T>> axes = in.template rows<3>("lattice_axes");
  Mat3<double> columns;
  for (int i = 0; i < 3; ++i)
    columns.col(i) = axes[static_cast<std::size_t>(i)].unaryExpr([](const T& x) { return to_double(x); });
  if (!is_invertible(columns))
    return fail("SINGULAR_LATTICE", "lattice_axes",
                fmt::format("a determinant of {:.9g}", determinant(columns)));
  return Lattice<T>{in.template rows<3>("lattice_origin")[0],
                    {axes[0], axes[1], axes[2]},
                    {d[0], d[1], d[2]},
                    in.template rows<3>("lattice_points")};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const Lattice<T> lattice, read_lattice(in));
  const Outside outside = in.chosen(outsides);
  const BasisForm form = in.chosen(basis_forms);
  return deformed_mesh(in, [&](const Vertex<T>& v) { return free_form(v, lattice, outside, form); });
}

}  // namespace free_form_question

BINDPOSE_IMPLEMENT(free_form)

}  // namespace bindpose::deform
