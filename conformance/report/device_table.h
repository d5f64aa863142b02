// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a device in one line of a table.
#pragma once

#include <string>
#include <string_view>

#include "conformance/subjects/subject.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

std::string device_table_head();
/// By the name under which it is judged: its renderer, its version, whether it is software.
std::string device_row(std::string_view subject, const SubjectInfo& info);
/// Of one that cannot be used: why not.
std::string device_row(std::string_view subject, const Error& error);

}  // namespace bindpose::conformance
