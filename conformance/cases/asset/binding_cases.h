// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases of whoever binds characters: the built-in figure and skins of assets, by every method that there is a question of.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

/// Judged by what makes weights right (weight_properties.h), not by numbers.
struct BindingCase {
  Case c;  ///< named "binding.heat.figure.properties"
  std::shared_ptr<const Character> character;
};

/// Of the character, which names call `label`: "figure", "Fox.skin0".
std::vector<BindingCase> binding_cases(const std::shared_ptr<const Character>& character,
                                       const std::string& label);

/// Of the built-in figure, legs, and legs that are not alike. Errors: the figure's.
Expected<std::vector<BindingCase>> built_in_binding_cases();
/// Of every skin of a file. A skin that cannot be posed, or is too large, has none; a note says why.
std::vector<BindingCase> binding_cases_of(const std::shared_ptr<const gltf::Asset>& asset,
                                          const std::string& label, std::vector<std::string>& notes);

}  // namespace bindpose::conformance
