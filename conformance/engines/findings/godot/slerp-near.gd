# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: godot3-server --script slerp-near.gd
# Exits with 0 if slerp of rotations half a degree apart is still not of length 1.
extends SceneTree

func _init():
	var half = deg2rad(0.25)
	var q = Quat(0, 0, 0, 1).slerp(Quat(0, 0, sin(half), cos(half)), 0.5)
	print("half way the rotation has the length 1 - ", 1 - q.length())
	quit(0 if abs(1 - q.length()) > 1e-6 else 1)
