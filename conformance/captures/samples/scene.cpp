// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/samples/scene.h"

#include <algorithm>
#include <cstdlib>

#include "conformance/cases/asset/moment.h"
#include "reference/gltf/load.h"

namespace bindpose::captures {
namespace {

using conformance::Drawable;
using conformance::Moment;

/// The first numbers of row `row` that fit.
template <std::size_t n>
std::array<float, n> row_of(const ArraySet& arrays, const char* name, std::size_t row) {
  std::array<float, n> numbers = {};
  const Array& array = *arrays.find(name);
  const std::size_t width = array.shape.back();
  for (std::size_t i = 0; i < std::min(n, width); ++i)
    numbers[i] = static_cast<float>(array.reals()[row * width + i]);
  return numbers;
}

std::vector<Vertex> vertices_of(const ArraySet& arrays, std::size_t count) {
  std::vector<Vertex> vertices(count);
  const Array& joints = *arrays.find("joints");
  const std::size_t slots = joints.shape.back();
  for (std::size_t v = 0; v < count; ++v) {
    vertices[v] = {row_of<3>(arrays, "positions", v), {0, 0, 1}, {}, row_of<4>(arrays, "weights", v)};
    if (arrays.has("normals")) vertices[v].normal = row_of<3>(arrays, "normals", v);
    for (std::size_t i = 0; i < std::min<std::size_t>(slots, 4); ++i)
      vertices[v].joints[i] = static_cast<std::uint32_t>(joints.integers()[v * slots + i]);
  }
  return vertices;
}

/// The identity, or a view from the front through a lens of 90 degrees.
std::array<float, 32> camera_of(bool perspective) {
  std::array<float, 32> camera = {};
  for (const std::size_t matrix : {0, 16})
    for (std::size_t i = 0; i < 4; ++i)
      camera[matrix + 5 * i] = 1;
  if (!perspective) return camera;
  camera[12] = -0.3F;
  camera[13] = -1.7F;
  camera[14] = -20;
  constexpr float near = 0.5F, far = 100;
  camera[16 + 10] = (far + near) / (near - far);
  camera[16 + 11] = -1;
  camera[16 + 14] = 2 * far * near / (near - far);
  camera[16 + 15] = 0;
  return camera;
}

void take_apart(Scene& scene) {
  std::vector<Vertex> corners;
  for (const std::uint32_t v : scene.indices)
    corners.push_back(scene.vertices[v]);
  scene.vertices = std::move(corners);
  scene.indices.clear();
}

}  // namespace

Expected<SampleOptions> sample_options(int count, char** words) {
  if (count < 5)
    return fail("ARGUMENT", words[0],
                "expected FILE CLIP SECONDS CAPTURE [first-influence] [perspective] [unindexed]");
  SampleOptions options;
  options.file = words[1];
  if (std::string(words[2]) != "-") options.clip = std::strtoul(words[2], nullptr, 10);
  options.seconds = std::strtof(words[3], nullptr);
  options.capture = words[4];
  for (int i = 5; i < count; ++i) {
    const std::string word = words[i];
    if (word == "first-influence")
      options.first_influence = true;
    else if (word == "perspective")
      options.perspective = true;
    else if (word == "unindexed")
      options.unindexed = true;
    else
      return fail("ARGUMENT", word, "expected first-influence, perspective or unindexed");
  }
  return options;
}

Expected<Scene> load_scene(const SampleOptions& options) {
  auto loaded = gltf::load(options.file);
  if (!loaded) return fail("ASSET", options.file, gltf::to_string(loaded.error()));
  const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
  const std::vector<Drawable> all = conformance::drawables(*asset);
  const auto skin = std::ranges::find_if(all, &Drawable::skinned);
  if (skin == all.end()) return fail("NO_SKIN", options.file, "the file has no skinned mesh in its scene");
  const Moment moment{asset, std::make_shared<const Drawable>(*skin), options.clip, options.seconds};
  BINDPOSE_TRY(const ArraySet arrays, ask_palette(moment, false));
  Scene scene{vertices_of(arrays, skin->rig.mesh.vertex_count()), {}, {}, camera_of(options.perspective)};
  for (const Triangle& triangle : skin->rig.mesh.triangles)
    scene.indices.insert(scene.indices.end(), triangle.begin(), triangle.end());
  for (const double x : arrays.find("palette")->reals())
    scene.rows.push_back(static_cast<float>(x));
  if (scene.rows.size() > 12 * most_joints)
    return fail("JOINTS", options.file, "more joints than the samples' shaders support");
  scene.rows.resize(12 * most_joints);
  if (options.unindexed) take_apart(scene);
  return scene;
}

}  // namespace bindpose::captures
