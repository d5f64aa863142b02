// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace bindpose {
namespace {

template <int n>
void add_rows(ArraySet& question, const char* name, const std::vector<Eigen::Matrix<double, n, 1>>& rows) {
  Array::Reals values;
  values.reserve(rows.size() * static_cast<std::size_t>(n));
  for (const auto& row : rows)
    for (int c = 0; c < n; ++c)
      values.push_back(row[c]);
  question.add(name, {rows.size(), static_cast<std::size_t>(n)}, std::move(values));
}

template <int n>
Expected<void> read_rows(const ArraySet& question, const char* name, std::size_t count,
                         std::vector<Eigen::Matrix<double, n, 1>>& rows) {
  const auto array = question.require_reals(name, {count, static_cast<std::size_t>(n)});
  if (!array) return tl::unexpected(array.error());
  rows.resize((*array)->shape[0]);
  for (std::size_t v = 0; v < rows.size(); ++v)
    rows[v] = read_row<double, n>(**array, v);
  return {};
}

}  // namespace

void add_mesh(ArraySet& question, const Mesh& mesh) {
  add_rows<3>(question, "positions", mesh.positions);
  if (!mesh.normals.empty()) add_rows<3>(question, "normals", mesh.normals);
  if (!mesh.tangents.empty()) add_rows<4>(question, "tangents", mesh.tangents);
}

void add_triangles(ArraySet& question, const std::vector<Triangle>& triangles) {
  Array::Integers vertices;
  vertices.reserve(3 * triangles.size());
  for (const Triangle& t : triangles)
    for (const std::uint32_t v : t)
      vertices.push_back(static_cast<std::int32_t>(v));
  question.add("triangles", {triangles.size(), 3}, std::move(vertices));
}

void add_influences(ArraySet& question, const Influences& influences) {
  const Shape shape{influences.vertex_count(), influences.width};
  question.add("joints", shape, Array::Integers(influences.joints.begin(), influences.joints.end()));
  question.add("weights", shape, influences.weights);
}

void add_affines(ArraySet& question, std::string_view name, const std::vector<Affine<double>>& maps) {
  Array::Reals values;
  values.reserve(maps.size() * 12);
  for (const Affine<double>& map : maps)
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c)
        values.push_back(to_float32(map.linear(r, c)));
      values.push_back(to_float32(map.translation[r]));
    }
  question.add(std::string(name), {maps.size(), 3, 4}, std::move(values));
}

void add_pose(ArraySet& question, const std::vector<int>& parents,
              const std::vector<LocalTransform<double>>& locals) {
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  std::vector<Vec3<double>> translations, scales;
  std::vector<Vec4<double>> rotations;
  std::vector<Affine<double>> matrices;
  Array::Integers is_matrix;
  bool any_matrix = false;
  for (const LocalTransform<double>& local : locals) {
    translations.push_back(local.trs.translation);
    rotations.push_back(local.trs.rotation.coeffs());
    scales.push_back(local.trs.scale);
    matrices.push_back(local.matrix);
    is_matrix.push_back(local.is_matrix ? 1 : 0);
    any_matrix = any_matrix || local.is_matrix;
  }
  add_rows<3>(question, "local_translations", translations);
  add_rows<4>(question, "local_rotations", rotations);
  add_rows<3>(question, "local_scales", scales);
  if (any_matrix) {
    add_affines(question, "local_matrices", matrices);
    question.add("local_is_matrix", {locals.size()}, std::move(is_matrix));
  }
}

void add_tracks(ArraySet& question, const std::vector<TrackOfJoint>& tracks, double time) {
  question.add("time", {1}, Array::Reals{to_float32(time)});
  Array::Integers heads;
  for (const TrackOfJoint& t : tracks)
    heads.insert(heads.end(), {static_cast<std::int32_t>(t.joint), static_cast<std::int32_t>(t.path),
                               static_cast<std::int32_t>(t.track.interpolation)});
  question.add("tracks", {tracks.size(), 3}, std::move(heads));
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& track = tracks[i].track;
    const bool cubic = track.interpolation == Interpolation::cubicspline;
    const std::size_t keys = track.key_count();
    question.add(fmt::format("track_{}_times", i), {keys}, track.times);
    question.add(fmt::format("track_{}_values", i),
                 cubic ? Shape{keys, 3, track.width} : Shape{keys, track.width}, track.values);
  }
}

namespace {

Expected<TrackOfJoint> read_track(const ArraySet& question, std::size_t i, const std::int32_t* head,
                                  std::size_t joint_count) {
  if (head[0] < 0 || static_cast<std::size_t>(head[0]) >= joint_count || head[1] < 0 || head[1] > 2 ||
      head[2] < 0 || head[2] > 2)
    return fail("INDEX_RANGE", fmt::format("tracks[{}]", i),
                "expected a joint, a path 0..2 and an interpolation 0..2");
  TrackOfJoint result{static_cast<std::size_t>(head[0]), static_cast<TrackOfJoint::Path>(head[1]), {}};
  Track& track = result.track;
  track.interpolation = static_cast<Interpolation>(head[2]);
  track.rotation = result.path == TrackOfJoint::Path::rotation;
  track.width = track.rotation ? 4 : 3;
  const auto times = question.require_reals(fmt::format("track_{}_times", i), {ArraySet::any});
  if (!times) return tl::unexpected(times.error());
  const std::size_t keys = (*times)->shape[0];
  const bool cubic = track.interpolation == Interpolation::cubicspline;
  const auto values = question.require_reals(fmt::format("track_{}_values", i),
                                             cubic ? Shape{keys, 3, track.width} : Shape{keys, track.width});
  if (!values) return tl::unexpected(values.error());
  track.times = (*times)->reals();
  track.values = (*values)->reals();
  if (auto ok = validate(track); !ok) return tl::unexpected(ok.error());
  return result;
}

}  // namespace

Expected<std::vector<TrackOfJoint>> read_tracks(const ArraySet& question, std::size_t joint_count) {
  std::vector<TrackOfJoint> tracks;
  if (!question.has("tracks")) return tracks;
  const auto heads = question.require_integers("tracks", {ArraySet::any, 3});
  if (!heads) return tl::unexpected(heads.error());
  for (std::size_t i = 0; i < (*heads)->shape[0]; ++i) {
    auto track = read_track(question, i, &(*heads)->integers()[3 * i], joint_count);
    if (!track) return tl::unexpected(track.error());
    tracks.push_back(std::move(*track));
  }
  return tracks;
}

Expected<Mesh> read_mesh(const ArraySet& question) {
  Mesh mesh;
  if (auto ok = read_rows<3>(question, "positions", ArraySet::any, mesh.positions); !ok)
    return tl::unexpected(ok.error());
  const std::size_t count = mesh.vertex_count();
  if (question.has("normals"))
    if (auto ok = read_rows<3>(question, "normals", count, mesh.normals); !ok)
      return tl::unexpected(ok.error());
  if (question.has("tangents"))
    if (auto ok = read_rows<4>(question, "tangents", count, mesh.tangents); !ok)
      return tl::unexpected(ok.error());
  return mesh;
}

Expected<std::vector<Triangle>> read_triangles(const ArraySet& question, std::size_t vertex_count) {
  if (!question.has("triangles")) return std::vector<Triangle>{};
  return require_triangles(question, vertex_count);
}

Expected<std::vector<Triangle>> require_triangles(const ArraySet& question, std::size_t vertex_count) {
  const auto array = question.require_integers("triangles", {ArraySet::any, 3});
  if (!array) return tl::unexpected(array.error());
  std::vector<Triangle> triangles((*array)->shape[0]);
  for (std::size_t i = 0; i < 3 * triangles.size(); ++i) {
    const std::int32_t v = (*array)->integers()[i];
    if (v < 0 || static_cast<std::size_t>(v) >= vertex_count)
      return fail("INDEX_RANGE", fmt::format("triangles[{}, {}]", i / 3, i % 3),
                  fmt::format("vertex {} of {}", v, vertex_count));
    triangles[i / 3][i % 3] = static_cast<std::uint32_t>(v);
  }
  return triangles;
}

Expected<Influences> read_influences(const ArraySet& question, std::size_t vertex_count) {
  const auto joints = question.require_integers("joints", {vertex_count, ArraySet::any});
  if (!joints) return tl::unexpected(joints.error());
  Influences influences;
  influences.width = (*joints)->shape[1];
  influences.joints.reserve((*joints)->integers().size());
  for (std::size_t i = 0; i < (*joints)->integers().size(); ++i) {
    const std::int32_t joint = (*joints)->integers()[i];
    if (joint < 0)
      return fail("INDEX_RANGE", fmt::format("joints[{}, {}]", i / influences.width, i % influences.width),
                  fmt::format("joint {}, expected at least 0", joint));
    influences.joints.push_back(static_cast<std::uint32_t>(joint));
  }
  if (!question.has("weights")) {
    influences.weights.assign(influences.joints.size(), 1.0);
    return influences;
  }
  const auto weights = question.require_reals("weights", (*joints)->shape);
  if (!weights) return tl::unexpected(weights.error());
  influences.weights = (*weights)->reals();
  return influences;
}

Expected<std::vector<int>> read_parents(const ArraySet& question) {
  const auto parents = question.require_integers("parents", {ArraySet::any});
  if (!parents) return tl::unexpected(parents.error());
  Skeleton skeleton;
  skeleton.parents.assign((*parents)->integers().begin(), (*parents)->integers().end());
  if (auto ok = validate(skeleton); !ok) return tl::unexpected(ok.error());
  return std::move(skeleton.parents);
}

}  // namespace bindpose
