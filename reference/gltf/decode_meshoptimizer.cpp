// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Source: Khronos glTF extension EXT_meshopt_compression, appendices A and B; the library meshoptimizer. The decoders of the library are
// safe for any bytes.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

#ifdef BINDPOSE_MESHOPT
#include <meshoptimizer.h>
#endif

namespace bindpose::gltf {

#ifdef BINDPOSE_MESHOPT
namespace {

using Mode = PackedView::Mode;
using Filter = PackedView::Filter;

/// Why the data is refused before memory is allocated; empty if it is accepted. A vertex takes at least a 64th of
/// its bytes (two bits for each byte of 16 vertices, one byte for four of these), a triangle or an index one byte.
std::string refusal_of(const PackedView& view, std::size_t packed) {
  const auto count = static_cast<std::size_t>(view.count),
             stride = static_cast<std::size_t>(view.byte_stride);
  const bool is_attribute = view.mode == Mode::attributes;
  if (is_attribute && stride % 4 != 0)
    return fmt::format("byteStride {} of attributes, expected a multiple of 4", stride);
  if (!is_attribute && stride != 2 && stride != 4)
    return fmt::format("byteStride {} of indices, expected 2 or 4", stride);
  if (!is_attribute && view.filter != Filter::none) return "indices have no filter";
  if (view.mode == Mode::triangles && count % 3 != 0)
    return fmt::format("{} indices are not whole triangles", count);
  if (view.filter == Filter::octahedral && stride != 4 && stride != 8)
    return fmt::format("byteStride {} of the octahedral filter, expected 4 or 8", stride);
  if (view.filter == Filter::quaternion && stride != 8)
    return fmt::format("byteStride {} of the quaternion filter, expected 8", stride);
  const std::size_t fewest = is_attribute                   ? count * stride / 64
                             : view.mode == Mode::triangles ? count / 3
                                                            : count;
  return packed < fewest ? fmt::format("{} bytes, expected at least {}", packed, fewest) : "";
}

template <class T>
T number_at(const std::vector<std::byte>& bytes, std::size_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

/// x and y are within half of 1 / one of a point of the octahedron's plane; x, y and z = 1 - |x| - |y| move by at
/// most sqrt(6) / 2 of that step, at a distance from the center of at least 1 / sqrt(3). Returns the error of one
/// coordinate: divided by sqrt(3).
template <class T>
double octahedral_error(const std::vector<std::byte>& bytes, std::size_t stride) {
  double coarsest = 0;
  for (std::size_t at = 0; at + stride <= bytes.size(); at += stride) {
    const double one = std::abs(static_cast<double>(number_at<T>(bytes, at + 2 * sizeof(T))));
    coarsest = std::max(coarsest, one == 0 ? 1.0 : 1 / one);
  }
  return std::sqrt(1.5) * coarsest;
}

/// Three components are within half a step of 1 / (sqrt(2) one); the fourth, at least 1/2, follows from them and
/// moves by at most twice as much as they do together. Returns the error of one component.
double quaternion_error(const std::vector<std::byte>& bytes) {
  double coarsest = 0;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8)
    coarsest =
        std::max(coarsest, 1 / static_cast<double>(std::abs(number_at<std::int16_t>(bytes, at + 6) | 3)));
  return std::sqrt(3.0 / 8) * coarsest;
}

/// Half a step of the coarsest number M 2^E.
double exponential_error(const std::vector<std::byte>& bytes) {
  int largest = -200;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const auto number = number_at<std::int32_t>(bytes, at);
    if ((number & 0xffffff) != 0) largest = std::max(largest, number >> 24);
  }
  return largest == -200 ? 0 : std::ldexp(0.5, largest);
}

double undo_filter(const PackedView& view, std::vector<std::byte>& bytes) {
  const auto count = static_cast<std::size_t>(view.count),
             stride = static_cast<std::size_t>(view.byte_stride);
  double error = 0;
  if (view.filter == Filter::octahedral) {
    error = stride == 4 ? octahedral_error<std::int8_t>(bytes, stride)
                        : octahedral_error<std::int16_t>(bytes, stride);
    meshopt_decodeFilterOct(bytes.data(), count, stride);
  } else if (view.filter == Filter::quaternion) {
    error = quaternion_error(bytes);
    meshopt_decodeFilterQuat(bytes.data(), count, stride);
  } else if (view.filter == Filter::exponential) {
    error = exponential_error(bytes);
    meshopt_decodeFilterExp(bytes.data(), count, stride);
  }
  return error;
}

}  // namespace

tl::expected<DecodedView, std::string> decode_meshopt(const PackedView& view,
                                                      std::span<const std::byte> packed) {
  if (std::string refusal = refusal_of(view, packed.size()); !refusal.empty()) return tl::unexpected(refusal);
  const auto count = static_cast<std::size_t>(view.count),
             stride = static_cast<std::size_t>(view.byte_stride);
  const auto* data = reinterpret_cast<const unsigned char*>(packed.data());
  DecodedView decoded{std::vector<std::byte>(count * stride)};
  int failed = 0;
  if (view.mode == Mode::attributes)
    failed = meshopt_decodeVertexBuffer(decoded.bytes.data(), count, stride, data, packed.size());
  else if (view.mode == Mode::triangles)
    failed = meshopt_decodeIndexBuffer(decoded.bytes.data(), count, stride, data, packed.size());
  else
    failed = meshopt_decodeIndexSequence(decoded.bytes.data(), count, stride, data, packed.size());
  if (failed != 0)
    return tl::unexpected(failed == -1
                              ? std::string("the data have another version or kind than meshoptimizer ") +
                                    "of this program reads"
                              : std::string("the data are malformed"));
  decoded.filter_error = undo_filter(view, decoded.bytes);
  return decoded;
}
#else
tl::expected<DecodedView, std::string> decode_meshopt(const PackedView&, std::span<const std::byte>) {
  return tl::unexpected<std::string>("the program was built without meshoptimizer");
}
#endif

}  // namespace bindpose::gltf
