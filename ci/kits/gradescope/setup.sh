#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Gradescope runs this once, when it makes the image of an assignment.
set -euo pipefail
apt-get -qq update
apt-get -qq install -y --no-install-recommends bubblewrap python3 xz-utils
mkdir -p /opt/bindpose
tar -xJf /autograder/source/bindpose.tar.xz --strip-components=1 -C /opt/bindpose
/opt/bindpose/bin/bindpose --version
