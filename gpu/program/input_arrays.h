// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: finds and checks the inputs that a body declares. Internal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gpu/program/shader_function.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Counts of an input: vertices, slots, joints and so on.
struct Counts {
  std::size_t vertices = 0;    ///< V
  std::size_t influences = 0;  ///< K; 0 without joints
  std::size_t joints = 0;      ///< J; 0 without inputs per joint
};

/// "palette", or "palette_rotations" (with "palette_translations") in an input about rigid motions.
std::string palette_array(const ArraySet& question);

/// V from "positions" or the first input per vertex, K from "joints", J from the palette or the first input per
/// joint. Errors ARRAY_MISSING for any of them; ARRAY_SHAPE.
Expected<Counts> count(const ArraySet& question, const ShaderFunction& body);

/// A declared input whose array exists.
struct InputArray {
  InputKind kind = InputKind::vertex;
  std::string name;
  std::size_t slots = 1;    ///< K or S
  std::size_t rows = 1;     ///< as declared, or from the array
  std::size_t columns = 1;  ///< as declared, or from the array
  const Array* array = nullptr;

  /// Number of values per joint or per vertex; for a uniform, of all values.
  std::size_t numbers() const { return slots * rows * columns; }
  /// Number k of vertex or joint `item` of `items`, or of a uniform. Frames are stored one after the other.
  std::size_t index(std::size_t item, std::size_t k, std::size_t items) const;
  /// The element as a real number.
  double real(std::size_t element) const;
};

/// The declared inputs in their order, without absent optional ones. Errors ARRAY_MISSING, ARRAY_TYPE,
/// ARRAY_SHAPE; INDEX_RANGE for a VERTEX_INPUT_JOINT outside the joints (drivers crash on those); PARAMETER_RANGE
/// for an integer that float32 does not hold.
Expected<std::vector<InputArray>> find_inputs(const ArraySet& question, const ShaderFunction& body,
                                              const Counts& counts);

/// The macros that describe the inputs to a shader function: HAS_PIVOTS,
/// "PIVOTS_SLOTS 3", "CURVE_COUNT 5", "RODS_ROWS 2".
std::vector<std::string> input_macros(const ShaderFunction& body, const std::vector<InputArray>& inputs);

}  // namespace bindpose::gpu
