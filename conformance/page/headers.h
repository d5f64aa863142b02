// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: headers that most files of the page include, precompiled.
#pragma once

#include <Eigen/Dense>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/page/older_library.h"
#include "reference/model/case.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
