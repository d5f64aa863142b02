// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/tube_mesh.h"

#include <algorithm>
#include <numbers>

#include "reference/numeric/portable_angle.h"
#include "reference/scenes/scene.h"

namespace bindpose::scenes {
namespace {

Vec3<double> across(const Vec3<double>& v, const Vec3<double>& unit) {
  return v - unit * unit.dot(v);
}

/// The stop at distance t from the first, measured along the line to the last.
Stop stop_at(const std::vector<Stop>& stops, const Vec3<double>& axis, double t) {
  std::size_t i = 1;
  while (i + 1 < stops.size() && axis.dot(stops[i].centre - stops[0].centre) < t)
    ++i;
  const Stop &a = stops[i - 1], &b = stops[i];
  const double from = axis.dot(a.centre - stops[0].centre), to = axis.dot(b.centre - stops[0].centre);
  const double s = std::clamp((t - from) / (to - from), 0.0, 1.0);
  return {(1 - s) * a.centre + s * b.centre, (1 - s) * a.width + s * b.width,
          (1 - s) * a.depth + s * b.depth};
}

/// The pole is beyond the end of the tube by a third of the smaller half-axis.
Vec3<double> pole(const Section& end, double direction) {
  const double height = std::min(end.u.norm(), end.v.norm()) / 3;
  return end.centre + direction * height * end.u.cross(end.v).normalized();
}

}  // namespace

std::vector<Section> sections_along(const std::vector<Stop>& stops, const Vec3<double>& front,
                                    std::size_t count) {
  const Vec3<double> line = stops.back().centre - stops.front().centre;
  const Vec3<double> axis = line.normalized();
  const Vec3<double> v = across(front, axis).normalized();
  const Vec3<double> u = v.cross(axis);
  std::vector<Section> sections;
  for (std::size_t i = 0; i < count; ++i) {
    const Stop at =
        stop_at(stops, axis, line.norm() * static_cast<double>(i) / static_cast<double>(count - 1));
    sections.push_back({at.centre, at.width * u, at.depth * v});
  }
  return sections;
}

std::vector<double> even_turns(std::size_t sides) {
  std::vector<double> turns;
  for (std::size_t side = 0; side < sides; ++side)
    turns.push_back(static_cast<double>(side) / static_cast<double>(sides));
  return turns;
}

void append_tube(Mesh& mesh, const std::vector<Section>& sections, const std::vector<double>& turns) {
  const auto base = static_cast<std::uint32_t>(mesh.vertex_count());
  const std::size_t sides = turns.size();
  for (const Section& section : sections)
    for (const double turn : turns) {
      const double phi = 2 * std::numbers::pi * turn;
      mesh.positions.push_back(to_float32(
          Vec3<double>(section.centre + portable_cos(phi) * section.u + portable_sin(phi) * section.v)));
    }
  mesh.positions.push_back(to_float32(pole(sections.front(), -1)));
  mesh.positions.push_back(to_float32(pole(sections.back(), 1)));

  const auto at = [&](std::size_t ring, std::size_t side) {
    return base + static_cast<std::uint32_t>(ring * sides + side % sides);
  };
  const std::size_t last = sections.size() - 1;
  const std::uint32_t first_pole = at(last + 1, 0), last_pole = at(last + 1, 1);
  for (std::size_t side = 0; side < sides; ++side) {
    mesh.triangles.push_back({first_pole, at(0, side + 1), at(0, side)});
    for (std::size_t ring = 0; ring < last; ++ring) {
      mesh.triangles.push_back({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1)});
      mesh.triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring + 1, side)});
    }
    mesh.triangles.push_back({last_pole, at(last, side), at(last, side + 1)});
  }
}

void set_smooth_directions(Mesh& mesh) {
  std::vector<Vec3<double>> sums(mesh.vertex_count(), Vec3<double>::Zero()), edges = sums;
  for (const auto& t : mesh.triangles) {
    const Vec3<double>&a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    const Vec3<double> area = (b - a).cross(c - a);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      sums[t[corner]] += area;
      if (edges[t[corner]].isZero(0))
        edges[t[corner]] = mesh.positions[t[(corner + 1) % 3]] - mesh.positions[t[corner]];
    }
  }
  mesh.normals.clear();
  mesh.tangents.clear();
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3<double> n = sums[v].normalized();
    mesh.normals.push_back(to_float32(n));
    const Vec3<double> t = to_float32(Vec3<double>(across(edges[v], n).normalized()));
    mesh.tangents.emplace_back(t[0], t[1], t[2], v % 2 == 0 ? 1 : -1);
  }
}

Rig unshared(const Rig& rig) {
  Rig result;
  result.skeleton = rig.skeleton;
  const std::size_t width = result.influences.width = rig.influences.width;
  for (const auto& t : rig.mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(result.mesh.vertex_count());
    result.mesh.triangles.push_back({first, first + 1, first + 2});
    for (const std::uint32_t v : t) {
      result.mesh.positions.push_back(rig.mesh.positions[v]);
      result.mesh.normals.push_back(rig.mesh.normals[v]);
      result.mesh.tangents.push_back(rig.mesh.tangents[v]);
      for (std::size_t i = v * width; i < (v + 1) * width; ++i) {
        result.influences.joints.push_back(rig.influences.joints[i]);
        result.influences.weights.push_back(rig.influences.weights[i]);
      }
    }
  }
  return result;
}

double six_volumes(const Mesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles)
    sum += mesh.positions[t[0]].dot(mesh.positions[t[1]].cross(mesh.positions[t[2]]));
  return sum;
}

}  // namespace bindpose::scenes
