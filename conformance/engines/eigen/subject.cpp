// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Eigen in float32 before the judge, whose reference uses it in double precision.
#include "../maths.h"
#include <Eigen/Geometry>

namespace {

using Vector = Eigen::Map<const Eigen::Vector3f>;
using Quaternion = Eigen::Map<const Eigen::Quaternionf>;
using Rows = Eigen::Matrix<float, 3, 4, Eigen::RowMajor>;

struct Library {
  using Matrix = Eigen::Affine3f;

  static Matrix matrix(const float* rows) {
    Matrix m = Matrix::Identity();
    m.affine() = Eigen::Map<const Rows>(rows);
    return m;
  }
  static void rows(const Matrix& m, float* to) { Eigen::Map<Rows>{to} = m.affine(); }
  static Matrix compose(const float* t, const float* q, const float* s) {
    return Eigen::Translation3f(Vector(t)) * Quaternion(q) * Eigen::Scaling(Eigen::Vector3f(Vector(s)));
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
  static Matrix inverse(const Matrix& m) { return m.inverse(); }
  static void slerp(const float* a, const float* b, float t, float* to) {
    Eigen::Map<Eigen::Quaternionf>{to} = Quaternion(a).slerp(t, Quaternion(b));
  }
  static Matrix zero() {
    Matrix m = Matrix::Identity();
    m.affine().setZero();
    return m;
  }
  static Matrix add(Matrix sum, const Matrix& m, float weight) {
    sum.affine() += weight * m.affine();
    return sum;
  }
  static void point(const Matrix& m, const float* p, float* to) {
    Eigen::Map<Eigen::Vector3f>{to} = m * Vector(p);
  }
  static void direction(const Matrix& m, const float* d, float* to) {
    Eigen::Map<Eigen::Vector3f>{to} = (m.linear() * Vector(d)).normalized();
  }
};

/// As maths_table, without lerp, which Eigen has no function for.
constexpr engines::Answer<engines::Arrays> table[] = {
    engines::offers("fk.matrix", "pose", "scale_inheritance=with-shear rotations=as-given",
                    engines::answer_fk_matrix<Library>),
    engines::offers("skeleton.inverse-bind", "pose", nullptr, engines::answer_inverse_bind<Library>),
    engines::offers("skeleton.palette", "pose", nullptr, engines::answer_palette<Library>),
    engines::offers("interp.slerp", "pose", nullptr, engines::answer_slerp<Library>),
    engines::offers("lbs", "palette", "normal_rule=direction tangent_rule=direction",
                    engines::answer_linear_blend<Library>),
    engines::offers("lbs", "pose", "normal_rule=direction tangent_rule=direction without=tracks",
                    engines::answer_linear_blend<Library>),
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<engines::Arrays, table>("Eigen", ENGINE_VERSION);
}
