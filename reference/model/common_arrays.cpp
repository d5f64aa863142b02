// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/common_arrays.h"

namespace bindpose {
namespace {

/// The same arrays, declared to exist at level pose only.
ArrayList at_pose(ArrayList arrays) {
  for (ArrayDeclaration& array : arrays)
    array = array.at_pose();
  return arrays;
}

}  // namespace

ArrayList mesh_arrays(Space space) {
  return {real("positions", "x", "V 3", Kind::point(space), "position at rest").finite(),
          real("normals", "n", "V 3", Kind::direction(space), "normal at rest").optional().finite(),
          real("tangents", "t", "V 4", Kind::tangent(space),
               "tangent at rest; its fourth number is the handedness, +1 or -1")
              .optional()
              .finite()};
}

ArrayList with_symbols(ArrayList arrays,
                       const std::vector<std::pair<std::string_view, std::string_view>>& symbols) {
  for (const auto& [name, symbol] : symbols)
    for (ArrayDeclaration& array : arrays)
      if (array.name == name) array.symbol = symbol;
  return arrays;
}

ArrayList influence_arrays() {
  return {integer("joints", "j_i", "V K", "joint of each influence slot, also of an unused one")
              .at_least_one("K")
              .index_into("J"),
          real("weights", "w_i", "V K",
               "weight of each influence, used as given; an unused slot has the weight 0; default: all "
               "weights are 1")
              .optional()
              .finite()
              .non_negative()};
}

ArrayList joint_slot_arrays() {
  return {integer("joints", "j_i", "V K", "joint of each influence slot").at_least_one("K").index_into("J"),
          real("weights", "", "V K", "not read").optional()};
}

ArrayList single_joint_arrays() {
  return {integer("joints", "j", "V K", "the vertex's only joint").exactly_one("K").index_into("J"),
          real("weights", "", "V K", "not read").optional()};
}

ArrayList triangle_arrays() {
  return {
      integer("triangles", "", "F 3", "three vertices, counter-clockwise seen from outside").index_into("V")};
}

ArrayList parent_arrays() {
  return {integer("parents", "p(j)", "J", "parent of each joint, -1 for a root, in any order").forest()};
}

ArrayList local_arrays() {
  return {
      real("local_translations", "T_j", "J 3", Kind::translation(Space::parent, Space::joint), "translation")
          .except_where("local_is_matrix")
          .finite(),
      real("local_rotations", "R_j", "J 4", Kind::rotation(Space::parent, Space::joint), "rotation")
          .except_where("local_is_matrix")
          .unit_quaternions(),
      real("local_scales", "S_j", "J 3", Kind::scale(Space::parent, Space::joint),
           "scale along the joint's axes")
          .except_where("local_is_matrix")
          .finite(),
      integer("local_is_matrix", "", "J", "not 0 for a joint given as a matrix")
          .asked_beside("local_matrices"),
      real("local_matrices", "L_j", "J 3 4", Kind::affine(Space::parent, Space::joint),
           "rows (C | t) of a joint given as a matrix")
          .optional()
          .where("local_is_matrix")
          .finite()};
}

ArrayList rigid_local_arrays() {
  ArrayList arrays = local_arrays();
  for (ArrayDeclaration& array : arrays) {
    array.symbol = array.name == "local_translations" ? "t_jl"
                   : array.name == "local_rotations"  ? "q_jl"
                                                      : "";
    if (array.name == "local_scales") array = array.exactly(1, "SCALE_NOT_ONE");
    if (array.name == "local_matrices") array = array.none("MATRIX_LOCAL");
  }
  return arrays;
}

ArrayList animated(ArrayList locals) {
  for (ArrayDeclaration& array : locals)
    array = array.checked_later();
  ArrayList tracks = {
      real("time", "", "1", Kind::time(), "time of the pose, with tracks"),
      integer("tracks", "", "N 3",
              "joint; what moves: 0 translation, 1 rotation, 2 scale; interpolation: 0 step, 1 linear, "
              "2 cubicspline"),
      real("track_<i>_times", "", "k", Kind::time(), "key times of track i"),
      real("track_<i>_values", "", "k w",
           "values of track i; cubicspline [k, 3, w]: in-tangent, value, out-tangent")};
  for (ArrayDeclaration& array : tracks)
    array = array.optional().read_elsewhere();
  return std::move(locals) + tracks;
}

ArrayList animated_local_arrays() {
  return animated(local_arrays());
}

ArrayList unchecked_palette_or_pose_arrays() {
  return ArrayList{real("palette", "M_j", "J 3 4", Kind::affine(Space::mesh, Space::mesh),
                        "skinning matrix, rows (C | t)")
                       .at_palette()} +
         at_pose(parent_arrays() + animated_local_arrays() +
                 ArrayList{real("inverse_binds", "A_j", "J 3 4",
                                Kind::affine(Space::joint, Space::mesh).at_bind(),
                                "inverse bind matrix, rows (C | t)")
                               .counted()});
}

ArrayList palette_or_pose_arrays() {
  ArrayList arrays = unchecked_palette_or_pose_arrays();
  for (ArrayDeclaration& array : arrays)
    if (array.name == "palette" || array.name == "inverse_binds") array = array.finite().where_used();
  return arrays;
}

ArrayList world_or_pose_arrays() {
  return ArrayList{real("palette", "W_j", "J 3 4", Kind::affine(Space::world, Space::joint),
                        "world transform, rows (C | t)")
                       .at_palette()
                       .finite()
                       .where_used()} +
         at_pose(parent_arrays() + animated_local_arrays());
}

ArrayList rigid_palette_or_pose_arrays() {
  return rigid_palette_or_pose_arrays(at_pose(parent_arrays()));
}

ArrayList rigid_palette_or_pose_arrays(const ArrayList& parents) {
  return ArrayList{real("palette_rotations", "q_j", "J 4", Kind::rotation(Space::mesh, Space::mesh),
                        "rotation of the skinning transform")
                       .at_palette()
                       .unit_quaternions()
                       .where_used(),
                   real("palette_translations", "t_j", "J 3", Kind::translation(Space::mesh, Space::mesh),
                        "translation of the skinning transform")
                       .at_palette()
                       .finite()
                       .where_used()} +
         parents +
         at_pose(animated(rigid_local_arrays()) +
                 ArrayList{real("inverse_bind_rotations", "", "J 4",
                                Kind::rotation(Space::joint, Space::mesh).at_bind(),
                                "rotation of the inverse bind transform")
                               .counted()
                               .unit_quaternions(),
                           real("inverse_bind_translations", "", "J 3",
                                Kind::translation(Space::joint, Space::mesh).at_bind(),
                                "translation of the inverse bind transform")
                               .counted()
                               .finite()});
}

ArrayList world_arrays() {
  return {real("world", "W_j", "J 3 4", Kind::affine(Space::world, Space::joint),
               "world transform, rows (C | t)")};
}

ArrayList rigid_world_arrays() {
  return {
      real("world_rotations", "q_j", "J 4", Kind::rotation(Space::world, Space::joint), "rotation")
          .rotations(),
      real("world_translations", "t_j", "J 3", Kind::translation(Space::world, Space::joint), "translation")};
}

ArrayList world_stages() {
  return at_pose(world_arrays());
}

ArrayList palette_stages() {
  return at_pose(world_arrays() +
                 ArrayList{real("palette", "M_j", "J 3 4", Kind::affine(Space::mesh, Space::mesh),
                                "skinning matrix, rows (C | t)")});
}

ArrayList rigid_palette_stages() {
  ArrayList world = rigid_world_arrays();
  for (ArrayDeclaration& array : world)
    array.symbol = {};  // q_j, t_j are the skinning transform's
  return at_pose(
      std::move(world) +
      ArrayList{real("palette_rotations", "q_j", "J 4", Kind::rotation(Space::mesh, Space::mesh),
                     "rotation of the skinning transform")
                    .rotations(),
                real("palette_translations", "t_j", "J 3", Kind::translation(Space::mesh, Space::mesh),
                     "translation of the skinning transform")});
}

ArrayList surface_arrays(Space space) {
  return {real("positions", "x'", "V 3", Kind::point(space), "deformed position"),
          real("normals", "n'", "V 3", Kind::direction(space), "deformed normal, if the input has normals")
              .optional(),
          real("tangents", "t'", "V 4", Kind::tangent(space),
               "deformed tangent and handedness, if the input has tangents")
              .optional()};
}

}  // namespace bindpose
