// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/api_support.h"

#include "gpu/program/palette_binding.h"
#include "gpu/program/vertex_pipeline.h"

namespace bindpose::gpu {
namespace {

/// Joints in a block.
bool is_in_block(PaletteBinding joint_binding) {
  return joint_binding == PaletteBinding::ubo || joint_binding == PaletteBinding::ssbo;
}

bool supported_by_kernels(const Variant& variant, const VertexPipeline& path, PaletteBinding joint_binding) {
  return reads_records_so(path.vertices) && path == VertexPipeline{path.vertices} &&
         variant.capture == "compute" && variant.frames != "texture" && is_in_block(joint_binding);
}

bool supported_by_vulkan(const VertexPipeline& path, PaletteBinding joint_binding) {
  return is_in_block(joint_binding) && path == VertexPipeline{path.vertices};
}

bool supported_by_webgl(const Variant& variant, const VertexPipeline& path, PaletteBinding joint_binding) {
  return variant.capture != "compute" && variant.frames != "ssbo" && joint_binding != PaletteBinding::ssbo &&
         joint_binding != PaletteBinding::buffer_texture && path.draw != DrawCall::indexed &&
         path.draw != DrawCall::base_vertex && path.feedback == FeedbackUse::interleaved;
}

}  // namespace

bool supports(Api api, const Variant& variant) {
  const PaletteBinding joint_binding = palette_binding_named(variant.palette);
  const VertexPipeline path = path_of(variant);
  if (variant.upload == "exact") return api == Api::gl || api == Api::gles;
  switch (api) {
    case Api::gl:
    case Api::gles:
      return true;
    case Api::vulkan:
      return supported_by_vulkan(path, joint_binding);
    case Api::webgl:
      return supported_by_webgl(variant, path, joint_binding);
    case Api::opencl:
    case Api::cuda:
    case Api::webgpu:
      return supported_by_kernels(variant, path, joint_binding);
  }
  return false;
}

std::vector<Variant> supported_variants(const Algorithm& algorithm, Api api) {
  std::vector<Variant> all = variants(algorithm);
  std::erase_if(all, [api](const Variant& variant) { return !supports(api, variant); });
  return all;
}

const char* supported_by(Api api) {
  if (api == Api::vulkan)
    return "Vulkan has joints in blocks and one way to draw and capture: palette is ubo or ssbo, draw "
           "arrays, feedback interleaved";
  if (api == Api::webgl)
    return "WebGL 2 has no compute shaders, storage blocks or buffer textures, and no indexed draws while "
           "vertices are captured: capture is transform-feedback, palette ubo, uniform-array, texture "
           "or instance-base, frames texture or attributes, draw arrays, first or instanced, feedback "
           "interleaved";
  return "kernels have joints and frames in buffers: capture is compute, palette ubo or "
         "ssbo, frames ssbo or attributes, vertices interleaved, narrow, integers or implicit";
}

Api shader_api(Api api) {
  return api == Api::opencl || api == Api::cuda || api == Api::webgpu ? Api::vulkan : api;
}

}  // namespace bindpose::gpu
