// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: finds third-party programs.
#pragma once

#include <initializer_list>

#include "reference/model/error.h"

namespace bindpose {

/// The program that the environment variable names, otherwise the first of these names in the folders of PATH.
/// Error LIBRARY_MISSING at the first name, with this text; or at the variable's value, if that is not a program.
Expected<std::string> find_program(const char* variable, std::initializer_list<const char*> names,
                                   const std::string& words_if_missing);

}  // namespace bindpose
