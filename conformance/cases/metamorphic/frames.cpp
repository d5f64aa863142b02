// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/metamorphic/frames.h"

#include "reference/model/rows.h"

namespace bindpose::conformance::frames {
namespace {

/// The rotation R, or -R where R mirrors: what turns a rotation's axis and angle.
Quat<double> turn_of(const Frame& frame) {
  const Mat3<double> turn = frame.R.determinant() < 0 ? Mat3<double>(-frame.R) : frame.R;
  return Quat<double>(turn);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Frame frame_of(std::string_view word, const Frames& g, const Row& row) {
  if (word.starts_with("parent")) return row.is_of_root ? g.outer : g.inner;
  return word.starts_with("mesh") || word.starts_with("world") || word.starts_with("model") ? g.outer
                                                                                            : g.inner;
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
  const std::string_view unit = array.unit;
  const auto extents = extents_of(array);
  const auto ends_with = [&extents](std::string_view last) { return extents.back() == last; };
  const std::size_t from = unit.find("_from_");
  const bool is_map = from != std::string_view::npos;
  Frame a = frame_of(unit, g, row), b = is_map ? frame_of(unit.substr(from + 6), g, row) : a;
  const double s = g.scale;

  if (unit.starts_with("any") || unit.starts_with("as a"))
    return row.is_rotation ? quaternion_action(g.outer, g.inner) : factor_action(s);
  if (has(unit, "quaternion")) {
    const bool has_frame = is_map || has(unit, "space");
    return has_frame ? quaternion_action(a, b) : quaternion_action(g.outer, g.inner);
  }
  if (is_map && array.shape.ends_with("3 4")) return affine_action(a, b, s);
  if (is_map && has(unit, "metres")) {
    const bool stays = b.t == Vec3<double>::Zero();
    return vector_action(a.R, s,
                         stays ? a.t : Vec3<double>(a.t - a.R * row.rotation * b.R.transpose() * b.t));
  }
  if (is_map) return std::nullopt;  // scales along a joint's own axes
  if (ends_with("10")) return moments_action(a, s);
  if (array.shape.ends_with("3 3") && has(unit, "before the rotation"))
    return Action{9, [R = a.R](Eigen::VectorXd& values) {
                    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> S(values.data());
                    S = (R * S * R.transpose()).eval();
                  }};
  if (ends_with("4") && has(unit, "space"))
    return Action{4, [R = a.R, f = g.mirrors() ? -1.0 : 1.0](Eigen::VectorXd& tangent) {
                    tangent.head<3>() = (R * tangent.head<3>()).eval();
                    tangent[3] *= f;
                  }};
  if (ends_with("3") && has(unit, "space")) {
    const bool moves = has(unit, "metres") && !has(unit, "before the rotation") && !row.is_direction;
    return vector_action(a.R, has(unit, "metres") ? s : 1, moves ? a.t : Vec3<double>::Zero());
  }
  if (unit == "metres") return factor_action(s);
  if (unit == "1 / metres") return factor_action(1 / s);
  if (unit == "radians") return factor_action(g.mirrors() ? -1 : 1);
  return std::nullopt;
}

}  // namespace bindpose::conformance::frames
