// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "conformance/report/colour_scale.h"
#include "conformance/report/picture.h"
#include "conformance/report/whole_mesh.h"
#include "reference/model/try.h"
#include "reference/morph/shared/srgb.h"

namespace bindpose::conformance {
namespace {

std::uint8_t stored(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(morph::encoded(linear), 0.0, 1.0)));
}

/// Of no distance at all the lowest of the scale.
std::vector<std::uint8_t> distance_colours(const Departure& apart) {
  std::vector<std::uint8_t> colours;
  for (const double distance : apart.of_vertex)
    add_colour(colours, scale_colour(apart.most > 0 ? distance / apart.most : 0));
  return colours;
}

/// At rest, with the box around it.
gpu::Drawing drawing_of(const Mesh& mesh) {
  std::vector<Point> places;
  Box box;
  for (const Vec3<double>& x : mesh.positions) {
    places.push_back({x[0], x[1], x[2]});
    box.add(places.back());
  }
  gpu::Drawing drawing;
  drawing.triangles = mesh.triangles;
  drawing.panels.assign(3, {floats_of(places, places), {}});
  set_box(drawing, box);
  return drawing;
}

}  // namespace

Expected<std::vector<std::uint8_t>> shown_colours(const BoundWeights& weights) {
  BINDPOSE_TRY(const auto linear, colours_of(weights));
  std::vector<std::uint8_t> colours;
  for (const Vec3<double>& colour : linear) {
    for (const double part : colour)
      colours.push_back(stored(part));
    colours.push_back(255);
  }
  return colours;
}

Expected<Picture> picture_of_weights(const Character& character, const std::string& method,
                                     const BoundWeights& weights) {
  const Departure apart = departure(character, character.own, weights);
  Picture picture;
  picture.title = fmt::format("{}: {}", character.name, method);
  picture.drawing = drawing_of(character.mesh);
  BINDPOSE_TRY(picture.drawing.panels[0].colours, shown_colours(character.own));
  BINDPOSE_TRY(picture.drawing.panels[1].colours, shown_colours(weights));
  picture.drawing.panels[2].colours = distance_colours(apart);
  picture.has_scale = true;
  picture.captions = {"its own weights", method,
                      apart.size > 0
                          ? fmt::format("apart by up to {:.2g} % of its size", 100 * apart.most / apart.size)
                          : "nothing moves"};
  return picture;
}

}  // namespace bindpose::conformance
