// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
import type { Algorithms } from "./algorithms.mjs";

export type { Algorithms };

/** Lists of lists of numbers, to any depth. */
export type Lists = readonly (number | Lists | TypedArray)[];
export type TypedArray = Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** An array as the library gives it: flat, row-major. */
export interface Tensor<Data extends TypedArray = Float64Array | Float32Array | Int32Array> {
  shape: number[];
  data: Data;
}

/** An array as the library takes it. A flat one gets its shape from the declaration. Real inputs must be float32 numbers. */
export type Numbers = number | Lists | TypedArray | { readonly shape: readonly number[]; readonly data: TypedArray | readonly number[] };

/** Texts are options. */
type Unknown = Record<string, Numbers | string | Record<string, string> | null | undefined>;
/** Inputs of an algorithm, by its id or path, as it declares them; of a text that is known when running alone, arrays of any name. */
export type Inputs<Name extends string> = Name extends keyof Algorithms ? Algorithms[Name]["inputs"] : string extends Name ? Unknown : never;
/** Outputs likewise; or the first one alone. */
export type Outputs<Name extends string> = Numbers | (Name extends keyof Algorithms ? Algorithms[Name]["outputs"] : string extends Name ? Record<string, Numbers> : never);

/** Arrays of an algorithm's inputs. */
export type Sample<Name extends string> = Name extends keyof Algorithms
  ? { [Key in keyof Algorithms[Name]["inputs"] as Algorithms[Name]["inputs"][Key] extends string | Record<string, string> | undefined ? never : Key]: Tensor<Float32Array | Int32Array> }
  : Record<string, Tensor<Float32Array | Int32Array>>;

/** A call without a result. */
export class BindposeError extends Error {
  /** For programs: "ARRAY_SHAPE". */
  readonly code: string;
  /** Array element, option or place in a file: "weights[12]"; may be empty. */
  readonly where: string;
  /** What was found and what was expected. */
  readonly text: string;
}

/** What a right implementation computes: |float32 result - values| <= bounds. An infinite bound: the number is not judged. */
export interface Expected {
  name: string;
  shape: number[];
  values: Float64Array;
  bounds: Float64Array;
  /** True for a result on the way: "world", "palette". */
  isStage: boolean;
  /** True if rows are quaternions: q and -q are the same. */
  areRotations: boolean;
  /** Largest |length of a direction - 1|; infinite if rows are not unit directions. */
  lengthBound: number;
  /** Values and bounds that are right too, where float32 cannot decide a comparison. */
  other: { values: Float64Array; bounds: Float64Array } | null;
}

/** A row without an answer, for example the normal of a collapsed vertex. */
export interface UndefinedRow {
  array: string;
  row: number;
  code: string;
}

/** How one array compares; got, expected and bound are those of the worst number, at place "positions[12].y". */
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

/** What the judge says, in the words of `bindpose test`. Texts are empty if there is nothing to say. */
export class Verdict {
  readonly algorithm: string;
  /** "undecided": float32 decides no number of these inputs. */
  readonly outcome: "pass" | "fail" | "undecided" | "invalid-output";
  readonly detail: string;
  /** Id of the likeliest known defect: "ibm-wrong-side". It explains nearly all wrong numbers. */
  readonly defect: string;
  readonly defectSentence: string;
  /** What the wrong numbers have in common, where no cause is known. */
  readonly symptoms: string[];
  readonly precisionClass: string;
  readonly policy: string;
  readonly firstWrongStage: string;
  /** Largest error / bound of all outputs. */
  readonly worstFraction: number;
  readonly arrays: Judged[];
  readonly isRight: boolean;
  /** The output with the worst number: of those that fail, if one does. */
  readonly worst: Judged | null;
  /** The failure for people: numbers, place, value, expectation, bound; then the likely cause. */
  message(): string;
}

/** Outputs that are not right. */
export class Wrong extends Error {
  readonly verdict: Verdict;
}

/** accept: precision classes and policies that are also right: "half-palette", "normal_rule=direction". */
export interface JudgeOptions {
  accept?: string | readonly string[];
}

export interface PoseOptions {
  /** Name or number; without it the rest pose. */
  clip?: string | number;
  seconds?: number;
  /** "lbs", "dqs" ..., how skins follow their joints. */
  method?: string;
  /** Buffers of a .gltf by their relative path. */
  files?: Record<string, Uint8Array>;
}

/** Version of the library. */
export function version(): string;
/** Expected values and bounds, by name: outputs, then stages. Throws BindposeError for inputs that the algorithm does not take. */
export function evaluate<Name extends string>(algorithm: Name, inputs: Inputs<Name>): { arrays: Record<string, Expected>; undefinedRows: UndefinedRow[] };
/** The verdict on outputs. Normals, tangents, and residual, reachable and nearest of solvers (all three together) may be left out; stages may be passed. */
export function judge<Name extends string>(algorithm: Name, outputs: Outputs<Name>, inputs: Inputs<Name>, options?: JudgeOptions): Verdict;
/** judge(), and throws Wrong unless it is a pass. */
export function assertRight<Name extends string>(algorithm: Name, outputs: Outputs<Name>, inputs: Inputs<Name>, options?: JudgeOptions): Verdict;
/**
 * What a .glb or .gltf file shows at one moment: of each part positions, normals, tangents, triangles; the nodes of its joints, their
 * palette, and morphed positions. In node a text is the path of the file.
 */
export function pose(file: Uint8Array | string, options?: PoseOptions): { parts: Record<string, Record<string, Tensor>>; undefinedRows: UndefinedRow[] };
/** Valid random inputs of about `size` vertices, keys or joints; the same for the same seed on every machine. */
export function sample<Name extends string>(algorithm: Name, size?: number, seed?: number | bigint): Sample<Name>;
/** All algorithms and precision classes, as declared. */
export function list(): { algorithms: { id: string; path: string; title: string; levels: string[]; outputs: string[]; arrays: Record<string, unknown[]> }[]; classes: { name: string; sentence: string }[] };
/** An algorithm's page, arrays and options; a defect; a precision class; an option. */
export function explain(name: string): string;
