# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# The control of the adapters in GDScript: the same shape as Godot's, by adapter.gd, with a right implementation in the place of the
# engine. GDScript's own numbers are doubles. What fails here is the judge's error or adapter.gd's.
extends Reference

func about():
	return {"name": "control, GDScript", "version": "1", "language": "GDScript"}

# --- matrices are twelve numbers, rows (C | t); quaternions (x, y, z, w) ---

func row(numbers, i, width):
	return numbers.slice(width * i, width * (i + 1) - 1)

func length_of(numbers):
	var squares = 0.0
	for number in numbers:
		squares += number * number
	return sqrt(squares)

func unit(numbers):
	var length = length_of(numbers)
	var scaled = []
	for number in numbers:
		scaled.append(number / length)
	return scaled

func compose(t, q, s):
	var x = q[0]
	var y = q[1]
	var z = q[2]
	var w = q[3]
	return [
		(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2], t[0],
		2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2], t[1],
		2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2], t[2],
	]

func product(a, b):
	var c = []
	for r in [0, 4, 8]:
		for column in range(4):
			c.append(a[r] * b[column] + a[r + 1] * b[4 + column] + a[r + 2] * b[8 + column] + (a[r + 3] if column == 3 else 0.0))
	return c

# The determinant of what is left of m without row r and column c, with its sign.
func cofactor(m, r, c):
	var r1 = 4 * ((r + 1) % 3)
	var r2 = 4 * ((r + 2) % 3)
	var c1 = (c + 1) % 3
	var c2 = (c + 2) % 3
	return m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1]

func inverse(m):
	var determinant = m[0] * cofactor(m, 0, 0) + m[1] * cofactor(m, 0, 1) + m[2] * cofactor(m, 0, 2)
	var inverted = []
	for r in range(3):
		var of = []
		for c in range(3):
			of.append(cofactor(m, c, r) / determinant)
		inverted += of + [-(of[0] * m[3] + of[1] * m[7] + of[2] * m[11])]
	return inverted

func mix(a, b, share_a, share_b):
	var mixed = []
	for i in range(a.size()):
		mixed.append(share_a * a[i] + share_b * b[i])
	return mixed

func slerp(a, b, t):
	var cosine = 0.0
	for i in range(4):
		cosine += a[i] * b[i]
	var side = -1.0 if cosine < 0 else 1.0
	var angle = 2 * atan2(length_of(mix(a, b, 1, -side)), length_of(mix(a, b, 1, side)))
	if angle == 0:
		return mix(a, b, 1 - t, side * t)
	return mix(a, b, sin((1 - t) * angle) / sin(angle), side * sin(t * angle) / sin(angle))

# --- what is asked ---

func local_matrix(arrays, j):
	if arrays.has("local_is_matrix") and arrays.has("local_matrices") and arrays.local_is_matrix[j] != 0:
		return row(arrays.local_matrices, j, 12)
	return compose(row(arrays.local_translations, j, 3), unit(row(arrays.local_rotations, j, 4)), row(arrays.local_scales, j, 3))

func answer_fk_matrix(arrays):
	var answers = []
	for j in range(arrays.parents.size()):
		var world = local_matrix(arrays, j)
		var parent = arrays.parents[j]
		while parent >= 0:
			world = product(local_matrix(arrays, parent), world)
			parent = arrays.parents[parent]
		answers += world
	return answers

func answer_skeleton_inverse_bind(arrays):
	var answers = []
	for j in range(arrays.bind.size() / 12):
		answers += inverse(row(arrays.bind, j, 12))
	return answers

func answer_skeleton_palette(arrays):
	var answers = []
	for j in range(arrays.world.size() / 12):
		answers += product(row(arrays.world, j, 12), row(arrays.inverse_binds, j, 12))
	return answers

func answer_interp_lerp(arrays):
	var answers = []
	var width = arrays.a.size() / arrays.t.size()
	for i in range(arrays.t.size()):
		answers += mix(row(arrays.a, i, width), row(arrays.b, i, width), 1 - arrays.t[i], arrays.t[i])
	return answers

func answer_interp_slerp(arrays):
	var answers = []
	for i in range(arrays.t.size()):
		answers += slerp(row(arrays.a, i, 4), row(arrays.b, i, 4), arrays.t[i])
	return answers

func answer_anim_step(arrays):
	return track(arrays, false)

func answer_anim_linear(arrays):
	return track(arrays, true)

func track(arrays, between):
	var answers = []
	for t in arrays.t:
		answers += value_at(arrays, t, between)
	return answers

# Outside of the keys the nearest one's; at a time that is NaN the first one's.
func value_at(arrays, t, between):
	var width = arrays["values"].size() / arrays.times.size()
	var k = max(arrays.times.bsearch(t, false) - 1, 0)
	var key = row(arrays["values"], k, width)
	if is_nan(t):
		return row(arrays["values"], 0, width)
	if not between or t <= arrays.times[k] or k + 1 == arrays.times.size():
		return key
	var u = (t - arrays.times[k]) / (arrays.times[k + 1] - arrays.times[k])
	var next = row(arrays["values"], k + 1, width)
	return slerp(key, next, u) if arrays.is_rotation[0] != 0 else mix(key, next, 1 - u, u)
