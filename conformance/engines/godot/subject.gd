# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Godot before the judge: its skeletons, animations, transforms and quaternions, without a display, by adapter.gd. README.md says
# what is declared and why.
extends Reference

func about():
	var version = Engine.get_version_info()
	return {"name": "Godot", "version": "%d.%d.%d" % [version.major, version.minor, version.patch], "language": "GDScript"}

# --- numbers to Godot's types and back ---

func vector(n, at):
	return Vector3(n[at], n[at + 1], n[at + 2])

func quaternion(n, at):
	return Quat(n[at], n[at + 1], n[at + 2], n[at + 3])

func transform(n, row):
	var r = 12 * row
	return Transform(Vector3(n[r], n[r + 4], n[r + 8]), Vector3(n[r + 1], n[r + 5], n[r + 9]),
			Vector3(n[r + 2], n[r + 6], n[r + 10]), Vector3(n[r + 3], n[r + 7], n[r + 11]))

func rows(transforms):
	var numbers = []
	for t in transforms:
		for axis in range(3):
			numbers += [t.basis.x[axis], t.basis.y[axis], t.basis.z[axis], t.origin[axis]]
	return numbers

func numbers_of(q):
	return [q.x, q.y, q.z, q.w]

# --- what is asked ---

func answer_fk_matrix(arrays):
	var skeleton = Skeleton.new()
	for j in range(arrays.parents.size()):
		skeleton.add_bone("joint%d" % j)
		skeleton.set_bone_rest(j, local_transform(arrays, j))
	for j in range(arrays.parents.size()):
		skeleton.set_bone_parent(j, arrays.parents[j])
	var world = []
	for j in range(arrays.parents.size()):
		world.append(skeleton.get_bone_global_pose(j))
	skeleton.free()
	return rows(world)

func local_transform(arrays, j):
	if arrays.has("local_is_matrix") and arrays.has("local_matrices") and arrays.local_is_matrix[j] != 0:
		return transform(arrays.local_matrices, j)
	var s = vector(arrays.local_scales, 3 * j)
	var scaled = Basis(Vector3(s.x, 0, 0), Vector3(0, s.y, 0), Vector3(0, 0, s.z))
	var turned = Basis(quaternion(arrays.local_rotations, 4 * j).normalized())
	return Transform(turned * scaled, vector(arrays.local_translations, 3 * j))

func answer_skeleton_inverse_bind(arrays):
	var inverses = []
	for j in range(arrays.bind.size() / 12):
		inverses.append(transform(arrays.bind, j).affine_inverse())
	return rows(inverses)

func answer_skeleton_palette(arrays):
	var palette = []
	for j in range(arrays.world.size() / 12):
		palette.append(transform(arrays.world, j) * transform(arrays.inverse_binds, j))
	return rows(palette)

func answer_interp_lerp(arrays):
	var values = []
	var width = arrays.a.size() / arrays.t.size()
	for i in range(arrays.a.size()):
		values.append(lerp(arrays.a[i], arrays.b[i], arrays.t[i / width]))
	return values

func answer_interp_slerp(arrays):
	var values = []
	for i in range(arrays.t.size()):
		values += numbers_of(quaternion(arrays.a, 4 * i).slerp(quaternion(arrays.b, 4 * i), arrays.t[i]))
	return values

func answer_anim_step(arrays):
	return track(arrays, Animation.INTERPOLATION_NEAREST)

func answer_anim_linear(arrays):
	return track(arrays, Animation.INTERPOLATION_LINEAR)

# A transform track; numbers are its location, as many as there are.
func track(arrays, interpolation):
	var width = arrays.values.size() / arrays.times.size()
	var animation = Animation.new()
	animation.length = arrays.times.back() + 1
	animation.add_track(Animation.TYPE_TRANSFORM)
	animation.track_set_interpolation_type(0, interpolation)
	animation.track_set_interpolation_loop_wrap(0, false)
	for k in range(arrays.times.size()):
		var padded = arrays["values"].slice(width * k, width * (k + 1) - 1) + [0, 0, 0]
		var rotation = quaternion(padded, 0) if arrays.is_rotation[0] != 0 else Quat()
		animation.transform_track_insert_key(0, arrays.times[k], vector(padded, 0), rotation, Vector3(1, 1, 1))
	var answers = []
	for time in arrays.t:
		var found = animation.transform_track_interpolate(0, time)
		var place = [found[0].x, found[0].y, found[0].z]
		answers += numbers_of(found[1]) if arrays.is_rotation[0] != 0 else place.slice(0, width - 1)
	return answers
