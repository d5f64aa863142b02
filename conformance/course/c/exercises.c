/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Your exercises. Replace each todo(...) and what stands after it by your code; the course's README says what each one
 * is about, exercises.h has the types. Everything is right-handed, column vectors, metres, radians, seconds.
 * fprintf(stderr, ...) is safe: the judge shows it where your code crashes.
 */
#include "exercises.h"

#include "vectors.h"

/* Who is judged, and which values of the options are asked for: take out those that you leave alone. */
const char subject_name[] = "my skinning";
const char rigid_options[] = "normal_rule=direction,inverse-transpose";
const char linear_options[] = "normal_rule=direction,inverse-transpose-of-blend,blend-of-inverse-transposes";
const char pivot_options[] = "pivot=first-influence,largest-weight,first-slot,running-sum";

/* --- 1. Parents and local frames --- */

/* T R S: first scale along the axes, then turn by the quaternion, then move. */
mat34 matrix_from_trs(vec3 translation, quat rotation, vec3 scale) {
  todo(1, "local frames", __func__, translation, rotation, scale);
  return (mat34){{{0}}};
}

/* (C_a | t_a) (C_b | t_b): b is applied first. */
mat34 matrix_product(mat34 a, mat34 b) {
  todo(1, "local frames", __func__, a, b);
  return (mat34){{{0}}};
}

/* world_from_joint of every joint. A root's parent is -1; parents may be listed after their children. */
void global_matrices(int joints, const int* parents, const mat34* parent_from_joint,
                     mat34* world_from_joint) {
  todo(1, "local frames", __func__, joints, parents, parent_from_joint, world_from_joint);
}

/* --- 2. Local to global with quaternions --- */

/* The rotation b, then the rotation a. */
quat quaternion_product(quat a, quat b) {
  todo(2, "quaternions", __func__, a, b);
  return (quat){0, 0, 0, 1};
}

/* The vector x turned by the unit quaternion q. */
vec3 rotate(quat q, vec3 x) {
  todo(2, "quaternions", __func__, q, x);
  return x;
}

/* First the motion b, then a. */
motion motion_product(motion a, motion b) {
  todo(2, "quaternions", __func__, a, b);
  return a;
}

/* world_from_joint of every joint, as motions. */
void global_motions(int joints, const int* parents, const motion* parent_from_joint,
                    motion* world_from_joint) {
  todo(2, "quaternions", __func__, joints, parents, parent_from_joint, world_from_joint);
}

/* --- 3. Bones --- */

/* A segment (joint's position, its parent's) for every joint that has a parent, in the joints' order. Returns how
 * many. */
int bones(int joints, const int* parents, const mat34* world_from_joint, vec3 (*segments)[2]) {
  todo(3, "bones", __func__, joints, parents, world_from_joint, segments);
  return 0;
}

/* --- 4. Key poses --- */

/* a at t = 0, b at t = 1. */
double lerp(double a, double b, double t) {
  todo(4, "key poses", __func__, a, b, t);
  return 0;
}

/* The same for unit quaternions: along the short arc, at constant speed. */
quat slerp(quat a, quat b, double t) {
  todo(4, "key poses", __func__, a, b, t);
  return a;
}

/* The pose at time t of a loop of length period. Joint j in key pose k: translations[k * joints + j], rotations[...]. */
void key_poses(int keys, const double* times, double period, double t, int joints, const vec3* translations,
               const quat* rotations, vec3* pose_translations, quat* pose_rotations) {
  todo(4, "key poses", __func__, keys, times, period, t, joints, translations, rotations, pose_translations,
       pose_rotations);
}

/* --- 5. Rigid weights: every vertex belongs to one joint --- */

/* The vertex moved by its joint's matrix. */
vertex rigid_vertex(mat34 matrix, vertex v, normal_rule rule) {
  todo(5, "rigid weights", __func__, matrix, v, rule);
  return v;
}

/* --- 6. and 7. From bind time to now --- */

/* The inverse of the joint's matrix at bind time. */
mat34 inverse_bind(mat34 world_from_joint) {
  todo(6, "inverse bind", __func__, world_from_joint);
  return world_from_joint;
}

/* The skinning matrices, one a joint. */
void palette(int joints, const mat34* world_from_joint, const mat34* joint_from_mesh,
             mat34* world_from_mesh) {
  todo(7, "the product", __func__, joints, world_from_joint, joint_from_mesh, world_from_mesh);
}

/* --- 8. Linear blend skinning --- */

/* Some slots have the weight 0: their joint's matrix may hold anything. */
vertex linear_blend(int slots, const influence* influences, const mat34* world_from_mesh, vertex v,
                    normal_rule rule) {
  todo(8, "skinning", __func__, slots, influences, world_from_mesh, v, rule);
  return v;
}

/* --- 9. Linear falloff --- */

/* Weight of the lower arm: 0 up to half_width before the elbow (distance = -half_width), 1 from half_width behind it,
 * linear in between. */
double linear_falloff(double distance, double half_width) {
  todo(9, "linear falloff", __func__, distance, half_width);
  return 0;
}

/* --- 10. Pose interpolation --- */

/* lerp on the short arc, made a unit quaternion again. */
quat nlerp(quat a, quat b, double t) {
  todo(10, "pose interpolation", __func__, a, b, t);
  return a;
}

/* The value [width] of the last key that is not after t; before the first key the first. */
void step_track(track keys, double t, double* value) {
  todo(10, "pose interpolation", __func__, keys, t, value);
}

/* Between two keys lerp, or slerp where keys.is_rotation; before the first key and after the last their values. */
void linear_track(track keys, double t, double* value) {
  todo(10, "pose interpolation", __func__, keys, t, value);
}

/* glTF's Hermite spline; a rotation is normalised. */
void cubicspline_track(track keys, double t, double* value) {
  todo(10, "pose interpolation", __func__, keys, t, value);
}

/* --- 11. A real character --- */

/* Replaces the parts of the joints' local transforms that have keyframes by their values at a time. */
void apply_tracks(int tracks, const joint_track* all, double time, trs* locals) {
  todo(11, "a real character", __func__, tracks, all, time, locals);
}

/* --- 14. Dual quaternions --- */

/* stretches: NULL, or for two phases a matrix a joint; pivot: the rule for the signs, start with FIRST_INFLUENCE. */
vertex dual_quaternion(int slots, const influence* influences, const motion* motions, const mat3* stretches,
                       vertex v, sign_pivot pivot) {
  todo(14, "dual quaternions", __func__, slots, influences, motions, stretches, v, pivot);
  return v;
}

/* --- 15. An improved method --- */

/* A vertex that turns about its centre; centre NULL: blended linearly. */
vertex centre_of_rotation(int slots, const influence* influences, const motion* motions, const vec3* centre,
                          vertex v, sign_pivot pivot) {
  todo(15, "an improved method", __func__, slots, influences, motions, centre, v, pivot);
  return v;
}
