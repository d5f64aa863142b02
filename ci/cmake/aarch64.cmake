# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Toolchain file: compiles for 64-bit Arm with Debian's g++-aarch64-linux-gnu, to be run under qemu-user. Libraries that
# are headers only are the host's; of fmt, which is not, the headers alone are used;
# Qhull is Debian's libqhull-dev:arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(Qhull_DIR /usr/lib/aarch64-linux-gnu/cmake/Qhull)
set(fmt_DIR ${CMAKE_CURRENT_LIST_DIR}/fmt_header_only)
