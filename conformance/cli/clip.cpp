// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/find_clip.h"
#include "conformance/cases/asset/posed_mesh.h"
#include "conformance/cli/commands.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/io/foreign_json.h"
#include "reference/io/ply.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

namespace {

namespace fs = std::filesystem;

struct PoseOptions {
  std::string file, clip, method = "lbs", out;
  double seconds = 0;
};

/// Error NOT_FINITE: a position that float32 cannot represent.
Expected<std::string> glb_of(const std::vector<PosedMesh>& posed) {
  std::vector<gltf::WrittenMesh> meshes;
  std::uintmax_t numbers = 0;
  for (const PosedMesh& each : posed) {
    meshes.push_back(gltf::written_mesh(each.name, each.mesh));
    const auto& places = meshes.back().positions;
    const auto bad = std::ranges::find_if(places, [](float x) { return !std::isfinite(x); });
    if (bad != places.end())
      return fail("NOT_FINITE", fmt::format("{}.positions[{}]", each.name, (bad - places.begin()) / 3),
                  "a .glb file holds float32 numbers; write .safetensors or .ply");
    numbers += places.size() + meshes.back().normals.size() + meshes.back().tangents.size() +
               3 * each.mesh.triangles.size();
  }
  if (numbers > std::numeric_limits<std::uint32_t>::max() / 8)
    return fail("SIZE_LIMIT", "", "a .glb file holds less than 4 GiB; write .safetensors or .ply");
  return gltf::to_glb(meshes);
}

template <class Rows>
void add_tensor(std::vector<Tensor>& tensors, const std::string& name, const Rows& rows) {
  Array::Reals numbers;
  for (const auto& row : rows)
    numbers.insert(numbers.end(), row.data(), row.data() + row.size());
  if (rows.empty()) return;
  const std::size_t width = numbers.size() / rows.size();
  tensors.push_back({{name, {rows.size(), width}, std::move(numbers)}, Storage::float64});
}

void add_triangles_tensor(std::vector<Tensor>& tensors, const std::string& name,
                          const std::vector<Triangle>& triangles) {
  Array::Integers numbers;
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t v : triangle)
      numbers.push_back(static_cast<std::int32_t>(v));
  if (!triangles.empty())
    tensors.push_back({{name, {triangles.size(), 3}, std::move(numbers)}, Storage::int32});
}

Expected<std::string> safetensors_of(const std::vector<PosedMesh>& posed, const PoseOptions& options) {
  std::vector<Tensor> tensors;
  for (const PosedMesh& each : posed) {
    add_tensor(tensors, each.name + ".positions", each.mesh.positions);
    add_tensor(tensors, each.name + ".normals", each.mesh.normals);
    add_tensor(tensors, each.name + ".tangents", each.mesh.tangents);
    add_triangles_tensor(tensors, each.name + ".triangles", each.mesh.triangles);
  }
  const Metadata metadata = {{"file", printable(options.file)},
                             {"clip", printable(options.clip)},
                             {"seconds", fmt::format("{}", options.seconds)},
                             {"method", options.method}};
  BINDPOSE_TRY(const auto bytes, to_safetensors(tensors, metadata));
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::string ply_of(const std::vector<PosedMesh>& posed) {
  std::vector<const Mesh*> meshes;
  for (const PosedMesh& each : posed)
    meshes.push_back(&each.mesh);
  return to_ply(meshes);
}

/// Error OUT_FORMAT.
Expected<std::string> bytes_of(const std::vector<PosedMesh>& posed, const PoseOptions& options) {
  const std::string extension = fs::path(options.out).extension().string();
  if (extension == ".glb") return glb_of(posed);
  if (extension == ".safetensors") return safetensors_of(posed, options);
  if (extension == ".ply") return ply_of(posed);
  return fail("OUT_FORMAT", printable(options.out),
              "expected a name that ends in .glb, .safetensors or .ply");
}

void print_written(const std::vector<PosedMesh>& posed, const PoseOptions& options) {
  std::size_t vertices = 0, triangles = 0, undefined = 0;
  for (const PosedMesh& each : posed) {
    vertices += each.mesh.vertex_count();
    triangles += each.mesh.triangles.size();
    undefined += each.undefined.size();
  }
  say(stdout, "{}: {} vertices, {} triangles\n", one_line(options.out), vertices, triangles);
  if (undefined == 0) return;
  const auto with = std::ranges::find_if(posed, [](const PosedMesh& m) { return !m.undefined.empty(); });
  const Undefined& first = with->undefined.front();
  say(stderr, "warning: {} rows have no output, first {}.{}[{}] ({}); they hold 0\n", undefined, with->name,
      first.array, first.row, first.code);
}

Expected<int> run_pose(PoseOptions options, bool has_time) {
  options.seconds = to_float32(options.seconds);
  if (!std::isfinite(options.seconds)) return fail("NOT_FINITE", "--time", "expected a float32 number");
  if (has_time && options.clip.empty())
    return fail("ARGUMENT", "--time", "is a time in a clip: name the clip with --clip");
  auto loaded = gltf::load(options.file);
  if (!loaded) return refuse_asset(loaded.error());
  print_warnings(options.file, *loaded);
  const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
  PoseChoice choice{std::nullopt, options.seconds, options.method};
  if (!options.clip.empty()) {
    BINDPOSE_TRY(choice.clip, find_clip(*asset, options.clip, "--clip"));
  }
  BINDPOSE_TRY(const auto posed, posed_meshes(asset, choice));
  BINDPOSE_TRY(const auto bytes, bytes_of(posed, options));
  BINDPOSE_CHECK(write_file(options.out, std::string_view(bytes)));
  print_written(posed, options);
  return 0;
}

}  // namespace

void add_pose_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<PoseOptions>();
  CLI::App* pose =
      app.add_subcommand("pose", "Write the mesh of a glTF file at one moment, posed by the reference");
  pose->add_option("FILE", options->file, "A .gltf or .glb file")->required();
  pose->add_option("--clip", options->clip, "Name or number of a clip; without it the rest pose");
  CLI::Option* time =
      pose->add_option("--time", options->seconds, "Seconds in the clip, rounded to float32; default: 0");
  pose->add_option("--method", options->method,
                   fmt::format("How skins follow their joints: {}; default: lbs. A mesh below a node is "
                               "rigid",
                               fmt::join(pose_methods(), ", ")));
  pose->add_option("-o,--out", options->out,
                   "File to write: .glb in float32, .safetensors or .ply in double precision")
      ->required();
  pose->footer(
      "The file is written whole or not at all.\n"
      "Exit code: 0 written, 1 the glTF file is not valid, 2 any other error.\n"
      "Example: bindpose pose hero.glb --clip walk --time 0.5 --method dqs -o posed.glb");
  pose->callback([options, time, &exit_code] { exit_code = done(run_pose(*options, time->count() > 0)); });
}

}  // namespace bindpose::conformance
