// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: binding cases: the built-in figure and the skins of assets, for every binder.
#pragma once

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

/// A case that is judged by properties of weights (weight_properties.h), not by expected numbers.
struct BindingCase {
  Case c;  ///< named "binding.heat.figure.properties"
  std::shared_ptr<const Character> character;
};

/// The cases of a character. `label` is the character's part of the case names: "figure",
/// "Fox.skin0".
std::vector<BindingCase> binding_cases(const std::shared_ptr<const Character>& character,
                                       const std::string& label);

/// The cases of the built-in figure, of equal legs, and of legs that differ. Errors: the figure's.
Expected<std::vector<BindingCase>> built_in_binding_cases();
/// The cases of every skin of a file. A skin that is too large or has no pose has no case; a note
/// gives the reason.
std::vector<BindingCase> binding_cases_of(const std::shared_ptr<const gltf::Asset>& asset,
                                          const std::string& label, std::vector<std::string>& notes);

}  // namespace bindpose::conformance
