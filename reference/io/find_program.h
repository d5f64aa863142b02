// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: where a program of somebody else's lies.
#pragma once

#include <initializer_list>
#include <string>

#include "reference/model/error.h"

namespace bindpose {

/// The program that the environment variable names, else the first of these names in the folders of PATH. Error LIBRARY_MISSING, at the
/// first name with these words; at what the variable names where that is no program.
Expected<std::string> find_program(const char* variable, std::initializer_list<const char*> names,
                                   const std::string& words_if_missing);

}  // namespace bindpose
