/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: the interface between bindpose and an implementation in a shared library (C, C++ or others). C99.
 *
 * A library exports one symbol, bindpose_subject_entry(). bindpose loads it in a separate process, reads its name
 * and capabilities, and calls run() with one input after the other, on one thread.
 *
 * Every struct begins with its size in bytes, set by the side that fills the struct. Later versions only append fields.
 * Before you read a field that is newer than protocol 1, check for the field with BINDPOSE_HAS.
 *
 * Arrays are row-major and have names; golden/README.md and `bindpose explain ALGORITHM` list the arrays of an input
 * with shapes, frames and units: metres, seconds, radians, right-handed, column vectors, matrices [3, 4] as rows
 * (C | t), quaternions (x, y, z, w).
 */
#ifndef BINDPOSE_SUBJECT_H
#define BINDPOSE_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define BINDPOSE_EXPORT __declspec(dllexport)
#else
#define BINDPOSE_EXPORT __attribute__((visibility("default")))
#endif

/** True if the other side's struct has a field: BINDPOSE_HAS(question, bindpose_question, asset). */
#define BINDPOSE_HAS(pointer, type, field) \
  ((pointer)->size >= offsetof(type, field) + sizeof(((type*)0)->field))

enum { BINDPOSE_PROTOCOL = 1 };

/** Type of an array's elements. */
enum { BINDPOSE_FLOAT32 = 1, BINDPOSE_INT32 = 2 };

/** Return values of run(). */
enum {
  BINDPOSE_OK = 0,    /**< every array of answer->outputs is filled */
  BINDPOSE_ERROR = 1, /**< no output; answer->message has the reason. Counts as a failure. */
};

typedef struct bindpose_array {
  size_t size;          /**< sizeof(bindpose_array) */
  const char* name;     /**< "positions" */
  int32_t type;         /**< BINDPOSE_FLOAT32 or BINDPOSE_INT32 */
  uint32_t rank;        /**< number of extents */
  const size_t* shape;  /**< [rank], rows first: {vertices, 3} */
  size_t element_count; /**< product of the extents */
  void* data;           /**< [element_count]; read-only in an input: writing there ends the process */
  int32_t filled;       /**< stages only: 1 if the array is filled and should be judged */
} bindpose_array;

typedef struct bindpose_option {
  size_t size;
  const char* name;  /**< "normal_rule" */
  const char* value; /**< "direction" */
} bindpose_option;

/** Vertices of the file in an output at level `asset`, one entry after the other. */
typedef struct bindpose_part {
  size_t size;
  int32_t node;      /**< index of a node that shows the mesh */
  int32_t mesh;      /**< index of the mesh in the file */
  int32_t primitive; /**< index of the primitive in the mesh */
  size_t vertices;   /**< number of its vertices, in the order of its POSITION accessor */
} bindpose_part;

/** Level `asset`: pose a file. */
typedef struct bindpose_asset {
  size_t size;
  const char* file; /**< path of a .glb or .gltf */
  int32_t clip;     /**< index of an animation of the file; -1: the rest pose */
  double time;      /**< seconds */
  size_t part_count;
  const bindpose_part* const* parts; /**< [part_count] */
} bindpose_asset;

typedef struct bindpose_question {
  size_t size;
  const char* algorithm; /**< "skinning/linear_blend" */
  const char* id;        /**< the same as its short name, "lbs" */
  const char* level;     /**< "palette", "pose" or "asset" */
  size_t option_count;
  const bindpose_option* const* options; /**< [option_count] every policy with its requested value */
  size_t input_count;
  const bindpose_array* const* inputs; /**< [input_count]; none at level asset */
  const bindpose_asset* asset;         /**< NULL at the other levels */
} bindpose_question;

typedef struct bindpose_answer {
  size_t size;
  size_t output_count;
  bindpose_array* const*
      outputs; /**< [output_count] fill all of them; the caller owns the memory. Every element is initially a NaN
                                       that no arithmetic returns, so the judge finds elements that were not written. */
  size_t stage_count;
  bindpose_array* const*
      stages; /**< [stage_count] optional intermediate results (world, palette ...): if they are filled, the judge
                                      explains a wrong output by the first wrong stage. */
  size_t message_capacity; /**< bytes of message, with the terminating 0 */
  char* message;           /**< for BINDPOSE_ERROR: the reason, UTF-8 */
} bindpose_answer;

/** An algorithm that the subject implements. */
typedef struct bindpose_capability {
  size_t size;
  const char* algorithm; /**< id or path: "lbs", "skinning/linear_blend" */
  const char* levels;    /**< separated by spaces: "palette pose" */
  const char*
      options; /**< NULL: any; or the supported values: "normal_rule=direction,inverse-transpose-of-blend" with
                              several options separated by spaces; "class=half-palette" names precision classes that
                              are also right, "without=tangents,cubic-splines" unsupported parts of inputs,
                              "most=influences=4,joints=64" limits of this algorithm */
} bindpose_capability;

typedef struct bindpose_subject {
  size_t size;
  int32_t protocol; /**< BINDPOSE_PROTOCOL */
  const char* name; /**< of the implementation */
  const char* version;
  const char* language;
  size_t capability_count;
  const bindpose_capability* const* capabilities; /**< [capability_count] */
  /** Limits of the implementation; 0: none. An input beyond a limit does not run and counts as not supported. */
  size_t most_vertices, most_joints, most_influences;
  /** Computes the output for one input; returns BINDPOSE_OK or BINDPOSE_ERROR. */
  int32_t (*run)(const bindpose_question* question, bindpose_answer* answer);
} bindpose_subject;

/** The only symbol of the library. The returned struct must live until the library is unloaded. */
BINDPOSE_EXPORT const bindpose_subject* bindpose_subject_entry(void);

/** The array of this name, or NULL. */
static inline const bindpose_array* bindpose_find(const bindpose_array* const* arrays, size_t count,
                                                  const char* name) {
  for (size_t i = 0; i < count; ++i) {
    const char* a = arrays[i]->name;
    const char* b = name;
    while (*a && *a == *b) {
      ++a;
      ++b;
    }
    if (*a == *b) return arrays[i];
  }
  return NULL;
}

#ifdef __cplusplus
}
#endif

#endif
