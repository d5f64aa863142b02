// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/mesh_entry.h"

#include <algorithm>

#include "reference/scenes/tube.h"

namespace bindpose::skinning {

ArraySet sample_closed_mesh(std::size_t size, Random& random) {
  scenes::TubeShape shape;
  shape.sides = 3 + random.below(5);
  shape.rings = std::max<std::size_t>(2, size / shape.sides);
  shape.radius = random.uniform(0.25, 1);
  scenes::Scene scene = scenes::tube(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), shape);
  for (Vec3<double>& x : scene.rig.mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(shape.radius / 8)));
  return *scenes::with_triangles(scenes::palette_question(scene), scene);
}

}  // namespace bindpose::skinning
