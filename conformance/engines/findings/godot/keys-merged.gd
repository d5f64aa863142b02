# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: godot3-server --script keys-merged.gd
# Exits with 0 if keys an hour from the beginning and a hundredth of a second apart are still merged.
extends SceneTree

func _init():
	var animation = Animation.new()
	animation.length = 4000
	animation.add_track(Animation.TYPE_TRANSFORM)
	for step in range(4):
		animation.transform_track_insert_key(0, 3600 + step / 64.0, Vector3(step, 0, 0), Quat(), Vector3(1, 1, 1))
	print("of 4 keys there are ", animation.track_get_key_count(0))
	quit(0 if animation.track_get_key_count(0) < 4 else 1)
