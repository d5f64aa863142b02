// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/linear_falloff.h"

#include <fmt/format.h>

#include "reference/binding/shared/joint_weights.h"
#include "reference/model/common_arrays.h"

namespace bindpose::binding {
namespace linear_falloff_question {

enum class Form { hose, cylinder };
const Choice<Form> forms{.name = "form",
                         .values = {{"hose", Form::hose}, {"cylinder", Form::cylinder}},
                         .meaning =
                             "where weights blend from a joint to the next: along the whole distance, or "
                             "within a range around the next"};

Declaration declaration() {
  return {.inputs = {mesh_arrays()[0],
                     real("pivots", "p_j", "J 3", Kind::point(Space::mesh),
                          "bind position of joint j, in the order of the chain")
                         .not_empty()
                         .finite(),
                     real("falloff", "h", "1", Kind::length(), "half the length of a cylinder's blend range")
                         .optional()
                         .above(0)},
          .stages = {},
          .outputs = {joint_weights_array()},
          .options = {forms.spec()}};
}

/// Errors PIVOT_ORDER; ARRAY_MISSING for a cylinder without this array.
template <class T>
Expected<void> require_chain(const Inputs<T>& in, Form form) {
  if (form == Form::cylinder && !in.has("falloff"))
    return fail("ARRAY_MISSING", "falloff",
                "in the form cylinder, weights change within an interval around each joint");
  const auto p = in.template on<Quad>().template rows<3>("pivots");
  const Vec3<Quad> along = p.back() - p[0];
  for (std::size_t j = 1; j < p.size(); ++j)
    if (!(along.dot(Vec3<Quad>(p[j] - p[j - 1])) > 0))
      return fail("PIVOT_ORDER", fmt::format("pivots[{}]", j),
                  "not farther along the chain than the joint before");
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const Form form = in.chosen(forms);
  BINDPOSE_CHECK(require_chain(in, form));
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  const Chain<T> chain = chain_of(in.template rows<3>("pivots"));
  const T h = in.has("falloff") ? in.number("falloff") : T(1);
  const std::vector<T>& s_j = chain.s_j;
  const auto ramp = [&](const T& s, std::size_t j) -> T {
    if (form == Form::hose) return (s - s_j[j]) / (s_j[j + 1] - s_j[j]);
    return (s - s_j[j + 1]) / (T(2) * h) + T(1) / T(2);
  };
  return weigh_vertices<T>(x.size(), in.extent("J"), [&](std::size_t v, std::span<T> w) {
    linear_falloff(chain, x[v], ramp, w);
    return "";
  });
}

}  // namespace linear_falloff_question

BINDPOSE_IMPLEMENT(linear_falloff)

}  // namespace bindpose::binding
