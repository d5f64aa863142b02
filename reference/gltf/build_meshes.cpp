// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "reference/gltf/asset_builder.h"

namespace bindpose::gltf {
namespace {

std::vector<Vec3<double>> as_vec3(const std::vector<double>& numbers) {
  std::vector<Vec3<double>> vectors;
  vectors.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i + 3 <= numbers.size(); i += 3) {
    vectors.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  return vectors;
}

std::vector<Vec4<double>> as_vec4(const std::vector<double>& numbers) {
  std::vector<Vec4<double>> vectors;
  vectors.reserve(numbers.size() / 4);
  for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4) {
    vectors.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]);
  }
  return vectors;
}

void warn_without_data(std::int64_t accessor, const char* instead, IssueLog& log) {
  log.warning("ACCESSOR_WITHOUT_DATA", Pointer() / "accessors" / static_cast<std::size_t>(accessor), instead);
}

/// The numbers of directions, which cannot be zero; empty if the accessor has no data.
std::vector<double> directions(const AccessorStore& store, std::int64_t accessor, IssueLog& log) {
  if (accessor == kNone) return {};
  if (store.backing(accessor) == Backing::bytes) return store.numbers(accessor);
  warn_without_data(accessor, "directions without data are ignored", log);
  return {};
}

std::vector<double> numbers(const AccessorStore& store, std::int64_t accessor, IssueLog& log) {
  if (accessor == kNone) return {};
  if (store.backing(accessor) == Backing::missing) warn_without_data(accessor, "read as zeros", log);
  return store.numbers(accessor);
}

Influences build_influences(const AccessorStore& store, const PrimitiveEntry& primitive, std::size_t vertices,
                            IssueLog& log) {
  Influences influences;
  const auto sets = static_cast<std::size_t>(primitive.joint_sets);
  influences.width = 4 * sets;
  influences.joints.resize(vertices * influences.width);
  influences.weights.resize(vertices * influences.width);
  for (std::size_t set = 0; set < sets; ++set) {
    const std::string suffix = "_" + std::to_string(set);
    const auto joints = numbers(store, find_attribute(primitive.attributes, "JOINTS" + suffix), log);
    const auto weights = numbers(store, find_attribute(primitive.attributes, "WEIGHTS" + suffix), log);
    for (std::size_t i = 0; i < 4 * vertices; ++i) {
      const std::size_t slot = i / 4 * influences.width + 4 * set + i % 4;
      influences.joints[slot] = static_cast<std::uint32_t>(joints[i]);
      influences.weights[slot] = weights[i];
    }
  }
  return influences;
}

MorphTarget build_target(const AccessorStore& store, const Attributes& target, IssueLog& log) {
  return {as_vec3(numbers(store, find_attribute(target, "POSITION"), log)),
          as_vec3(numbers(store, find_attribute(target, "NORMAL"), log)),
          as_vec3(numbers(store, find_attribute(target, "TANGENT"), log))};
}

/// The order in which a primitive draws its vertices.
std::vector<std::uint32_t> vertex_order(const AccessorStore& store, const PrimitiveEntry& primitive,
                                        std::size_t vertices, IssueLog& log) {
  std::vector<std::uint32_t> order;
  if (primitive.indices == kNone) {
    order.resize(vertices);
    std::iota(order.begin(), order.end(), 0U);
  } else if (store.backing(primitive.indices) == Backing::missing) {
    warn_without_data(primitive.indices, "no triangles", log);
  } else {
    for (const double index : store.stored(primitive.indices))
      order.push_back(static_cast<std::uint32_t>(index));
  }
  return order;
}

double storage_error(const AccessorStore& store, std::int64_t accessor) {
  return accessor == kNone ? 0 : store.storage_error(accessor);
}

StorageErrors storage_errors(const AccessorStore& store, const PrimitiveEntry& entry) {
  StorageErrors errors;
  errors.positions = storage_error(store, find_attribute(entry.attributes, "POSITION"));
  errors.normals = storage_error(store, find_attribute(entry.attributes, "NORMAL"));
  for (std::int64_t set = 0; set < entry.joint_sets; ++set)
    errors.weights =
        std::max(errors.weights,
                 storage_error(store, find_attribute(entry.attributes, fmt::format("WEIGHTS_{}", set))));
  for (const Attributes& target : entry.targets)
    errors.targets.push_back(storage_error(store, find_attribute(target, "POSITION")));
  return errors;
}

Primitive build_primitive(const AccessorStore& store, const PrimitiveEntry& entry, IssueLog& log) {
  Primitive primitive;
  const std::int64_t positions = find_attribute(entry.attributes, "POSITION");
  if (positions == kNone) return primitive;
  Mesh& mesh = primitive.mesh;
  mesh.positions = as_vec3(numbers(store, positions, log));
  mesh.normals = as_vec3(directions(store, find_attribute(entry.attributes, "NORMAL"), log));
  mesh.tangents = as_vec4(directions(store, find_attribute(entry.attributes, "TANGENT"), log));
  if (entry.mode >= 4)
    mesh.triangles = triangles_of(entry.mode, vertex_order(store, entry, mesh.vertex_count(), log));
  primitive.influences = build_influences(store, entry, mesh.vertex_count(), log);
  for (const Attributes& target : entry.targets) {
    primitive.morph_targets.push_back(build_target(store, target, log));
  }
  primitive.storage = storage_errors(store, entry);
  return primitive;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangles_of(std::int64_t mode,
                                                       const std::vector<std::uint32_t>& order) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  if (mode == 4) {
    for (std::size_t i = 0; i + 3 <= order.size(); i += 3)
      triangles.push_back({order[i], order[i + 1], order[i + 2]});
  } else if (mode == 5) {
    // Every other triangle of a strip is reversed: p_i = {v_i, v_(i + 1 + i % 2), v_(i + 2 - i % 2)}.
    for (std::size_t i = 0; i + 3 <= order.size(); ++i) {
      triangles.push_back({order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]});
    }
  } else if (mode == 6) {
    // p_i = {v_(i + 1), v_(i + 2), v_0}
    for (std::size_t i = 0; i + 3 <= order.size(); ++i)
      triangles.push_back({order[i + 1], order[i + 2], order[0]});
  }
  return triangles;
}

std::vector<MeshAsset> build_meshes(const AccessorStore& store, IssueLog& log) {
  std::vector<MeshAsset> meshes;
  for (const MeshEntry& entry : store.document().meshes) {
    MeshAsset& mesh = meshes.emplace_back();
    mesh.name = entry.name;
    mesh.target_names = entry.target_names;
    for (const PrimitiveEntry& primitive : entry.primitives) {
      mesh.primitives.push_back(build_primitive(store, primitive, log));
    }
    mesh.morph_weights = entry.weights.value_or(std::vector<double>(entry.target_count(), 0.0));
  }
  return meshes;
}

}  // namespace bindpose::gltf
