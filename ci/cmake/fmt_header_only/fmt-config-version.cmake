# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
file(STRINGS /usr/include/fmt/core.h version REGEX "^#define FMT_VERSION [0-9]+$")
string(REGEX MATCH "[0-9]+$" version "${version}")
math(EXPR PACKAGE_VERSION "${version} / 10000")
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION_MAJOR)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
