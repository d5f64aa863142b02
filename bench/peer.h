// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: software skinning of a third party, from a shared library (bench/peers/peer.h).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/peers/peer.h"
#include "reference/model/error.h"

namespace bindpose::bench {

class Peer {
 public:
  /// Errors PEER_OPEN: it cannot be loaded, or lacks a function.
  static Expected<Peer> open(const std::string& path);

  std::string name() const { return name_(); }
  bool normalises() const { return normalises_() != 0; }

  using Made = std::unique_ptr<void, std::function<void(void*)>>;
  /// The mesh in the peer's form; null if the peer cannot read it. The mesh must outlive it.
  Made make(const bindpose_peer_mesh& mesh) const { return {make_(&mesh), drop_}; }
  void blend(const Made& made) const { blend_(made.get()); }
  void read(const Made& made, float* positions, float* normals) const {
    read_(made.get(), positions, normals);
  }

 private:
  decltype(&bindpose_peer_name) name_ = nullptr;
  decltype(&bindpose_peer_normalises) normalises_ = nullptr;
  decltype(&bindpose_peer_make) make_ = nullptr;
  decltype(&bindpose_peer_blend) blend_ = nullptr;
  decltype(&bindpose_peer_read) read_ = nullptr;
  decltype(&bindpose_peer_drop) drop_ = nullptr;
};

}  // namespace bindpose::bench
