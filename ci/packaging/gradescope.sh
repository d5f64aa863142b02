# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by ci/package: an autograder for Gradescope, with the archive and the course's rubric in it.
cp -a ci/kits/gradescope "$work/gradescope"
cp "$out/$(basename "$folder").tar.xz" "$work/gradescope/bindpose.tar.xz"
cp conformance/course/rubric.json "$work/gradescope/"
same_dates "$work/gradescope"
(cd "$work/gradescope" && zip -qX "$out/bindpose-gradescope-$version.zip" bindpose.tar.xz rubric.json run_autograder setup.sh)
