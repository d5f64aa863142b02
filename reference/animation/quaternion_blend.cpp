// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/quaternion_blend.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"

namespace bindpose::animation {
namespace {

// w_i / sum w
template <class T>
std::vector<T> shares(const std::vector<T>& w) {
  T total(0);
  for (const T& w_i : w)
    total += w_i;
  std::vector<T> share;
  for (const T& w_i : w)
    share.push_back(w_i == T(0) ? T(0) : T(w_i / total));
  return share;
}

// sum_i w_i s_i q_i
template <class T>
Vec4<T> signed_sum(const std::vector<Vec4<T>>& q, const std::vector<T>& w, std::size_t lead) {
  Vec4<T> sum = Vec4<T>::Zero();
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (w[i] == T(0)) continue;
    const bool far = i != lead && T(q[i].dot(q[lead])) < T(0);
    sum += (far ? T(-w[i]) : w[i]) * q[i];
  }
  return sum;
}

}  // namespace

template <class T>
std::optional<Vec4<T>> quaternion_blend(const std::vector<Vec4<T>>& q, const std::vector<T>& w,
                                        std::size_t lead, BlendForm form) {
  using std::sqrt;
  Vec4<T> sum = stored_entries(signed_sum<T>(q, form == BlendForm::weights_first ? shares<T>(w) : w, lead));
  const T squared = sum.dot(sum);
  if (!(to_double(squared) > 0)) return std::nullopt;
  const T length = sqrt(squared);
  for (int c = 0; c < 4; ++c)
    sum[c] /= length;
  return sum;
}

namespace {

/// The arrays of a question. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE.
struct BlendRows {
  const Array* rotations = nullptr;
  const Array* weights = nullptr;
  const Array* leads = nullptr;

  std::size_t count() const { return rotations->shape[0]; }
  std::size_t width() const { return rotations->shape[1]; }
  std::size_t lead(std::size_t row) const { return static_cast<std::size_t>(leads->integers()[row]); }

  static Expected<BlendRows> read(const ArraySet& question) {
    const auto rotations = question.require_reals("rotations", {ArraySet::any, ArraySet::any, 4});
    if (!rotations) return tl::unexpected(rotations.error());
    const Shape& shape = (*rotations)->shape;
    const auto weights = question.require_reals("weights", {shape[0], shape[1]});
    if (!weights) return tl::unexpected(weights.error());
    const auto leads = question.require_integers("leads", {shape[0]});
    if (!leads) return tl::unexpected(leads.error());
    return BlendRows{*rotations, *weights, *leads};
  }

  /// Errors INDEX_RANGE, NOT_FINITE, NEGATIVE_WEIGHT, NOT_UNIT.
  Expected<void> validate_row(std::size_t row) const {
    const int lead_index = leads->integers()[row];
    if (lead_index < 0 || static_cast<std::size_t>(lead_index) >= width())
      return fail("INDEX_RANGE", fmt::format("leads[{}]", row),
                  fmt::format("{} of {} rotations", lead_index, width()));
    for (std::size_t i = 0; i < width(); ++i) {
      const double w = weights->reals()[row * width() + i];
      const auto place = fmt::format("[{}, {}]", row, i);
      if (!std::isfinite(w)) return fail("NOT_FINITE", "weights" + place, "expected a finite number");
      if (w < 0) return fail("NEGATIVE_WEIGHT", "weights" + place, fmt::format("{:.9g}", w));
      if (w == 0 && i != lead(row)) continue;
      if (auto ok = require_unit(read_row<double, 4>(*rotations, row * width() + i), "rotations" + place);
          !ok)
        return ok;
    }
    return {};
  }
};

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      {"formulation",
       {"sum-then-normalise", "weights-first"},  // as in BlendForm
       OptionSpec::Kind::formulation,
       "whether the weights are made to sum to 1 before they are used",
       2}};
  return declared;
}

template <class T>
std::optional<Vec4<T>> blend_row(const BlendRows& rows, std::size_t row, BlendForm form) {
  std::vector<Vec4<T>> q;
  std::vector<T> w;
  for (std::size_t i = row * rows.width(); i < (row + 1) * rows.width(); ++i) {
    q.push_back(read_row<T, 4>(*rows.rotations, i));
    w.push_back(read_scalar<T>(*rows.weights, i));
  }
  return quaternion_blend<T>(q, w, rows.lead(row), form);
}

struct QuaternionBlend {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto rows = BlendRows::read(question);
    if (!rows) return tl::unexpected(rows.error());
    std::vector<Vec4<T>> values;
    Result<T> result;
    for (std::size_t row = 0; row < rows->count(); ++row) {
      if (auto ok = rows->validate_row(row); !ok) return tl::unexpected(ok.error());
      const auto q = blend_row<T>(*rows, row, static_cast<BlendForm>(*form));
      if (!q) result.undefined.push_back({"values", row, "ZERO_BLEND"});
      values.push_back(q ? *q : Vec4<T>(Vec4<T>::Zero()));
    }
    result.arrays.push_back(rotation_array<T>("values", values));
    return result;
  }
};

}  // namespace

Implementation quaternion_blend_implementation() {
  return implement<QuaternionBlend>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                        \
  template std::optional<Vec4<T>> quaternion_blend(const std::vector<Vec4<T>>&, const std::vector<T>&, \
                                                   std::size_t, BlendForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
