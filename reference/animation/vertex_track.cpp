// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/vertex_track.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/animation/shared/track.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"

namespace bindpose::animation {

Expected<void> validate(const VertexKeys& keys) {
  const std::size_t count = keys.times.size();
  if (count == 0) return fail("COUNT_MISMATCH", "key_times", "no keys, expected at least one");
  for (std::size_t k = 0; k < count; ++k) {
    const auto where = fmt::format("key_times[{}]", k);
    if (!std::isfinite(keys.times[k])) return fail("NOT_FINITE", where, "expected a finite time");
    if (k > 0 && !(keys.times[k] > keys.times[k - 1]))
      return fail("TIME_ORDER", where, "expected a time after the key before it");
  }
  if (keys.positions.size() % count != 0)
    return fail("COUNT_MISMATCH", "key_positions",
                fmt::format("{}, expected a multiple of {} keys", keys.positions.size(), count));
  if (!keys.normals.empty() && keys.normals.size() != keys.positions.size())
    return fail("COUNT_MISMATCH", "key_normals",
                fmt::format("{}, expected {}", keys.normals.size(), keys.positions.size()));
  for (std::size_t i = 0; i < keys.positions.size(); ++i) {
    const auto place = fmt::format("[{}, {}]", i / count, i % count);
    if (!all_finite(keys.positions[i]))
      return fail("NOT_FINITE", "key_positions" + place, "expected finite numbers");
    if (!keys.normals.empty() && !all_finite(keys.normals[i]))
      return fail("NOT_FINITE", "key_normals" + place, "expected finite numbers");
  }
  return {};
}

namespace {

/// Which keys a time lies between, and how far it has come: u is 0 where the first alone counts.
template <class T>
struct KeyBlend {
  std::size_t k = 0;
  bool between = false;
  T u{};
  LerpForm form = LerpForm::two_products;

  // (1 - u) v_k + u v_k+1
  Vec3<T> operator()(const Vec3<double>* v) const {
    const Vec3<T> a = v[k].template cast<T>();
    if (!between) return a;
    const Vec3<T> b = v[k + 1].template cast<T>();
    return {lerp(a[0], b[0], u, form), lerp(a[1], b[1], u, form), lerp(a[2], b[2], u, form)};
  }
};

}  // namespace

template <class T>
Expected<Surface<T>> vertex_track(const VertexKeys& keys, double t, LerpForm form) {
  if (auto ok = validate(keys); !ok) return tl::unexpected(ok.error());
  if (!std::isfinite(t)) return fail("NOT_FINITE", "time", "expected a finite time");
  const auto [k, between] = find_key(keys.times, t);
  const KeyBlend<T> blend{k, between, between ? key_parameter<T>(keys.times, k, t) : T(0), form};
  const std::size_t count = keys.times.size();
  Surface<T> surface;
  for (std::size_t v = 0; v * count < keys.positions.size(); ++v) {
    surface.positions.push_back(blend(&keys.positions[v * count]));
    if (keys.normals.empty()) continue;
    Vec3<T> n = blend(&keys.normals[v * count]);
    normalize_row(n, "normals", v, "ZERO_NORMAL", surface.undefined);
    surface.normals.push_back(n);
  }
  return surface;
}

void add_vertex_keys(ArraySet& question, const VertexKeys& keys, double t) {
  const std::size_t count = keys.times.size();
  const Shape shape = {keys.positions.size() / count, count, 3};
  const auto numbers = [](const std::vector<Vec3<double>>& rows) {
    Array::Reals all;
    for (const Vec3<double>& row : rows)
      all.insert(all.end(), row.begin(), row.end());
    return all;
  };
  question.add("key_times", {count}, keys.times);
  question.add("key_positions", shape, numbers(keys.positions));
  if (!keys.normals.empty()) question.add("key_normals", shape, numbers(keys.normals));
  question.add("time", {1}, Array::Reals{t});
}

namespace {

Expected<VertexKeys> read_vertex_keys(const ArraySet& question) {
  const auto times = question.require_reals("key_times", {ArraySet::any});
  if (!times) return tl::unexpected(times.error());
  const std::size_t count = (*times)->shape[0];
  const auto positions = question.require_reals("key_positions", {ArraySet::any, count, 3});
  if (!positions) return tl::unexpected(positions.error());
  const std::size_t rows = (*positions)->shape[0] * count;
  VertexKeys keys;
  keys.times = (*times)->reals();
  for (std::size_t i = 0; i < rows; ++i)
    keys.positions.push_back(read_row<double, 3>(**positions, i));
  if (!question.has("key_normals")) return keys;
  const auto normals = question.require_reals("key_normals", (*positions)->shape);
  if (!normals) return tl::unexpected(normals.error());
  for (std::size_t i = 0; i < rows; ++i)
    keys.normals.push_back(read_row<double, 3>(**normals, i));
  return keys;
}

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"two-products", "one-product"},  // as in LerpForm
                                                    OptionSpec::Kind::formulation,
                                                    "how two keys are interpolated",
                                                    2}};
  return declared;
}

struct VertexTrack {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto keys = read_vertex_keys(question);
    if (!keys) return tl::unexpected(keys.error());
    const auto time = question.require_reals("time", {1});
    if (!time) return tl::unexpected(time.error());
    const auto surface = vertex_track<T>(*keys, (*time)->reals()[0], static_cast<LerpForm>(*form));
    if (!surface) return tl::unexpected(surface.error());
    Result<T> result;
    append_surface(result, *surface);
    return result;
  }
};

}  // namespace

Implementation vertex_track_implementation() {
  return implement<VertexTrack>(options());
}

#define BINDPOSE_INSTANTIATE(T) \
  template Expected<Surface<T>> vertex_track(const VertexKeys&, double, LerpForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
