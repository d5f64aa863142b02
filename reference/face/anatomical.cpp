// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical.h"

#include "reference/face/shared/tissue_question.h"

namespace bindpose::face {
namespace anatomical_question {

constexpr double widest_zone = 1.5;  // radians

ArrayList tissue_arrays() {
  return {
      real("positions", "X_v", "V 3", Kind::point(Space::mesh), "node at rest").not_empty().finite(),
      integer("layers", "", "V", "layer of the node: 0 skull, 1 fascia, 2 skin").within(skull, skin),
      integer("node_joints", "j_v", "V", "joint that moves the node").index_into("J"),
      real("palette_rotations", "q_j", "J 4", Kind::rotation(Space::mesh, Space::mesh),
           "rotation of the joint (head or jaw) from rest")
          .unit_quaternions(),
      real("palette_translations", "t_j", "J 3", Kind::translation(Space::mesh, Space::mesh),
           "its translation")
          .finite(),
      integer("springs", "", "E 2", "nodes i, j of a spring").not_empty().index_into("V"),
      real("spring_stiffness", "k_s", "E", "stiffness of the spring").finite().above(0),
      integer("prisms", "", "P 6", "nodes of a prism: 0, 1, 2 below, 3, 4, 5 above them").index_into("V"),
      real("prism_stiffness", "kappa_p", "P", Kind::per_length(), "how strongly the prism keeps its volume")
          .finite()
          .non_negative()};
}

ArrayList muscle_arrays() {
  return {integer("muscle_nodes", "a_m, b_m", "M 2", "skull node of attachment, fascia node of insertion")
              .index_into("V"),
          real("muscle_zone_angles", "Omega", "M", Kind::opening(),
               "largest angle from the muscle's line at which it pulls")
              .finite()
              .within(0, widest_zone),
          real("muscle_falloff_starts", "R_s", "M", Kind::length(),
               "distance from the attachment at rest at which it pulls most")
              .finite()
              .above(0),
          real("muscle_falloff_ends", "R_f", "M", Kind::length(),
               "distance at which it no longer pulls; beyond the start of the fall-off")
              .finite(),
          real("muscle_contractions", "K", "M", Kind::length(),
               "strength of the muscle: the extension of a spring of stiffness 1 that pulls equally")
              .finite()
              .non_negative()};
}

ArrayList skull_arrays() {
  return {
      real("skull_centres", "c_s", "S 3", Kind::point(Space::mesh),
           "centre of a sphere of the skull, at rest")
          .finite(),
      real("skull_radii", "r_s", "S", Kind::length(), "its radius").finite().above(0),
      integer("skull_joints", "j_s", "S", "joint that carries it").index_into("J"),
      real("clearance", "h", "1", Kind::length(), "distance from a sphere within which it pushes nodes away")
          .finite()
          .above(0),
      real("contact_stiffness", "beta", "1", "strength of this push").finite().above(0)};
}

Declaration declaration() {
  return {.inputs = tissue_arrays() + muscle_arrays() + skull_arrays(),
          .stages = {},
          .outputs = {real("positions", "x_v", "V 3", Kind::point(Space::mesh), "node in equilibrium"),
                      real("volume_ratios", "q_p / V_p", "P", "volume of the prism / its volume at rest")},
          .options = {}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(TissueQuestion<T> q, read_tissue(in));
  BINDPOSE_CHECK(settle(q.tissue, q.x));
  return settled_result(q);
}

}  // namespace anatomical_question

BINDPOSE_IMPLEMENT(anatomical)

}  // namespace bindpose::face
