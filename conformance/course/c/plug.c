/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The adapter: splits each input into arguments, calls the exercises, and composes the output. You only need to change
 * what the subject declares: the table of exercises and the limits below it. Look here to see which exercises an input
 * needs.
 *
 * Outputs may also have stages (world, palette): if the output is wrong, the judge reads them and names the first
 * wrong stage.
 */
#include "bindpose/subject.h"
#include "exercises.h"
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- unfinished exercises --- */

static char unfinished[256]; /* message of the first unfinished exercise for this input */

void todo(int exercise, const char* title, const char* function, ...) {
  if (unfinished[0]) return;
  snprintf(unfinished, sizeof unfinished, "exercise %d (%s): not written yet: exercises.c, function %s",
           exercise, title, function);
}

/* --- memory of one input --- */

typedef union block {
  union block* next;
  double aligned; /* the data after a block may be doubles and pointers */
} block;

static block* blocks;

/* A double that no arithmetic produces. It fills the memory, so that results that are never written, or used in a sum
 * before they are set, are detected. Compilers fill local variables with the other values (Makefile). */
static const uint64_t never_written = 0x7ff4b63aa0000000u;
static const uint64_t of_gcc = 0xfefefefefefefefeu, of_clang = 0xffffffffffffffffu;

static void* take(size_t count, size_t size) {
  const size_t words = ((count ? count : 1) * size + sizeof never_written - 1) / sizeof never_written;
  block* b = malloc(sizeof *b + words * sizeof never_written);
  if (!b) abort();
  for (size_t i = 0; i < words; ++i)
    memcpy((uint64_t*)(b + 1) + i, &never_written, sizeof never_written);
  b->next = blocks;
  blocks = b;
  return b + 1;
}

static void give_back_all(void) {
  while (blocks) {
    block* next = blocks->next;
    free(blocks);
    blocks = next;
  }
}

#define TAKE(type, count) ((type*)take((size_t)(count), sizeof(type)))

/* --- arrays in and out --- */

static const bindpose_question* question; /* the current input and its output */
static bindpose_answer* answer;

static const bindpose_array* find(const char* name) {
  return bindpose_find(question->inputs, question->input_count, name);
}

static const bindpose_array* need(const char* name) {
  const bindpose_array* array = find(name);
  if (!array) {
    fprintf(stderr, "the input has no array '%s'\n", name);
    abort(); /* the judge shows the message */
  }
  return array;
}

static int rows(const char* name) {
  return (int)need(name)->shape[0];
}

static const int* integers(const char* name) {
  const bindpose_array* array = need(name);
  int* copy = TAKE(int, array->element_count);
  for (size_t i = 0; i < array->element_count; ++i)
    copy[i] = ((const int32_t*)array->data)[i];
  return copy;
}

/* The numbers as doubles. vec3, quat, mat34 and mat3 consist only of doubles, so the result may be cast to them. */
static void* reals(const char* name) {
  const bindpose_array* array = need(name);
  double* copy = TAKE(double, array->element_count);
  for (size_t i = 0; i < array->element_count; ++i)
    copy[i] = ((const float*)array->data)[i];
  return copy;
}

static void* reals_or_null(const char* name) {
  return find(name) ? reals(name) : NULL;
}

static int is_written(const double* number) {
  return memcmp(number, &never_written, sizeof *number) != 0 && memcmp(number, &of_gcc, sizeof *number) != 0 &&
         memcmp(number, &of_clang, sizeof *number) != 0;
}

/* Fills the output or the stage of this name; does nothing if the input does not request it. Skips numbers that were
 * never written; the judge reports them. */
static void put(const char* name, const void* doubles) {
  for (size_t i = 0; i < answer->output_count + answer->stage_count; ++i) {
    bindpose_array* array =
        i < answer->output_count ? answer->outputs[i] : answer->stages[i - answer->output_count];
    if (strcmp(array->name, name) != 0) continue;
    for (size_t e = 0; e < array->element_count; ++e)
      if (is_written((const double*)doubles + e)) ((float*)array->data)[e] = (float)((const double*)doubles)[e];
    array->filled = 1;
  }
}

static int option(const char* name, const char* const* values, int count) {
  for (size_t i = 0; i < question->option_count; ++i)
    for (int v = 0; v < count; ++v)
      if (strcmp(question->options[i]->name, name) == 0 &&
          strcmp(question->options[i]->value, values[v]) == 0)
        return v;
  return 0;
}

static normal_rule asked_rule(void) {
  static const char* const values[] = {"direction", "inverse-transpose", "inverse-transpose-of-blend",
                                       "blend-of-inverse-transposes"};
  return (normal_rule)option("normal_rule", values, 4);
}

static sign_pivot asked_pivot(void) {
  static const char* const values[] = {"first-influence", "largest-weight", "first-slot", "running-sum"};
  return (sign_pivot)option("pivot", values, 4);
}

/* --- the skeleton --- */

static trs* local_trs(int joints) {
  const vec3* translations = reals("local_translations");
  const quat* rotations = reals("local_rotations");
  const vec3* scales = reals("local_scales");
  trs* locals = TAKE(trs, joints);
  for (int j = 0; j < joints; ++j)
    locals[j] = (trs){translations[j], rotations[j], scales[j]};
  return locals;
}

static void animate(trs* locals) {
  const int count = rows("tracks");
  const int* list = integers("tracks");
  joint_track* tracks = TAKE(joint_track, count);
  for (int i = 0; i < count; ++i) {
    char times[48], values[48];
    snprintf(times, sizeof times, "track_%d_times", i);
    snprintf(values, sizeof values, "track_%d_values", i);
    const track_path path = (track_path)list[3 * i + 1];
    const track keys = {rows(times), reals(times), path == ROTATION ? 4 : 3, reals(values), path == ROTATION};
    tracks[i] = (joint_track){list[3 * i], path, (track_interpolation)list[3 * i + 2], keys};
  }
  apply_tracks(count, tracks, *(const double*)reals("time"), locals);
}

/* parent_from_joint of every joint: from translation, rotation and scale, or the given matrix. */
static const mat34* local_matrices(int joints) {
  trs* locals = local_trs(joints);
  if (find("tracks")) animate(locals);
  const int* is_matrix = find("local_is_matrix") ? integers("local_is_matrix") : NULL;
  const mat34* given = reals_or_null("local_matrices");
  mat34* matrices = TAKE(mat34, joints);
  for (int j = 0; j < joints; ++j)
    matrices[j] = is_matrix && is_matrix[j]
                      ? given[j]
                      : matrix_from_trs(locals[j].translation, locals[j].rotation, locals[j].scale);
  return matrices;
}

static const mat34* world_matrices(void) {
  const int joints = rows("parents");
  mat34* world = TAKE(mat34, joints);
  global_matrices(joints, integers("parents"), local_matrices(joints), world);
  put("world", world);
  return world;
}

static motion* motions(const char* name) {
  char array[64];
  snprintf(array, sizeof array, "%s_rotations", name);
  const int joints = rows(array);
  const quat* rotations = reals(array);
  snprintf(array, sizeof array, "%s_translations", name);
  const vec3* translations = reals(array);
  motion* all = TAKE(motion, joints);
  for (int j = 0; j < joints; ++j)
    all[j] = (motion){rotations[j], translations[j]};
  return all;
}

static void put_motions(const char* name, int joints, const motion* all) {
  quat* rotations = TAKE(quat, joints);
  vec3* translations = TAKE(vec3, joints);
  for (int j = 0; j < joints; ++j) {
    rotations[j] = all[j].rotation;
    translations[j] = all[j].translation;
  }
  char array[64];
  snprintf(array, sizeof array, "%s_rotations", name);
  put(array, rotations);
  snprintf(array, sizeof array, "%s_translations", name);
  put(array, translations);
}

static const motion* world_motions(void) {
  const int joints = rows("parents");
  motion* world = TAKE(motion, joints);
  global_motions(joints, integers("parents"), motions("local"), world);
  put_motions("world", joints, world);
  return world;
}

static void answer_fk_matrix(void) {
  world_matrices();
}

static void answer_fk_quaternion(void) {
  world_motions();
}

static void answer_bones(void) {
  const int joints = rows("parents");
  vec3(*segments)[2] = take((size_t)joints, sizeof *segments);
  bones(joints, integers("parents"), world_matrices(), segments);
  put("bones", segments);
}

static void answer_inverse_bind(void) {
  const int joints = rows("bind");
  const mat34* bind = reals("bind");
  mat34* inverse = TAKE(mat34, joints);
  for (int j = 0; j < joints; ++j)
    inverse[j] = inverse_bind(bind[j]);
  put("inverse_binds", inverse);
}

static const mat34* product(const mat34* world, int joints) {
  mat34* mesh_from_mesh = TAKE(mat34, joints);
  palette(joints, world, reals("inverse_binds"), mesh_from_mesh);
  put("palette", mesh_from_mesh);
  return mesh_from_mesh;
}

static void answer_palette(void) {
  product(reals("world"), rows("world"));
}

/* --- time --- */

static void answer_lerp(void) {
  const bindpose_array* values = need("a");
  const double *a = reals("a"), *b = reals("b"), *t = reals("t");
  double* x = TAKE(double, values->element_count);
  for (size_t i = 0; i < values->element_count; ++i)
    x[i] = lerp(a[i], b[i], t[i / values->shape[1]]);
  put("values", x);
}

static void interpolate(quat (*between)(quat, quat, double)) {
  const int count = rows("t");
  const quat *a = reals("a"), *b = reals("b");
  const double* t = reals("t");
  quat* x = TAKE(quat, count);
  for (int i = 0; i < count; ++i)
    x[i] = between(a[i], b[i], t[i]);
  put("values", x);
}

static void answer_slerp(void) {
  interpolate(slerp);
}

static void answer_nlerp(void) {
  interpolate(nlerp);
}

static void answer_key_poses(void) {
  const int joints = (int)need("translations")->shape[1];
  vec3* translations = TAKE(vec3, joints);
  quat* rotations = TAKE(quat, joints);
  key_poses(rows("times"), reals("times"), *(const double*)reals("period"), *(const double*)reals("t"),
            joints, reals("translations"), reals("rotations"), translations, rotations);
  put("translations", translations);
  put("rotations", rotations);
}

static void sample(void (*value_at)(track, double, double*)) {
  const bindpose_array* values = need("values");
  const int width = (int)values->shape[values->rank - 1], count = rows("t");
  const track keys = {rows("times"), reals("times"), width, reals("values"), integers("is_rotation")[0]};
  const double* t = reals("t");
  double* x = TAKE(double, count* width);
  for (int i = 0; i < count; ++i)
    value_at(keys, t[i], x + i * width);
  put("values", x);
}

static void answer_step(void) {
  sample(step_track);
}

static void answer_linear(void) {
  sample(linear_track);
}

static void answer_cubicspline(void) {
  sample(cubicspline_track);
}

/* --- skins --- */

/* All data that a vertex may need; arrays missing in the input are NULL. */
typedef struct {
  const int* joints; /* [vertices][slots] */
  const influence* influences;
  int slots;
  const mat34* matrices;
  const motion* motions;
  const mat3* stretches;
  const int* has_centre;
  const vec3* centres;
  normal_rule rule;
  sign_pivot pivot;
} rig;

static rig read_rig(void) {
  rig r = {0};
  const int vertices = rows("joints");
  r.slots = (int)need("joints")->shape[1];
  r.joints = integers("joints");
  const double* weights = reals_or_null("weights");
  influence* influences = TAKE(influence, vertices * r.slots);
  for (int i = 0; i < vertices * r.slots; ++i)
    influences[i] = (influence){r.joints[i], weights ? weights[i] : 1};
  r.influences = influences;
  r.rule = asked_rule();
  r.pivot = asked_pivot();
  return r;
}

/* The tangent's fourth number, the handedness, stays unchanged. */
static void skin(const rig* r, vertex (*skin_vertex)(const rig*, int, vertex)) {
  const int count = rows("positions");
  const vec3 *positions = reals("positions"), *normals = reals_or_null("normals");
  const quat* tangents = reals_or_null("tangents");
  vec3 *x = TAKE(vec3, count), *n = TAKE(vec3, count);
  quat* t = TAKE(quat, count);
  for (int i = 0; i < count; ++i) {
    vertex v = {positions[i], {0, 0, 0}, {0, 0, 0}};
    if (normals) v.normal = normals[i];
    if (tangents) v.tangent = (vec3){tangents[i].x, tangents[i].y, tangents[i].z};
    v = skin_vertex(r, i, v);
    x[i] = v.position;
    n[i] = v.normal;
    t[i] = (quat){v.tangent.x, v.tangent.y, v.tangent.z, tangents ? tangents[i].w : 0};
  }
  put("positions", x);
  put("normals", n);
  put("tangents", t);
}

/* The skinning matrices: given, or computed from the pose. */
static const mat34* asked_palette(void) {
  return find("palette") ? reals("palette") : product(world_matrices(), rows("parents"));
}

/* The motions of joints that only rotate and translate. */
static const motion* asked_motions(void) {
  if (find("palette_rotations")) return motions("palette");
  const int joints = rows("parents");
  const motion *world = world_motions(), *inverse_binds = motions("inverse_bind");
  motion* moved = TAKE(motion, joints);
  for (int j = 0; j < joints; ++j)
    moved[j] = motion_product(world[j], inverse_binds[j]);
  put_motions("palette", joints, moved);
  return moved;
}

static vertex skin_rigidly(const rig* r, int i, vertex v) {
  return rigid_vertex(r->matrices[r->joints[i]], v, r->rule);
}

/* Each part is stored in its joint's space, so the matrices are world_from_joint. */
static void answer_rigid_parts(void) {
  rig r = read_rig();
  r.matrices = find("palette") ? reals("palette") : world_matrices();
  skin(&r, skin_rigidly);
}

/* The parts are stored in mesh space, so the matrices are mesh_from_mesh. */
static void answer_stitching(void) {
  rig r = read_rig();
  r.matrices = asked_palette();
  skin(&r, skin_rigidly);
}

static vertex skin_linearly(const rig* r, int i, vertex v) {
  return linear_blend(r->slots, r->influences + i * r->slots, r->matrices, v, r->rule);
}

static void answer_linear_blend(void) {
  rig r = read_rig();
  r.matrices = asked_palette();
  skin(&r, skin_linearly);
}

static vertex skin_with_dual_quaternions(const rig* r, int i, vertex v) {
  return dual_quaternion(r->slots, r->influences + i * r->slots, r->motions, r->stretches, v, r->pivot);
}

static void answer_dual_quaternion(void) {
  rig r = read_rig();
  r.motions = asked_motions();
  r.stretches = reals_or_null("palette_stretches");
  skin(&r, skin_with_dual_quaternions);
}

static vertex skin_about_centres(const rig* r, int i, vertex v) {
  const vec3* centre = r->has_centre[i] ? r->centres + i : NULL;
  return centre_of_rotation(r->slots, r->influences + i * r->slots, r->motions, centre, v, r->pivot);
}

static void answer_centre_of_rotation(void) {
  rig r = read_rig();
  r.motions = asked_motions();
  r.has_centre = integers("has_centre");
  r.centres = reals("centres");
  skin(&r, skin_about_centres);
}

/* --- declarations --- */

typedef struct {
  bindpose_capability capability;
  void (*answer)(void);
} exercise;

static const exercise exercises[] = {
    {{sizeof(bindpose_capability), "fk.matrix", "pose", NULL}, answer_fk_matrix},
    {{sizeof(bindpose_capability), "fk.quaternion", "pose", NULL}, answer_fk_quaternion},
    {{sizeof(bindpose_capability), "skeleton.bones", "pose", NULL}, answer_bones},
    {{sizeof(bindpose_capability), "interp.lerp", "pose", NULL}, answer_lerp},
    {{sizeof(bindpose_capability), "interp.slerp", "pose", NULL}, answer_slerp},
    {{sizeof(bindpose_capability), "anim.pose-loop", "pose", NULL}, answer_key_poses},
    {{sizeof(bindpose_capability), "rigid-parts", "palette pose", rigid_options}, answer_rigid_parts},
    {{sizeof(bindpose_capability), "stitching", "palette pose", rigid_options}, answer_stitching},
    {{sizeof(bindpose_capability), "skeleton.inverse-bind", "pose", NULL}, answer_inverse_bind},
    {{sizeof(bindpose_capability), "skeleton.palette", "pose", NULL}, answer_palette},
    {{sizeof(bindpose_capability), "lbs", "palette pose", linear_options}, answer_linear_blend},
    {{sizeof(bindpose_capability), "interp.nlerp", "pose", NULL}, answer_nlerp},
    {{sizeof(bindpose_capability), "anim.step", "pose", NULL}, answer_step},
    {{sizeof(bindpose_capability), "anim.linear", "pose", NULL}, answer_linear},
    {{sizeof(bindpose_capability), "anim.cubicspline", "pose", NULL}, answer_cubicspline},
    {{sizeof(bindpose_capability), "dqs", "palette pose", pivot_options}, answer_dual_quaternion},
    {{sizeof(bindpose_capability), "cor", "palette pose", pivot_options}, answer_centre_of_rotation},
};

enum { EXERCISES = sizeof exercises / sizeof exercises[0] };

/* Larger inputs do not run; 0: no limit. */
enum { MOST_VERTICES = 0, MOST_JOINTS = 0, MOST_INFLUENCES = 0 };

static int32_t run(const bindpose_question* asked, bindpose_answer* to) {
  question = asked;
  answer = to;
  unfinished[0] = 0;
  for (int i = 0; i < EXERCISES; ++i)
    if (strcmp(exercises[i].capability.algorithm, asked->id) == 0) exercises[i].answer();
  give_back_all();
  if (!unfinished[0]) return BINDPOSE_OK;
  snprintf(to->message, to->message_capacity, "%s", unfinished);
  return BINDPOSE_ERROR;
}

const bindpose_subject* bindpose_subject_entry(void) {
  static const bindpose_capability* list[EXERCISES];
  for (int i = 0; i < EXERCISES; ++i)
    list[i] = &exercises[i].capability;
  static const bindpose_subject subject = {
      sizeof(bindpose_subject), BINDPOSE_PROTOCOL, subject_name, "1", "C", EXERCISES, list,
      MOST_VERTICES, MOST_JOINTS, MOST_INFLUENCES, run};
  return &subject;
}
