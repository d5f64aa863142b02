// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: keyframes as runtimes store them (in few bits, resampled, or with times from 0 to 1), and the error of
// each form.
//
// Bits. Numbers are stored in B bits in the range of their track's component, min + k (max - min) / (2^B - 1).
// Rounded up or down, a number is off by less than one step; three float32 operations decode it. A rotation is
// normalised, and its three smallest numbers are stored in -1/sqrt(2) .. 1/sqrt(2), with the step s = sqrt(2) /
// (2^B - 1). The fourth is w' = sqrt(1 - |v'|^2). From w'^2 - w^2 = (v - v') . (v + v') and |v - v'| <= sqrt(3) s
// = e follows |w' - w| <= e (2 |v| + e) / w, with w >= 1/2.
//
// Halves. Numbers that are not rotations are stored in binary16, constant ones as well.
//
// Rate. Keys at 0, 1/R, 2/R .. have the tracks' values; between keys, values are interpolated linearly. The last
// key is the last full frame, or an additional one at the end of the clip: both are right. The resampled tracks
// are a new input with its own expected output, with times in frames. Joints are resampled in their parents'
// space: an engine that interpolates frames in model space differs.
//
// Clock. The time t and the key times t_k are float32 quotients by the clip's length D: off by at most 2.5 u D.
// Moving the keys by this amount equals reading the curve at another time near t, so the output is a value of the
// curve within t +- 5 u D: at one of the ends, or on a key between them. Between these times, the curvature of a
// rotation's numbers is (5 u D)^2 of its speed squared, below 2^-40. Not covered: tangents of cubic splines, which
// are scaled by key intervals. If a step is within 5 u D of t, the output is the value before or after it.
//
// Source. ozz-animation 0.16, animation/runtime/animation_keyframe.h (ratios, three smallest numbers); N.
// Frechette, Animation compression library (range reduction of tracks); raylib 6, rmodels.c,
// LoadModelAnimationsGLTF (60 frames a second).
#pragma once

#include "conformance/judge/precision_class.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// True if the input has keyframes: a pose's tracks, or one track.
bool has_keys(const ArraySet& question);

/// Sets the uncertainty of key values stored in `bits` bits.
void store_keys(ArraySet& question, int bits);
/// Quantises the key values, rounding to nearest or down.
void round_keys(ArraySet& question, int bits, Rounding rounding);
/// Stores keys that are not rotations in binary16.
void store_half_keys(ArraySet& question);
void round_half_keys(ArraySet& question, Rounding rounding);

enum class LastFrame { full, at_end };
/// The pose's tracks sampled at a rate; empty for an input without tracks, or with more than 100,000 frames.
std::optional<ArraySet> resampled(const ArraySet& question, const Options& options, int rate, LastFrame last);

/// The input at all times of a clock that computes times as fractions of a clip. If a track has steps, returns one
/// list with the steps at these times already taken and one without; otherwise a single list.
std::vector<std::vector<ArraySet>> on_clocks_of_ratios(const Question& question, const ArraySet& arrays);

}  // namespace bindpose::conformance
