// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in C++: the same shape as theirs, with the course's solution in the place of the engine. It
// uses the same maths.h as GLM and Eigen. If it fails, bindpose, adapter.h or maths.h is wrong.
#include <cmath>
#include <numeric>

#include "file.h"
#include "library.h"

namespace control {
namespace {

using namespace course;

/// What maths.h answers.
template <void (*answer)(engines::Arrays&)>
void by_library(Exchange& x) {
  answer(x);
}

// --- conventions that engines declare and the course does not have ---

/// Scales and rotations go down the chain each for itself.
std::vector<Mat34> without_shear(const std::vector<int>& parents, const std::vector<Trs>& locals) {
  const auto by_axis = [](const Vec3& a, const Vec3& b) { return Vec3{a.x * b.x, a.y * b.y, a.z * b.z}; };
  std::vector<Motion> motions;
  std::vector<Vec3> scales;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    Vec3 above{1, 1, 1};
    for (int p = parents[j]; p >= 0; p = parents[p])
      above = by_axis(above, locals[p].scale);
    motions.push_back({locals[j].rotation, by_axis(above, locals[j].translation)});
    scales.push_back(by_axis(above, locals[j].scale));
  }
  std::vector<Mat34> world;
  for (const Motion& motion : global_motions(parents, motions))
    world.push_back(matrix_from_trs(motion.translation, motion.rotation, scales[world.size()]));
  return world;
}

Quat unit(const Quat& q) {
  return nlerp(q, q, 0);
}

std::vector<Mat34> world_as_asked(Exchange& x) {
  const std::vector<int> parents = x.integers("parents");
  std::vector<Trs> locals = local_trs(x);
  if (x.asks("rotations", "kept-unit"))
    for (Trs& local : locals)
      local.rotation = unit(local.rotation);
  const auto world = x.asks("scale_inheritance", "without-shear")
                         ? without_shear(parents, locals)
                         : global_matrices(parents, local_matrices(x, locals));
  x.put_elements("world", world);
  return world;
}

/// The given palette, or a pose's palette; without inverse binds, a part is stored in its joint's space.
std::vector<Mat34> palette_as_asked(Exchange& x) {
  if (x.has("palette")) return x.elements<Mat34>("palette");
  const std::vector<Mat34> world = world_as_asked(x);
  if (!x.has("inverse_binds")) return world;
  const std::vector<Mat34> product = palette(world, x.elements<Mat34>("inverse_binds"));
  x.put_elements("palette", product);
  return product;
}

Influences influences_as_asked(Influences influences, const Exchange& x) {
  if (x.asks("influences_kept", "four-largest") && influences.size() > 4) {
    std::vector<std::size_t> order(influences.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return influences[a].weight > influences[b].weight; });
    for (std::size_t i = 4; i < order.size(); ++i)
      influences[order[i]].weight = 0;
  }
  double sum = 0;
  for (const Influence& influence : influences)
    sum += influence.weight;
  if (sum == 0 && x.asks("zero_sum", "first-joint")) influences[0].weight = 1;
  if (sum != 0 && x.asks("weight_sum", "renormalised"))
    for (Influence& influence : influences)
      influence.weight /= sum;
  return influences;
}

// --- answers ---

void answer_parts(Exchange& x) {
  skin_rigidly(x, palette_as_asked(x));
}

/// By maths.h for questions without tracks and by default conventions.
void answer_skin(Exchange& x) {
  const bool is_usual = !x.has("tracks") && !x.asks("influences_kept", "four-largest") &&
                        !x.asks("weight_sum", "renormalised") && !x.asks("zero_sum", "first-joint") &&
                        !x.asks("zero_sum", "rest") && !x.asks("rotations", "kept-unit") &&
                        !x.asks("scale_inheritance", "without-shear");
  if (is_usual && x.has("weights")) return engines::answer_linear_blend<Library>(x);
  const std::vector<Mat34> matrices = palette_as_asked(x);
  const std::vector<Influences> given = read_influences(x);
  const Mat34 identity = matrix_from_trs({}, {}, {1, 1, 1});
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    const Influences influences = x.has("weights") ? influences_as_asked(given[v], x) : given[v];
    const bool rests = x.asks("zero_sum", "rest") && std::all_of(influences.begin(), influences.end(),
                                                                 [](auto& i) { return i.weight == 0; });
    return rests ? rigid_vertex(identity, vertex, NormalRule::direction)
                 : linear_blend(influences, matrices, vertex, NormalRule::direction);
  });
}

void answer_world(Exchange& x) {
  world_as_asked(x);
}

void answer_motions(Exchange& x) {
  std::vector<Motion> local = read_motions(x, "local");
  if (x.asks("rotations", "kept-unit"))
    for (Motion& motion : local)
      motion.rotation = unit(motion.rotation);
  put_motions(x, "world", global_motions(x.integers("parents"), local));
}

void answer_segments(Exchange& x) {
  put_bones(x, world_as_asked(x));
}

/// Each vertex has a track of its own.
void answer_vertex_track(Exchange& x) {
  for (const char* name : {"positions", "normals"}) {
    const std::string key_name = std::string("key_") + name;
    if (!x.has(key_name)) continue;
    const std::vector<Numbers> rows = x.rows(key_name);
    const auto keys = static_cast<std::ptrdiff_t>(x.extent(key_name, 1));
    std::vector<Vec3> found;
    for (auto row = rows.begin(); row != rows.end(); row += keys) {
      const Numbers value =
          linear_track({x.elements<double>("key_times"), {row, row + keys}, false}, x.number("time"));
      found.push_back({value[0], value[1], value[2]});
      if (key_name == "key_normals") found.back() = normalize(found.back());
    }
    x.put_elements(name, found);
  }
}

/// A first pose that holds is also a key at 0.
void answer_loop(Exchange& x) {
  Numbers times = x.elements<double>("times");
  std::vector<Pose> keys = read_key_poses(x);
  if (x.asks("before_first_key", "holds") && times.front() > 0) {
    times.insert(times.begin(), 0);
    keys.insert(keys.begin(), Pose(keys.front()));
  }
  put_key_pose(x, times, keys);
}

#define ROTATIONS "rotations=as-given,kept-unit "
#define JOINTS "scale_inheritance=with-shear,without-shear " ROTATIONS
#define WEIGHTS                                                                    \
  "normal_rule=direction tangent_rule=direction weight_sum=as-given,renormalised " \
  "zero_sum=origin,first-joint,rest "                                              \
  "influences_kept=all,four-largest "
#define PARTS "normal_rule=direction,inverse-transpose tangent_rule=direction "

constexpr engines::Answer<Exchange> answers[] = {
    engines::offers("fk.matrix", "pose", JOINTS, answer_world),
    engines::offers("fk.quaternion", "pose", ROTATIONS, answer_motions),
    engines::offers("skeleton.bones", "pose", JOINTS, answer_segments),
    engines::offers("skeleton.inverse-bind", "pose", nullptr,
                    by_library<engines::answer_inverse_bind<Library>>),
    engines::offers("skeleton.palette", "pose", nullptr, by_library<engines::answer_palette<Library>>),
    engines::offers("interp.lerp", "pose", "range=any", by_library<engines::answer_lerp<Library>>),
    engines::offers("interp.nlerp", "pose", nullptr, answer_rotations<nlerp>),
    engines::offers("interp.slerp", "pose", nullptr, by_library<engines::answer_slerp<Library>>),
    engines::offers("anim.step", "pose", nullptr, answer_track<step_track>),
    engines::offers("anim.linear", "pose", nullptr, answer_track<linear_track>),
    engines::offers("anim.cubicspline", "pose", nullptr, answer_track<cubicspline_track>),
    engines::offers("anim.pose-loop", "pose", "before_first_key=wraps,holds", answer_loop),
    engines::offers("anim.vertex", "pose", nullptr, answer_vertex_track),
    engines::offers("lbs", "palette", WEIGHTS, answer_skin),
    engines::offers("lbs", "pose", WEIGHTS JOINTS, answer_skin),
    engines::offers("lbs", "asset", "normal_rule=direction tangent_rule=direction", answer_asset),
    engines::offers("stitching", "palette", PARTS, answer_parts),
    engines::offers("stitching", "pose", PARTS JOINTS, answer_parts),
    engines::offers("rigid-parts", "palette", PARTS, answer_parts),
    engines::offers("rigid-parts", "pose", PARTS JOINTS, answer_parts),
    engines::offers("rigid-parts", "asset", "normal_rule=inverse-transpose tangent_rule=direction",
                    answer_asset),
};

}  // namespace
}  // namespace control

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<control::Exchange, control::answers>("control, C++", ENGINE_VERSION);
}
