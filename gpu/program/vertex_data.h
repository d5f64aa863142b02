// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input's mesh, palette and declared inputs as words for the GPU.
//
// Both capture paths read one buffer of 32-bit words, a record per vertex:
//   position 3 | normal 3 | tangent 4 | joints 4 S | weights 4 S | inputs 4 ceil(n / 4) each
// S = ceil(K / 4) sets of four. Unused slots of the last set hold joint 0 and weight 0. Normals and
// tangents that are not captured take no space. The output is also a record per vertex:
//   position 3 | normal 3 | tangent 4, or the outputs that the body declares.
//
// All data per joint (palette, then inputs) are one record of vec4 per joint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/program/input_arrays.h"
#include "gpu/program/number_form.h"
#include "gpu/program/palette_form.h"
#include "gpu/program/shader_function.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// An input per vertex: numbers of a record, padded to vec4.
struct VertexField {
  enum class Type { real, integer, joint };

  std::string name;
  Type type = Type::real;
  InputKind kind = InputKind::vertex;
  std::size_t numbers = 1;
  std::size_t rows = 1;     ///< rows of a slot
  std::size_t columns = 1;  ///< numbers in a row
  std::size_t at = 0;       ///< first word

  std::size_t locations() const { return (numbers + 3) / 4; }
  bool operator==(const VertexField&) const = default;
};

/// The meaning of the words of a record.
struct VertexLayout {
  std::size_t influences = 1;  ///< K
  bool normals = false;
  bool tangents = false;
  bool weighted = false;  ///< skin() takes weights
  JointUse joints = JointUse::each_influence;
  std::vector<VertexField> fields = {};
  std::vector<OutputDeclaration> outputs = {};  ///< captured instead of the surface

  std::size_t sets() const { return joints == JointUse::none ? 0 : (influences + 3) / 4; }
  std::size_t normal_at() const { return 3; }
  std::size_t tangent_at() const { return normal_at() + (normals ? 3 : 0); }
  std::size_t joints_at() const { return tangent_at() + (tangents ? 4 : 0); }
  std::size_t weights_at() const { return joints_at() + 4 * sets(); }
  std::size_t fields_at() const { return weights_at() + (weighted ? 4 * sets() : 0); }
  std::size_t words() const;

  /// A returned array.
  struct Capture {
    std::string name;       ///< name of the array
    std::size_t at = 0;     ///< first word of the captured record
    std::size_t width = 0;  ///< words
    std::string value;      ///< GLSL expression of `posed` and `handedness`, or of the body's outputs
  };
  std::vector<Capture> captures() const;
  std::size_t captured_words() const;

  /// One vertex attribute of at most four words.
  struct Attribute {
    std::string declaration;  ///< "vec3 position"
    std::size_t at = 0;       ///< first word
    int words = 0;
    VertexField::Type type = VertexField::Type::real;
  };
  /// Attributes in the order of their locations.
  std::vector<Attribute> attributes() const;

  /// An attribute in fewer bits, in a record that a compute shader reads.
  struct NarrowAttribute {
    NumberForm form;
    std::size_t from = 0;  ///< first word in the original record
    std::size_t at = 0;    ///< first word in this record

    bool operator==(const NarrowAttribute&) const = default;
  };
  std::vector<NarrowAttribute> narrow = {};  ///< by location; empty: records are the original words
  std::size_t narrow_words = 0;              ///< words of such a record

  /// If weights are integer steps: the number of steps in 1 (packed_weights.h); 0: weights are real.
  std::uint32_t weight_steps = 0;
  bool last_is_left = false;  ///< the last slot's weight is not stored: it is the rest

  /// Words of a vertex's record as sent.
  std::size_t record_words() const { return narrow.empty() ? words() : narrow_words; }

  bool operator==(const VertexLayout&) const = default;
};

/// An input per joint, rows of one vec4 each.
struct JointField {
  std::string name;
  std::size_t rows = 1;
  std::size_t first = 0;  ///< row of the joint's record

  bool operator==(const JointField&) const = default;
};

/// An input per frame and vertex, stored separately from the vertices' records: row r of frame i of vertex v
/// is texel ((first + i * rows + r) * V + v) of a texture, or vec4 of a buffer.
struct FrameField {
  std::string name;
  std::size_t rows = 1;
  std::size_t first = 0;

  bool operator==(const FrameField&) const = default;
};

/// An input array with one value for the whole run.
struct UniformField {
  std::string name;
  bool array = false;  ///< float name[n], even if n is small
  std::vector<float> values;
};

/// An input, ready for upload.
struct VertexData {
  VertexLayout layout;
  std::size_t vertex_count = 0;      ///< V
  std::vector<std::uint32_t> words;  ///< [V * layout.record_words()], floats by their bits
  std::size_t joint_count = 0;       ///< J
  std::size_t joint_rows = 0;        ///< vec4 per joint; 0 without inputs per joint
  std::vector<JointField> joint_fields;
  std::vector<float> joint_records;  ///< [J * joint_rows * 4]
  std::vector<FrameField> frame_fields;
  std::vector<float> frame_records;  ///< [rows of all frames * V * 4]; empty if frames are among the words
  std::vector<UniformField> uniforms;
  std::vector<std::string> macros;  ///< macros of the inputs: HAS_PIVOTS ...
};

/// Reads the body's inputs: "positions" [V,3], optional "normals" [V,3] and "tangents" [V,4], "joints" [V,K],
/// "weights" [V,K], "palette" [J,3,4] and its inputs. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE; INDEX_RANGE
/// for a joint outside the palette (drivers crash on those); PARAMETER_RANGE; NOT_APPLICABLE for a used joint that
/// is not rigid, if the form requires it. frames_apart: inputs per frame are not in the vertices' records.
Expected<VertexData> read_vertex_data(const ArraySet& question, const ShaderFunction& body,
                                      PaletteForm form = PaletteForm::rows_3x4, bool frames_apart = false);

}  // namespace bindpose::gpu
