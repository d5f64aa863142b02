// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the form that all cases of this family share - small, at pose level, kept as files.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/cases/shared/case_name.h"
#include "conformance/defects/defect_id.h"
#include "reference/algorithms.h"
#include "reference/model/case.h"
#include "reference/model/pose.h"

namespace bindpose::conformance {

/// Appends the case <family>.<stem>.<name>.pose.f32. name: scene and variation, "bar.shuffled".
inline void add_case(std::vector<Case>& cases, const std::string& stem, const std::string& name,
                     const std::string& purpose, const DefectIds& catches,
                     std::function<Expected<ArraySet>()> question) {
  Case c;
  c.algorithm = find_algorithm(stem);
  c.name = case_name(*c.algorithm, name, Level::pose);
  c.level = Level::pose;
  c.question = std::move(question);
  c.purpose = purpose;
  c.catches = catches_at(c.level, catches);
  c.golden = true;
  cases.push_back(std::move(c));
}

/// (x, y, z, w) of the rotation by an angle about an axis, float32-representable.
Vec4<double> rotation(const Vec3<double>& axis, double degrees);

/// A question for an interpolation: rows a, rows b, a parameter per row.
ArraySet rotation_rows(const std::vector<Vec4<double>>& a, const std::vector<Vec4<double>>& b,
                       const std::vector<double>& t);

/// Every 16th from 0 to 1.
std::vector<double> sixteenths();

/// Times at, one float32 step before and after, and between the keys, before the first and after the last.
std::vector<double> probing_times(const std::vector<double>& keys);

/// A question for a track of numbers or rotations.
ArraySet track_question(Interpolation interpolation, bool is_rotation, std::size_t width,
                        const std::vector<double>& times, const std::vector<double>& values,
                        const std::vector<double>& t);

}  // namespace bindpose::conformance
