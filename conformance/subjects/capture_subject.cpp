// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/capture_subject.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/captures/camera.h"
#include "conformance/captures/drawn_arrays.h"
#include "conformance/captures/drawn_part.h"
#include "conformance/captures/replay.h"
#include "conformance/subjects/sandbox/folders.h"
#include "reference/gltf/load.h"
#include "reference/io/document_limits.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using captures::Draw;
using captures::DrawnVertices;

/// Reads a frame from its folder.
class FrameFolder {
 public:
  explicit FrameFolder(fs::path target) : target_(std::move(target)) {}

  /// Ensures that draws with this many indices, and draws of these events, are read. Replays a capture again if
  /// some draws are missing.
  Expected<void> read(const captures::Wanted& wanted) {
    const bool is_folder = fs::is_directory(target_);
    const bool is_read = std::ranges::includes(wanted_.corners, wanted.corners) &&
                         std::ranges::includes(wanted_.events, wanted.events);
    if (!frame_.by.empty() && (is_folder || is_read)) return {};
    wanted_.corners.insert(wanted.corners.begin(), wanted.corners.end());
    wanted_.events.insert(wanted.events.begin(), wanted.events.end());
    if (!is_folder) {
      if (!own_) {
        BINDPOSE_TRY(auto own, ScratchFolder::make());
        own_.emplace(std::move(own));
      }
      BINDPOSE_CHECK(captures::replay(target_, own_->path(), wanted_));
    }
    const fs::path file = folder() / "frame.json";
    BINDPOSE_TRY(const std::string text, read_text(file, limits::frame.most));
    BINDPOSE_TRY(frame_, captures::parse_frame(text, file.string()));
    return {};
  }

  const captures::Frame& frame() const { return frame_; }
  Expected<DrawnVertices> drawn(const Draw& draw) const {
    BINDPOSE_TRY(const auto bytes, read_file(folder() / draw.file));
    return captures::parse_drawn(bytes, draw.file);
  }

 private:
  fs::path folder() const { return own_ ? own_->path() / "frame" : target_; }

  fs::path target_;
  std::optional<ScratchFolder> own_;
  captures::Wanted wanted_;
  captures::Frame frame_;
};

/// A draw and its captured vertices.
struct Candidate {
  const Draw* draw = nullptr;
  DrawnVertices drawn;
};

/// Null if the file has changed and no longer has the part in its scene.
const gltf::Primitive* find_part(const gltf::Asset& asset, const AssetPart& part) {
  if (part.mesh >= asset.meshes.size()) return nullptr;
  const auto& primitives = asset.meshes[part.mesh].primitives;
  if (part.primitive >= primitives.size()) return nullptr;
  const gltf::Primitive& primitive = primitives[part.primitive];
  return primitive.mesh.vertex_count() == part.vertices ? &primitive : nullptr;
}

class CaptureSubject : public Subject {
 public:
  CaptureSubject(SubjectSpec spec, std::vector<std::uint64_t> events)
      : spec_(std::move(spec)), events_(std::move(events)), folder_(spec_.target) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    const captures::Frame& frame = folder_.frame();
    return {{"renderer", fmt::format("{} frame, draws {} of {}, captured by {}", frame.api,
                                     chosen_.empty() ? "none" : chosen_, frame.draws.size(), frame.by)}};
  }
  std::vector<Options> variants(const Algorithm&, Level level) const override {
    return level == Level::asset ? std::vector<Options>{Options{}} : std::vector<Options>();
  }
  AcceptedDeviations terms(const Algorithm&, Level) const override {
    AcceptedDeviations terms;
    for (const char* array : {"normals", "tangents"})
      if (const auto feature = find_feature(array); feature && !spec_.options.contains(array))
        terms.without.push_back(*feature);
    return terms;
  }

  Expected<void> start() { return folder_.read({{}, {events_.begin(), events_.end()}}); }

  Expected<Answer> run(const Question& question, const Options&) override {
    auto loaded = gltf::load(question.asset->file);
    if (!loaded) return fail("ASSET", question.asset->file, gltf::to_string(loaded.error()));
    Answer answer;
    std::map<std::string, Array> arrays;
    for (const ArrayShape& wanted : question.answers)
      arrays[wanted.name] = {wanted.name, wanted.shape, Array::Reals()};
    std::set<std::uint64_t> used;
    for (const AssetPart& part : question.asset->parts) {
      const gltf::Primitive* const found = find_part(*loaded, part);
      if (found == nullptr)
        return fail("ASSET", question.asset->file,
                    "the file has changed since the start of the test: run it again");
      const gltf::Primitive& primitive = *found;
      BINDPOSE_TRY(const auto taken, draw_of(primitive, used, question.asset->parts.size() == 1));
      used.insert(taken.draw->event);
      auto appended = captures::append_drawn(taken.drawn, primitive, spec_.options, arrays);
      if (!appended)
        return fail(appended.error().code,
                    fmt::format("draw {}{}{}", taken.draw->event, appended.error().where.empty() ? "" : " ",
                                appended.error().where),
                    appended.error().message);
    }
    chosen_ = fmt::format("{}", fmt::join(used, ", "));
    for (auto& [name, array] : arrays)
      answer.arrays.put(std::move(array));
    return answer;
  }

 private:
  bool has_outputs(const DrawnVertices& drawn) const {
    return std::ranges::all_of(std::vector<std::string>{"positions", "normals", "tangents"},
                               [&](const std::string& array) {
                                 return !spec_.options.contains(array) ||
                                        drawn.outputs.contains(captures::output_of(spec_.options, array));
                               });
  }

  bool is_named(const Draw& draw) const {
    return events_.empty() || std::ranges::find(events_, draw.event) != events_.end();
  }

  /// The draw of a primitive: the draw with its size and the outputs, among the named or all draws.
  Expected<Candidate> draw_of(const gltf::Primitive& primitive, const std::set<std::uint64_t>& used,
                              bool alone) {
    captures::Wanted wanted;
    for (const std::size_t count : {3 * primitive.mesh.triangles.size(), primitive.mesh.vertex_count()})
      if (count > 0) wanted.corners.insert(count);
    BINDPOSE_CHECK(folder_.read(wanted));
    std::vector<const Draw*> draws = draws_like(primitive, used);
    // A draw that was named for one mesh may have another size: its vertices are matched by number.
    if (draws.empty() && alone && !events_.empty())
      for (const Draw& draw : folder_.frame().draws)
        if (is_named(draw) && !draw.file.empty()) draws.push_back(&draw);
    // Named draws belong to the parts in the given order.
    std::ranges::stable_sort(draws, {}, [this](const Draw* draw) {
      return std::ranges::find(events_, draw->event) - events_.begin();
    });
    // Keeps the vertices of only one draw, because a frame may have thousands of draws of a large mesh.
    std::optional<Candidate> first;
    std::vector<Draw> having;
    std::optional<Error> refused;
    for (const Draw* draw : draws) {
      BINDPOSE_TRY(auto drawn, folder_.drawn(*draw));
      if (!has_outputs(drawn)) {
        refused = lacking(*draw, drawn);
        continue;
      }
      having.push_back(*draw);
      if (!first) first = Candidate{draw, std::move(drawn)};
      if (!events_.empty()) break;
    }
    if (having.size() > 1) return fail("CAPTURE_AMBIGUOUS", spec_.target, several(having));
    if (first) return *std::move(first);
    if (refused) return tl::unexpected(*refused);
    return fail("CAPTURE_DRAW", spec_.target, no_draw(primitive));
  }

  /// Candidate draws that have the size of the primitive, and were read.
  std::vector<const Draw*> draws_like(const gltf::Primitive& primitive,
                                      const std::set<std::uint64_t>& used) const {
    std::vector<const Draw*> draws;
    for (const Draw& draw : folder_.frame().draws)
      if (!used.contains(draw.event) && is_named(draw) && !draw.file.empty() &&
          captures::is_as_large(draw, primitive))
        draws.push_back(&draw);
    return draws;
  }

  Error lacking(const Draw& draw, const DrawnVertices& drawn) const {
    return {"CAPTURE_OUTPUT", fmt::format("draw {}", draw.event),
            fmt::format("its vertex shader lacks a named output; it has {}", captures::outputs_in(drawn))};
  }

  static std::string several(const std::vector<Draw>& draws) {
    return "several draws have the size of the mesh; choose one by its number:\n" + captures::listed(draws);
  }

  std::string no_draw(const gltf::Primitive& primitive) const {
    const std::string asked = fmt::format("{} triangles, {} corners", primitive.mesh.triangles.size(),
                                          3 * primitive.mesh.triangles.size());
    return fmt::format("no draw{} has the mesh's {} and could be read; the frame has\n{}",
                       events_.empty() ? "" : " of the named ones", asked,
                       captures::listed(folder_.frame().draws));
  }

  SubjectSpec spec_;
  std::vector<std::uint64_t> events_;
  FrameFolder folder_;
  std::string chosen_;
};

/// "12+34"
Expected<std::vector<std::uint64_t>> events_of(const SubjectSpec& spec) {
  std::vector<std::uint64_t> events;
  const auto named = spec.options.find("draw");
  std::istringstream words(named == spec.options.end() ? "" : named->second);
  for (std::string word; std::getline(words, word, '+');) {
    std::uint64_t event = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), event);
    if (error != std::errc() || end != word.data() + word.size())
      return fail("SUBJECT_SYNTAX", to_string(spec), "expected numbers of draws");
    events.push_back(event);
  }
  return events;
}

}  // namespace

Expected<std::unique_ptr<Subject>> open_capture(const SubjectSpec& spec) {
  BINDPOSE_CHECK(check_keys(spec, {"draw", "positions", "normals", "tangents", "camera"}));
  std::error_code failed;
  if (spec.target.empty() || !fs::exists(spec.target, failed))
    return fail("FILE_READ", spec.target, "expected a captured frame, FRAME.rdc, or the folder of one");
  BINDPOSE_TRY(auto events, events_of(spec));
  if (const auto camera = spec.options.find("camera"); camera != spec.options.end())
    BINDPOSE_CHECK(captures::check_camera_files(camera->second));
  auto subject = std::make_unique<CaptureSubject>(spec, std::move(events));
  BINDPOSE_CHECK(subject->start());
  return subject;
}

}  // namespace bindpose::conformance
