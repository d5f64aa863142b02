// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: takes each input apart, calls the exercises, puts the output together. You need not change it;
// look here to see which exercises an input needs. plug.cpp says which function answers which algorithm.
//
// Outputs may also have stages (world, palette): if the output is wrong, the judge reads them and names the
// first wrong stage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "adapter.h"
#include "exercises.h"

namespace course {

// --- an input, and where its output goes ---

class Exchange : public engines::Arrays {
 public:
  Exchange(const bindpose_question& question, bindpose_answer& answer)
      : Arrays(question, answer), question_(question) {}

  /// Vectors, quaternions and matrices are nothing but doubles, one after the other.
  template <class T>
  std::vector<T> elements(const std::string& name) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);
    const engines::Numbers given = numbers(name);
    const Numbers converted(given.begin(), given.end());
    std::vector<T> all(converted.size() * sizeof(double) / sizeof(T));
    std::memcpy(static_cast<void*>(all.data()), converted.data(), all.size() * sizeof(T));
    return all;
  }
  /// Empty if the input does not have the array.
  template <class T>
  std::vector<T> optional_elements(const std::string& name) const {
    return has(name) ? elements<T>(name) : std::vector<T>{};
  }
  double number(const std::string& name) const { return elements<double>(name).at(0); }

  /// Rows of the last extent's length.
  std::vector<Numbers> rows(const std::string& name) const {
    const Numbers numbers = elements<double>(name);
    const bindpose_array& array = *bindpose_find(question_.inputs, question_.input_count, name.c_str());
    const std::size_t width = array.shape[array.rank - 1];
    std::vector<Numbers> all;
    for (auto row = numbers.begin(); row != numbers.end(); row += static_cast<std::ptrdiff_t>(width))
      all.emplace_back(row, row + static_cast<std::ptrdiff_t>(width));
    return all;
  }

  /// True if an option has this value.
  bool asks(const std::string& name, const std::string& value) const {
    for (std::size_t i = 0; i < question_.option_count; ++i)
      if (name == question_.options[i]->name) return value == question_.options[i]->value;
    return false;
  }
  /// Which of the values an option has.
  int option(const std::string& name, const std::vector<std::string>& values) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (asks(name, values[i])) return static_cast<int>(i);
    throw std::runtime_error("option '" + name + "' has no value that we know");
  }
  NormalRule normal_rule() const {
    return static_cast<NormalRule>(option(
        "normal_rule",
        {"direction", "inverse-transpose", "inverse-transpose-of-blend", "blend-of-inverse-transposes"}));
  }
  Pivot pivot() const {
    return static_cast<Pivot>(
        option("pivot", {"first-influence", "largest-weight", "first-slot", "running-sum"}));
  }

  /// Fills the output or the stage of that name; does nothing where the input asks for none. A number that
  /// was never written stays what the judge has put there, so that the judge finds it.
  template <class T>
  void put_elements(const std::string& name, const std::vector<T>& all) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);
    std::vector<std::uint64_t> words(all.size() * sizeof(T) / sizeof(double));
    std::memcpy(words.data(), all.data(), all.size() * sizeof(T));
    engines::Numbers numbers(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == of_gcc || words[i] == of_clang) {  // out of float's range
        std::memcpy(&numbers[i], &never_written, sizeof never_written);
        continue;
      }
      double number = 0;
      std::memcpy(&number, &words[i], sizeof number);
      numbers[i] = static_cast<float>(number);
    }
    put(name, numbers);
  }

 private:
  // With what compilers fill local variables (Makefile), and the judge fills outputs.
  static constexpr std::uint64_t of_gcc = 0xfefefefefefefefe, of_clang = 0xffffffffffffffff;
  static constexpr std::uint32_t never_written = 0x7fa5b1d5;

  const bindpose_question& question_;
};

// --- the skeleton ---

inline std::vector<JointTrack> read_tracks(const Exchange& x) {
  const std::vector<int> list = x.integers("tracks");
  std::vector<JointTrack> tracks;
  for (std::size_t i = 0; 3 * i < list.size(); ++i) {
    const std::string name = "track_" + std::to_string(i);
    const auto path = static_cast<JointTrack::Path>(list[3 * i + 1]);
    tracks.push_back({list[3 * i],
                      path,
                      static_cast<JointTrack::Interpolation>(list[3 * i + 2]),
                      {x.elements<double>(name + "_times"), x.rows(name + "_values"),
                       path == JointTrack::Path::rotation}});
  }
  return tracks;
}

inline std::vector<Trs> local_trs(const Exchange& x) {
  const auto translations = x.elements<Vec3>("local_translations");
  const auto rotations = x.elements<Quat>("local_rotations");
  const auto scales = x.elements<Vec3>("local_scales");
  std::vector<Trs> locals;
  for (std::size_t j = 0; j < translations.size(); ++j)
    locals.push_back({translations[j], rotations[j], scales[j]});
  return x.has("tracks") ? apply_tracks(locals, read_tracks(x), x.number("time")) : locals;
}

/// parent_from_joint of every joint: from translation, rotation and scale, or the matrix that is given.
inline std::vector<Mat34> local_matrices(const Exchange& x, const std::vector<Trs>& locals) {
  const std::vector<int> is_matrix =
      x.has("local_is_matrix") ? x.integers("local_is_matrix") : std::vector<int>{};
  const auto given = x.optional_elements<Mat34>("local_matrices");
  std::vector<Mat34> matrices;
  for (const Trs& joint : locals) {
    const std::size_t j = matrices.size();
    matrices.push_back(j < is_matrix.size() && is_matrix[j] != 0
                           ? given.at(j)
                           : matrix_from_trs(joint.translation, joint.rotation, joint.scale));
  }
  return matrices;
}

inline std::vector<Mat34> world_matrices(Exchange& x) {
  std::vector<Mat34> world = global_matrices(x.integers("parents"), local_matrices(x, local_trs(x)));
  x.put_elements("world", world);
  return world;
}

inline std::vector<Motion> read_motions(const Exchange& x, const std::string& name) {
  const auto rotations = x.elements<Quat>(name + "_rotations");
  const auto translations = x.elements<Vec3>(name + "_translations");
  std::vector<Motion> motions;
  for (std::size_t j = 0; j < rotations.size(); ++j)
    motions.push_back({rotations[j], translations[j]});
  return motions;
}

inline void put_motions(Exchange& x, const std::string& name, const std::vector<Motion>& motions) {
  Pose pose;
  for (const Motion& motion : motions) {
    pose.rotations.push_back(motion.rotation);
    pose.translations.push_back(motion.translation);
  }
  x.put_elements(name + "_rotations", pose.rotations);
  x.put_elements(name + "_translations", pose.translations);
}

inline std::vector<Motion> world_motions(Exchange& x) {
  std::vector<Motion> world = global_motions(x.integers("parents"), read_motions(x, "local"));
  put_motions(x, "world", world);
  return world;
}

inline void answer_fk_matrix(Exchange& x) {
  world_matrices(x);
}

inline void answer_fk_quaternion(Exchange& x) {
  world_motions(x);
}

inline void put_bones(Exchange& x, const std::vector<Mat34>& world) {
  std::vector<Vec3> ends;
  for (const auto& [joint, parent] : bones(x.integers("parents"), world))
    ends.insert(ends.end(), {joint, parent});
  x.put_elements("bones", ends);
}

inline void answer_bones(Exchange& x) {
  put_bones(x, world_matrices(x));
}

inline void answer_inverse_bind(Exchange& x) {
  std::vector<Mat34> inverse;
  for (const Mat34& bind : x.elements<Mat34>("bind"))
    inverse.push_back(inverse_bind(bind));
  x.put_elements("inverse_binds", inverse);
}

inline void answer_palette(Exchange& x) {
  x.put_elements("palette", palette(x.elements<Mat34>("world"), x.elements<Mat34>("inverse_binds")));
}

// --- time ---

inline void answer_lerp(Exchange& x) {
  const Numbers a = x.elements<double>("a"), b = x.elements<double>("b"), t = x.elements<double>("t");
  const std::size_t width = x.extent("a", 1);
  Numbers values;
  for (std::size_t i = 0; i < a.size(); ++i)
    values.push_back(lerp(a[i], b[i], t[i / width]));
  x.put_elements("values", values);
}

template <Quat (*between)(const Quat&, const Quat&, double)>
void answer_rotations(Exchange& x) {
  const auto a = x.elements<Quat>("a"), b = x.elements<Quat>("b");
  const Numbers t = x.elements<double>("t");
  std::vector<Quat> values;
  for (std::size_t i = 0; i < t.size(); ++i)
    values.push_back(between(a[i], b[i], t[i]));
  x.put_elements("values", values);
}

inline std::vector<Pose> read_key_poses(const Exchange& x) {
  const auto translations = x.elements<Vec3>("translations");
  const auto rotations = x.elements<Quat>("rotations");
  const auto joints = static_cast<std::ptrdiff_t>(x.extent("translations", 1));
  std::vector<Pose> keys;
  for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(x.extent("times", 0)); ++k)
    keys.push_back({{translations.begin() + k * joints, translations.begin() + (k + 1) * joints},
                    {rotations.begin() + k * joints, rotations.begin() + (k + 1) * joints}});
  return keys;
}

inline void put_key_pose(Exchange& x, const Numbers& times, const std::vector<Pose>& keys) {
  const Pose pose = key_poses(times, x.number("period"), x.number("t"), keys);
  x.put_elements("translations", pose.translations);
  x.put_elements("rotations", pose.rotations);
}

inline void answer_key_poses(Exchange& x) {
  put_key_pose(x, x.elements<double>("times"), read_key_poses(x));
}

template <Numbers (*sample)(const Track&, double)>
void answer_track(Exchange& x) {
  const Track track = {x.elements<double>("times"), x.rows("values"), x.integers("is_rotation").at(0) != 0};
  Numbers values;
  for (const double t : x.elements<double>("t")) {
    const Numbers value = sample(track, t);
    values.insert(values.end(), value.begin(), value.end());
  }
  x.put_elements("values", values);
}

// --- skins ---

inline std::vector<Influences> read_influences(const Exchange& x) {
  const std::vector<int> joints = x.integers("joints");
  const Numbers weights = x.optional_elements<double>("weights");
  const std::size_t slots = x.extent("joints", 1);
  std::vector<Influences> all(x.extent("joints", 0));
  for (std::size_t i = 0; i < joints.size(); ++i)
    all[i / slots].push_back({joints[i], weights.empty() ? 1 : weights[i]});
  return all;
}

/// skin_vertex(v, vertex) -> Vertex. The tangent's fourth number, the handedness, passes through.
template <class SkinVertex>
void skin(Exchange& x, SkinVertex skin_vertex) {
  const auto positions = x.elements<Vec3>("positions");
  const auto normals = x.optional_elements<Vec3>("normals");
  const auto tangents = x.optional_elements<Quat>("tangents");
  std::vector<Vec3> moved, turned;
  std::vector<Quat> along;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    Vertex vertex{positions[v], {}, {}};
    if (!normals.empty()) vertex.normal = normals[v];
    if (!tangents.empty()) vertex.tangent = {tangents[v].x, tangents[v].y, tangents[v].z};
    vertex = skin_vertex(v, vertex);
    moved.push_back(vertex.position);
    if (!normals.empty()) turned.push_back(vertex.normal);
    if (!tangents.empty())
      along.push_back({vertex.tangent.x, vertex.tangent.y, vertex.tangent.z, tangents[v].w});
  }
  x.put_elements("positions", moved);
  x.put_elements("normals", turned);
  x.put_elements("tangents", along);
}

/// The skinning matrices: given, or computed from the pose.
inline std::vector<Mat34> asked_palette(Exchange& x) {
  if (x.has("palette")) return x.elements<Mat34>("palette");
  std::vector<Mat34> matrices = palette(world_matrices(x), x.elements<Mat34>("inverse_binds"));
  x.put_elements("palette", matrices);
  return matrices;
}

/// Motions of joints that only rotate and translate.
inline std::vector<Motion> asked_motions(Exchange& x) {
  if (x.has("palette_rotations")) return read_motions(x, "palette");
  const std::vector<Motion> world = world_motions(x), inverse_binds = read_motions(x, "inverse_bind");
  std::vector<Motion> moved;
  for (std::size_t j = 0; j < world.size(); ++j)
    moved.push_back(motion_product(world[j], inverse_binds[j]));
  put_motions(x, "palette", moved);
  return moved;
}

inline void skin_rigidly(Exchange& x, const std::vector<Mat34>& matrices) {
  const std::vector<int> joints = x.integers("joints");
  const NormalRule rule = x.normal_rule();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return rigid_vertex(matrices.at(static_cast<std::size_t>(joints[v])), vertex, rule);
  });
}

/// Each part is stored in its joint's space, so the matrices are world_from_joint.
inline void answer_rigid_parts(Exchange& x) {
  skin_rigidly(x, x.has("palette") ? x.elements<Mat34>("palette") : world_matrices(x));
}

/// The parts are stored in mesh space, so the matrices are mesh_from_mesh.
inline void answer_stitching(Exchange& x) {
  skin_rigidly(x, asked_palette(x));
}

inline void answer_linear_blend(Exchange& x) {
  const std::vector<Mat34> matrices = asked_palette(x);
  const std::vector<Influences> influences = read_influences(x);
  const NormalRule rule = x.normal_rule();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return linear_blend(influences[v], matrices, vertex, rule);
  });
}

inline void answer_dual_quaternion(Exchange& x) {
  const std::vector<Motion> motions = asked_motions(x);
  const auto stretches = x.optional_elements<Mat3>("palette_stretches");
  const std::vector<Influences> influences = read_influences(x);
  const Pivot pivot = x.pivot();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return dual_quaternion(influences[v], motions, stretches, vertex, pivot);
  });
}

inline void answer_centre_of_rotation(Exchange& x) {
  const std::vector<Motion> motions = asked_motions(x);
  const auto centres = x.elements<Vec3>("centres");
  const std::vector<int> has_centre = x.integers("has_centre");
  const std::vector<Influences> influences = read_influences(x);
  const Pivot pivot = x.pivot();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return centre_of_rotation(influences[v], motions, has_centre[v] != 0 ? &centres[v] : nullptr, vertex,
                              pivot);
  });
}

}  // namespace course
