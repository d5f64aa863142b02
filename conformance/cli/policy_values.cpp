// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/policy_values.h"

#include <algorithm>

namespace bindpose::conformance {
namespace {

// clang-format off
constexpr PolicyValue table[] = {
    {"before_first_key", "wraps", "a time before the first key lies between the last key and the first", "ogre"},
    {"before_first_key", "holds", "the first key's value holds before it", "ogre"},
    {"influences_kept", "all", "every influence of a vertex counts", ""},
    {"influences_kept", "first-four", "only the first four influences of a vertex count", "claygl galacean hilo3d ogl playcanvas three"},
    {"influences_kept", "four-largest", "only the four influences with the largest weights count", "ogre"},
    {"matrix_joints", "as-given", "a joint's matrix is used as it is", ""},
    {"matrix_joints", "decomposed", "a joint's matrix becomes translation, rotation and scale first, and loses its shear",
     "babylon blender claygl galacean hilo3d ogl playcanvas three"},
    {"normal_rule", "direction", "the matrix that carries the position also carries the normal, which is then made unit", ""},
    {"normal_rule", "inverse-transpose", "the inverse transpose of the vertex's matrix carries the normal",
     "assimp babylon cesium claygl galacean hilo3d ogl ogre playcanvas three vtk"},
    {"normal_rule", "inverse-transpose-of-blend", "the inverse transpose of the blended matrix carries the normal", "babylon galacean ogre"},
    {"normal_rule", "blend-of-inverse-transposes", "the blend of the joints' inverse transposes carries the normal", "babylon ogre vtk"},
    {"pivot", "first-influence", "signs are resolved against the quaternion of the first influence with a weight", ""},
    {"pivot", "running-sum", "each sign is resolved against the sum of the quaternions before it", "blender"},
    {"range", "clamped", "a parameter beyond 0 .. 1 is taken as 0 or 1", "playcanvas"},
    {"rigid_normal_rule", "direction", "the vertex's only matrix carries the normal, which is then made unit", ""},
    {"rigid_normal_rule", "inverse-transpose", "the inverse transpose of the vertex's only matrix carries the normal",
     "babylon cesium galacean hilo3d playcanvas three"},
    {"rotation_interpolation", "slerp", "rotations move between keys at a constant angular speed", ""},
    {"rotation_interpolation", "nlerp", "the four numbers are interpolated linearly and made unit", "blender playcanvas"},
    {"rotations", "as-given", "a joint's quaternion is used as it is", ""},
    {"rotations", "kept-unit", "a joint's quaternion is made unit before use", "blender cesium coin godot ogre openscenegraph scipy vtk"},
    {"scale_inheritance", "with-shear", "a child's matrix is its parent's times its own, shear included", ""},
    {"scale_inheritance", "without-shear", "rotation and scale each go down the chain on their own", "cal3d ogre"},
    {"seams", "welded", "vertices at one position are one vertex", ""},
    {"seams", "apart", "vertices at one position are different vertices", "blender"},
    {"tangent_rule", "direction", "the matrix that carries the position also carries the tangent", ""},
    {"tangent_rule", "as-normals", "the rule of the normals carries the tangent as well", "galacean playcanvas"},
    {"tie", "lower-joint", "of equal weights the joint with the lower number stays", ""},
    {"tie", "first-slot", "of equal weights the joint in the earlier slot stays", "blender"},
    {"weight_sum", "as-given", "weights are used as they are, whatever their sum", ""},
    {"weight_sum", "renormalised", "each weight of a vertex is divided by their sum, unless all are 0",
     "babylon blender claygl galacean gl-matrix irrlicht ogre openscenegraph playcanvas three wgpu-matrix"},
    {"zero_sum", "origin", "a vertex without weights goes to the origin, which is the sum", ""},
    {"zero_sum", "first-joint", "a vertex without weights follows the joint that is listed first", "ogre three"},
    {"zero_sum", "rest", "a vertex without weights stays in its rest position", "blender irrlicht openscenegraph"},
};
// clang-format on

}  // namespace

std::span<const PolicyValue> policy_values() {
  return table;
}

const PolicyValue* find_policy_value(std::string_view policy, std::string_view value) {
  const auto found = std::ranges::find_if(
      table, [&](const PolicyValue& each) { return each.policy == policy && each.value == value; });
  return found == std::ranges::end(table) ? nullptr : &*found;
}

}  // namespace bindpose::conformance
