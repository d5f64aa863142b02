// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"

#include <fmt/format.h>

#include "reference/model/numbers_of.h"

namespace bindpose {
namespace {

template <int n>
void add_rows(ArraySet& question, const char* name, const std::vector<Eigen::Matrix<double, n, 1>>& rows) {
  question.add(name, {rows.size(), static_cast<std::size_t>(n)}, numbers_of(rows));
}

template <int n>
Expected<std::vector<Eigen::Matrix<double, n, 1>>> read_rows(const ArraySet& question, const char* name,
                                                             std::size_t count) {
  BINDPOSE_TRY(const Array* array, question.require_reals(name, {count, static_cast<std::size_t>(n)}));
  std::vector<Eigen::Matrix<double, n, 1>> rows(array->shape[0]);
  for (std::size_t v = 0; v < rows.size(); ++v)
    rows[v] = read_row<double, n>(*array, v);
  return rows;
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
  const Array* weights = question.find("target_weights");
  const int last_path = weights == nullptr ? 2 : 3;
  if (head[0] < 0 || static_cast<std::size_t>(head[0]) >= joint_count || head[1] < 0 || head[1] > last_path ||
      head[2] < 0 || head[2] > 2)
    return fail("INDEX_RANGE", fmt::format("tracks[{}]", i),
                fmt::format("expected a joint, a path 0..{} and an interpolation 0..2", last_path));
  TrackOfJoint result{static_cast<std::size_t>(head[0]), static_cast<TrackOfJoint::Path>(head[1]), {}};
  Track& track = result.track;
  track.interpolation = static_cast<Interpolation>(head[2]);
  track.rotation = result.path == TrackOfJoint::Path::rotation;
  track.width = track.rotation ? 4 : 3;
  if (result.path == TrackOfJoint::Path::weights) track.width = weights->shape[0];
  BINDPOSE_TRY(const Array* times, question.require_reals(fmt::format("track_{}_times", i), {ArraySet::any}));
  const std::size_t keys = times->shape[0];
  const bool cubic = track.interpolation == Interpolation::cubicspline;
  BINDPOSE_TRY(const Array* values,
               question.require_reals(fmt::format("track_{}_values", i),
                                      cubic ? Shape{keys, 3, track.width} : Shape{keys, track.width}));
  track.times = times->reals();
  track.values = values->reals();
  track.uncertainty = values->uncertainty;
  BINDPOSE_CHECK(validate(track));
  return result;
}

}  // namespace

Expected<std::vector<TrackOfJoint>> read_tracks(const ArraySet& question, std::size_t joint_count) {
  std::vector<TrackOfJoint> tracks;
  if (!question.has("tracks")) return tracks;
  BINDPOSE_TRY(const Array* heads, question.require_integers("tracks", {ArraySet::any, 3}));
  for (std::size_t i = 0; i < heads->shape[0]; ++i) {
    BINDPOSE_TRY(auto track, read_track(question, i, &heads->integers()[3 * i], joint_count));
    tracks.push_back(std::move(track));
  }
  return tracks;
}

Expected<Mesh> read_mesh(const ArraySet& question) {
  Mesh mesh;
  BINDPOSE_TRY(mesh.positions, read_rows<3>(question, "positions", ArraySet::any));
  if (question.has("normals")) {
    BINDPOSE_TRY(mesh.normals, read_rows<3>(question, "normals", mesh.vertex_count()));
  }
  if (question.has("tangents")) {
    BINDPOSE_TRY(mesh.tangents, read_rows<4>(question, "tangents", mesh.vertex_count()));
  }
  return mesh;
}

Expected<std::vector<Triangle>> read_triangles(const ArraySet& question, std::size_t vertex_count) {
  if (!question.has("triangles")) return std::vector<Triangle>{};
  return require_triangles(question, vertex_count);
}

Expected<std::vector<Triangle>> require_triangles(const ArraySet& question, std::size_t vertex_count) {
  BINDPOSE_TRY(const Array* array, question.require_integers("triangles", {ArraySet::any, 3}));
  std::vector<Triangle> triangles(array->shape[0]);
  for (std::size_t i = 0; i < 3 * triangles.size(); ++i) {
    const std::int32_t v = array->integers()[i];
    if (v < 0 || static_cast<std::size_t>(v) >= vertex_count)
      return fail("INDEX_RANGE", fmt::format("triangles[{}][{}]", i / 3, i % 3),
                  fmt::format("vertex {} of {}", v, vertex_count));
    triangles[i / 3][i % 3] = static_cast<std::uint32_t>(v);
  }
  return triangles;
}

Expected<Influences> read_influences(const ArraySet& question, std::size_t vertex_count) {
  BINDPOSE_TRY(const Array* joints, question.require_integers("joints", {vertex_count, ArraySet::any}));
  Influences influences;
  influences.width = joints->shape[1];
  for (std::size_t i = 0; i < joints->integers().size(); ++i) {
    const std::int32_t joint = joints->integers()[i];
    if (joint < 0)
      return fail("INDEX_RANGE", fmt::format("joints[{}][{}]", i / influences.width, i % influences.width),
                  fmt::format("joint {}, expected at least 0", joint));
    influences.joints.push_back(static_cast<std::uint32_t>(joint));
  }
  influences.weights.assign(influences.joints.size(), 1.0);
  if (!question.has("weights")) return influences;
  BINDPOSE_TRY(const Array* weights, question.require_reals("weights", joints->shape));
  influences.weights = weights->reals();
  return influences;
}

Expected<std::vector<int>> read_parents(const ArraySet& question) {
  BINDPOSE_TRY(const Array* parents, question.require_integers("parents", {ArraySet::any}));
  Skeleton skeleton;
  skeleton.parents.assign(parents->integers().begin(), parents->integers().end());
  BINDPOSE_CHECK(validate(skeleton));
  return std::move(skeleton.parents);
}

}  // namespace bindpose
