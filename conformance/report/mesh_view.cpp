// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mesh_view.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "conformance/cases/asset/moment.h"
#include "conformance/judge/accepted_deviations.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr double box_margin = 2;     // outputs are drawn up to this many mesh sizes around the mesh
constexpr double most_code = 255;    // steps of a colour
constexpr double most_step = 65535;  // steps of a coordinate

/// The vertices of each segment, the worst first; vertices without a joint are one more segment.
using MeshSegments = std::map<std::optional<std::size_t>, std::vector<std::uint32_t>>;
/// Sorts vertices outside their bounds by displacement, the largest first; by the multiple of the bound if every
/// position is right.
MeshSegments segments_of(const WholeMesh& mesh) {
  MeshSegments segments;
  for (std::uint32_t v = 0; v < mesh.expected.size(); ++v)
    segments[strongest_of(mesh.influences[v])].push_back(v);
  const auto wrong = [&mesh](std::uint32_t v) {
    const bool is_outside = mesh.fractions[v] > 1;
    return std::tuple(is_outside, is_outside && !mesh.are_places_right ? mesh.metres[v] : 0,
                      mesh.fractions[v]);
  };
  for (auto& [joint, vertices] : segments)
    std::ranges::stable_sort(vertices, std::ranges::greater{}, wrong);
  return segments;
}

/// The vertices in the verdict and the headline: the most displaced, and the worst of each array.
std::vector<std::uint32_t> named_vertices(const JudgedAnswer& judged, std::size_t vertices) {
  std::vector<std::uint32_t> named;
  if (const auto most = largest_displacement(judged))
    named.push_back(static_cast<std::uint32_t>(most->vertex));
  for (const ExpectedArray* array : arrays_per_vertex(judged, vertices)) {
    const auto verdict = std::ranges::find(judged.verdict.arrays, array->name, &ArrayVerdict::name);
    if (verdict != judged.verdict.arrays.end()) named.push_back(static_cast<std::uint32_t>(verdict->row));
  }
  return named;
}

/// The named vertices, then the worst of every segment in round-robin order, at most this many.
std::vector<std::uint32_t> worst_of_each(const std::vector<std::uint32_t>& named,
                                         const MeshSegments& segments, std::size_t most) {
  std::vector<std::uint32_t> worst;
  std::set<std::uint32_t> listed;
  const auto add = [&](std::uint32_t v) {
    if (worst.size() < most && listed.insert(v).second) worst.push_back(v);
  };
  std::ranges::for_each(named, add);
  std::size_t longest = 0;
  for (const auto& [joint, vertices] : segments)
    longest = std::max(longest, vertices.size());
  for (std::size_t round = 0; round < longest && worst.size() < most; ++round)
    for (const auto& [joint, vertices] : segments)
      if (round < vertices.size()) add(vertices[round]);
  return worst;
}

/// The position of a vertex among the drawn ones; nothing if it is not drawn.
std::optional<std::uint16_t> place_in(const std::vector<std::uint32_t>& drawn, std::uint32_t vertex) {
  const auto found = std::ranges::lower_bound(drawn, vertex);
  if (found == drawn.end() || *found != vertex) return {};
  return static_cast<std::uint16_t>(found - drawn.begin());
}

void add_triangles(MeshView& view, const std::vector<Triangle>& triangles) {
  for (const Triangle& triangle : triangles) {
    const auto a = place_in(view.drawn, triangle[0]), b = place_in(view.drawn, triangle[1]),
               c = place_in(view.drawn, triangle[2]);
    if (a && b && c) view.triangles.push_back({*a, *b, *c});
  }
}

void add_bones(MeshView& view, const Question& question) {
  const Array* parents = question.arrays.find("parents");
  if (parents == nullptr || parents->is_real() || parents->integers().size() != view.vertices) return;
  for (std::uint32_t j = 0; j < view.vertices; ++j) {
    const std::int32_t parent = parents->integers()[j];
    if (parent < 0) continue;
    const auto from = place_in(view.drawn, static_cast<std::uint32_t>(parent)), to = place_in(view.drawn, j);
    if (from && to) view.bones.push_back({*from, *to});
  }
}

void add_places(MeshView& view, const WholeMesh& mesh) {
  for (const std::uint32_t v : view.drawn) {
    const Point &expected = mesh.expected[v], &got = mesh.got[v];
    bool is_inside = true;
    for (std::size_t c = 0; c < 3; ++c) {
      view.expected.push_back(step_of(expected[c], view.low[c], view.high[c]));
      view.got.push_back(step_of(std::isnan(got[c]) ? expected[c] : got[c], view.low[c], view.high[c]));
      is_inside = is_inside && got[c] >= view.low[c] && got[c] <= view.high[c];
    }
    view.outside += is_inside ? 0 : 1;
  }
}

/// Linear from 0 to 1 if all errors are within the bound; otherwise 0 within the bound and logarithmic above
/// it.
std::uint8_t bound_code(double fraction, double worst) {
  if (fraction <= 0) return 0;
  if (worst <= 1) return static_cast<std::uint8_t>(std::lround(most_code * std::min(fraction, 1.0)));
  if (fraction <= 1) return 0;
  const double share = std::isfinite(fraction) ? std::log(fraction) / std::log(worst) : 1;
  return static_cast<std::uint8_t>(1 + std::lround((most_code - 1) * std::clamp(share, 0.0, 1.0)));
}

void add_colours(MeshView& view, const WholeMesh& mesh) {
  view.worst_metres = *std::ranges::max_element(mesh.metres);
  for (const double fraction : mesh.fractions)
    if (std::isfinite(fraction)) view.worst_fraction = std::max(view.worst_fraction, fraction);
  const bool is_any_infinite = std::ranges::any_of(mesh.fractions, [](double x) { return std::isinf(x); });
  if (is_any_infinite) view.worst_fraction = std::max(view.worst_fraction, 2.0);  // above its bound
  for (const std::uint32_t v : view.drawn) {
    view.by_bound.push_back(bound_code(mesh.fractions[v], view.worst_fraction));
    const double share = view.worst_metres > 0 ? mesh.metres[v] / view.worst_metres : 0;
    view.by_metres.push_back(static_cast<std::uint8_t>(std::lround(most_code * share)));
  }
}

void add_segments(MeshView& view, const WholeMesh& mesh, const MeshSegments& segments) {
  for (const auto& [joint, vertices] : segments) {
    MeshSegment segment{joint ? mesh.joints[*joint] : "no joint", vertices.size()};
    for (const std::uint32_t v : vertices) {
      segment.wrong += mesh.fractions[v] > 1 ? 1 : 0;
      segment.metres = std::max(segment.metres, mesh.metres[v]);
    }
    view.segments.push_back(std::move(segment));
  }
  std::ranges::stable_sort(view.segments, std::ranges::greater{}, &MeshSegment::metres);
}

/// A number that is not judged has no bound.
void add_row(std::vector<JudgedNumber>& numbers, const ExpectedArray& array, const Array::Reals& got,
             std::size_t row) {
  const std::size_t width = width_of(array);
  for (std::size_t i = row * width; i < (row + 1) * width; ++i)
    numbers.push_back(is_decided(array, i) ? judged_number(array, i, got)
                                           : JudgedNumber{got[i], array.branch.values[i], infinity});
}

void add_numbers(MeshView& view, const JudgedAnswer& judged, const WholeMesh& mesh,
                 const std::vector<std::uint32_t>& worst) {
  const auto arrays = arrays_per_vertex(judged, view.vertices);
  for (const ExpectedArray* array : arrays)
    for (std::size_t c = 0; c < width_of(*array); ++c)
      view.columns.emplace_back(array->name, c);
  for (const std::uint32_t v : worst) {
    const auto drawn = place_in(view.drawn, v);
    if (!drawn) continue;
    NumberedVertex numbered{v, *drawn, mesh.metres[v], mesh.influences[v], {}};
    for (const ExpectedArray* array : arrays)
      add_row(numbered.numbers, *array, judged.answer.arrays.find(array->name)->reals(), v);
    view.numbered.push_back(std::move(numbered));
  }
}

}  // namespace

std::vector<std::uint32_t> vertices_to_draw(const std::vector<std::uint32_t>& worst, std::size_t count,
                                            const std::vector<Triangle>& triangles, std::size_t most) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  if (count <= most) return all;
  std::set<std::uint32_t> chosen(worst.begin(), worst.end());
  const std::size_t step = std::max<std::size_t>(1, 6 * triangles.size() / most + 1);
  for (std::size_t t = 0; t < triangles.size() && chosen.size() + 3 <= most; t += step)
    chosen.insert(triangles[t].begin(), triangles[t].end());
  const std::size_t stride = 2 * count / most + 1;
  for (std::uint32_t v = 0; v < count && chosen.size() < most; v += static_cast<std::uint32_t>(stride))
    chosen.insert(v);
  return {chosen.begin(), chosen.end()};
}

std::uint16_t step_of(double x, double low, double high) {
  if (!(high > low) || std::isnan(x)) return 0;
  return static_cast<std::uint16_t>(std::lround(most_step * std::clamp((x - low) / (high - low), 0.0, 1.0)));
}

MeshView view_of(const JudgedAnswer& judged, const WholeMesh& mesh) {
  const MeshSegments segments = segments_of(mesh);
  const auto named = named_vertices(judged, mesh.expected.size());
  const Box box = box_around(mesh, box_margin);
  MeshView view;
  view.array = mesh.array;
  view.are_places_right = mesh.are_places_right;
  view.vertices = mesh.expected.size();
  view.low = box.low;
  view.high = box.high;
  view.joints = mesh.joints;
  view.drawn = vertices_to_draw(worst_of_each(named, segments, MeshView::most_drawn / 2), view.vertices,
                                mesh.triangles, MeshView::most_drawn);
  add_places(view, mesh);
  add_colours(view, mesh);
  add_triangles(view, mesh.triangles);
  if (mesh.are_joints) add_bones(view, judged.question);
  add_segments(view, mesh, segments);
  add_numbers(view, judged, mesh, worst_of_each(named, segments, MeshView::most_numbered));
  return view;
}

std::optional<MeshView> view_of(const JudgedAnswer& judged) {
  if (!can_be_drawn(judged)) return {};
  const auto mesh = whole_mesh(judged);
  return mesh ? std::optional(view_of(judged, *mesh)) : std::nullopt;
}

namespace {

/// Moments that are computed together have at most this many vertices.
constexpr std::size_t most_vertices = 4'000'000;

/// From the first key to the last; none for a clip that moves nothing here.
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

/// In double precision, with the judged policies.
Expected<Array::Reals> positions_at(const MomentQuestion& asked, const JudgedAnswer& judged, double seconds) {
  Moment moment = asked.moment;
  moment.seconds = seconds;
  BINDPOSE_TRY(const auto question, ask_pose(moment, asked.morphed));
  BINDPOSE_TRY(const auto result,
               judged.from.algorithm->implementation.in_double(question, judged.question.options));
  const auto* positions = result.find("positions");
  return positions == nullptr ? Array::Reals() : positions->values;
}

/// None if some moment has another number of vertices, or no output.
std::optional<BakedClip> baked_clip_of(const MomentQuestion& asked, const JudgedAnswer& judged,
                                       const MeshView& view) {
  const std::size_t count =
      std::min(BakedClip::most_moments, most_vertices / std::max<std::size_t>(1, view.vertices));
  if (count < 2) return {};
  BakedClip baked_clip;
  baked_clip.seconds = seconds_of(asked, count);
  std::vector<Array::Reals> all;
  Box box;
  for (const double seconds : baked_clip.seconds) {
    auto positions = positions_at(asked, judged, seconds);
    if (!positions || positions->size() != 3 * view.vertices) return {};
    for (const std::uint32_t v : view.drawn)
      box.add({(*positions)[3 * v], (*positions)[3 * v + 1], (*positions)[3 * v + 2]});
    all.push_back(std::move(*positions));
  }
  if (all.empty() || box.diagonal() == 0) return {};
  baked_clip.low = box.low;
  baked_clip.high = box.high;
  for (const Array::Reals& positions : all) {
    std::vector<std::uint16_t>& steps = baked_clip.moments.emplace_back();
    for (const std::uint32_t v : view.drawn)
      for (std::size_t c = 0; c < 3; ++c)
        steps.push_back(step_of(positions[3 * v + c], baked_clip.low[c], baked_clip.high[c]));
  }
  return baked_clip;
}

}  // namespace

std::shared_ptr<const BakedClip> BakedClips::of(const JudgedAnswer& judged, const MeshView& view) {
  const MomentQuestion* const asked = moment_asked_by(judged.from);
  if (asked == nullptr || !asked->moment.clip || view.array != "positions") return nullptr;
  const std::size_t clip = *asked->moment.clip;
  const Key key{asked->moment.drawable.get(),
                fmt::format("{} {} {} {}", clip, asked->morphed, to_string(judged.question.options),
                            fnv1a64(std::as_bytes(std::span(view.drawn))))};
  const auto known = [&] {
    const auto found = baked_clips_.find(key);
    return found == baked_clips_.end() ? nullptr : found->second.lock();
  };
  {
    const std::lock_guard lock(mutex_);
    if (auto baked_clip = known()) return baked_clip;
  }
  auto made = baked_clip_of(*asked, judged, view);
  if (!made) return nullptr;
  const std::string& name = asked->moment.asset->clips[clip].name;
  made->clip = name.empty() ? fmt::format("clip {}", clip) : name;
  const std::lock_guard lock(mutex_);
  if (auto baked_clip = known()) return baked_clip;  // another thread was faster
  auto baked_clip = std::make_shared<const BakedClip>(*std::move(made));
  baked_clips_[key] = baked_clip;
  return baked_clip;
}

}  // namespace bindpose::conformance
