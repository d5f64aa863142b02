// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are frame.json of a captured frame.
#include <filesystem>

#include "conformance/captures/drawn_part.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::frame_fuzzer {

std::vector<std::string> seeds() {
  return {
      R"json({"format": "bindpose-frame-1", "by": "RenderDoc 1.24", "api": "OpenGL", "draws": [{"event": 25, "name": "glDrawElements()",
 "topology": "triangles", "corners": 768, "instances": 1, "file": "draw-25.safetensors"}]})json",
      R"json({"format": "bindpose-frame-1", "draws": [{"event": -1, "refused": "why"}, {"file": "../draw"}]})json"};
}

void read(std::string_view input) {
  const auto frame = captures::parse_frame(input, "frame.json");
  if (!frame) return require_printable(frame.error());
  for (const captures::Draw& draw : frame->draws)
    require(draw.file.empty() || std::filesystem::path(draw.file).filename() == draw.file,
            "a file outside the folder");
  gltf::Primitive triangle;
  triangle.mesh.positions.resize(3);
  triangle.mesh.triangles = {{0, 1, 2}};
  for (const captures::Draw& draw : frame->draws)
    require(captures::is_as_large(draw, triangle) == (draw.corners == 3), "a draw of another size");
  require(!captures::listed(frame->draws).empty(), "a frame without a listing");
}

BINDPOSE_FUZZER(frame)

}  // namespace bindpose::fuzz::frame_fuzzer
