// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Judges a page of forty lines and finds defects in changed pages.
#include "conformance/subjects/page_subject.h"

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "gpu/web/browser.h"
#include "reference/io/base64.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::page_subject_test {

/// A page that draws the positions of the file unchanged, one primitive after the other.
constexpr const char* plain_page = R"html(<!DOCTYPE html>
<script>
const gl = document.createElement("canvas").getContext("webgl2");
function programOf(vertex) {
  const made = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, "precision highp float; void main() {}"]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, "#version 300 es\n" + text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  return made;
}
const program = programOf("in vec3 position; out vec3 world; void main() { world = position; gl_Position = vec4(position, 1.0); }");

async function draw({ asset }) {
  const file = await (await fetch(asset.file)).json();
  const bytes = await (await fetch(file.buffers[0].uri)).arrayBuffer();
  for (const [part, { mesh, primitive, vertices }] of asset.parts.entries()) {
    const accessor = file.accessors[file.meshes[mesh].primitives[primitive].attributes.POSITION];
    const at = (file.bufferViews[accessor.bufferView].byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, bytes.slice(at, at + 12 * vertices), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(gl.getAttribLocation(program, "position"));
    gl.vertexAttribPointer(gl.getAttribLocation(program, "position"), 3, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.TRIANGLES, 0, vertices);
  }
}
bindpose.subject({
  implementation: { name: "plain" },
  capabilities: [{ algorithm: "rigid-parts", levels: ["asset"], options: { without: ["normals", "tangents"] } }],
  draw,
});
</script>)html";

/// The same page with WebGPU, without a canvas.
constexpr const char* webgpu_page = R"html(<!DOCTYPE html>
<script type="module">
const device = await (await navigator.gpu?.requestAdapter())?.requestDevice();
if (!device) throw new Error("no WebGPU here");
const module = device.createShaderModule({ code: `
  struct Made { @location(0) world : vec3f, @builtin(position) at : vec4f }
  @vertex fn main(@location(0) position : vec3f) -> Made { return Made(position, vec4f(position, 1.0)); }
  @fragment fn paint() -> @location(0) vec4f { return vec4f(1.0); }` });
const pipeline = device.createRenderPipeline({
  layout: device.createPipelineLayout({ bindGroupLayouts: [] }),
  vertex: { module, entryPoint: "main",
    buffers: [{ arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: "float32x3" }] }] },
  fragment: { module, entryPoint: "paint", targets: [{ format: "rgba8unorm" }] } });
const target = device.createTexture({ size: [1, 1], format: "rgba8unorm", usage: GPUTextureUsage.RENDER_ATTACHMENT });

async function draw({ asset }) {
  const file = await (await fetch(asset.file)).json();
  const bytes = await (await fetch(file.buffers[0].uri)).arrayBuffer();
  for (const { vertices } of asset.parts) {
    const buffer = device.createBuffer({ size: 12 * vertices, usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST });
    device.queue.writeBuffer(buffer, 0, bytes, 0, 12 * vertices);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store" }] });
    pass.setPipeline(pipeline);
    pass.setVertexBuffer(0, buffer);
    pass.draw(vertices);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
}
bindpose.subject({
  implementation: { name: "plain" },
  capabilities: [{ algorithm: "rigid-parts", levels: ["asset"], options: { without: ["normals", "tangents"] } }],
  draw,
});
</script>)html";

/// A file that only has one triangle.
std::string triangle() {
  constexpr std::array positions = {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 2.0F, 0.5F};
  const std::string numbers = base64(std::as_bytes(std::span(positions)));
  return R"json({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0.5]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,)json" +
         numbers + "\"}]}";
}

struct WebPageTest : testing::Test {
  void SetUp() override {
    if (const auto program = gpu::find_browser(); !program) GTEST_SKIP() << to_string(program.error());
    std::ofstream(folder_.path() / "triangle.gltf") << triangle();
  }

  /// Judges the page with one text replaced by another.
  Ran judged(const std::string& text = "", const std::string& other = "",
             const std::string& options = "--time 60", const std::string& subject = "web:page.html") {
    std::string page = page_;
    if (!text.empty()) {
      const std::size_t at = page.find(text);
      EXPECT_NE(at, std::string::npos) << text;
      page.replace(at, text.size(), other);
    }
    std::ofstream(folder_.path() / "page.html") << page;
    return run_in(folder_.path(), BINDPOSE_PROGRAM
                                      " test --asset triangle.gltf --filter 'asset.*' --subject '" +
                                      subject + "' " + options);
  }

  TemporaryFolder folder_;
  const char* page_ = plain_page;
};

struct WebGpuPageTest : WebPageTest {
  void SetUp() override {
    WebPageTest::SetUp();
    if (IsSkipped()) return;
    page_ = webgpu_page;
    right_ = judged();
    if (right_.out.find("no WebGPU here") != std::string::npos) GTEST_SKIP() << "the browser has no WebGPU";
  }

  Ran right_;
};

TEST_F(WebPageTest, the_vertices_of_a_webgl_program_are_the_output) {
  expect_ended(judged(), 0, {"SwiftShader"});
}

TEST_F(WebGpuPageTest, the_outputs_of_a_webgpu_vertex_shader_are_the_output) {
  expect_ended(right_, 0, {"WebGPU on"});
}

TEST_F(WebGpuPageTest, only_the_first_drawn_instance_counts) {
  const std::string drawing_the_second =
      std::string(webgpu_page)
          .replace(std::string_view(webgpu_page).find("pass.draw(vertices)"), 19,
                   "pass.draw(vertices, 1, 0, 1)");
  page_ = drawing_the_second.c_str();
  expect_ended(judged("position : vec3f) -> Made { return Made(position, vec4f(position,",
                      "position : vec3f, @builtin(instance_index) i : u32) -> Made { return Made(position, "
                      "vec4f(position * f32(i),"),
               0);
}

/// A page with one text replaced by another, and a part of the expected message; if the message is
/// empty, the page passes.
struct ChangedPage {
  const char* name;
  std::string text, other, words = "", subject = "web:page.html", options = "--time 60";
};
void PrintTo(const ChangedPage& page, std::ostream* out) {
  *out << page.name;
}
std::string name_of_page(const testing::TestParamInfo<ChangedPage>& each) {
  return each.param.name;
}

class ChangedWebPageTest : public WebPageTest, public testing::WithParamInterface<ChangedPage> {};
class ChangedWebGpuPageTest : public WebGpuPageTest, public testing::WithParamInterface<ChangedPage> {};

TEST_P(ChangedWebPageTest, is_judged_by_what_it_draws) {
  const ChangedPage& page = GetParam();
  expect_ended(judged(page.text, page.other, page.options, page.subject), page.words.empty() ? 0 : 1,
               {page.words});
}

TEST_P(ChangedWebGpuPageTest, is_judged_by_what_it_draws) {
  const ChangedPage& page = GetParam();
  expect_ended(judged(page.text, page.other, page.options, page.subject), page.words.empty() ? 0 : 1,
               {page.words});
}

INSTANTIATE_TEST_SUITE_P(
    Pages, ChangedWebPageTest,
    testing::Values(
        ChangedPage{"an_output_of_another_name_may_be_the_position", "gl_Position = vec4(position, 1.0)",
                    "gl_Position = vec4(0.0)", "", "web:page.html?positions=world"},
        ChangedPage{"an_output_that_is_not_there_is_named", "", "", "has no varying 'elsewhere'",
                    "web:page.html?positions=elsewhere"},
        ChangedPage{"a_program_that_is_wrong_by_little_fails", "vec4(position, 1.0)",
                    "vec4(position * 1.00001, 1.0)", "times the bound"},
        ChangedPage{"another_camera_than_the_identity_is_told", "vec4(position, 1.0)", "vec4(position, 2.0)",
                    "the camera and its projection must be the identity"},
        ChangedPage{"positions_are_divided_by_the_float32_sum_of_weights", "vec4(position, 1.0)",
                    "1.0000001192092896 * vec4(position, 1.0)"},
        ChangedPage{"what_is_not_drawn_is_told", "gl.drawArrays(", "if (part < 0) gl.drawArrays(",
                    "no draw of part 0 was captured"},
        ChangedPage{"what_is_not_wholly_drawn_is_told", "bytes.slice(at, at + 12 * vertices)",
                    "bytes.slice(at, at + 12 * vertices - 12)", "are drawn, expected"},
        ChangedPage{"parts_may_be_drawn_in_any_order_by_their_numbers", "    gl.drawArrays(",
                    "    bindpose.part = 7;\n    gl.drawArrays(gl.POINTS, 0, 1);\n    bindpose.part = part;\n"
                    "    gl.drawArrays("},
        ChangedPage{
            "what_is_drawn_on_the_way_without_positions_is_no_part", "    gl.drawArrays(",
            "    gl.useProgram(programOf('in vec3 position; void main() { gl_Position = vec4(0); }'));\n"
            "    gl.drawArrays(gl.POINTS, 0, 1);\n    gl.useProgram(program);\n    gl.drawArrays(",
            "", "web:page.html?positions=world"},
        ChangedPage{"its_own_words_are_the_reason",
                    "const file =", "throw new Error('it lost its way'); const file =", "it lost its way"},
        ChangedPage{"one_that_opens_a_dialog_is_told_that_nobody_sees_it",
                    "const file =", "alert('hello'); const file =", "alert() waits for a person"},
        ChangedPage{"one_that_says_nothing_does_not_start", "bindpose.subject(", "lost_and_gone(",
                    "lost_and_gone is not defined", "web:page.html", "--time 5"},
        ChangedPage{"a_declaration_of_any_length_is_not_read", "name: \"plain\"", "name: 'x'.repeat(3 << 20)",
                    "a message has more than 1 MiB"},
        ChangedPage{"words_of_any_length_are_not_read", "const file =",
                    "throw new Error('x'.repeat(3 << 20)); const file =", "a message has more than 1 MiB"},
        ChangedPage{"one_that_hangs_costs_the_time", "const file =", "for (;;); const file =", "timeout",
                    "web:page.html", "--time 5"},
        ChangedPage{"it_reaches_no_other_machine",
                    "const file =", "await fetch('https://example.org/'); const file =", "Failed to fetch"}),
    &name_of_page);

INSTANTIATE_TEST_SUITE_P(
    Pages, ChangedWebGpuPageTest,
    testing::Values(
        ChangedPage{"software_can_be_chosen_and_keeps_a_canvas", "const target = device.createTexture(",
                    "const context = document.createElement('canvas').getContext('webgpu');\n"
                    "context.configure({ device, format: 'bgra8unorm' });\ncontext.getCurrentTexture();\n"
                    "const target = device.createTexture(",
                    "", "web:page.html?device=swiftshader", ""},
        ChangedPage{"an_output_of_another_name_may_be_the_position", "vec4f(position, 1.0))", "vec4f(0.0))",
                    "", "web:page.html?positions=world"},
        ChangedPage{"an_entry_may_give_a_position_alone_and_know_the_vertex",
                    "@vertex fn main(@location(0) position : vec3f) -> Made { return Made(position, ",
                    "@vertex fn main(@builtin(vertex_index) v : u32, @location(0) position : vec3f) -> "
                    "@builtin(position) vec4f { return (vec4f(f32(v)) * 0.0 + "},
        ChangedPage{"an_entry_may_take_a_struct_and_have_comments",
                    "@vertex fn main(@location(0) position : vec3f) -> Made { return Made(position, ",
                    "struct Given { @builtin(vertex_index) v : u32, /* { */ @location(0) position : vec3f }\n"
                    "@vertex // (\nfn main(given : Given) -> Made { let position = given.position; return "
                    "Made(given.position, "},
        ChangedPage{"one_that_is_wrong_by_little_fails", "vec4f(position, 1.0)",
                    "vec4f(position * 1.00001, 1.0)", "times the bound"},
        ChangedPage{"a_layout_that_no_other_pipeline_can_share_is_told",
                    "device.createPipelineLayout({ bindGroupLayouts: [] })", "'auto'",
                    "has the layout 'auto'"}),
    &name_of_page);

TEST(PageSubject, a_file_that_is_not_a_page_is_an_error) {
  EXPECT_EQ(open_any(*parse_subject("web:/nowhere/page.html")).error().code, "FILE_READ");
  EXPECT_EQ(open_any(*parse_subject("web:/nowhere/page.html?speed=high")).error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_any(*parse_subject("web:/nowhere/page.html?device=fast")).error().code, "SUBJECT_SYNTAX");
  Sandbox strict;
  strict.least = SandboxLevel::landlock;
  EXPECT_EQ(open_any(*parse_subject("web:/nowhere/page.html"), strict).error().code, "SANDBOX_MISSING");
}

}  // namespace bindpose::conformance::page_subject_test
