// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a picture of an output, without a browser: expected mesh, actual mesh, and the error in colours, side by
// side. Also: pictures of an algorithm's effect, and of a character with new weights: both sets of weights in the
// colours of joints, and the distance between the two surfaces.
#pragma once

#include <filesystem>

#include "conformance/cases/asset/bound_mesh.h"
#include "conformance/report/page_content.h"
#include "gpu/picture/drawing.h"

namespace bindpose::conformance {

struct Picture {
  std::string title;
  gpu::Drawing drawing;
  std::vector<std::string> captions;  ///< [#panels]
  std::optional<Legend> legend = {};  ///< of the scale of colours, for the last panel
};

struct Box;
/// The box that all panels show.
void set_box(gpu::Drawing& drawing, const Box& box);

/// A value for each vertex. Empty if the output has no positions of vertices or joints.
std::optional<Picture> picture_of(const JudgedAnswer& judged);
/// A picture from a report's data about an output.
Picture picture_of(const std::string& test, const MeshView& view);

struct PictureFile {
  Picture picture;
  std::filesystem::path file;
  std::filesystem::path top =
      {};  ///< the parent folder of `file` (reference/io/below.h); empty: `file` is the user's own path
};
/// Draws on the best OpenGL device of this machine, and writes PNG files, each completely or not at all. Runs in a
/// separate process for at most two minutes, because a driver may crash or hang. Errors PICTURE_WRITE, and those
/// of open_gl(), draw() and write_file().
Expected<void> write_pictures(const std::vector<PictureFile>& pictures);

/// Draws the worst `most` groups of failures with a saved mesh, as "pictures/TEST.png" below the folder. Returns
/// the paths by test. Errors: FILE_WRITE and those of write_pictures().
Expected<std::map<std::string, std::string>> write_failure_pictures(const std::filesystem::path& folder,
                                                                    const PageContent& content,
                                                                    std::size_t most);

/// Panels of one built-in case: at rest, moved by linear blending (if the case has influences and matrices), moved
/// by the algorithm. Weights are mixtures of their joints' colours, joints and chains are sticks. Among the cases
/// with the most triangles, it is the one that differs most from linear blending, or from rest, by at most the
/// size of the mesh. Error NO_MESH: no case has positions.
Expected<Picture> illustration_of(const Algorithm& algorithm);

/// weights.colours as red, green, blue and opacity of each vertex, sRGB. Errors: from the algorithm.
Expected<std::vector<std::uint8_t>> shown_colours(const BoundWeights& weights);

/// The mesh at rest. The third panel has the scale of colours: for each vertex, the largest distance over all moments between the position by
/// these weights and by its own weights. Errors: those of shown_colours().
Expected<Picture> picture_of_weights(const Character& character, const std::string& method,
                                     const BoundWeights& weights);

}  // namespace bindpose::conformance
