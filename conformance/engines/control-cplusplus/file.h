// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// glTF files without compression, sparse accessors and morph targets, read by tinygltf.
#pragma once

#include "../../course/cpp/answers.h"

namespace control {

void answer_asset(course::Exchange& x);

}  // namespace control
