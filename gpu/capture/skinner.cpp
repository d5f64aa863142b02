// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/skinner.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>
#include <glad/gl.h>

#include "gpu/capture/capture.h"
#include "gpu/capture/embedded.h"
#include "gpu/capture/shader_source.h"
#include "gpu/device/limits.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t joint_bytes = 12 * sizeof(float);
constexpr std::size_t part_bytes = std::size_t{64} << 20;  ///< drivers refuse capture buffers from 256 MiB up

/// A run, checked against the algorithm and the question, not yet against the device.
struct Plan {
  VertexData data;
  ShaderSpec spec;
  bool compute = false;
};

tl::unexpected<Error> over_limit(const DeviceInfo& info, const char* limit, std::size_t needed,
                                 const char* what) {
  return fail("NOT_SUPPORTED", fmt::format("GL_{}", limit),
              fmt::format("GL_{} is {}, {} needs {}", limit, info.limit(limit), what, needed));
}

Expected<std::string_view> body_of(const Algorithm& algorithm, const TestHooks& hooks) {
  if (const auto replaced = hooks.bodies.find(algorithm.stem); replaced != hooks.bodies.end())
    return std::string_view(replaced->second);
  for (const EmbeddedBody& body : embedded_bodies())
    if (body.path == algorithm.path()) return body.text;
  return fail("NOT_SUPPORTED", algorithm.path(), "the algorithm has no GLSL");
}

/// Joints of the uniform block: a size that serves most palettes, so that one program does, within the limit.
std::size_t uniform_capacity(const DeviceInfo& info, std::size_t joint_count) {
  constexpr std::size_t usual_bytes = 65536;
  const auto limit = static_cast<std::size_t>(info.limit("MAX_UNIFORM_BLOCK_SIZE"));
  const std::size_t usual = std::min(limit, usual_bytes) / joint_bytes;
  return joint_count <= usual ? usual : std::min(std::bit_ceil(joint_count), limit / joint_bytes);
}

/// implicit-last-weight is the same result only where the weights of a vertex sum to 1.
Expected<void> check_weight_sums(const Array& weights) {
  const std::size_t columns = weights.shape[1];
  for (std::size_t v = 0; v < weights.shape[0]; ++v) {
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i)
      sum += weights.reals()[v * columns + i];
    if (!(sum == 1))
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", v),
                  fmt::format("weights sum to {:.9g}, implicit-last-weight needs exactly 1", sum));
  }
  return {};
}

Expected<Plan> make_plan(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                         const ArraySet& question, Options options, const Variant& variant) {
  for (const auto& [key, value] : to_options(variant))
    if (key == "formulation") options[key] = value;
  const auto checked = variant_from_options(algorithm, to_options(variant));
  if (!checked) return tl::unexpected(checked.error());
  const auto body = body_of(algorithm, hooks);
  if (!body) return tl::unexpected(body.error());
  auto macros = option_macros(algorithm, *body, options);
  if (!macros) return tl::unexpected(macros.error());
  auto data = read_vertex_data(question, takes_weights(*body));
  if (!data) return tl::unexpected(data.error());
  if (options["formulation"] == "implicit-last-weight" && data->layout.weighted)
    if (auto ok = check_weight_sums(*question.find("weights")); !ok) return tl::unexpected(ok.error());

  Plan plan;
  plan.compute = variant.capture == "compute";
  plan.spec.api = info.opened.api;
  plan.spec.layout = data->layout;
  plan.spec.body = *body;
  plan.spec.macros = std::move(*macros);
  plan.spec.precision = hooks.precision;
  plan.spec.palette_in_ssbo = variant.palette == "ssbo";
  if (!plan.spec.palette_in_ssbo) plan.spec.palette_capacity = uniform_capacity(info, data->joint_count);
  plan.data = std::move(*data);
  return plan;
}

Expected<void> check_limits(const DeviceInfo& info, const Plan& plan) {
  const auto exceeds = [&](const char* limit, std::size_t needed) {
    return needed > static_cast<std::size_t>(info.limit(limit));
  };
  const std::size_t palette_bytes = plan.data.joint_count * joint_bytes;
  const std::size_t storage_blocks = (plan.compute ? 2U : 0U) + (plan.spec.palette_in_ssbo ? 1U : 0U);
  const char* block_limit =
      plan.compute ? "MAX_COMPUTE_SHADER_STORAGE_BLOCKS" : "MAX_VERTEX_SHADER_STORAGE_BLOCKS";
  if (storage_blocks > 0 && exceeds(block_limit, storage_blocks))
    return over_limit(info, block_limit, storage_blocks,
                      plan.compute ? "the compute shader" : "a palette by SSBO");
  const char* size_limit =
      plan.spec.palette_in_ssbo ? "MAX_SHADER_STORAGE_BLOCK_SIZE" : "MAX_UNIFORM_BLOCK_SIZE";
  if (exceeds(size_limit, palette_bytes)) return over_limit(info, size_limit, palette_bytes, "the palette");
  const VertexLayout& layout = plan.data.layout;
  if (plan.compute) {
    if (exceeds("MAX_COMPUTE_WORK_GROUP_INVOCATIONS", compute_group_size))
      return over_limit(info, "MAX_COMPUTE_WORK_GROUP_INVOCATIONS", compute_group_size, "the compute shader");
    return {};
  }
  if (exceeds("MAX_VERTEX_ATTRIBS", layout.attributes()))
    return over_limit(info, "MAX_VERTEX_ATTRIBS", layout.attributes(), "the vertex");
  if (exceeds("MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", layout.captured_words()))
    return over_limit(info, "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", layout.captured_words(),
                      "the vertex");
  return {};
}

/// Vertices that one draw or dispatch takes.
std::size_t part_size(const DeviceInfo& info, const Plan& plan, const TestHooks& hooks) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = std::max(layout.words(), layout.captured_words()) * sizeof(std::uint32_t);
  std::size_t bytes = part_bytes;
  std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (plan.compute) {
    bytes = std::min(bytes, static_cast<std::size_t>(info.limit("MAX_SHADER_STORAGE_BLOCK_SIZE")));
    most = static_cast<std::size_t>(info.limit("MAX_COMPUTE_WORK_GROUP_COUNT")) * compute_group_size;
  }
  most = std::min(most, bytes / record);
  if (hooks.part_vertices > 0) most = std::min(most, hooks.part_vertices);
  return std::max<std::size_t>(most, 1);
}

/// De-interleaves the captured records.
ArraySet make_answer(const VertexLayout& layout, std::size_t vertex_count,
                     const std::vector<float>& captured) {
  ArraySet answer;
  const auto add = [&](const char* name, std::size_t first, std::size_t columns) {
    Array::Reals values;
    values.reserve(vertex_count * columns);
    for (std::size_t v = 0; v < vertex_count; ++v)
      for (std::size_t c = 0; c < columns; ++c)
        values.push_back(static_cast<double>(captured[v * layout.captured_words() + first + c]));
    answer.add(name, {vertex_count, columns}, std::move(values));
  };
  add("positions", 0, 3);
  if (layout.normals) add("normals", layout.normal_at(), 3);
  if (layout.tangents) add("tangents", layout.tangent_at(), 4);
  return answer;
}

}  // namespace

struct Skinner::State {
  CaptureObjects objects;
  std::map<std::string, Program> programs;  ///< by their text

  Expected<GLuint> program(const Context& context, const Plan& plan);
  void upload_palette(const GladGLContext& gl, Plan& plan);
};

Expected<GLuint> Skinner::State::program(const Context& context, const Plan& plan) {
  std::string text = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  if (const auto found = programs.find(text); found != programs.end()) return found->second.name();
  auto made = plan.compute
                  ? compile_compute(context.gl(), text)
                  : compile_capture(context.gl(), context.api(), text, captured_varyings(plan.spec.layout));
  if (!made) return tl::unexpected(made.error());
  return programs.emplace(std::move(text), std::move(*made)).first->second.name();
}

// The uniform block is filled to its declared size, NaN behind the last joint: a shader that reads past the
// palette does not find an earlier run's joints there.
void Skinner::State::upload_palette(const GladGLContext& gl, Plan& plan) {
  std::vector<float>& rows = plan.data.palette;
  const GLenum target = plan.spec.palette_in_ssbo ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER;
  if (!plan.spec.palette_in_ssbo)
    rows.resize(plan.spec.palette_capacity * 12, std::numeric_limits<float>::quiet_NaN());
  objects.palette.fill(gl, target, rows.data(), rows.size() * sizeof(float));
  gl.BindBufferRange(target, palette_binding, objects.palette.name(), 0,
                     static_cast<GLsizeiptr>(rows.size() * sizeof(float)));
}

Skinner::Skinner(Context& context) : context_(context), state_(std::make_unique<State>()) {}

Skinner::~Skinner() {
  // Without its context the GL objects cannot be deleted; they go with it.
  if (!context_.make_current()) state_.release();
}

std::size_t Skinner::program_count() const {
  return state_->programs.size();
}

Expected<std::string> Skinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                             const Options& options, const Variant& variant) const {
  const auto plan = make_plan(context_.info(), hooks, algorithm, question, options, variant);
  if (!plan) return tl::unexpected(plan.error());
  return plan->compute ? compute_shader(plan->spec) : vertex_shader(plan->spec);
}

Expected<ArraySet> Skinner::run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                                const Variant& variant) {
  auto plan = make_plan(context_.info(), hooks, algorithm, question, options, variant);
  if (!plan) return tl::unexpected(plan.error());
  if (auto ok = check_limits(context_.info(), *plan); !ok) return tl::unexpected(ok.error());
  const VertexLayout layout = plan->data.layout;
  const std::size_t vertex_count = plan->data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});

  if (auto ok = context_.make_current(); !ok) return tl::unexpected(ok.error());
  const GladGLContext& gl = context_.gl();
  if (auto ok = check_gl_errors(gl, "before the run"); !ok) return tl::unexpected(ok.error());
  const auto program = state_->program(context_, *plan);
  if (!program) return tl::unexpected(program.error());
  CaptureObjects& objects = state_->objects;
  if (objects.attributes.name() == 0) objects.attributes = make_vertex_array(gl);
  if (objects.written.name() == 0) objects.written = make_query(gl);
  state_->upload_palette(gl, *plan);

  std::vector<float> captured;
  captured.reserve(vertex_count * layout.captured_words());
  const std::size_t part = part_size(context_.info(), *plan, hooks);
  const auto capture = plan->compute ? capture_by_compute : capture_by_transform_feedback;
  for (std::size_t first = 0; first < vertex_count; first += part) {
    const std::size_t count = std::min(part, vertex_count - first);
    const auto words = std::span(plan->data.words).subspan(first * layout.words(), count * layout.words());
    const auto shifted = [count](int by) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
    };
    const CaptureJob job{context_,
                         objects,
                         *program,
                         layout,
                         words,
                         count,
                         shifted(hooks.extra_drawn),
                         shifted(hooks.extra_range)};
    if (auto ok = capture(job, captured); !ok) return tl::unexpected(ok.error());
  }
  return make_answer(layout, vertex_count, captured);
}

}  // namespace bindpose::gpu
