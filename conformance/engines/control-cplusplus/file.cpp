// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "file.h"

#include <cstring>
#include <limits>

#include <tiny_gltf.h>

namespace control {
namespace {

using namespace course;
using tinygltf::Model;

Model load(const std::string& path) {
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader([](auto...) { return true; }, nullptr);
  Model model;
  std::string error, warning;
  const bool is_binary = path.size() > 4 && path.compare(path.size() - 4, 4, ".glb") == 0;
  if (!(is_binary ? loader.LoadBinaryFromFile(&model, &error, &warning, path)
                  : loader.LoadASCIIFromFile(&model, &error, &warning, path)))
    throw std::runtime_error(error);
  return model;
}

/// A number of one component type; an integer that is normalized means so much.
template <class Number>
double number_at(const unsigned char* bytes, bool is_normalized) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  if constexpr (std::is_integral_v<Number>)
    if (is_normalized) return std::max(double(number) / std::numeric_limits<Number>::max(), -1.0);
  return number;
}

auto number_reader(int component_type) {
  switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return number_at<std::int8_t>;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return number_at<std::uint8_t>;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return number_at<std::int16_t>;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return number_at<std::uint16_t>;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return number_at<std::uint32_t>;
    default:
      return number_at<float>;
  }
}

std::vector<Numbers> rows_of(const Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors.at(index);
  if (accessor.sparse.isSparse || accessor.bufferView < 0)
    throw std::runtime_error("the control reads no sparse accessors");
  const tinygltf::BufferView& view = model.bufferViews[accessor.bufferView];
  const auto read = number_reader(accessor.componentType);
  const std::size_t size = tinygltf::GetComponentSizeInBytes(accessor.componentType);
  const std::size_t width = tinygltf::GetNumComponentsInType(accessor.type),
                    stride = accessor.ByteStride(view);
  std::vector<Numbers> rows(accessor.count);
  for (std::size_t r = 0; r < accessor.count; ++r)
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t at = view.byteOffset + accessor.byteOffset + r * stride + i * size;
      rows[r].push_back(read(&model.buffers[view.buffer].data.at(at), accessor.normalized));
    }
  return rows;
}

Vec3 vector(const Numbers& n) {
  return {n[0], n[1], n[2]};
}

/// (C | t) of 16 numbers, column after column.
Mat34 matrix_of(const Numbers& columns) {
  Mat34 rows;
  for (int i = 0; i < 12; ++i)
    rows[i / 4][i % 4] = columns[4 * (i % 4) + i / 4];
  return rows;
}

std::vector<JointTrack> tracks_of(const Model& model, int clip) {
  std::vector<JointTrack> tracks;
  if (clip < 0) return tracks;
  const tinygltf::Animation& animation = model.animations.at(clip);
  for (const auto& channel : animation.channels) {
    if (channel.target_path == "weights") continue;
    const auto& sampler = animation.samplers.at(channel.sampler);
    JointTrack track{channel.target_node, JointTrack::Path::scale, JointTrack::Interpolation::linear, {}};
    if (channel.target_path == "translation") track.path = JointTrack::Path::translation;
    if (channel.target_path == "rotation") track.path = JointTrack::Path::rotation;
    if (sampler.interpolation == "STEP") track.interpolation = JointTrack::Interpolation::step;
    if (sampler.interpolation == "CUBICSPLINE") track.interpolation = JointTrack::Interpolation::cubicspline;
    for (const Numbers& time : rows_of(model, sampler.input))
      track.track.times.push_back(time[0]);
    track.track.values = rows_of(model, sampler.output);
    track.track.is_rotation = track.path == JointTrack::Path::rotation;
    tracks.push_back(track);
  }
  return tracks;
}

/// Each node as a joint, as a clip moves it.
std::vector<Mat34> world_of(const Model& model, int clip, double time) {
  std::vector<int> parents(model.nodes.size(), -1);
  std::vector<Trs> locals;
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    const auto& [t, q, s] =
        std::tie(model.nodes[n].translation, model.nodes[n].rotation, model.nodes[n].scale);
    locals.push_back({t.empty() ? Vec3{} : vector(t), q.empty() ? Quat{} : Quat{q[0], q[1], q[2], q[3]},
                      s.empty() ? Vec3{1, 1, 1} : vector(s)});
    for (const int child : model.nodes[n].children)
      parents.at(child) = static_cast<int>(n);
  }
  std::vector<Mat34> matrices;
  for (const Trs& local : apply_tracks(locals, tracks_of(model, clip), time)) {
    const Numbers& matrix = model.nodes[matrices.size()].matrix;
    matrices.push_back(matrix.empty() ? matrix_from_trs(local.translation, local.rotation, local.scale)
                                      : matrix_of(matrix));
  }
  return global_matrices(parents, matrices);
}

std::vector<Mat34> palette_of(const Model& model, const tinygltf::Skin& skin,
                              const std::vector<Mat34>& world) {
  std::vector<Mat34> joints, inverses;
  for (const int joint : skin.joints)
    joints.push_back(world.at(joint));
  if (skin.inverseBindMatrices < 0) return joints;
  for (const Numbers& columns : rows_of(model, skin.inverseBindMatrices))
    inverses.push_back(matrix_of(columns));
  return palette(joints, inverses);
}

/// The influences of every vertex, from all sets.
std::vector<Influences> influences_of(const Model& model, const std::map<std::string, int>& attributes) {
  std::vector<Influences> all(model.accessors.at(attributes.at("POSITION")).count);
  for (int set = 0; attributes.count("JOINTS_" + std::to_string(set)) != 0; ++set) {
    const auto joints = rows_of(model, attributes.at("JOINTS_" + std::to_string(set)));
    const auto weights = rows_of(model, attributes.at("WEIGHTS_" + std::to_string(set)));
    for (std::size_t v = 0; v < all.size(); ++v)
      for (int i = 0; i < 4; ++i)
        all[v].push_back({static_cast<int>(joints[v][i]), weights[v][i]});
  }
  return all;
}

struct Moved {
  std::vector<Vec3> positions, normals;
  std::vector<Quat> tangents;
};

void append_part(Moved& to, const Model& model, const bindpose_part& part, const std::vector<Mat34>& world) {
  const tinygltf::Node& node = model.nodes.at(part.node);
  const auto& attributes = model.meshes.at(part.mesh).primitives.at(part.primitive).attributes;
  const auto rows = [&](const char* name, const Numbers& otherwise) {
    return attributes.count(name) != 0 ? rows_of(model, attributes.at(name))
                                       : std::vector<Numbers>(part.vertices, otherwise);
  };
  const auto positions = rows("POSITION", {}), normals = rows("NORMAL", {0, 0, 0}),
             tangents = rows("TANGENT", {0, 0, 0, 0});
  const bool is_skinned = node.skin >= 0;
  const auto matrices = is_skinned ? palette_of(model, model.skins.at(node.skin), world) : world;
  const auto influences = influences_of(model, attributes);
  for (std::size_t v = 0; v < part.vertices; ++v) {
    const Vertex rest{vector(positions[v]), vector(normals[v]), vector(tangents[v])};
    const Vertex moved = is_skinned ? linear_blend(influences[v], matrices, rest, NormalRule::direction)
                                    : rigid_vertex(world[part.node], rest, NormalRule::inverse_transpose);
    to.positions.push_back(moved.position);
    to.normals.push_back(moved.normal);
    to.tangents.push_back({moved.tangent.x, moved.tangent.y, moved.tangent.z, tangents[v][3]});
  }
}

}  // namespace

void answer_asset(Exchange& x) {
  const bindpose_asset& asset = *x.asset();
  const Model model = load(asset.file);
  const std::vector<Mat34> world = world_of(model, asset.clip, asset.time);
  Moved all;
  for (std::size_t p = 0; p < asset.part_count; ++p)
    append_part(all, model, *asset.parts[p], world);
  x.put_elements("positions", all.positions);
  x.put_elements("normals", all.normals);
  x.put_elements("tangents", all.tangents);
}

}  // namespace control
