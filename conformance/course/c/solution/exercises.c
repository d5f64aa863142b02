/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Worked solutions. Read them when your own code passes: make solution
 */
#include "exercises.h"

#include "vectors.h"
#include <string.h>

const char subject_name[] = "worked solutions";
const char rigid_options[] = "normal_rule=direction,inverse-transpose";
const char linear_options[] = "normal_rule=direction,inverse-transpose-of-blend,blend-of-inverse-transposes without=tracks";
const char pivot_options[] = "pivot=first-influence,largest-weight,first-slot,running-sum without=tracks";

/* --- 1. Parents and local frames --- */

/* T R S: the columns of the rotation matrix, each times its axis's scale, and the translation. */
mat34 matrix_from_trs(vec3 translation, quat q, vec3 s) {
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  return (mat34){{
      {(1 - 2 * (y * y + z * z)) * s.x, 2 * (x * y - w * z) * s.y, 2 * (x * z + w * y) * s.z, translation.x},
      {2 * (x * y + w * z) * s.x, (1 - 2 * (x * x + z * z)) * s.y, 2 * (y * z - w * x) * s.z, translation.y},
      {2 * (x * z - w * y) * s.x, 2 * (y * z + w * x) * s.y, (1 - 2 * (x * x + y * y)) * s.z, translation.z},
  }};
}

/* (C_a | t_a) (C_b | t_b) = (C_a C_b | C_a t_b + t_a). */
mat34 matrix_product(mat34 a, mat34 b) {
  mat34 product;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      product.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c];
    product.m[r][3] += a.m[r][3];
  }
  return product;
}

/* Computes the parent first: simple, and right for any order of joints. */
static mat34 global_matrix(int joint, const int* parents, const mat34* parent_from_joint) {
  if (parents[joint] < 0) return parent_from_joint[joint];
  return matrix_product(global_matrix(parents[joint], parents, parent_from_joint), parent_from_joint[joint]);
}

void global_matrices(int joints, const int* parents, const mat34* parent_from_joint,
                     mat34* world_from_joint) {
  for (int j = 0; j < joints; ++j) world_from_joint[j] = global_matrix(j, parents, parent_from_joint);
}

/* --- 2. Local to global with quaternions --- */

/* (u, w) (v, s) = (w v + s u + u x v, w s - u . v). */
quat quaternion_product(quat a, quat b) {
  const vec3 u = {a.x, a.y, a.z}, v = {b.x, b.y, b.z};
  const vec3 xyz = add(add(scaled(v, a.w), scaled(u, b.w)), cross(u, v));
  return (quat){xyz.x, xyz.y, xyz.z, a.w * b.w - dot(u, v)};
}

/* x + 2 (w (u x x) + u x (u x x)), cheaper than q x q*. */
vec3 rotate(quat q, vec3 x) {
  const vec3 u = {q.x, q.y, q.z};
  const vec3 once = cross(u, x);
  return add(x, scaled(add(scaled(once, q.w), cross(u, once)), 2));
}

motion motion_product(motion a, motion b) {
  return (motion){quaternion_product(a.rotation, b.rotation),
                  add(rotate(a.rotation, b.translation), a.translation)};
}

/* From the root on: for quaternions without unit length, (q p)(x) differs from q(p(x)). */
static motion global_motion(int joint, const int* parents, const motion* parent_from_joint) {
  if (parents[joint] < 0) return parent_from_joint[joint];
  return motion_product(global_motion(parents[joint], parents, parent_from_joint), parent_from_joint[joint]);
}

void global_motions(int joints, const int* parents, const motion* parent_from_joint,
                    motion* world_from_joint) {
  for (int j = 0; j < joints; ++j) world_from_joint[j] = global_motion(j, parents, parent_from_joint);
}

/* --- 3. Bones --- */

static vec3 translation_of(const mat34* m) {
  return (vec3){m->m[0][3], m->m[1][3], m->m[2][3]};
}

int bones(int joints, const int* parents, const mat34* world_from_joint, vec3 (*segments)[2]) {
  int count = 0;
  for (int j = 0; j < joints; ++j) {
    if (parents[j] < 0) continue;
    segments[count][0] = translation_of(&world_from_joint[j]);
    segments[count][1] = translation_of(&world_from_joint[parents[j]]);
    ++count;
  }
  return count;
}

/* --- 4. Key poses --- */

double lerp(double a, double b, double t) {
  return (1 - t) * a + t * b;
}

static double quaternion_dot(quat a, quat b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* wa a + wb b: a quaternion that in general is not a rotation. */
static quat combine(quat a, double wa, quat b, double wb) {
  return (quat){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w};
}

static quat normalize_quaternion(quat q) {
  const double length = sqrt(quaternion_dot(q, q));
  return length > 0 ? combine(q, 1 / length, q, 0) : q;
}

/* b or -b, which are the same rotation: the one closer to a. */
static quat short_arc(quat a, quat b) {
  return quaternion_dot(a, b) < 0 ? combine(b, -1, b, 0) : b;
}

quat slerp(quat a, quat b, double t) {
  b = short_arc(a, b);
  /* The difference and the sum are twice the sine and the cosine of half the angle: exact for small angles, where an
   * arccosine is not. */
  const quat difference = combine(b, 1, a, -1), sum = combine(b, 1, a, 1);
  const double theta =
      2 * atan2(sqrt(quaternion_dot(difference, difference)), sqrt(quaternion_dot(sum, sum)));
  if (theta == 0) return combine(a, 1 - t, b, t);
  return combine(a, sin((1 - t) * theta) / sin(theta), b, sin(t * theta) / sin(theta));
}

static vec3 lerp_vector(vec3 a, vec3 b, double t) {
  return (vec3){lerp(a.x, b.x, t), lerp(a.y, b.y, t), lerp(a.z, b.z, t)};
}

/* Index of the last key at or before t; -1 before the first key and for NaN. */
static int key_before(int keys, const double* times, double t) {
  int k = -1;
  while (k + 1 < keys && times[k + 1] <= t)
    ++k;
  return k;
}

/* t mod period, never negative (C's fmod has the sign of t). */
static double modulo(double t, double period) {
  const double rest = fmod(t, period);
  return rest < 0 ? rest + period : rest;
}

void key_poses(int keys, const double* times, double period, double t, int joints, const vec3* translations,
               const quat* rotations, vec3* pose_translations, quat* pose_rotations) {
  const double phase = modulo(t, period);
  const int last = keys - 1;
  int k = key_before(keys, times, phase), next = k + 1;
  double u = 0;
  if (keys == 1) {
    k = next = 0;
  } else if (k < 0 || k == last) { /* from the last key over the end of the period to the first key */
    k = last;
    next = 0;
    u = modulo(phase - times[last], period) / (times[0] + period - times[last]);
  } else {
    u = (phase - times[k]) / (times[next] - times[k]);
  }
  for (int j = 0; j < joints; ++j) {
    pose_translations[j] = lerp_vector(translations[k * joints + j], translations[next * joints + j], u);
    pose_rotations[j] = slerp(rotations[k * joints + j], rotations[next * joints + j], u);
  }
}

/* --- 5. Rigid weights --- */

static mat3 linear_part(mat34 m) {
  mat3 C;
  for (int r = 0; r < 3; ++r)
    memcpy(C.m[r], m.m[r], sizeof C.m[r]);
  return C;
}

static vec3 row(const mat3* C, int r) {
  return (vec3){C->m[r][0], C->m[r][1], C->m[r][2]};
}

/* C x: the image of a direction. */
static vec3 times(const mat3* C, vec3 x) {
  return (vec3){dot(row(C, 0), x), dot(row(C, 1), x), dot(row(C, 2), x)};
}

/* cof(C) = det(C) C^-T: its rows are the cross products of the other two, and it exists for every C. */
static mat3 cofactors(const mat3* C) {
  const vec3 rows[3] = {cross(row(C, 1), row(C, 2)), cross(row(C, 2), row(C, 0)),
                        cross(row(C, 0), row(C, 1))};
  mat3 cof;
  memcpy(cof.m, rows, sizeof cof.m);
  return cof;
}

static double determinant(const mat3* C) {
  return dot(row(C, 0), cross(row(C, 1), row(C, 2)));
}

/* A positive multiple of C^-T, so that a mirroring C does not reverse the normals. */
static mat3 normal_matrix(const mat3* C) {
  mat3 cof = cofactors(C);
  if (determinant(C) < 0)
    for (int i = 0; i < 9; ++i)
      cof.m[i / 3][i % 3] *= -1;
  return cof;
}

/* x' = C x + t, n' = normalize(N n), t' = normalize(C t). */
static vertex move(mat34 matrix, const mat3* for_normals, vertex v) {
  const mat3 C = linear_part(matrix);
  v.position = add(times(&C, v.position), translation_of(&matrix));
  v.normal = normalize(times(for_normals, v.normal));
  v.tangent = normalize(times(&C, v.tangent));
  return v;
}

vertex rigid_vertex(mat34 matrix, vertex v, normal_rule rule) {
  mat3 for_normals = linear_part(matrix);
  if (rule == INVERSE_TRANSPOSE) for_normals = normal_matrix(&for_normals);
  return move(matrix, &for_normals, v);
}

/* --- 6. and 7. From bind time to now --- */

/* (C^-1 | -C^-1 t) with C^-1 = cof(C)^T / det(C). */
mat34 inverse_bind(mat34 world_from_joint) {
  const mat3 C = linear_part(world_from_joint), cof = cofactors(&C);
  const double det = determinant(&C);
  const vec3 t = translation_of(&world_from_joint);
  mat34 inverse;
  for (int r = 0; r < 3; ++r) {
    const vec3 inverse_row = {cof.m[0][r] / det, cof.m[1][r] / det, cof.m[2][r] / det};
    inverse.m[r][0] = inverse_row.x;
    inverse.m[r][1] = inverse_row.y;
    inverse.m[r][2] = inverse_row.z;
    inverse.m[r][3] = -dot(inverse_row, t);
  }
  return inverse;
}

void palette(int joints, const mat34* world_from_joint, const mat34* joint_from_mesh, mat34* mesh_from_mesh) {
  for (int j = 0; j < joints; ++j)
    mesh_from_mesh[j] = matrix_product(world_from_joint[j], joint_from_mesh[j]);
}

/* --- 8. Linear blend skinning --- */

/* sum_i w_i M_i. Skips slots of weight 0: their joint's matrix may contain infinity, and 0 times infinity is
 * NaN. */
static mat34 blend_matrices(int slots, const influence* influences, const mat34* matrices) {
  mat34 blend = {{{0}}};
  for (int i = 0; i < slots; ++i) {
    if (influences[i].weight == 0) continue;
    for (int e = 0; e < 12; ++e)
      blend.m[e / 4][e % 4] += influences[i].weight * matrices[influences[i].joint].m[e / 4][e % 4];
  }
  return blend;
}

/* sum_i w_i cof(C_i) / det(C_i); zero, without an output, if a C_i has no inverse. */
static mat3 blend_inverse_transposes(int slots, const influence* influences, const mat34* matrices) {
  mat3 blend = {{{0}}};
  for (int i = 0; i < slots; ++i) {
    if (influences[i].weight == 0) continue;
    const mat3 C = linear_part(matrices[influences[i].joint]), cof = cofactors(&C);
    const double det = determinant(&C);
    if (det == 0) return (mat3){{{0}}};
    for (int e = 0; e < 9; ++e)
      blend.m[e / 3][e % 3] += influences[i].weight * cof.m[e / 3][e % 3] / det;
  }
  return blend;
}

vertex linear_blend(int slots, const influence* influences, const mat34* mesh_from_mesh, vertex v,
                    normal_rule rule) {
  const mat34 blend = blend_matrices(slots, influences, mesh_from_mesh);
  mat3 for_normals = linear_part(blend);
  if (rule == INVERSE_TRANSPOSE_OF_BLEND) for_normals = normal_matrix(&for_normals);
  if (rule == BLEND_OF_INVERSE_TRANSPOSES)
    for_normals = blend_inverse_transposes(slots, influences, mesh_from_mesh);
  return move(blend, &for_normals, v);
}

/* --- 9. Linear falloff --- */

double linear_falloff(double distance, double half_width) {
  const double weight = (distance + half_width) / (2 * half_width);
  return weight < 0 ? 0 : weight > 1 ? 1 : weight;
}

/* --- 10. Pose interpolation --- */

quat nlerp(quat a, quat b, double t) {
  return normalize_quaternion(combine(a, 1 - t, short_arc(a, b), t));
}

static quat quaternion_at(const double* numbers) {
  return (quat){numbers[0], numbers[1], numbers[2], numbers[3]};
}

static void write_quaternion(quat q, double* numbers) {
  numbers[0] = q.x;
  numbers[1] = q.y;
  numbers[2] = q.z;
  numbers[3] = q.w;
}

void step_track(track keys, double t, double* value) {
  const int k = key_before(keys.keys, keys.times, t);
  memcpy(value, keys.values + (k < 0 ? 0 : k) * keys.width, (size_t)keys.width * sizeof *value);
}

void linear_track(track keys, double t, double* value) {
  const int k = key_before(keys.keys, keys.times, t);
  if (k < 0 || k == keys.keys - 1) {
    step_track(keys, t, value);
    return;
  }
  const double u = (t - keys.times[k]) / (keys.times[k + 1] - keys.times[k]);
  const double *a = keys.values + k * keys.width, *b = a + keys.width;
  if (keys.is_rotation)
    write_quaternion(slerp(quaternion_at(a), quaternion_at(b), u), value);
  else
    for (int c = 0; c < keys.width; ++c)
      value[c] = lerp(a[c], b[c], u);
}

void cubicspline_track(track keys, double t, double* value) {
  const int k = key_before(keys.keys, keys.times, t);
  const int width = keys.width, at = k < 0 ? 0 : k;
  /* Rows of this key and of the next, if any: in-tangent, value, out-tangent. */
  const double *a = keys.values + at * 3 * width, *b = a + 3 * width;
  if (k < 0 || k == keys.keys - 1) {
    memcpy(value, a + width, (size_t)width * sizeof *value);
  } else {
    const double d = keys.times[k + 1] - keys.times[k], u = (t - keys.times[k]) / d;
    for (int c = 0; c < width; ++c)
      value[c] = (1 + 2 * u) * (1 - u) * (1 - u) * a[width + c] +
                 d * u * (1 - u) * (1 - u) * a[2 * width + c] + u * u * (3 - 2 * u) * b[width + c] +
                 d * u * u * (u - 1) * b[c];
  }
  if (keys.is_rotation) write_quaternion(normalize_quaternion(quaternion_at(value)), value);
}

/* --- 11. A real character --- */

void apply_tracks(int tracks, const joint_track* all, double time, trs* locals) {
  for (int i = 0; i < tracks; ++i) {
    double value[4];
    if (all[i].interpolation == STEP) step_track(all[i].keys, time, value);
    if (all[i].interpolation == LINEAR) linear_track(all[i].keys, time, value);
    if (all[i].interpolation == CUBICSPLINE) cubicspline_track(all[i].keys, time, value);
    trs* local = &locals[all[i].joint];
    if (all[i].path == TRANSLATION) local->translation = (vec3){value[0], value[1], value[2]};
    if (all[i].path == ROTATION) local->rotation = quaternion_at(value);
    if (all[i].path == SCALE) local->scale = (vec3){value[0], value[1], value[2]};
  }
}

/* --- 14. Dual quaternions --- */

/* The influence with the largest weight, or the first with a weight above 0; -1 without weights. */
static int leading(int slots, const influence* influences, sign_pivot pivot) {
  int lead = -1;
  for (int i = 0; i < slots; ++i) {
    if (influences[i].weight == 0) continue;
    if (lead < 0 || (pivot == LARGEST_WEIGHT && influences[i].weight > influences[lead].weight)) lead = i;
  }
  return lead;
}

/* b_q = sum_i s_i w_i q_i with all quaternions in one hemisphere, and b_d = sum_i s_i w_i d_i, here times 2. */
static void blend_motions(int slots, const influence* influences, const motion* motions, sign_pivot pivot,
                          int lead, quat* real, quat* dual) {
  quat leader = motions[influences[pivot == FIRST_SLOT ? 0 : lead].joint].rotation;
  *real = *dual = (quat){0, 0, 0, 0};
  for (int i = 0; i < slots; ++i) {
    if (influences[i].weight == 0) continue;
    const motion* m = &motions[influences[i].joint];
    if (pivot == RUNNING_SUM && i != lead) leader = *real;
    const double w = quaternion_dot(m->rotation, leader) < 0 ? -influences[i].weight : influences[i].weight;
    const quat translation = {m->translation.x, m->translation.y, m->translation.z, 0};
    *real = combine(*real, 1, m->rotation, w);
    *dual = combine(*dual, 1, quaternion_product(translation, m->rotation), w);
  }
}

/* The first phase: linear blending of scale and shear. */
static vertex stretch(int slots, const influence* influences, const mat3* stretches, vertex v) {
  mat3 blend = {{{0}}};
  for (int i = 0; i < slots; ++i) {
    if (influences[i].weight == 0) continue;
    for (int e = 0; e < 9; ++e)
      blend.m[e / 3][e % 3] += influences[i].weight * stretches[influences[i].joint].m[e / 3][e % 3];
  }
  const mat3 for_normals = normal_matrix(&blend);
  return (vertex){times(&blend, v.position), times(&for_normals, v.normal), times(&blend, v.tangent)};
}

vertex dual_quaternion(int slots, const influence* influences, const motion* motions, const mat3* stretches,
                       vertex v, sign_pivot pivot) {
  const int lead = leading(slots, influences, pivot);
  if (lead < 0) return v; /* no weight: no output */
  if (stretches) v = stretch(slots, influences, stretches, v);
  quat real, dual;
  blend_motions(slots, influences, motions, pivot, lead, &real, &dual);
  const double length = sqrt(quaternion_dot(real, real));
  if (length == 0) return v; /* the quaternions cancel: no output */
  const quat r = combine(real, 1 / length, real, 0), d = combine(dual, 1 / length, dual, 0);
  const quat t = quaternion_product(d, (quat){-r.x, -r.y, -r.z, r.w});
  return (vertex){add(rotate(r, v.position), (vec3){t.x, t.y, t.z}), normalize(rotate(r, v.normal)),
                  normalize(rotate(r, v.tangent))};
}

/* --- 15. Centres of rotation --- */

/* Linear blending with motions: sum_i w_i (q_i(x) + t_i). */
static vertex blend_linearly(int slots, const influence* influences, const motion* motions, vertex v) {
  vertex sum = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < slots; ++i) {
    const double w = influences[i].weight;
    if (w == 0) continue;
    const motion* m = &motions[influences[i].joint];
    sum.position = add(sum.position, scaled(add(rotate(m->rotation, v.position), m->translation), w));
    sum.normal = add(sum.normal, scaled(rotate(m->rotation, v.normal), w));
    sum.tangent = add(sum.tangent, scaled(rotate(m->rotation, v.tangent), w));
  }
  return (vertex){sum.position, normalize(sum.normal), normalize(sum.tangent)};
}

vertex centre_of_rotation(int slots, const influence* influences, const motion* motions, const vec3* centre,
                          vertex v, sign_pivot pivot) {
  const int lead = leading(slots, influences, pivot);
  if (!centre || lead < 0) return blend_linearly(slots, influences, motions, v);
  quat real, dual;
  blend_motions(slots, influences, motions, pivot, lead, &real, &dual);
  const quat q = normalize_quaternion(real);
  const vertex at_centre = {*centre, {0, 0, 0}, {0, 0, 0}};
  const vec3 moved_centre = blend_linearly(slots, influences, motions, at_centre).position;
  return (vertex){add(rotate(q, subtract(v.position, *centre)), moved_centre), normalize(rotate(q, v.normal)),
                  normalize(rotate(q, v.tangent))};
}
