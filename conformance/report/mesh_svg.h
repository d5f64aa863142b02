// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a still picture of a mesh, for readers without scripts: what is expected in grey, the answer coloured by its error.
#pragma once

#include <string>

#include "conformance/report/mesh_view.h"

namespace bindpose::conformance {

/// Seen along the axis in which the mesh is shortest. Of many vertices the worst ones are drawn, and some of the others.
std::string mesh_svg(const MeshView& view);

/// The scale of colours as a bar.
std::string legend_svg();

/// The meaning of the colours of errors: "0", "1 times the bound", "1200 times the bound". The middle one is empty if there is none.
struct Legend {
  std::string low, middle, high;
};
Legend bound_legend(const MeshView& view);

}  // namespace bindpose::conformance
