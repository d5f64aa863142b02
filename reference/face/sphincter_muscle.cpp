// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/sphincter_muscle.h"

namespace bindpose::face {
namespace sphincter_muscle_question {

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() +
          ArrayList{
              real("muscle_centres", "c", "M 3", Kind::point(Space::mesh),
                   "point towards which the muscle pulls")
                  .finite(),
              real("muscle_rotations", "q", "M 4", Kind::rotation(Space::mesh, Space::muscle),
                   "rotation of the ellipse, which is perpendicular to the muscle's z axis")
                  .unit_quaternions(),
              real("muscle_radii", "l_x, l_y", "M 2", Kind::length(),
                   "semi-axes of the ellipse along the muscle's x and y axes")
                  .finite()
                  .above(0),
              real("contractions", "K", "M",
                   "fraction of the distance to the centre that a vertex near it moves; of any sign and size")
                  .finite()},
      .outputs = surface_arrays(),
      .options = {togethers.spec(), deform::forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto c = in.template rows<3>("muscle_centres");
  const std::vector<Quat<T>> q = in.quaternions("muscle_rotations");
  const std::vector<T> l = in.numbers("muscle_radii"), K = in.numbers("contractions");
  std::vector<SphincterMuscle<T>> muscles;
  for (std::size_t i = 0; i < K.size(); ++i)
    muscles.push_back({c[i], q[i], l[2 * i], l[2 * i + 1], K[i]});
  const Together together = in.chosen(togethers);
  const deform::Form form = in.chosen(deform::forms);
  return deform::deformed_mesh(in, [&](const Vertex<T>& rest) {
    return pulled<T>(rest, muscles.size(), together,
                     [&](std::size_t i, const Vec3<T>& p) { return sphincter_muscle(muscles[i], p, form); });
  });
}

}  // namespace sphincter_muscle_question

BINDPOSE_IMPLEMENT(sphincter_muscle)

}  // namespace bindpose::face
