// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "reference/gltf/accessor_store.h"

namespace bindpose::gltf {
namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;

/// Adds up what reading a document will allocate.
class Budget {
 public:
  Budget(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
         IssueLog& log)
      : document_(document),
        buffers_(buffers),
        most_zeros_((std::int64_t{1} << 16) + 16 * static_cast<std::int64_t>(total_bytes)),
        log_(log) {}

  /// Accounts for reading an accessor once.
  void spend(std::int64_t index) {
    if (exceeded_ || index == kNone) return;
    const AccessorEntry& accessor = document_.accessors[static_cast<std::size_t>(index)];
    if (!accessor.is_readable()) return;
    const std::int64_t components = component_count(accessor.type);
    const std::int64_t count = accessor.count > kMostNumbers ? kMostNumbers : accessor.count;
    numbers_ += count * components;
    if (!has_bytes(accessor)) zeros_ += count * components;
    exceeded_ = numbers_ > kMostNumbers || zeros_ > most_zeros_;
    if (exceeded_) {
      log_.error("LIMIT_EXCEEDED", Pointer() / "accessors" / static_cast<std::size_t>(index),
                 fmt::format("{} numbers, {} of them without bytes, are more than this file can need",
                             numbers_, zeros_));
    }
  }

 private:
  bool has_bytes(const AccessorEntry& accessor) const {
    if (accessor.view == kNone) return false;
    const std::int64_t buffer = document_.views[static_cast<std::size_t>(accessor.view)].buffer;
    return buffers_[static_cast<std::size_t>(buffer)].has_value();
  }

  const Document& document_;
  const std::vector<BufferBytes>& buffers_;
  std::int64_t most_zeros_;
  IssueLog& log_;
  std::int64_t numbers_ = 0;
  std::int64_t zeros_ = 0;
  bool exceeded_ = false;
};

}  // namespace

void check_limits(const Document& document, const std::vector<BufferBytes>& buffers, std::size_t total_bytes,
                  IssueLog& log) {
  Budget budget(document, buffers, total_bytes, log);
  for (std::size_t i = 0; i < document.accessors.size(); ++i)
    budget.spend(static_cast<std::int64_t>(i));
  for (const MeshEntry& mesh : document.meshes) {
    for (const PrimitiveEntry& primitive : mesh.primitives) {
      for (const auto& [semantic, accessor] : primitive.attributes)
        budget.spend(accessor);
      budget.spend(primitive.indices);
      for (const Attributes& target : primitive.targets) {
        for (const auto& [semantic, accessor] : target)
          budget.spend(accessor);
      }
    }
  }
  for (const SkinEntry& skin : document.skins)
    budget.spend(skin.inverse_binds);
  for (const AnimationEntry& animation : document.animations) {
    for (const SamplerEntry& sampler : animation.samplers)
      budget.spend(sampler.input);
    for (const ChannelEntry& channel : animation.channels) {
      if (channel.sampler == kNone) continue;
      budget.spend(animation.samplers[static_cast<std::size_t>(channel.sampler)].input);
      budget.spend(animation.samplers[static_cast<std::size_t>(channel.sampler)].output);
    }
  }
}

}  // namespace bindpose::gltf
