// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
import type { Algorithms } from "./algorithms.mjs";

export type { Algorithms };

/** Lists of lists of numbers, to any depth. */
export type Lists = readonly (number | Lists | TypedArray)[];
export type TypedArray = Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** An array of a result: flat, row-major. */
export interface Tensor<Data extends TypedArray = Float64Array | Float32Array | Int32Array> {
  shape: number[];
  data: Data;
}

/** An array of an input. A flat array gets its shape from the declaration. Real inputs must be float32 numbers. */
export type Numbers = number | Lists | TypedArray | { readonly shape: readonly number[]; readonly data: TypedArray | readonly number[] };

/** Strings are options. */
type Unknown = Record<string, Numbers | string | Record<string, string> | null | undefined>;
/** The declared inputs of an algorithm, given by id or path. If the id is known only at run time: arrays of any name. */
export type Inputs<Name extends string> = Name extends keyof Algorithms ? Algorithms[Name]["inputs"] : string extends Name ? Unknown : never;
/** Outputs by name, or only the first output. */
export type Outputs<Name extends string> = Numbers | (Name extends keyof Algorithms ? Algorithms[Name]["outputs"] : string extends Name ? Record<string, Numbers> : never);

/** Arrays of an algorithm's inputs. */
export type Sample<Name extends string> = Name extends keyof Algorithms
  ? { [Key in keyof Algorithms[Name]["inputs"] as Algorithms[Name]["inputs"][Key] extends string | Record<string, string> | undefined ? never : Key]: Tensor<Float32Array | Int32Array> }
  : Record<string, Tensor<Float32Array | Int32Array>>;

/** The error of a call. */
export class BindposeError extends Error {
  /** Code for programs: "ARRAY_SHAPE". */
  readonly code: string;
  /** Array element, option or place in a file: "weights[12]"; may be empty. */
  readonly where: string;
  /** The fact and the expectation. */
  readonly text: string;
}

/** The expected values: |float32 result - values| <= bounds. An infinite bound: the number is not judged. */
export interface Expected {
  name: string;
  shape: number[];
  values: Float64Array;
  bounds: Float64Array;
  /** True for a stage: "world", "palette". */
  isStage: boolean;
  /** True if rows are quaternions: q and -q are the same. */
  areRotations: boolean;
  /** Largest |length of a direction - 1|; infinite if rows are not unit directions. */
  lengthBound: number;
  /** Alternative right values and bounds, if float32 cannot decide a comparison. */
  other: { values: Float64Array; bounds: Float64Array } | null;
}

/** A row without an output, for example the normal of a collapsed vertex. */
export interface UndefinedRow {
  array: string;
  row: number;
  code: string;
}

/** The comparison of one array; got, expected and bound belong to the worst number, at place "positions[12].y". */
export interface Judged {
  name: string;
  isStage: boolean;
  judged: number;
  undecided: number;
  failing: number;
  worstFraction: number;
  place: string;
  row: number;
  component: number;
  got: number;
  expected: number;
  bound: number;
}

/** The judge's verdict, as in `bindpose test`. Texts that do not apply are empty. */
export class Verdict {
  readonly algorithm: string;
  /** "undecided": float32 decides no number for these inputs. */
  readonly outcome: "pass" | "fail" | "undecided" | "invalid-output";
  readonly detail: string;
  /** Id of the likeliest known defect: "ibm-wrong-side". It explains nearly all wrong numbers. */
  readonly defect: string;
  readonly defectSentence: string;
  /** Common properties of the wrong numbers, if no cause is known. */
  readonly symptoms: string[];
  readonly precisionClass: string;
  readonly policy: string;
  readonly firstWrongStage: string;
  /** Largest error / bound of all outputs. */
  readonly worstFraction: number;
  readonly arrays: Judged[];
  readonly isRight: boolean;
  /** The output with the worst number; if outputs fail, among these. */
  readonly worst: Judged | null;
  /** The failure for people: numbers, place, value, expectation, bound; then the likely cause. */
  message(): string;
}

/** An error for wrong outputs. */
export class Wrong extends Error {
  readonly verdict: Verdict;
}

/** accept: additional right precision classes and policies: "half-palette", "normal_rule=direction". */
export interface JudgeOptions {
  accept?: string | readonly string[];
}

export interface PoseOptions {
  /** Name or number; without it the rest pose. */
  clip?: string | number;
  seconds?: number;
  /** Skinning method: "lbs", "dqs" ... */
  method?: string;
  /** Buffers of a .gltf by their relative path. */
  files?: Record<string, Uint8Array>;
}

/** Version of the library. */
export function version(): string;
/** Expected values and bounds, by name: outputs, then stages. Throws BindposeError for invalid inputs. */
export function evaluate<Name extends string>(algorithm: Name, inputs: Inputs<Name>): { arrays: Record<string, Expected>; undefinedRows: UndefinedRow[] };
/** The verdict on outputs. Normals, tangents, and residual, reachable and nearest of solvers (all three together) are optional; so are stages. */
export function judge<Name extends string>(algorithm: Name, outputs: Outputs<Name>, inputs: Inputs<Name>, options?: JudgeOptions): Verdict;
/** judge(), and throws Wrong unless it is a pass. */
export function assertRight<Name extends string>(algorithm: Name, outputs: Outputs<Name>, inputs: Inputs<Name>, options?: JudgeOptions): Verdict;
/**
 * The meshes of a .glb or .gltf file at one moment. For each part: positions, normals, tangents, triangles; the
 * nodes of its joints, their palette, and morphed positions. In node, a string is the path of the file.
 */
export function pose(file: Uint8Array | string, options?: PoseOptions): { parts: Record<string, Record<string, Tensor>>; undefinedRows: UndefinedRow[] };
/** Valid random inputs of about `size` vertices, keys or joints; the same for the same seed on every machine. */
export function sample<Name extends string>(algorithm: Name, size?: number, seed?: number | bigint): Sample<Name>;
/** All algorithms and precision classes, as declared. */
export function list(): { algorithms: { id: string; path: string; title: string; levels: string[]; outputs: string[]; arrays: Record<string, unknown[]> }[]; classes: { name: string; sentence: string }[] };
/** An algorithm's page, arrays and options; a defect; a precision class; an option. */
export function explain(name: string): string;
