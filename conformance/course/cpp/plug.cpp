// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The plug: takes each question apart, calls the exercises, puts the answer together. Nothing needs to be written here
// but what the subject declares: the table of exercises and the limits below it; look here to see which exercises a question
// needs.
//
// Answers may hold stages, too (world, palette): the judge reads them where the answer is wrong, and says which stage
// was the first that was.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindpose/subject.h"
#include "exercises.h"

namespace course {
namespace {

// --- elements of arrays: how many numbers each has, from numbers, to numbers ---

template <class T>
struct Element;

template <>
struct Element<double> {
  static constexpr std::size_t size = 1;
  static double read(const float* n) { return n[0]; }
  static void append(Numbers& to, double x) { to.push_back(x); }
};

template <>
struct Element<Vec3> {
  static constexpr std::size_t size = 3;
  static Vec3 read(const float* n) { return {n[0], n[1], n[2]}; }
  static void append(Numbers& to, const Vec3& v) { to.insert(to.end(), {v.x, v.y, v.z}); }
};

template <>
struct Element<Quat> {
  static constexpr std::size_t size = 4;
  static Quat read(const float* n) { return {n[0], n[1], n[2], n[3]}; }
  static void append(Numbers& to, const Quat& q) { to.insert(to.end(), {q.x, q.y, q.z, q.w}); }
};

template <>
struct Element<Mat3> {
  static constexpr std::size_t size = 9;
  static Mat3 read(const float* n) {
    return {Element<Vec3>::read(n), Element<Vec3>::read(n + 3), Element<Vec3>::read(n + 6)};
  }
};

template <>
struct Element<Mat34> {
  static constexpr std::size_t size = 12;
  static Mat34 read(const float* n) {
    Mat34 m{};
    for (std::size_t e = 0; e < size; ++e)
      m[e / 4][e % 4] = n[e];
    return m;
  }
  static void append(Numbers& to, const Mat34& m) {
    for (const Row4& row : m)
      to.insert(to.end(), row.begin(), row.end());
  }
};

template <>
struct Element<Bone> {
  static void append(Numbers& to, const Bone& bone) {
    Element<Vec3>::append(to, bone.first);
    Element<Vec3>::append(to, bone.second);
  }
};

// --- a question, and where its answer goes ---

class Exchange {
 public:
  Exchange(const bindpose_question& question, bindpose_answer& answer)
      : question_(question), answer_(answer) {}

  bool has(const std::string& name) const { return find(name) != nullptr; }

  /// The extents of an array.
  std::vector<std::size_t> shape(const std::string& name) const {
    const bindpose_array& array = need(name);
    return {array.shape, array.shape + array.rank};
  }

  std::vector<int> integers(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const std::int32_t*>(array.data);
    return {numbers, numbers + array.element_count};
  }

  template <class T>
  std::vector<T> elements(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const float*>(array.data);
    std::vector<T> all;
    for (std::size_t i = 0; i + Element<T>::size <= array.element_count; i += Element<T>::size)
      all.push_back(Element<T>::read(numbers + i));
    return all;
  }
  /// None where there is no such array.
  template <class T>
  std::vector<T> optional_elements(const std::string& name) const {
    return has(name) ? elements<T>(name) : std::vector<T>{};
  }
  double number(const std::string& name) const { return elements<double>(name).at(0); }

  /// Rows of the last extent's length.
  std::vector<Numbers> rows(const std::string& name) const {
    const Numbers numbers = elements<double>(name);
    const std::size_t width = shape(name).back();
    std::vector<Numbers> all;
    for (auto row = numbers.begin(); row != numbers.end(); row += static_cast<std::ptrdiff_t>(width))
      all.emplace_back(row, row + static_cast<std::ptrdiff_t>(width));
    return all;
  }

  /// Which of the values an option has.
  int option(const std::string& name, const std::vector<std::string>& values) const {
    for (std::size_t i = 0; i < question_.option_count; ++i)
      if (name == question_.options[i]->name) {
        const auto value = std::find(values.begin(), values.end(), question_.options[i]->value);
        if (value != values.end()) return static_cast<int>(value - values.begin());
      }
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

  /// Fills the output or the stage of that name; does nothing where the question asks for none.
  void put(const std::string& name, const Numbers& numbers) {
    for (std::size_t i = 0; i < answer_.output_count + answer_.stage_count; ++i) {
      bindpose_array* array =
          i < answer_.output_count ? answer_.outputs[i] : answer_.stages[i - answer_.output_count];
      if (name != array->name) continue;
      if (numbers.size() != array->element_count)
        throw std::runtime_error("'" + name + "' has " + std::to_string(numbers.size()) + " numbers, " +
                                 std::to_string(array->element_count) + " were asked for");
      std::transform(numbers.begin(), numbers.end(), static_cast<float*>(array->data),
                     [](double x) { return static_cast<float>(x); });
      array->filled = 1;
    }
  }
  template <class T>
  void put_elements(const std::string& name, const std::vector<T>& all) {
    Numbers numbers;
    for (const T& element : all)
      Element<T>::append(numbers, element);
    put(name, numbers);
  }

 private:
  const bindpose_array* find(const std::string& name) const {
    return bindpose_find(question_.inputs, question_.input_count, name.c_str());
  }
  const bindpose_array& need(const std::string& name) const {
    const bindpose_array* array = find(name);
    if (!array) throw std::runtime_error("the question has no array '" + name + "'");
    return *array;
  }

  const bindpose_question& question_;
  bindpose_answer& answer_;
};

// --- the skeleton ---

std::vector<JointTrack> read_tracks(const Exchange& x) {
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

std::vector<Trs> local_trs(const Exchange& x) {
  const auto translations = x.elements<Vec3>("local_translations");
  const auto rotations = x.elements<Quat>("local_rotations");
  const auto scales = x.elements<Vec3>("local_scales");
  std::vector<Trs> locals;
  for (std::size_t j = 0; j < translations.size(); ++j)
    locals.push_back({translations[j], rotations[j], scales[j]});
  return x.has("tracks") ? apply_tracks(locals, read_tracks(x), x.number("time")) : locals;
}

/// parent_from_joint of every joint: from translation, rotation and scale, or the matrix that is given.
std::vector<Mat34> local_matrices(const Exchange& x) {
  const std::vector<int> is_matrix =
      x.has("local_is_matrix") ? x.integers("local_is_matrix") : std::vector<int>{};
  const auto given = x.optional_elements<Mat34>("local_matrices");
  std::vector<Mat34> matrices;
  for (const Trs& joint : local_trs(x)) {
    const std::size_t j = matrices.size();
    matrices.push_back(j < is_matrix.size() && is_matrix[j] != 0
                           ? given.at(j)
                           : matrix_from_trs(joint.translation, joint.rotation, joint.scale));
  }
  return matrices;
}

std::vector<Mat34> world_matrices(Exchange& x) {
  std::vector<Mat34> world = global_matrices(x.integers("parents"), local_matrices(x));
  x.put_elements("world", world);
  return world;
}

std::vector<Motion> read_motions(const Exchange& x, const std::string& name) {
  const auto rotations = x.elements<Quat>(name + "_rotations");
  const auto translations = x.elements<Vec3>(name + "_translations");
  std::vector<Motion> motions;
  for (std::size_t j = 0; j < rotations.size(); ++j)
    motions.push_back({rotations[j], translations[j]});
  return motions;
}

void put_motions(Exchange& x, const std::string& name, const std::vector<Motion>& motions) {
  Pose pose;
  for (const Motion& motion : motions) {
    pose.rotations.push_back(motion.rotation);
    pose.translations.push_back(motion.translation);
  }
  x.put_elements(name + "_rotations", pose.rotations);
  x.put_elements(name + "_translations", pose.translations);
}

std::vector<Motion> world_motions(Exchange& x) {
  std::vector<Motion> world = global_motions(x.integers("parents"), read_motions(x, "local"));
  put_motions(x, "world", world);
  return world;
}

void answer_bones(Exchange& x) {
  x.put_elements("bones", bones(x.integers("parents"), world_matrices(x)));
}

void answer_inverse_bind(Exchange& x) {
  std::vector<Mat34> inverse;
  for (const Mat34& bind : x.elements<Mat34>("bind"))
    inverse.push_back(inverse_bind(bind));
  x.put_elements("inverse_binds", inverse);
}

void answer_palette(Exchange& x) {
  x.put_elements("palette", palette(x.elements<Mat34>("world"), x.elements<Mat34>("inverse_binds")));
}

// --- time ---

void answer_lerp(Exchange& x) {
  const Numbers a = x.elements<double>("a"), b = x.elements<double>("b"), t = x.elements<double>("t");
  const std::size_t width = x.shape("a").at(1);
  Numbers values;
  for (std::size_t i = 0; i < a.size(); ++i)
    values.push_back(lerp(a[i], b[i], t[i / width]));
  x.put("values", values);
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

void answer_key_poses(Exchange& x) {
  const auto translations = x.elements<Vec3>("translations");
  const auto rotations = x.elements<Quat>("rotations");
  const auto joints = static_cast<std::ptrdiff_t>(x.shape("translations").at(1));
  const Numbers times = x.elements<double>("times");
  std::vector<Pose> keys;
  for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(times.size()); ++k)
    keys.push_back({{translations.begin() + k * joints, translations.begin() + (k + 1) * joints},
                    {rotations.begin() + k * joints, rotations.begin() + (k + 1) * joints}});
  const Pose pose = key_poses(times, x.number("period"), x.number("t"), keys);
  x.put_elements("translations", pose.translations);
  x.put_elements("rotations", pose.rotations);
}

template <Numbers (*sample)(const Track&, double)>
void answer_track(Exchange& x) {
  const Track track = {x.elements<double>("times"), x.rows("values"), x.integers("is_rotation").at(0) != 0};
  Numbers values;
  for (const double t : x.elements<double>("t")) {
    const Numbers value = sample(track, t);
    values.insert(values.end(), value.begin(), value.end());
  }
  x.put("values", values);
}

// --- skins ---

std::vector<Influences> read_influences(const Exchange& x) {
  const std::vector<int> joints = x.integers("joints");
  const Numbers weights = x.optional_elements<double>("weights");
  const std::size_t slots = x.shape("joints").at(1);
  std::vector<Influences> all(x.shape("joints").at(0));
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
std::vector<Mat34> asked_palette(Exchange& x) {
  if (x.has("palette")) return x.elements<Mat34>("palette");
  std::vector<Mat34> matrices = palette(world_matrices(x), x.elements<Mat34>("inverse_binds"));
  x.put_elements("palette", matrices);
  return matrices;
}

/// The same where joints only turn and move.
std::vector<Motion> asked_motions(Exchange& x) {
  if (x.has("palette_rotations")) return read_motions(x, "palette");
  const std::vector<Motion> world = world_motions(x), inverse_binds = read_motions(x, "inverse_bind");
  std::vector<Motion> moved;
  for (std::size_t j = 0; j < world.size(); ++j)
    moved.push_back(motion_product(world[j], inverse_binds[j]));
  put_motions(x, "palette", moved);
  return moved;
}

void skin_rigidly(Exchange& x, const std::vector<Mat34>& matrices) {
  const std::vector<int> joints = x.integers("joints");
  const NormalRule rule = x.normal_rule();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return rigid_vertex(matrices.at(static_cast<std::size_t>(joints[v])), vertex, rule);
  });
}

/// Each part is stored in its joint's space, so the matrices are world_from_joint.
void answer_rigid_parts(Exchange& x) {
  skin_rigidly(x, x.has("palette") ? x.elements<Mat34>("palette") : world_matrices(x));
}

/// The parts are stored in mesh space, so the matrices are mesh_from_mesh.
void answer_stitching(Exchange& x) {
  skin_rigidly(x, asked_palette(x));
}

void answer_linear_blend(Exchange& x) {
  const std::vector<Mat34> matrices = asked_palette(x);
  const std::vector<Influences> influences = read_influences(x);
  const NormalRule rule = x.normal_rule();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return linear_blend(influences[v], matrices, vertex, rule);
  });
}

void answer_dual_quaternion(Exchange& x) {
  const std::vector<Motion> motions = asked_motions(x);
  const auto stretches = x.optional_elements<Mat3>("palette_stretches");
  const std::vector<Influences> influences = read_influences(x);
  const Pivot pivot = x.pivot();
  skin(x, [&](std::size_t v, const Vertex& vertex) {
    return dual_quaternion(influences[v], motions, stretches, vertex, pivot);
  });
}

void answer_centre_of_rotation(Exchange& x) {
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

// --- what is declared ---

struct Exercise {
  bindpose_capability capability;
  void (*answer)(Exchange&);
};

const Exercise exercises[] = {
    {{sizeof(bindpose_capability), "fk.matrix", "pose", nullptr}, [](Exchange& x) { world_matrices(x); }},
    {{sizeof(bindpose_capability), "fk.quaternion", "pose", nullptr}, [](Exchange& x) { world_motions(x); }},
    {{sizeof(bindpose_capability), "skeleton.bones", "pose", nullptr}, answer_bones},
    {{sizeof(bindpose_capability), "interp.lerp", "pose", nullptr}, answer_lerp},
    {{sizeof(bindpose_capability), "interp.slerp", "pose", nullptr}, answer_rotations<slerp>},
    {{sizeof(bindpose_capability), "anim.pose-loop", "pose", nullptr}, answer_key_poses},
    {{sizeof(bindpose_capability), "rigid-parts", "palette pose", rigid_options}, answer_rigid_parts},
    {{sizeof(bindpose_capability), "stitching", "palette pose", rigid_options}, answer_stitching},
    {{sizeof(bindpose_capability), "skeleton.inverse-bind", "pose", nullptr}, answer_inverse_bind},
    {{sizeof(bindpose_capability), "skeleton.palette", "pose", nullptr}, answer_palette},
    {{sizeof(bindpose_capability), "lbs", "palette pose", linear_options}, answer_linear_blend},
    {{sizeof(bindpose_capability), "interp.nlerp", "pose", nullptr}, answer_rotations<nlerp>},
    {{sizeof(bindpose_capability), "anim.step", "pose", nullptr}, answer_track<step_track>},
    {{sizeof(bindpose_capability), "anim.linear", "pose", nullptr}, answer_track<linear_track>},
    {{sizeof(bindpose_capability), "anim.cubicspline", "pose", nullptr}, answer_track<cubicspline_track>},
    {{sizeof(bindpose_capability), "dqs", "palette pose", pivot_options}, answer_dual_quaternion},
    {{sizeof(bindpose_capability), "cor", "palette pose", pivot_options}, answer_centre_of_rotation},
};

/// What is larger is not asked; 0: no limit.
constexpr std::size_t most_vertices = 0, most_joints = 0, most_influences = 0;

void say(bindpose_answer& answer, const char* message) {
  std::snprintf(answer.message, answer.message_capacity, "%s", message);
}

/// No exception may leave the library.
std::int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  try {
    for (const Exercise& exercise : exercises)
      if (std::string_view(exercise.capability.algorithm) == question->id) {
        Exchange exchange(*question, *answer);
        exercise.answer(exchange);
        return BINDPOSE_OK;
      }
    say(*answer, "an algorithm that was not declared");
  } catch (const std::exception& error) {
    say(*answer, error.what());
  }
  return BINDPOSE_ERROR;
}

}  // namespace
}  // namespace course

const bindpose_subject* bindpose_subject_entry(void) {
  static const std::vector<const bindpose_capability*> list = [] {
    std::vector<const bindpose_capability*> all;
    for (const course::Exercise& exercise : course::exercises)
      all.push_back(&exercise.capability);
    return all;
  }();
  static const bindpose_subject subject = {sizeof(bindpose_subject),
                                           BINDPOSE_PROTOCOL,
                                           course::subject_name,
                                           "1",
                                           "C++",
                                           list.size(),
                                           list.data(),
                                           course::most_vertices,
                                           course::most_joints,
                                           course::most_influences,
                                           course::run};
  return &subject;
}
