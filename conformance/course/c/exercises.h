/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: types and functions of the exercises. You only need to change exercises.c.
 *
 *   parent_from_joint   a joint's transform in its parent's space (local)
 *   world_from_joint    in the world (global)
 *   joint_from_mesh     inverse bind matrix
 *   mesh_from_mesh      skinning matrix: the palette
 */
#ifndef COURSE_EXERCISES_H
#define COURSE_EXERCISES_H

typedef struct {
  double x, y, z;
} vec3; /* metres */
typedef struct {
  double x, y, z, w;
} quat; /* unit quaternion */
typedef struct {
  double m[3][4];
} mat34; /* rows (C | t) of x' = C x + t */
typedef struct {
  double m[3][3];
} mat3;
typedef struct {
  quat rotation;
  vec3 translation;
} motion; /* first rotate, then translate */
typedef struct {
  vec3 translation;
  quat rotation;
  vec3 scale;
} trs;
typedef struct {
  int joint;
  double weight;
} influence;
typedef struct {
  vec3 position, normal, tangent;
} vertex; /* missing normals or tangents are zeros */

typedef enum {
  DIRECTION,
  INVERSE_TRANSPOSE,
  INVERSE_TRANSPOSE_OF_BLEND,
  BLEND_OF_INVERSE_TRANSPOSES
} normal_rule;
typedef enum { FIRST_INFLUENCE, LARGEST_WEIGHT, FIRST_SLOT, RUNNING_SUM } sign_pivot;

/* Keyframes: values[k * width], times in seconds. A cubic spline has three rows per key: in-tangent, value, out-tangent. */
typedef struct {
  int keys;
  const double* times;
  int width;
  const double* values;
  int is_rotation;
} track;
typedef enum { TRANSLATION, ROTATION, SCALE } track_path;
typedef enum { STEP, LINEAR, CUBICSPLINE } track_interpolation;
typedef struct {
  int joint;
  track_path path;
  track_interpolation interpolation;
  track keys;
} joint_track;

/* The subject's name, and the implemented option values. */
extern const char subject_name[];
extern const char rigid_options[];  /* for rigid_vertex */
extern const char linear_options[]; /* for linear_blend */
extern const char pivot_options[];  /* for dual_quaternion and centre_of_rotation */

/* 1. Parents and local frames */
mat34 matrix_from_trs(vec3 translation, quat rotation, vec3 scale);
mat34 matrix_product(mat34 a, mat34 b);
void global_matrices(int joints, const int* parents, const mat34* parent_from_joint, mat34* world_from_joint);

/* 2. Local to global with quaternions */
quat quaternion_product(quat a, quat b);
vec3 rotate(quat q, vec3 x);
motion motion_product(motion a, motion b);
void global_motions(int joints, const int* parents, const motion* parent_from_joint,
                    motion* world_from_joint);

/* 3. Bones */
int bones(int joints, const int* parents, const mat34* world_from_joint, vec3 (*segments)[2]);

/* 4. Key poses */
double lerp(double a, double b, double t);
quat slerp(quat a, quat b, double t);
void key_poses(int keys, const double* times, double period, double t, int joints, const vec3* translations,
               const quat* rotations, vec3* pose_translations, quat* pose_rotations);

/* 5. Rigid weights */
vertex rigid_vertex(mat34 matrix, vertex v, normal_rule rule);

/* 6. and 7. From bind time to now */
mat34 inverse_bind(mat34 world_from_joint);
void palette(int joints, const mat34* world_from_joint, const mat34* joint_from_mesh, mat34* mesh_from_mesh);

/* 8. Linear blend skinning */
vertex linear_blend(int slots, const influence* influences, const mat34* mesh_from_mesh, vertex v,
                    normal_rule rule);

/* 9. Linear falloff */
double linear_falloff(double distance, double half_width);

/* 10. Pose interpolation */
quat nlerp(quat a, quat b, double t);
void step_track(track keys, double t, double* value);
void linear_track(track keys, double t, double* value);
void cubicspline_track(track keys, double t, double* value);

/* 11. A real character */
void apply_tracks(int tracks, const joint_track* all, double time, trs* locals);

/* 14. Dual quaternions */
vertex dual_quaternion(int slots, const influence* influences, const motion* motions, const mat3* stretches,
                       vertex v, sign_pivot pivot);

/* 15. An improved method; for another method, change the table in plug.c */
vertex centre_of_rotation(int slots, const influence* influences, const motion* motions, const vec3* centre,
                          vertex v, sign_pivot pivot);

/* An unfinished exercise calls this function; the output for the input is then "not written yet". The arguments after
 * the function's name are ignored. They prevent warnings about unused parameters. */
void todo(int exercise, const char* title, const char* function, ...);

#endif
