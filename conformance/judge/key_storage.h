// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: keyframes as runtimes store them (in few bits, resampled, or with times from 0 to 1), and the errors that
// each form causes.
//
// Bits. Numbers are stored in B bits in the range of their track's component, min + k (max - min) / (2^B - 1).
// Rounded up or down, a number is off by less than one step; three float32 operations decode it. A rotation is made
// unit, and its three smallest numbers are
// stored in -1/sqrt(2) .. 1/sqrt(2), with the step s = sqrt(2) / (2^B - 1). The fourth is w' = sqrt(1 - |v'|^2). From w'^2 - w^2 =
// (v - v') . (v + v') and |v - v'| <= sqrt(3) s = e follows |w' - w| <= e (2 |v| + e) / w, with w >= 1/2.
//
// Halves. Numbers that are not rotations are stored in binary16, constant ones as well.
//
// Rate. Keys at 0, 1/R, 2/R .. have the tracks' values; between keys, values are interpolated linearly. The last key
// is the last full frame, or one more at the end of the clip: both are right. The resampled tracks are a new input
// with its own expected output, on a clock of frames. Joints are resampled in their parents' space: an engine that
// interpolates frames in model space differs.
//
// Clock. The time t and the key times t_k are ratios of the clip's length D, each of a quotient of float32:
// off by at most 2.5 u D. Moving the keys by this amount equals reading the curve at another time near t, so
// the output is a value of the curve within t +- 5 u D: at one of the ends, or on a key between them. Between
// those, a rotation's numbers bend by (5 u D)^2 of its speed squared, below 2^-40. Tangents of cubic splines
// are scaled by key intervals, which this does not cover. Where a step is within 5 u D of t, the answer is
// the value before it or after it, not one between.
//
// Source. ozz-animation 0.16, animation/runtime/animation_keyframe.h (ratios, three smallest numbers); N. Frechette, Animation
// compression library (range reduction of tracks); raylib 6, rmodels.c, LoadModelAnimationsGLTF (60 frames a second).
#pragma once

#include "conformance/judge/precision_class.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// True if the question has keyframes: a pose's tracks, or one track.
bool has_keys(const ArraySet& question);

/// Sets the uncertainty of key values stored in `bits` bits.
void store_keys(ArraySet& question, int bits);
/// Quantises the key values, rounding to nearest or down.
void round_keys(ArraySet& question, int bits, Rounding rounding);
/// The same for keys that are not rotations, in binary16.
void store_half_keys(ArraySet& question);
void round_half_keys(ArraySet& question, Rounding rounding);

enum class LastFrame { full, at_end };
/// The pose's tracks sampled at a rate; empty for a question without tracks, or with more than 100,000 frames.
std::optional<ArraySet> resampled(const ArraySet& question, const Options& options, int rate, LastFrame last);

/// The input at all times that a clock may give which computes times as fractions of a clip. If a track has
/// steps, one list with the steps at these times already taken and one without; otherwise a single list.
std::vector<std::vector<ArraySet>> on_clocks_of_ratios(const Question& question, const ArraySet& arrays);

}  // namespace bindpose::conformance
