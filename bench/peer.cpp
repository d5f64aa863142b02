// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/peer.h"

#include <dlfcn.h>

#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

template <class Function>
Expected<void> find(void* library, const std::string& path, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr ? Expected<void>{} : fail("PEER_OPEN", path, std::string("it has no ") + name);
}

}  // namespace

Expected<Peer> Peer::open(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return fail("PEER_OPEN", path, ::dlerror());
  Peer peer;
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_name", peer.name_));
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_normalises", peer.normalises_));
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_make", peer.make_));
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_blend", peer.blend_));
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_read", peer.read_));
  BINDPOSE_CHECK(find(library, path, "bindpose_peer_drop", peer.drop_));
  return peer;
}

}  // namespace bindpose::bench
