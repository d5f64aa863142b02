# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Toolchain file: compiles for 64-bit Arm with Debian's g++-aarch64-linux-gnu, to run under qemu-user. Header-only
# libraries are the host's; fmt is used without its library; Qhull is Debian's libqhull-dev:arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(Qhull_DIR /usr/lib/aarch64-linux-gnu/cmake/Qhull)
set(fmt_DIR ${CMAKE_CURRENT_LIST_DIR}/fmt_header_only)
