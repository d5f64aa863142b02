#!/bin/sh
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# What adapters in GDScript have in common beside adapter.gd. `adapter.sh start FOLDER` starts Godot's server with the judge on
# descriptor 3, because Godot itself prints on stdout, which goes to stderr; as ./project.godot says it writes no logs. Godot 3.2
# reads and writes no pipe: `adapter.sh ask` gives it the next line of stdin, `adapter.sh tell FILE` gives the file to the judge.
case $1 in
  start) SUBJECT=$2 exec godot3-server --script "adapter.gd" 3>&1 1>&2 ;;
  ask) IFS= read -r line && printf '%s' "$line" ;;
  tell) cat "$2" >&3 ;;
esac
