// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/metamorphic/frames.h"

#include "reference/model/rows.h"

namespace bindpose::conformance::frames {
namespace {

/// R, or -R if R mirrors: this rotation transforms the axis of a rotation.
Quat<double> turn_of(const Frame& frame) {
  const Mat3<double> turn = frame.R.determinant() < 0 ? Mat3<double>(-frame.R) : frame.R;
  return Quat<double>(turn);
}

const Frame& frame_of(Space space, const Frames& g, const Row& row) {
  if (space == Space::parent) return row.is_of_root ? g.outer : g.inner;
  return space == Space::mesh || space == Space::world || space == Space::model ? g.outer : g.inner;
}

Action affine_action(const Frame& a, const Frame& b, double scale) {
  return {12, [=](Eigen::VectorXd& row) {
            const Affine<double> M = affine_at(row.data());
            const Mat3<double> C = a.R * M.linear * b.R.transpose();
            put_affine(row.data(), {C, scale * (a.R * M.translation) + a.t - C * b.t});
          }};
}

Action quaternion_action(const Frame& a, const Frame& b) {
  return {4, [p = turn_of(a), r = turn_of(b).conjugate()](Eigen::VectorXd& row) {
            put_quaternion(row.data(), p * quaternion_at(row.data()) * r);
          }};
}

/// The upper triangle of a symmetric 4 by 4 matrix of moments of (x, 1).
Action moments_action(const Frame& frame, double scale) {
  Eigen::Matrix4d G = Eigen::Matrix4d::Identity();
  G.topLeftCorner<3, 3>() = scale * frame.R;
  G.topRightCorner<3, 1>() = frame.t;
  return {10, [G](Eigen::VectorXd& row) {
            Eigen::Matrix4d Omega;
            for (int r = 0, i = 0; r < 4; ++r)
              for (int c = r; c < 4; ++c, ++i)
                Omega(r, c) = Omega(c, r) = row[i];
            Omega = G * Omega * G.transpose();
            for (int r = 0, i = 0; r < 4; ++r)
              for (int c = r; c < 4; ++c, ++i)
                row[i] = Omega(r, c);
          }};
}

Action factor_action(double f) {
  return {1, [f](Eigen::VectorXd& row) { row *= f; }};
}

Action stretch_action(const Frame& frame) {
  return {9, [R = frame.R](Eigen::VectorXd& values) {
            Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> S(values.data());
            S = (R * S * R.transpose()).eval();
          }};
}

Action tangent_action(const Frame& frame, bool mirrors) {
  return {4, [R = frame.R, f = mirrors ? -1.0 : 1.0](Eigen::VectorXd& tangent) {
            tangent.head<3>() = (R * tangent.head<3>()).eval();
            tangent[3] *= f;
          }};
}

}  // namespace

Frames inverse_of(const Frames& g) {
  const auto inverse = [&g](const Frame& frame) {
    return Frame{frame.R.transpose(), frame.R.transpose() * -frame.t / g.scale};
  };
  return {1 / g.scale, inverse(g.outer), inverse(g.inner)};
}

RowMap map_of(const Action& action) {
  RowMap map{Eigen::MatrixXd(action.width, action.width), Eigen::VectorXd::Zero(action.width)};
  action.act(map.c);
  for (Eigen::Index c = 0; c < action.width; ++c) {
    Eigen::VectorXd unit = Eigen::VectorXd::Unit(action.width, c);
    action.act(unit);
    map.L.col(c) = unit - map.c;
  }
  return map;
}

Action vector_action(const Mat3<double>& R, double f, const Vec3<double>& t) {
  return {3, [=](Eigen::VectorXd& row) { row = f * (R * row) + t; }};
}

std::optional<Action> action_of(const ArrayDeclaration& array, const Frames& g, const Row& row) {
  const Kind& kind = array.kind;
  const Frame &a = frame_of(kind.to, g, row), &b = kind.is_map() ? frame_of(kind.from, g, row) : a;
  switch (kind.of) {
    case Kind::Of::point:
      return vector_action(a.R, g.scale, row.is_direction ? Vec3<double>::Zero() : a.t);
    case Kind::Of::offset:
      return vector_action(a.R, g.scale);
    case Kind::Of::vector:
    case Kind::Of::direction:
      return vector_action(a.R, 1);
    case Kind::Of::tangent:
      return tangent_action(a, g.mirrors());
    case Kind::Of::rotation:
      return kind.to == Space::none ? quaternion_action(g.outer, g.inner) : quaternion_action(a, b);
    case Kind::Of::translation: {
      const bool stays = b.t == Vec3<double>::Zero();
      return vector_action(a.R, g.scale,
                           stays ? a.t : Vec3<double>(a.t - a.R * row.rotation * b.R.transpose() * b.t));
    }
    case Kind::Of::affine:
      return affine_action(a, b, g.scale);
    case Kind::Of::stretch:
      return stretch_action(a);
    case Kind::Of::moments:
      return moments_action(a, g.scale);
    case Kind::Of::length:
      return factor_action(g.scale);
    case Kind::Of::per_length:
      return factor_action(1 / g.scale);
    case Kind::Of::turn:
      return factor_action(g.mirrors() ? -1 : 1);
    case Kind::Of::value:
      return row.is_rotation ? quaternion_action(g.outer, g.inner) : factor_action(g.scale);
    case Kind::Of::plain:
    case Kind::Of::scale:
    case Kind::Of::opening:
    case Kind::Of::time:
    case Kind::Of::colour:
    case Kind::Of::other:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace bindpose::conformance::frames
