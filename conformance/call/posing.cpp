// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/call/calls.h"
#include "conformance/cases/asset/find_clip.h"
#include "conformance/cases/asset/posed_mesh.h"
#include "reference/gltf/load.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {
namespace {

/// The first error of a refused file. Its message contains all other errors.
tl::unexpected<Error> error_of(const gltf::Refusal& refusal) {
  const gltf::Issue& first = refusal.issues.front();
  return fail(first.code, first.pointer, gltf::to_string(refusal));
}

template <class Rows>
void add_rows(OwnedResult& result, const std::string& name, const Rows& rows) {
  if (rows.empty()) return;
  std::vector<double> numbers;
  for (const auto& row : rows)
    numbers.insert(numbers.end(), row.data(), row.data() + row.size());
  const Shape shape = {rows.size(), numbers.size() / rows.size()};
  result.add_tensor(name, shape, std::move(numbers));
}

void add_mesh(OwnedResult& result, const PosedMesh& posed) {
  const Mesh& mesh = posed.mesh;
  add_rows(result, posed.name + ".positions", mesh.positions);
  add_rows(result, posed.name + ".normals", mesh.normals);
  add_rows(result, posed.name + ".tangents", mesh.tangents);
  std::vector<std::int32_t> corners;
  for (const Triangle& triangle : mesh.triangles)
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  if (!corners.empty())
    result.add_tensor(posed.name + ".triangles", {mesh.triangles.size(), 3}, std::move(corners));
  std::vector<std::int32_t> nodes(posed.joint_nodes.begin(), posed.joint_nodes.end());
  const Shape node_shape = {nodes.size()};
  result.add_tensor(posed.name + ".joints", node_shape, std::move(nodes));
  for (const ResultArray<double>& stage : posed.stages)
    result.add_tensor(posed.name + "." + stage.name, stage.shape, stage.values);
  for (const Undefined& row : posed.undefined)
    result.add_undefined(posed.name + "." + row.array, row);
}

}  // namespace

Expected<void> pose(std::span<const std::byte> file, const char* folder, const char* clip, double seconds,
                    const char* method, OwnedResult& result) {
  PoseChoice choice{std::nullopt, to_float32(seconds), method == nullptr ? "lbs" : method};
  if (!std::isfinite(choice.seconds)) return fail("NOT_FINITE", "seconds", "expected a float32 number");
  // On Windows, gcc's library reads a char as Latin-1.
  const std::filesystem::path buffers(reinterpret_cast<const char8_t*>(folder == nullptr ? "" : folder));
  auto parsed = gltf::parse(file, buffers, "file");
  if (!parsed) return error_of(parsed.error());
  const auto asset = std::make_shared<const gltf::Asset>(std::move(*parsed));
  if (clip != nullptr) {
    BINDPOSE_TRY(choice.clip, find_clip(*asset, clip, "clip"));
  }
  BINDPOSE_TRY(const auto meshes, posed_meshes(asset, choice));
  for (const PosedMesh& mesh : meshes)
    add_mesh(result, mesh);
  return {};
}

}  // namespace bindpose::conformance
