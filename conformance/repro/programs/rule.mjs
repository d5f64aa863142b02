// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Finds the wrong numbers of an array by bindpose's rule: conformance/course/rule.py in JavaScript.
const direction = 3; // numbers of a direction; a tangent has a fourth one

export const isWithin = ([got, expected, bound]) => Math.abs(got - expected) <= bound;

/// The number or its nearest float32, whichever is closer to the expected number: outputs may have either form.
const nearer = (got, expected) => (Math.abs(Math.fround(got) - expected) < Math.abs(got - expected) ? Math.fround(got) : got);

/// The accepted values of one array. sides: [numbers, bounds] of each; a second one if float32 cannot decide a
/// comparison, and then both are right. areRotations: a quaternion and its negative are the same. lengthBound: for
/// directions, whose length is 1.
export class Expected {
  constructor(name, width, sides, areRotations = false, lengthBound = Infinity) {
    Object.assign(this, { name, width, sides, areRotations, lengthBound, count: sides[0][0].length });
  }

  isDecided(i) {
    return Number.isFinite(this.sides[0][0][i]) && this.sides.every(([, bounds]) => Number.isFinite(bounds[i]));
  }

  /// [got, expected, bound] of number i.
  seenFrom([expected, bounds], got, i) {
    const first = i - (i % 4);
    let dot = 0;
    for (let c = first; this.areRotations && c < first + 4; ++c) dot += expected[c] * got[c];
    return [nearer(dot < 0 ? -got[i] : got[i], expected[i]), expected[i], bounds[i]];
  }

  number(got, i) {
    const seen = this.sides.map((side) => this.seenFrom(side, got, i));
    return seen.find(isWithin) ?? seen[0];
  }

  /// The same for the length of the direction that contains number i; null if its length is not judged.
  length(got, i) {
    const first = i - (i % this.width);
    const places = [first, first + 1, first + 2];
    if (!Number.isFinite(this.lengthBound) || i >= first + direction || !places.every((c) => this.isDecided(c))) return null;
    return [Math.hypot(...places.map((c) => got[c])), 1, this.lengthBound];
  }

  place(i) {
    const [row, column] = [Math.floor(i / this.width), i % this.width];
    return `${this.name}[${row}]${this.width <= 4 ? "." + "xyzw"[column] : `[${column}]`}`;
  }

  /// { i, seen, length, isRight } of each judged number.
  *judged(got) {
    for (let i = 0; i < this.count; ++i) {
      if (!this.isDecided(i)) continue;
      const seen = this.number(got, i);
      const length = this.length(got, i);
      yield { i, seen, length, isRight: isWithin(seen) && (length === null || isWithin(length)) };
    }
  }
}
