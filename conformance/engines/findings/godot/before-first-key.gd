# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: godot3-server --script before-first-key.gd
# Exits with 0 if a track still has no value before its first key.
extends SceneTree

func _init():
	var animation = Animation.new()
	animation.length = 4
	animation.add_track(Animation.TYPE_TRANSFORM)
	animation.track_set_interpolation_loop_wrap(0, false)
	for time in [1, 2]:
		animation.transform_track_insert_key(0, time, Vector3(10 * time, 0, 0), Quat(), Vector3(1, 1, 1))
	var found = animation.transform_track_interpolate(0, 0.5)[0].x
	print("before the key 10 at 1 s the location is ", found)
	quit(0 if found == 0 else 1)
