// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/frame.h"

#include <gtest/gtest.h>

#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"

namespace bindpose::captures::frame_test {

Tensor integers(const char* name, Array::Integers numbers) {
  const std::size_t count = numbers.size();
  return {{name, {count}, std::move(numbers)}, Storage::int32};
}

std::string code_of(const std::vector<Tensor>& tensors) {
  const auto bytes = to_safetensors(tensors, {});
  return test::code_of(parse_drawn(*bytes, "draw-1.safetensors"));
}

const Tensor output = {{"output.gl_Position", {2, 4}, Array::Reals{1, 2, 3, 1, 4, 5, 6, 1}},
                       Storage::float32};

TEST(Frame, a_frame_lists_its_draws) {
  constexpr const char* text = R"json({"format": "bindpose-frame-1", "by": "me", "api": "GL", "draws": [
 {"event": 12, "name": "glDrawArrays()", "topology": "triangles", "corners": 6, "instances": 2, "refused": "why"}]})json";
  BINDPOSE_ASSERT(const auto frame, parse_frame(text, "frame.json"));
  EXPECT_EQ(listed(frame.draws), "  12 glDrawArrays(): 6 corners of triangles, 2 instances; not read: why\n");
  EXPECT_EQ(listed({}), "  no draw at all\n");
  EXPECT_NE(listed(std::vector<Draw>(30)).find("and 10 more"), std::string::npos);
}

TEST(Frame, another_format_or_a_file_elsewhere_is_refused) {
  EXPECT_EQ(parse_frame("{}", "").error().code, "CAPTURE_FORMAT");
  EXPECT_EQ(parse_frame(R"json({"format": "bindpose-frame-1", "draws": [{"file": "../secret"}]})json", "")
                .error()
                .code,
            "CAPTURE_FORMAT");
}

TEST(Frame, two_draws_with_the_same_file_are_refused) {
  constexpr const char* text = R"json({"format": "bindpose-frame-1", "draws": [
 {"event": 1, "file": "a"}, {"event": 2}, {"event": 3}, {"event": 4, "file": "a"}]})json";
  EXPECT_EQ(to_string(parse_frame(text, "frame.json").error()),
            "CAPTURE_FORMAT at frame.json#/draws/3: expected its own file, found the file of another draw");
}

TEST(Frame, vertices_of_a_draw_are_checked) {
  EXPECT_EQ(code_of({integers("rows", {0, 1}), integers("vertices", {5, 6}), output}), "");
  EXPECT_EQ(code_of({integers("rows", {0, 2}), integers("vertices", {5, 6}), output}), "CAPTURE_FORMAT");
  EXPECT_EQ(code_of({integers("rows", {0, -1}), integers("vertices", {5, 6}), output}), "CAPTURE_FORMAT");
  EXPECT_EQ(code_of({integers("rows", {0, 1}), integers("vertices", {5}), output}), "CAPTURE_FORMAT");
  EXPECT_EQ(code_of({integers("rows", {}), integers("vertices", {})}), "CAPTURE_FORMAT");
  EXPECT_EQ(code_of({output}), "CAPTURE_FORMAT");
}

}  // namespace bindpose::captures::frame_test
