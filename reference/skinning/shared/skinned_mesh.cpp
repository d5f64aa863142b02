// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {

template <class T>
Expected<WeightedSlots<T>> read_slots(const Inputs<T>& in) {
  WeightedSlots<T> q;
  BINDPOSE_TRY(q.slots, read_influences(in.arrays(), in.extent("V")));
  if (in.has("weights"))
    q.weights = in.numbers("weights");
  else
    q.weights.assign(q.slots.weights.begin(), q.slots.weights.end());
  return q;
}

template <template <class> class Map, class T>
Expected<SkinnedMesh<T, Map>> read_skinned_mesh(const Inputs<T>& in, PaletteKind kind) {
  BINDPOSE_TRY(Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(auto slots, read_slots(in));
  SkinnedMesh<T, Map> q{std::move(slots), std::move(mesh)};
  q.x = in.template rows<3>("positions");
  if (in.has("normals")) q.n = in.template rows<3>("normals");
  if (in.has("tangents")) q.t = in.template rows<4>("tangents");
  BINDPOSE_CHECK(read_palette(in, kind, q.M, q.stages));
  return q;
}

/// A weight of exactly 0 that float32 may round to a small number also counts in a bound.
template <class T>
bool counts(const T& w) {
  return w != T(0);
}
template <>
bool counts(const Tracked& w) {
  return w.value() != 0 || w.error() > Tracked::precision().smallest;
}

template <class T>
std::vector<Influence<T>> influences_of(const Influences& slots, const std::vector<T>& weights,
                                        std::size_t v) {
  std::vector<Influence<T>> influences;
  for (std::size_t i = v * slots.width; i < (v + 1) * slots.width; ++i)
    if (counts(weights[i])) influences.push_back({slots.joints[i], weights[i], i});
  return influences;
}

template <class T, template <class> class Map>
RestVertex<T> rest_vertex(const SkinnedMesh<T, Map>& q, std::size_t v) {
  RestVertex<T> rest{v, q.x[v]};
  if (!q.n.empty()) rest.n = q.n[v];
  if (!q.t.empty()) rest.t = q.t[v].template head<3>();
  rest.influences = influences_of(q.slots, q.weights, v);
  rest.stays = q.stays && rest.influences.empty();
  rest.first_slot = v * q.slots.width;
  if (q.slots.width > 0) rest.first_joint = q.slots.joints[rest.first_slot];
  return rest;
}

template <class T>
Vec3<T> unit_row(Vec3<T> d, const std::string& why_not, Undefined zero, std::vector<Undefined>& undefined) {
  if (!why_not.empty()) {
    undefined.push_back({zero.array, zero.row, why_not});
    return Vec3<T>::Zero();
  }
  if (!normalize(d)) undefined.push_back(std::move(zero));
  return d;
}

template <class T>
void append_vertex(const Mesh& mesh, std::size_t v, const DeformedVertex<T>& y, Surface<T>& surface) {
  const bool there = y.undefined.empty();
  surface.positions.push_back(y.x);
  if (!there) surface.undefined.push_back({"positions", v, y.undefined});
  if (!mesh.normals.empty())
    surface.normals.push_back(unit_row<T>(y.n, there ? y.undefined_normal : y.undefined,
                                          {"normals", v, "ZERO_NORMAL"}, surface.undefined));
  if (mesh.tangents.empty()) return;
  const Vec3<T> t = unit_row<T>(y.t, there ? y.undefined_tangent : y.undefined,
                                {"tangents", v, "ZERO_TANGENT"}, surface.undefined);
  surface.tangents.push_back({t[0], t[1], t[2], there ? T(mesh.tangents[v][3]) : T(0)});
}

#define BINDPOSE_INSTANTIATE_OF(T, Map)                                                    \
  template Expected<SkinnedMesh<T, Map>> read_skinned_mesh(const Inputs<T>&, PaletteKind); \
  template RestVertex<T> rest_vertex(const SkinnedMesh<T, Map>&, std::size_t);
#define BINDPOSE_INSTANTIATE(T)                                                                            \
  template Expected<WeightedSlots<T>> read_slots(const Inputs<T>&);                                        \
  BINDPOSE_INSTANTIATE_OF(T, Affine)                                                                       \
  BINDPOSE_INSTANTIATE_OF(T, Rigid)                                                                        \
  template std::vector<Influence<T>> influences_of(const Influences&, const std::vector<T>&, std::size_t); \
  template Vec3<T> unit_row(Vec3<T>, const std::string&, Undefined, std::vector<Undefined>&);              \
  template void append_vertex(const Mesh&, std::size_t, const DeformedVertex<T>&, Surface<T>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE
#undef BINDPOSE_INSTANTIATE_OF

}  // namespace bindpose::skinning
