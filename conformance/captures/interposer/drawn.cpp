// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/drawn.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/captures/interposer/matrices.h"
#include "conformance/captures/interposer/originals.h"
#include "conformance/captures/interposer/written_frame.h"

namespace bindpose::captures {
namespace {

struct Field {
  std::string name;
  std::size_t width = 0;
};
/// The captured outputs of a vertex, in their order.
using Record = std::vector<Field>;

struct Programs {
  std::map<GLuint, Record> records;
  std::set<GLuint> left_alone;
};
/// Never destroyed: a program may draw during its exit.
Programs& programs() {
  static auto* const all = new Programs;
  return *all;
}

/// gl_Position, and the names in BINDPOSE_OUTPUTS, separated by commas.
std::vector<std::string> wanted_outputs() {
  std::vector<std::string> names = {"gl_Position"};
  const char* more = std::getenv("BINDPOSE_OUTPUTS");
  std::istringstream words(more == nullptr ? "" : more);
  for (std::string word; std::getline(words, word, ',');)
    names.push_back(word);
  return names;
}

/// True if no shader other than the vertex shader changes vertices.
bool has_only_vertex_and_fragment_shaders(GLuint program) {
  GLuint shaders[16] = {};
  GLsizei count = 0;
  gl().GetAttachedShaders(program, 16, &count, shaders);
  return std::all_of(shaders, shaders + count, [](GLuint shader) {
    GLint type = 0;
    gl().GetShaderiv(shader, GL_SHADER_TYPE, &type);
    return type == GL_VERTEX_SHADER || type == GL_FRAGMENT_SHADER;
  });
}

bool is_linked(GLuint program, PFNGLLINKPROGRAMPROC original, const std::vector<std::string>& names) {
  std::vector<const char*> texts;
  for (const std::string& name : names)
    texts.push_back(name.c_str());
  gl().TransformFeedbackVaryings(program, static_cast<GLsizei>(texts.size()), texts.data(),
                                 GL_INTERLEAVED_ATTRIBS);
  original(program);
  GLint ok = GL_FALSE;
  gl().GetProgramiv(program, GL_LINK_STATUS, &ok);
  return ok == GL_TRUE;
}

std::size_t width_of(GLenum type) {
  const std::pair<GLenum, std::size_t> widths[] = {
      {GL_FLOAT, 1}, {GL_FLOAT_VEC2, 2}, {GL_FLOAT_VEC3, 3}, {GL_FLOAT_VEC4, 4}};
  for (const auto& [known, width] : widths)
    if (known == type) return width;
  return 0;
}

Record record_of(GLuint program, const std::vector<std::string>& names) {
  Record record;
  for (GLuint i = 0; i < names.size(); ++i) {
    GLsizei size = 0;
    GLenum type = 0;
    GLchar name[2] = {};
    gl().GetTransformFeedbackVarying(program, i, sizeof name, nullptr, &size, &type, name);
    record.push_back({names[i], width_of(type) * static_cast<std::size_t>(size)});
  }
  return record;
}

/// Saves the bindings of transform feedback, and restores them at the end of the scope.
class OwnFeedback {
 public:
  explicit OwnFeedback(std::size_t bytes) {
    gl().GetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &generic_);
    gl().GetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &bound_);
    gl().GetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &start_);
    gl().GetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &size_);
    discards_ = gl().IsEnabled(GL_RASTERIZER_DISCARD);
    gl().GenBuffers(1, &buffer_);
    gl().BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer_);
    gl().BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    gl().GenQueries(1, &query_);
    gl().Enable(GL_RASTERIZER_DISCARD);
  }
  OwnFeedback(const OwnFeedback&) = delete;
  OwnFeedback& operator=(const OwnFeedback&) = delete;
  ~OwnFeedback() {
    if (discards_ == GL_FALSE) gl().Disable(GL_RASTERIZER_DISCARD);
    const auto before = static_cast<GLuint>(bound_);
    if (size_ > 0)
      gl().BindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, before, static_cast<GLintptr>(start_),
                           static_cast<GLsizeiptr>(size_));
    else
      gl().BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, before);
    gl().BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLuint>(generic_));
    gl().DeleteQueries(1, &query_);
    gl().DeleteBuffers(1, &buffer_);
  }

  /// The number of written points.
  GLuint run(const DrawCall& call) const {
    gl().BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query_);
    gl().BeginTransformFeedback(GL_POINTS);
    if (call.type == 0)
      gl().DrawArrays(GL_POINTS, call.first, call.count);
    else if (call.first != 0)
      gl().DrawElementsBaseVertex(GL_POINTS, call.count, call.type, call.indices, call.first);
    else
      gl().DrawElements(GL_POINTS, call.count, call.type, call.indices);
    gl().EndTransformFeedback();
    gl().EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    GLuint written = 0;
    gl().GetQueryObjectuiv(query_, GL_QUERY_RESULT, &written);
    return written;
  }
  std::vector<float> numbers(std::size_t count) const {
    std::vector<float> all(count);
    gl().GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(float)),
                          all.data());
    return all;
  }

 private:
  GLint generic_ = 0, bound_ = 0;
  GLint64 start_ = 0, size_ = 0;
  GLboolean discards_ = GL_FALSE;
  GLuint buffer_ = 0, query_ = 0;
};

template <class Index>
void append_indices(const std::vector<unsigned char>& bytes, GLint base,
                    std::vector<std::int32_t>& vertices) {
  for (std::size_t at = 0; at + sizeof(Index) <= bytes.size(); at += sizeof(Index)) {
    Index index;
    std::memcpy(&index, bytes.data() + at, sizeof index);
    vertices.push_back(static_cast<std::int32_t>(index) + base);
  }
}

/// The vertex in the buffers for each index.
std::vector<std::int32_t> vertices_of(const DrawCall& call) {
  std::vector<std::int32_t> vertices;
  if (call.type == 0)
    for (GLint v = call.first; v < call.first + call.count; ++v)
      vertices.push_back(v);
  if (call.type == 0) return vertices;
  const std::size_t width = call.type == GL_UNSIGNED_BYTE ? 1 : call.type == GL_UNSIGNED_SHORT ? 2 : 4;
  std::vector<unsigned char> bytes(width * static_cast<std::size_t>(call.count));
  GLint buffer = 0;
  gl().GetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
  if (buffer != 0)
    gl().GetBufferSubData(GL_ELEMENT_ARRAY_BUFFER, reinterpret_cast<GLintptr>(call.indices),
                          static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  else
    std::memcpy(bytes.data(), call.indices, bytes.size());
  if (width == 1) append_indices<std::uint8_t>(bytes, call.first, vertices);
  if (width == 2) append_indices<std::uint16_t>(bytes, call.first, vertices);
  if (width == 4) append_indices<std::uint32_t>(bytes, call.first, vertices);
  return vertices;
}

/// The records as columns.
void add_outputs(WrittenDraw& draw, const Record& record, const std::vector<float>& numbers) {
  std::size_t stride = 0, at = 0;
  for (const Field& field : record)
    stride += field.width;
  for (const Field& field : record) {
    std::vector<float> column;
    for (std::size_t row = at; row < numbers.size(); row += stride)
      column.insert(column.end(), numbers.begin() + static_cast<std::ptrdiff_t>(row),
                    numbers.begin() + static_cast<std::ptrdiff_t>(row + field.width));
    draw.outputs.push_back({field.name, field.width, std::move(column)});
    at += field.width;
  }
}

/// Why a draw cannot be captured; empty if it can.
std::optional<std::string> obstacle(const DrawCall& call, GLuint program) {
  GLint active = 0;
  gl().GetIntegerv(GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
  if (active != 0) return "the program uses transform feedback itself";
  if (program == 0) return "it is drawn without a shader program";
  if (!programs().records.contains(program))
    return "its program uses transform feedback itself, or has other shaders than a vertex and a fragment "
           "shader";
  if (call.mode == GL_PATCHES) return "it draws patches";
  return std::nullopt;
}

}  // namespace

void link(GLuint program, PFNGLLINKPROGRAMPROC original) {
  programs().records.erase(program);
  if (!has_context() || programs().left_alone.contains(program) ||
      gl().TransformFeedbackVaryings == nullptr || !has_only_vertex_and_fragment_shaders(program))
    return original(program);
  std::vector<std::string> names = wanted_outputs();
  // Linking fails for a name that the shader lacks; then leaves out each name in turn.
  if (!is_linked(program, original, names)) {
    const std::vector<std::string> all = names;
    names.clear();
    for (const std::string& name : all) {
      names.push_back(name);
      if (!is_linked(program, original, names)) names.pop_back();
    }
    if (!is_linked(program, original, names)) return;
  }
  programs().records[program] = record_of(program, names);
}

void leave_alone(GLuint program) {
  programs().left_alone.insert(program);
}

void capture(const DrawCall& call) {
  if (!WrittenFrame::current().is_wanted() || call.count <= 0 || !has_context()) return;
  GLint current = 0;
  gl().GetIntegerv(GL_CURRENT_PROGRAM, &current);
  const auto program = static_cast<GLuint>(current);
  WrittenDraw draw{std::string(call.name) + "()", call.mode, static_cast<std::size_t>(call.count),
                   static_cast<std::size_t>(call.instances)};
  if (const auto reason = obstacle(call, program)) {
    draw.refused = *reason;
    return WrittenFrame::current().add(draw);
  }
  const Record& record = programs().records[program];
  std::size_t stride = 0;
  for (const Field& field : record)
    stride += field.width;
  const std::size_t numbers = stride * draw.corners;
  {
    const OwnFeedback feedback(numbers * sizeof(float));
    if (feedback.run(call) == draw.corners) {
      draw.vertices = vertices_of(call);
      add_outputs(draw, record, feedback.numbers(numbers));
    } else {
      draw.refused = "the driver does not capture it";
      while (gl().GetError() != GL_NO_ERROR) {
      }
    }
  }
  draw.matrices = matrices_of(program);
  WrittenFrame::current().add(draw);
}

void end_frame() {
  WrittenFrame::current().end();
}

}  // namespace bindpose::captures
