// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mesh of an input moved vertex by vertex, and the space that a deformer works in.
//
// Formula. A deformer D maps points; J is its Jacobian at the vertex. Directions leave as
//   n' = normalize(det(J) J^-T n),   t' = normalize(J t),   the handedness passes through unchanged
// Source. A. H. Barr, Global and local deformations of solid primitives, SIGGRAPH 1984: the tangent and normal transformation rules.
#pragma once

#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"

namespace bindpose::deform {

/// A vertex or its deformed copy; directions of any length, 0 in a mesh without them.
template <class T>
struct Vertex {
  Vec3<T> x = Vec3<T>::Zero();  ///< position, metres
  Vec3<T> n = Vec3<T>::Zero();  ///< normal
  Vec3<T> t = Vec3<T>::Zero();  ///< tangent
};

enum class Form { quaternion, matrix };
/// How the quaternion is applied; the algorithm's page has the other differences.
extern const Choice<Form> forms;

/// deformer_origin, deformer_rotation.
ArrayList deformer_arrays();

/// Errors PARAMETER_RANGE if a number is not above the previous one.
Expected<void> require_increasing(const Array::Reals& numbers, const char* array);

/// mesh_from_deformer: x -> o + q(x).
template <class T>
class Deformer {
 public:
  Deformer(const Inputs<T>& in, Form form)
      : o_(in.template rows<3>("deformer_origin")[0]),
        q_(in.quaternions("deformer_rotation")[0]),
        R_(stored_entries(rotation_matrix(q_))),
        form_(form) {}

  Vertex<T> into(const Vertex<T>& v) const { return {stored_entries(back(v.x - o_)), back(v.n), back(v.t)}; }
  Vertex<T> out_of(const Vertex<T>& v) const { return {turned(v.x) + o_, turned(v.n), turned(v.t)}; }

 private:
  Vec3<T> turned(const Vec3<T>& d) const {
    return form_ == Form::matrix ? Vec3<T>(R_ * d) : bindpose::rotate(q_, d);
  }
  Vec3<T> back(const Vec3<T>& d) const {
    return form_ == Form::matrix ? Vec3<T>(R_.transpose() * d) : bindpose::rotate(bindpose::conjugate(q_), d);
  }

  Vec3<T> o_;
  Quat<T> q_;
  Mat3<T> R_;
  Form form_;
};

/// Vertex v of the mesh of an input.
template <class T>
Vertex<T> vertex_of(const Surface<T>& mesh, std::size_t v) {
  Vertex<T> vertex{mesh.positions[v]};
  if (!mesh.normals.empty()) vertex.n = mesh.normals[v];
  if (!mesh.tangents.empty()) vertex.t = {mesh.tangents[v][0], mesh.tangents[v][1], mesh.tangents[v][2]};
  return vertex;
}

/// The output: change(Vertex<T>) -> Vertex<T> of every vertex, with unit directions. One open comparison
/// (Branches) is judged both ways; a vertex with several has more than two right outputs, and is not judged.
template <class T, class Change>
Result<T> deformed_mesh(const Inputs<T>& in, Change change) {
  Surface<T> y{in.template rows<3>("positions"), {}, {}, {}};
  if (in.has("normals")) y.normals = in.template rows<3>("normals");
  if (in.has("tangents")) y.tangents = in.template rows<4>("tangents");
  for (std::size_t v = 0; v < y.positions.size(); ++v) {
    const std::uint64_t open = Branches::current().undecided;
    Vertex<T> moved = change(vertex_of(y, v));
    if (Branches::current().undecided > open + 1) leave_undecided(moved);
    y.positions[v] = moved.x;
    if (!y.normals.empty()) {
      normalize_row(moved.n, "normals", v, "ZERO_NORMAL", y.undefined);
      y.normals[v] = moved.n;
    }
    if (!y.tangents.empty()) {
      normalize_row(moved.t, "tangents", v, "ZERO_TANGENT", y.undefined);
      y.tangents[v] = {moved.t[0], moved.t[1], moved.t[2], y.tangents[v][3]};
    }
  }
  Result<T> result;
  append_surface(result, y);
  return result;
}

/// Deforms a mesh by a kernel that works in the deformer's space.
template <class T, class Kernel>
Result<T> deformed_in_space(const Inputs<T>& in, Form form, Kernel kernel) {
  const Deformer<T> deformer(in, form);
  return deformed_mesh(in,
                       [&](const Vertex<T>& rest) { return deformer.out_of(kernel(deformer.into(rest))); });
}

}  // namespace bindpose::deform
