// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// glTF files without compression, sparse accessors and morph targets.
#pragma once

#include "pose.h"

namespace control {

void answer_asset(Question& question);

}  // namespace control
