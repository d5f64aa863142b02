// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "conformance/cases/asset/moment.h"
#include "conformance/judge/terms.h"
#include "conformance/report/mesh_view.h"
#include "conformance/report/whole_mesh.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {
namespace {

/// Moments that are computed together have no more vertices than this.
constexpr std::size_t most_vertices = 4'000'000;

/// From the first key to the last; nothing for a clip that moves nothing here.
std::vector<double> seconds_of(const MomentQuestion& asked, std::size_t moments) {
  std::vector<double> keys;
  for (const TrackOfJoint& each : asked.moment.tracks(asked.morphed))
    keys.insert(keys.end(), each.track.times.begin(), each.track.times.end());
  if (keys.empty()) return {};
  const auto [first, last] = std::ranges::minmax(keys);
  std::vector<double> seconds;
  for (std::size_t i = 0; i < moments; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(moments - 1);
    const double t = i + 1 == moments ? last : to_float32(first + share * (last - first));
    if (seconds.empty() || t > seconds.back()) seconds.push_back(t);
  }
  return seconds;
}

/// In double precision, with the policies that were judged.
Expected<Array::Reals> positions_at(const MomentQuestion& asked, const JudgedAnswer& judged, double seconds) {
  Moment moment = asked.moment;
  moment.seconds = seconds;
  BINDPOSE_TRY(const auto question, ask_pose(moment, asked.morphed));
  BINDPOSE_TRY(const auto result,
               judged.from.algorithm->implementation.in_double(question, judged.question.options));
  const auto* positions = result.find("positions");
  return positions == nullptr ? Array::Reals() : positions->values;
}

/// Nothing where a moment has another number of vertices, or none.
std::optional<ClipFilm> film_of(const MomentQuestion& asked, const JudgedAnswer& judged,
                                const MeshView& view) {
  const std::size_t count =
      std::min(ClipFilm::most_moments, most_vertices / std::max<std::size_t>(1, view.vertices));
  if (count < 2) return {};
  ClipFilm film;
  film.seconds = seconds_of(asked, count);
  std::vector<Array::Reals> all;
  Box box;
  for (const double seconds : film.seconds) {
    auto positions = positions_at(asked, judged, seconds);
    if (!positions || positions->size() != 3 * view.vertices) return {};
    for (const std::uint32_t v : view.drawn)
      box.add({(*positions)[3 * v], (*positions)[3 * v + 1], (*positions)[3 * v + 2]});
    all.push_back(std::move(*positions));
  }
  if (all.empty() || box.diagonal() == 0) return {};
  film.low = box.low;
  film.high = box.high;
  for (const Array::Reals& positions : all) {
    std::vector<std::uint16_t>& steps = film.moments.emplace_back();
    for (const std::uint32_t v : view.drawn)
      for (std::size_t c = 0; c < 3; ++c)
        steps.push_back(step_of(positions[3 * v + c], film.low[c], film.high[c]));
  }
  return film;
}

}  // namespace

std::shared_ptr<const ClipFilm> ClipFilms::of(const JudgedAnswer& judged, const MeshView& view) {
  const MomentQuestion* const asked = moment_asked_by(judged.from);
  if (asked == nullptr || !asked->moment.clip || view.array != "positions") return nullptr;
  const std::size_t clip = *asked->moment.clip;
  const Key key{asked->moment.drawable.get(),
                fmt::format("{} {} {} {}", clip, asked->morphed, to_string(judged.question.options),
                            fnv1a64(std::as_bytes(std::span(view.drawn))))};
  const auto known = [&] {
    const auto found = films_.find(key);
    return found == films_.end() ? nullptr : found->second.lock();
  };
  {
    const std::lock_guard lock(mutex_);
    if (auto film = known()) return film;
  }
  auto made = film_of(*asked, judged, view);
  if (!made) return nullptr;
  const std::string& name = asked->moment.asset->clips[clip].name;
  made->clip = name.empty() ? fmt::format("clip {}", clip) : name;
  const std::lock_guard lock(mutex_);
  if (auto film = known()) return film;  // another thread was faster
  auto film = std::make_shared<const ClipFilm>(*std::move(made));
  films_[key] = film;
  return film;
}

}  // namespace bindpose::conformance
