// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small glTF documents for tests, valid or invalid on purpose.
#pragma once

#include "reference/gltf/document.h"

namespace bindpose::gltf {

/// Storage of the numbers of an accessor.
struct SampleFormat {
  ComponentType component_type = kFloat;
  const char* type = "SCALAR";
  std::size_t components = 1;
  bool normalized = false;
};

/// A document under construction: its JSON, open to any change, and the bytes of its one buffer.
class SampleDocument {
 public:
  SampleDocument();

  Json json;  ///< "accessors" and "bufferViews" exist; text() and glb() write "buffers"

  std::vector<std::byte> bytes;

  /// Appends numbers in a new view, and an accessor with min and max. Returns the accessor's index. `numbers` has
  /// components * #elements entries, integers as they are stored.
  int add(const std::vector<double>& numbers, const SampleFormat& format);

  /// Appends bytes, aligned to 4, in a new view. Returns the view's index.
  int add_view(const std::vector<std::byte>& data);

  /// Overwrites number `i` of an accessor that add() made; its min and max stay as they are.
  void set(int accessor, std::size_t i, double number);

  /// Replaces the target of a channel of the first clip by a pointer (KHR_animation_pointer).
  void animate_by_pointer(std::size_t channel, const std::string& pointer);

  /// The document with its buffer as a data URI.
  std::string text() const;

  /// The document as a GLB.
  std::vector<std::byte> glb() const;
};

constexpr SampleFormat kScalars{kFloat, "SCALAR", 1, false};
constexpr SampleFormat kVec3{kFloat, "VEC3", 3, false};
constexpr SampleFormat kVec4{kFloat, "VEC4", 4, false};
constexpr SampleFormat kMat4{kFloat, "MAT4", 16, false};

std::vector<std::byte> stored_bytes(const std::vector<double>& numbers, ComponentType type);
std::vector<std::byte> as_bytes(const std::string& text);
std::vector<std::byte> glb_of(const std::string& json, const std::vector<std::byte>& bin);

/// One triangle and nothing else.
SampleDocument triangle_sample();

/// A bar of four vertices with normals, tangents, two sets of influences on three joints (one of them below a
/// node that is not a joint), a sparse morph target, and an animation of all paths and interpolations.
SampleDocument skinned_sample();

/// The bar with KHR_mesh_quantization, interleaved vertices and normalized weights and rotations.
SampleDocument quantized_sample();

/// A triangle with normals, twice, and a clip of a rotation and a translation, all compressed by meshoptimizer.
SampleDocument meshopt_sample();

/// A triangle with normals, joints and weights, compressed by Draco.
SampleDocument draco_sample(bool is_sequential);

/// All errors and warnings of the loader for a document, or the warnings of an asset.
std::vector<Issue> issues_of(const std::string& text);
std::vector<Issue> issues_of(const SampleDocument& sample);

/// True if there is an error or warning with this code at this place.
bool has_issue(const std::vector<Issue>& issues, Issue::Severity severity, const std::string& code,
               const std::string& pointer);

/// One line per error or warning, for the message of a failed test.
std::string listed(const std::vector<Issue>& issues);

}  // namespace bindpose::gltf
