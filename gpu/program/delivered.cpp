// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/delivered.h"

#include "gpu/program/palette_binding.h"
#include "gpu/program/vertex_pipeline.h"

namespace bindpose::gpu {
namespace {

/// Joints that come in a block.
bool is_in_block(PaletteBinding delivery) {
  return delivery == PaletteBinding::ubo || delivery == PaletteBinding::ssbo;
}

bool delivered_to_kernels(const Variant& variant, const VertexPipeline& path, PaletteBinding delivery) {
  return reads_records_so(path.vertices) && path == VertexPipeline{path.vertices} &&
         variant.capture == "compute" && variant.frames != "texture" && is_in_block(delivery);
}

bool delivered_by_vulkan(const VertexPipeline& path, PaletteBinding delivery) {
  return is_in_block(delivery) && path == VertexPipeline{path.vertices};
}

bool delivered_by_webgl(const Variant& variant, const VertexPipeline& path, PaletteBinding delivery) {
  return variant.capture != "compute" && variant.frames != "ssbo" && delivery != PaletteBinding::ssbo &&
         delivery != PaletteBinding::buffer_texture && path.draw != DrawCall::indexed &&
         path.draw != DrawCall::base_vertex && path.feedback == FeedbackUse::interleaved;
}

}  // namespace

bool delivers(Api api, const Variant& variant) {
  const PaletteBinding delivery = palette_binding_named(variant.palette);
  const VertexPipeline path = path_of(variant);
  switch (api) {
    case Api::gl:
    case Api::gles:
      return true;
    case Api::vulkan:
      return delivered_by_vulkan(path, delivery);
    case Api::webgl:
      return delivered_by_webgl(variant, path, delivery);
    case Api::opencl:
    case Api::cuda:
    case Api::webgpu:
      return delivered_to_kernels(variant, path, delivery);
  }
  return false;
}

std::vector<Variant> delivered_variants(const Algorithm& algorithm, Api api) {
  std::vector<Variant> all = variants(algorithm);
  std::erase_if(all, [api](const Variant& variant) { return !delivers(api, variant); });
  return all;
}

const char* delivered_by(Api api) {
  if (api == Api::vulkan)
    return "with Vulkan, joints are in blocks, and vertices are drawn and captured in one way: "
           "palette is ubo or ssbo, draw arrays, feedback interleaved";
  if (api == Api::webgl)
    return "WebGL 2 has no compute shaders, storage blocks or textures of buffers, and draws by no indices "
           "while vertices are captured: capture is transform-feedback, palette ubo, uniform-array, texture "
           "or instance-base, frames texture or attributes, draw arrays, first or instanced, feedback "
           "interleaved";
  return "kernels compute, with joints and frames in buffers: capture is compute, palette ubo or "
         "ssbo, frames ssbo or attributes, vertices interleaved, narrow, integers or implicit";
}

Api shader_api(Api api) {
  return api == Api::opencl || api == Api::cuda || api == Api::webgpu ? Api::vulkan : api;
}

}  // namespace bindpose::gpu
