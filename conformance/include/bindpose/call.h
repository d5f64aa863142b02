/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: the reference and the judge as calls of a library, libbindpose, for tests in any language. C99.
 *
 * A caller passes arrays and gets a result: expected values with bounds, a verdict, a posed file, random inputs or a text.
 * `bindpose_list()` and `bindpose explain ALGORITHM` list the arrays and options of an algorithm, with shapes,
 * frames and units: metres, seconds, radians, right-handed, column vectors, matrices [3, 4] as rows (C | t),
 * quaternions (x, y, z, w).
 *
 * Every call may fail with OUT_OF_MEMORY or INTERNAL_ERROR. Calls are thread-safe
 * and change no state of the library. The library never throws, exits, starts a process, changes the locale or opens a
 * file, except buffers in the folder given to bindpose_pose().
 *
 * Later versions may append fields to the structs of a result, except bindpose_tensor. Any other change also changes the
 * file name: libbindpose.so.1 has the interface BINDPOSE_CALL = 1.
 */
#ifndef BINDPOSE_CALL_H
#define BINDPOSE_CALL_H

#include "bindpose/subject.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BINDPOSE_CALL = 1 };

/** Element type of results, besides BINDPOSE_FLOAT32 and BINDPOSE_INT32. */
enum { BINDPOSE_FLOAT64 = 3 };

/** An array of an input or a result: row-major, without gaps. */
typedef struct bindpose_tensor {
  const char* name;    /**< "positions" */
  int32_t type;        /**< BINDPOSE_FLOAT32, BINDPOSE_INT32 or BINDPOSE_FLOAT64 */
  uint32_t rank;       /**< number of extents, at most 8 */
  const size_t* shape; /**< [rank], rows first: {vertices, 3} */
  const void* data;    /**< the product of the extents is the number of elements; may be NULL if it is 0 */
} bindpose_tensor;

/** The reason for a missing result. */
typedef struct bindpose_error {
  const char* code;    /**< stable, for programs: "ARRAY_SHAPE" */
  const char* where;   /**< array element, option or place in a file: "weights[12]"; may be empty */
  const char* message; /**< the fact and the expectation, UTF-8 */
} bindpose_error;

/** An array of the expected output. */
typedef struct bindpose_expected {
  const char* name;
  int32_t is_stage;      /**< 1: a stage, "world" or "palette"; 0: an output */
  int32_t are_rotations; /**< 1: rows are quaternions, and q and -q are the same */
  uint32_t rank;         /**< number of extents */
  const size_t* shape;   /**< [rank] */
  size_t element_count;  /**< product of the extents */
  const double* values;  /**< [element_count] of the reference in double precision */
  const double*
      bounds; /**< [element_count] largest |float32 result - value|; infinite: the number is not judged */
  const double*
      other_values; /**< [element_count] equally right values if float32 cannot decide a comparison; or NULL */
  const double* other_bounds; /**< [element_count]; or NULL */
  double length_bound; /**< largest |length of a direction - 1|; infinite: rows are not unit directions */
} bindpose_expected;

/** A row without an output, for example the normal of a collapsed vertex. It holds zeros and is not judged. */
typedef struct bindpose_undefined {
  const char* array;
  size_t row;
  const char* code; /**< "ZERO_NORMAL" */
} bindpose_undefined;

/** The comparison of one array. */
typedef struct bindpose_judged {
  const char* name;
  int32_t is_stage;      /**< 1: a stage, which never changes the outcome */
  size_t judged;         /**< numbers that were compared */
  size_t undecided;      /**< numbers without a finite bound */
  size_t failing;        /**< numbers outside their bound */
  double worst_fraction; /**< largest error / bound; infinite for an error if the bound is 0 */
  const char* place;     /**< of the worst number: "positions[12].y" */
  size_t row,
      component; /**< its indices; the component is the width of a row if the length of a direction is worst */
  double got, expected, bound;
} bindpose_judged;

enum {
  BINDPOSE_PASS = 0, /**< every judged number is within its bound, or an accepted deviation explains it */
  BINDPOSE_FAIL = 1, /**< a number is outside its bound */
  BINDPOSE_UNDECIDED = 2,     /**< float32 arithmetic decides no number for these inputs: choose others */
  BINDPOSE_INVALID_OUTPUT = 3 /**< an output has another shape, or a number is not finite */
};

/** The judge's verdict, as in `bindpose test`. Texts that do not apply are empty. */
typedef struct bindpose_verdict {
  int32_t outcome;    /**< BINDPOSE_PASS ... BINDPOSE_INVALID_OUTPUT */
  const char* detail; /**< the failure in one line: numbers, worst place, likely cause */
  const char*
      defect; /**< id of the likeliest known defect: "ibm-wrong-side"; it explains nearly all wrong numbers */
  const char* defect_sentence; /**< "your output equals what one gets when ..." */
  const char* symptoms; /**< common properties of the wrong numbers, one per line, if no cause is known */
  const char*
      precision_class; /**< accepted class that a pass needs, or the cause of a failure: "half-palette" */
  const char* policy;  /**< the same for a policy: "normal_rule=direction" */
  const char* first_wrong_stage; /**< "palette", the first wrong stage, if stages were passed */
  double worst_fraction;         /**< largest error / bound of all outputs */
  size_t array_count;
  const bindpose_judged* const* arrays; /**< [array_count] outputs, then stages */
} bindpose_verdict;

/** The result of any call. Fields that the call does not fill are 0. */
typedef struct bindpose_result {
  const bindpose_error* error; /**< NULL: the call succeeded; otherwise no other field is filled */
  size_t expected_count;
  const bindpose_expected* const* expected; /**< [expected_count] bindpose_evaluate(): outputs, then stages */
  size_t undefined_count;
  const bindpose_undefined* const* undefined; /**< [undefined_count] bindpose_evaluate(), bindpose_pose() */
  const bindpose_verdict* verdict;            /**< bindpose_judge() */
  size_t tensor_count;
  const bindpose_tensor* const* tensors; /**< [tensor_count] bindpose_pose(), bindpose_sample() */
  const char* text;                      /**< bindpose_list(), bindpose_explain() */
} bindpose_result;

/**
 * Inputs of an algorithm, and its variant.
 * Real inputs must be float32 numbers, so that the reference and the implementation under test start from the same
 * values: a float64 array is accepted if each of its numbers is a float32 number.
 */
typedef struct bindpose_inputs {
  const char* algorithm; /**< "lbs" or "skinning/linear_blend" */
  const char* const*
      options; /**< "normal_rule=direction" ..., then NULL; NULL: the first value of every option */
  size_t input_count;
  const bindpose_tensor* inputs; /**< [input_count] */
} bindpose_inputs;

/** Version of the library: "0.2.0". */
BINDPOSE_EXPORT const char* bindpose_version(void);

/**
 * Expected values and bounds.
 * Errors: ALGORITHM_UNKNOWN, OPTION_UNKNOWN, OPTION_VALUE, OPTION_SYNTAX; ARRAY_UNKNOWN, ARRAY_MISSING, ARRAY_TYPE,
 * ARRAY_SHAPE, ARRAY_DATA, DUPLICATE_NAME, COUNT_MISMATCH, NOT_FLOAT32; those that the algorithm's page lists.
 */
BINDPOSE_EXPORT bindpose_result* bindpose_evaluate(const bindpose_inputs* inputs);

/**
 * Compares outputs with the expected ones. All outputs must be passed, except normals, tangents, and the solvers'
 * residual, reachable and nearest (all three together); missing outputs are not requested. Stages are optional.
 * accept: additional right precision classes ("half-palette") and policies ("normal_rule=direction"), then NULL;
 * or NULL. Errors: those of bindpose_evaluate(); OUTPUT_MISSING, CLASS_UNKNOWN, POLICY_UNKNOWN.
 */
BINDPOSE_EXPORT bindpose_result* bindpose_judge(const bindpose_inputs* inputs, const bindpose_tensor* outputs,
                                                size_t output_count, const char* const* accept);

/**
 * Poses a glTF file at one moment, in double precision. Tensors of each part, for example "skin0":
 * skin0.positions [V, 3], skin0.normals [V, 3], skin0.tangents [V, 4], skin0.triangles [F, 3] int32; skin0.joints [J]
 * int32, the nodes of its joints; the stages of the method, for example skin0.palette [J, 3, 4] and
 * skin0.morphed_positions [V, 3] before skinning. Arrays that the file lacks are missing.
 * file: the bytes of a .glb or .gltf. folder: contains the buffers of a .gltf; NULL: no file is opened.
 * clip: name or number of a clip; NULL: the rest pose. seconds: time in the clip, rounded to float32.
 * method: skinning method, "lbs", "dqs" ...; NULL: "lbs".
 * Errors: the first error code of the glTF loader, with all errors in the message; CLIP_UNKNOWN, CLIP_AMBIGUOUS, METHOD_UNKNOWN, NO_MESH,
 * NOT_RIGID, NOT_FINITE.
 */
BINDPOSE_EXPORT bindpose_result* bindpose_pose(const void* file, size_t file_size, const char* folder,
                                               const char* clip, double seconds, const char* method);

/**
 * Valid random inputs of about `size` vertices, keys or joints (1 to 1,000,000); the same for the same seed on every
 * machine. Errors: ALGORITHM_UNKNOWN, SIZE_RANGE.
 */
BINDPOSE_EXPORT bindpose_result* bindpose_sample(const char* algorithm, size_t size, uint64_t seed);

/**
 * All algorithms as JSON: {"algorithms": [{"id", "path", "title", "levels", "outputs", "arrays": {"inputs", "stages",
 * "outputs", "options"}}], "classes": [{"name", "sentence"}]}. `arrays` is what `bindpose explain ID --arrays --json`
 * prints.
 */
BINDPOSE_EXPORT bindpose_result* bindpose_list(void);

/** An algorithm's page, arrays and options; a defect; a precision class; an option. Error: NAME_UNKNOWN. */
BINDPOSE_EXPORT bindpose_result* bindpose_explain(const char* name);

/** Frees a result with everything that it points to. NULL is allowed. */
BINDPOSE_EXPORT void bindpose_free(bindpose_result* result);

#ifdef __cplusplus
}
#endif

#endif
