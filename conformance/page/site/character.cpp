// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/page/site/character.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/asset/moment.h"
#include "reference/algorithms.h"
#include "reference/gltf/load.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/io/foreign_json.h"
#include "reference/model/numbers_of.h"
#include "reference/model/try.h"
#include "reference/morph/shared/posed_targets.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/arm.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/head.h"
#include "reference/scenes/hose.h"
#include "reference/scenes/limb.h"
#include "reference/scenes/tube.h"
#include "reference/skinning/shared/centres.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/rigid_palette.h"
#include "reference/surface/shared/laplacian.h"
#include "reference/surface/shared/omegas_question.h"

namespace bindpose::page {
namespace {

using conformance::Drawable;
using scenes::degrees;
using scenes::Scene;

struct PlaygroundScene {
  NamedScene named;
  Scene (*posed)();
  Scene (*at_rest)();
};
constexpr scenes::TubeShape fine_tube{.rings = 33, .sides = 24};
constexpr scenes::CylinderShape course_cylinder{};
const PlaygroundScene playground[] = {
    {{"tube", "A closed tube, bent and twisted in its middle"},
     [] { return scenes::tube(degrees(50), degrees(130), fine_tube); },
     [] { return scenes::tube(0, 0, fine_tube); }},
    {{"arm", "An arm with shoulder, elbow and twist of the forearm"},
     [] { return scenes::arm({.elbow = degrees(100), .twist = degrees(80)}); },
     [] { return scenes::arm({}); }},
    {{"cylinder", "The cylinder of the skinning course"},
     [] { return scenes::cylinder(degrees(90), 0, course_cylinder); },
     [] { return scenes::cylinder(0, 0, course_cylinder); }},
    {{"limb", "A limb whose influences meet in the elbow"},
     [] { return scenes::limb(degrees(90), degrees(30)); },
     [] { return scenes::limb(0, 0, {.at_rest_above = true}); }},
    {{"hose", "A chain of eight joints"},
     [] { return scenes::hose(degrees(25), degrees(30)); },
     [] { return scenes::hose(0, 0); }},
    {{"figure", "A walking figure with 23 joints"},
     [] { return scenes::figure(scenes::FigureDetail::full); },
     [] { return scenes::figure_at_rest(scenes::FigureDetail::full); }},
    {{"head", "A head with jaw and eyes"},
     [] { return scenes::head({}, true); },
     [] { return scenes::head(); }},
    {{"bar", "A bar whose bind frames are not aligned with any axis"},
     [] { return scenes::bar(); },
     [] { return scenes::bar({}, true); }},
};

/// Smoothing of delta mush.
constexpr surface::Smoothing smoothing{10, 0.5};

/// Limits that keep the wait short.
constexpr std::size_t most_vertices = 1'000'000, most_pairs = 40'000'000, most_moments = 4'000'000;

Skeleton skeleton_of(const ArraySet& arrays, const std::vector<Affine<double>>& inverse_binds) {
  Skeleton skeleton;
  skeleton.parents = *read_parents(arrays);
  skeleton.inverse_binds = inverse_binds;
  return skeleton;
}

/// Bones from each joint to its first child. The bone of a joint without children continues its parent's with the same length.
void add_bones(ArraySet& arrays, const Skeleton& skeleton) {
  const auto heads = samples::bind_positions(skeleton);
  std::vector<Vec3<double>> tails = heads;
  for (std::size_t j = 0; j < heads.size(); ++j) {
    const auto child = std::ranges::find(skeleton.parents, static_cast<int>(j));
    const int parent = skeleton.parents[j];
    if (child != skeleton.parents.end())
      tails[j] = heads[static_cast<std::size_t>(child - skeleton.parents.begin())];
    else if (parent >= 0)
      tails[j] = scenes::to_float32(Vec3<double>(2 * heads[j] - heads[static_cast<std::size_t>(parent)]));
  }
  arrays.add("bone_heads", {heads.size(), 3}, numbers_of(heads));
  arrays.add("bone_tails", {tails.size(), 3}, numbers_of(tails));
}

Expected<void> check_size(std::size_t needed, std::size_t most, const Algorithm& method) {
  if (needed <= most) return {};
  return fail("MESH_SIZE", std::string(method.id),
              fmt::format("this mesh needs {} steps before it can be posed, the page takes at most {}",
                          needed, most));
}

Expected<void> add_centres(ArraySet& arrays, const Part& part, const Algorithm& method) {
  BINDPOSE_TRY(const Mesh mesh, read_mesh(arrays));
  BINDPOSE_CHECK(check_size(mesh.vertex_count() * part.triangles.size(), most_pairs, method));
  BINDPOSE_TRY(const auto influences, read_influences(arrays, mesh.vertex_count()));
  skinning::add_centres(arrays, skinning::optimised_centres<double>(mesh, influences, part.triangles));
  return {};
}

Expected<ArraySet> with_omegas(const ArraySet& arrays, const Algorithm& method) {
  const std::size_t vertices = arrays.find("positions")->shape[0], joints = arrays.find("parents")->shape[0];
  BINDPOSE_CHECK(check_size(vertices * joints, most_moments, method));
  return surface::with_omegas(arrays, smoothing, surface::LaplacianWeights::uniform);
}

bool asks_for(const Algorithm& method, std::string_view array) {
  return conformance::asks_for(method, array);
}

/// The arrays of a part, with those that this method needs.
Expected<ArraySet> arrays_for(const Part& part, const Algorithm& method) {
  ArraySet arrays = part.arrays;
  const bool is_triangulated = asks_for(method, "triangles") || asks_for(method, "omegas");
  if (is_triangulated && !part.triangles.empty()) add_triangles(arrays, part.triangles);
  if (arrays.has("inverse_binds")) {
    BINDPOSE_TRY(const auto inverse_binds, read_affines<double>(arrays, "inverse_binds"));
    const Skeleton skeleton = skeleton_of(arrays, inverse_binds);
    if (asks_for(method, "inverse_bind_rotations")) {
      BINDPOSE_TRY(const auto rigid, samples::rigid_inverse_binds(skeleton));
      skinning::add_rigids(arrays, "inverse_bind", rigid);
      arrays.remove("inverse_binds");
    }
    if (asks_for(method, "bind_positions")) samples::add_bind_positions(arrays, skeleton);
    if (asks_for(method, "bone_heads")) add_bones(arrays, skeleton);
  }
  if (asks_for(method, "iterations")) surface::add_smoothing(arrays, smoothing);
  if (asks_for(method, "centres")) BINDPOSE_CHECK(add_centres(arrays, part, method));
  if (asks_for(method, "omegas")) return with_omegas(arrays, method);
  return arrays;
}

void put_pose(ArraySet& arrays, const std::vector<int>& parents,
              const std::vector<LocalTransform<double>>& locals) {
  for (const char* name : {"parents", "local_translations", "local_rotations", "local_scales",
                           "local_is_matrix", "local_matrices"})
    arrays.remove(name);
  add_pose(arrays, parents, locals);
}

Array::Reals to_float32(Array::Reals numbers) {
  for (double& number : numbers)
    number = bindpose::to_float32(number);
  return numbers;
}

/// The same input at palette level, with the skinning matrices of a result.
ArraySet at_palette_level(const ArraySet& posed, const Result<double>& result) {
  ArraySet question;
  for (const Array& array : posed)
    if (!array.name.starts_with("local_") && !array.name.starts_with("inverse_bind")) question.put(array);
  bool has_palette = false;
  for (const char* name : {"palette", "palette_rotations", "palette_translations"})
    if (const auto* stage = result.find(name)) {
      question.add(name, stage->shape, to_float32(stage->values));
      has_palette = true;
    }
  const auto* world = result.find("world");
  if (!has_palette && world != nullptr) question.add("palette", world->shape, to_float32(world->values));
  return question;
}

Character with_joints(std::vector<std::string> names, std::size_t count) {
  Character character;
  names.resize(count);
  for (std::size_t j = 0; j < count; ++j)
    if (names[j].empty()) names[j] = fmt::format("joint {}", j);
  character.joints = std::move(names);
  character.rotations.assign(count, Quat<double>::Identity());
  return character;
}

void note_moving_joints(Character& character) {
  character.moves_vertices.assign(character.joints.size(), false);
  for (const std::int32_t strongest : strongest_joints(character))
    for (int joint = strongest; joint >= 0 && !character.moves_vertices[static_cast<std::size_t>(joint)];
         joint = character.parents[static_cast<std::size_t>(joint)])
      character.moves_vertices[static_cast<std::size_t>(joint)] = true;
}

/// Poses a part by its method, and returns the input with the result.
struct PosedPart {
  const Algorithm* algorithm = nullptr;
  Options options;
  ArraySet question;
  Result<double> result;
};

/// The weights of morph targets at the moment, rounded to float32.
std::vector<double> morph_weights(const Character& character, const conformance::Morphing& morphs,
                                  const AskedPose& asked) {
  std::vector<double> weights = morphs.default_weights;
  if (asked.clip)
    if (auto moved = morph::sampled_weights<double>(
            conformance::tracks_of(character.clips[*asked.clip], morphs.node), asked.seconds))
      weights = std::move(*moved);
  return to_float32(std::move(weights));
}

Expected<PosedPart> posed_part(const Character& character, Part& part, const JointPlaces& places,
                               const AskedPose& asked, const Algorithm& method) {
  const Algorithm& own =
      part.is_skinned ? method : *find_algorithm(part.morphs ? "stitching" : "rigid-parts");
  PosedPart posed;
  posed.algorithm = part.morphs ? find_algorithm("morph.then-skin") : &own;
  if (part.morphs) posed.options["method"] = own.id;
  auto known = part.known.find(&own);
  if (known == part.known.end()) {
    BINDPOSE_TRY(auto arrays, arrays_for(part, own));
    known = part.known.emplace(&own, std::move(arrays)).first;
  }
  posed.question = known->second;
  put_pose(posed.question, character.parents, places.locals);
  if (part.morphs) {
    Array::Reals weights = morph_weights(character, *part.morphs, asked);
    const Shape shape = {weights.size()};
    posed.question.put({"target_weights", shape, std::move(weights)});
  }
  BINDPOSE_TRY(posed.result, posed.algorithm->implementation.in_double(posed.question, posed.options));
  return posed;
}

Expected<Array::Reals> on_device(gpu::Skinner& device, const PosedPart& posed, const ArraySet& question) {
  const auto variants = gpu::supported_variants(*posed.algorithm, gpu::Api::webgl);
  if (variants.empty())
    return fail("NOT_SUPPORTED", std::string(posed.algorithm->id), "no shader computes this method");
  BINDPOSE_TRY(const auto answer, device.run(*posed.algorithm, question, posed.options, variants.front()));
  BINDPOSE_TRY(const Array* positions, answer.require_reals("positions", {ArraySet::any, 3}));
  return positions->reals();
}

Expected<void> add_part(PosedVertices& vertices, const Side& side, bool from_palette,
                        const PosedPart& posed) {
  Result<double> result = posed.result;
  if (from_palette) {
    const ArraySet question = at_palette_level(posed.question, posed.result);
    if (side.device != nullptr) {
      BINDPOSE_TRY(const auto positions, on_device(*side.device, posed, question));
      vertices.positions.insert(vertices.positions.end(), positions.begin(), positions.end());
      return {};
    }
    BINDPOSE_TRY(result, posed.algorithm->implementation.in_double(question, posed.options));
  }
  const std::size_t before = vertices.positions.size() / 3;
  const auto& positions = result.find("positions")->values;
  vertices.positions.insert(vertices.positions.end(), positions.begin(), positions.end());
  for (const Undefined& row : result.undefined)
    if (row.array == "positions") vertices.undefined.push_back({row.array, before + row.row, row.code});
  return {};
}

/// "arm.glb#/skins/0"; "arm.glb, byte 12"
std::string place_in(const std::string& file, const std::string& pointer) {
  if (pointer.empty()) return file;
  return pointer.starts_with('@') ? file + ", byte " + pointer.substr(1) : file + "#" + pointer;
}

/// True if the method poses a skin, and needs only the inputs that arrays_for() makes.
bool poses(const Algorithm& method, const Part& part) {
  const auto has = [](const auto& list, const auto& one) {
    return std::ranges::find(list, one) != list.end();
  };
  if (!has(method.levels, Level::pose) || !has(method.outputs, std::string_view("positions")) ||
      (!asks_for(method, "inverse_binds") && !asks_for(method, "inverse_bind_rotations")))
    return false;
  const auto arrays = arrays_for(part, method);
  return arrays && check(method.implementation.declaration, *arrays);
}

}  // namespace

std::vector<NamedScene> named_scenes() {
  std::vector<NamedScene> named;
  for (const PlaygroundScene& scene : playground)
    named.push_back(scene.named);
  return named;
}

const std::vector<const Algorithm*>& methods() {
  static const std::vector<const Algorithm*> found = [] {
    const Character tube = *scene_character("tube");
    std::vector<const Algorithm*> all;
    for (const Algorithm& method : algorithms())
      if (poses(method, tube.parts.front())) all.push_back(&method);
    std::ranges::stable_sort(all, std::less{}, [](const Algorithm* method) { return method->id != "lbs"; });
    return all;
  }();
  return found;
}

std::size_t Character::vertex_count() const {
  std::size_t count = 0;
  for (const Part& part : parts)
    count += part.arrays.find("positions")->shape[0];
  return count;
}

Expected<Character> scene_character(std::string_view name) {
  const auto* const found =
      std::ranges::find(playground, name, [](const PlaygroundScene& scene) { return scene.named.name; });
  if (found == std::end(playground)) return fail("NAME_UNKNOWN", printable(name), "expected a scene");
  const Scene rest = found->at_rest(), posed = found->posed();
  const std::size_t joints = rest.rig.skeleton.joint_count();
  Character character = with_joints(rest.rig.skeleton.names, joints);
  character.parents = rest.rig.skeleton.parents;
  character.rest = rest.pose.locals;
  for (std::size_t j = 0; j < joints; ++j)
    character.rotations[j] = character.rest[j].trs.rotation.conjugate() * posed.pose.locals[j].trs.rotation;
  Part part;
  part.name = name;
  BINDPOSE_TRY(part.arrays, scenes::pose_question(rest));
  part.triangles = rest.rig.mesh.triangles;
  character.parts.push_back(std::move(part));
  note_moving_joints(character);
  return character;
}

Expected<Character> file_character(std::span<const std::byte> file, const std::string& name) {
  auto parsed = gltf::parse(file, "", name);
  if (!parsed) {
    const gltf::Issue& first = parsed.error().issues.front();
    return fail(first.code, place_in(name, first.pointer), first.message);
  }
  const auto asset = std::make_shared<const gltf::Asset>(std::move(*parsed));
  std::vector<std::string> names;
  for (const gltf::Node& node : asset->nodes)
    names.push_back(node.name);
  Character character = with_joints(std::move(names), asset->nodes.size());
  const conformance::NodePose pose = conformance::rest_pose(*asset);
  character.parents = pose.parents;
  character.rest = pose.locals;
  character.clips = asset->clips;
  std::vector<Drawable> drawables = conformance::drawables(*asset);
  std::size_t vertices = 0;
  for (const Drawable& each : drawables)
    vertices += each.rig.mesh.vertex_count();
  if (vertices > most_vertices)
    return fail("MESH_SIZE", name,
                fmt::format("{} vertices, the page takes at most {}", vertices, most_vertices));
  for (Drawable& each : drawables) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const bool is_morphed = drawable->morphing.has_value();
    Part part;
    part.name = drawable->name;
    BINDPOSE_TRY(part.arrays, conformance::ask_pose({asset, drawable, std::nullopt, 0}, is_morphed));
    part.triangles = drawable->rig.mesh.triangles;
    part.is_skinned = drawable->skinned;
    part.morphs = drawable->morphing;
    if (part.morphs) part.morphs->targets.clear();
    character.parts.push_back(std::move(part));
  }
  if (character.parts.empty()) return fail("NO_MESH", name, "the file shows no mesh");
  note_moving_joints(character);
  return character;
}

Expected<JointPlaces> joint_places(const Character& character, const AskedPose& asked) {
  JointPlaces places;
  places.locals = character.rest;
  if (asked.clip) {
    ArraySet pose;
    add_pose(pose, character.parents, character.rest);
    add_tracks(pose, conformance::tracks_of(character.clips[*asked.clip]), asked.seconds);
    BINDPOSE_TRY(places.locals, skinning::posed_locals<double>(pose, character.parents.size()));
  }
  for (std::size_t j = 0; j < places.locals.size() && j < asked.rotations.size(); ++j) {
    LocalTransform<double>& local = places.locals[j];
    const Quat<double>& q = asked.rotations[j];
    if (local.is_matrix) local.matrix.linear *= q.toRotationMatrix();
    local.trs.rotation = (local.trs.rotation * q).normalized();
    local.matrix = scenes::to_float32(local.matrix);
    local.trs.rotation = scenes::to_float32(local.trs.rotation);
    local.trs.translation = scenes::to_float32(local.trs.translation);
    local.trs.scale = scenes::to_float32(local.trs.scale);
  }
  BINDPOSE_TRY(places.worlds, hierarchy::fk_matrix<double>(character.parents, places.locals));
  return places;
}

Expected<PosedVertices> posed_vertices(Character& character, const JointPlaces& places,
                                       const AskedPose& asked, const Side& side, bool from_palette) {
  PosedVertices vertices;
  for (Part& part : character.parts) {
    const auto added = [&]() -> Expected<void> {
      BINDPOSE_TRY(const auto posed, posed_part(character, part, places, asked, *side.method));
      return add_part(vertices, side, from_palette, posed);
    }();
    if (!added)
      return fail(added.error().code, part.name + ": " + added.error().where, added.error().message);
  }
  return vertices;
}

std::vector<std::int32_t> strongest_joints(const Character& character) {
  std::vector<std::int32_t> strongest;
  for (const Part& part : character.parts) {
    const std::size_t vertices = part.arrays.find("positions")->shape[0];
    const auto influences = read_influences(part.arrays, vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
      std::int32_t joint = -1;
      double most = 0;
      for (std::size_t i = v * influences->width; i < (v + 1) * influences->width; ++i)
        if (influences->weights[i] > most) {
          most = influences->weights[i];
          joint = static_cast<std::int32_t>(influences->joints[i]);
        }
      strongest.push_back(joint);
    }
  }
  return strongest;
}

}  // namespace bindpose::page
