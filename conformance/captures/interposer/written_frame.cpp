// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/written_frame.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "conformance/captures/interposer/originals.h"

namespace bindpose::captures {
namespace {

using nlohmann::json;

const char* topology_of(unsigned mode) {
  switch (mode) {
    case GL_TRIANGLES:
      return "triangles";
    case GL_TRIANGLE_STRIP:
      return "triangle strip";
    case GL_TRIANGLE_FAN:
      return "triangle fan";
    case GL_POINTS:
      return "points";
    case GL_LINES:
      return "lines";
    case GL_LINE_STRIP:
      return "line strip";
    default:
      return "other";
  }
}

/// Replaces the file of an earlier frame, a link or a pipe by a new file. Reports a failure, but
/// the program continues.
void write_new(const std::filesystem::path& path, std::string_view text) {
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  while (file >= 0 && !text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0 && errno != EINTR) break;
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  if (file < 0 || ::close(file) != 0 || !text.empty())
    std::fprintf(stderr, "bindpose-interposer: %s cannot be written\n", path.c_str());
}

/// Converts text to ASCII, so that names from a shader or a driver cannot mislead a reader.
/// Replaces invalid UTF-8.
std::string text_of(const auto& document, int indent) {
  return document.dump(indent, ' ', true, json::error_handler_t::replace);
}

/// A safetensors file under construction.
class Tensors {
 public:
  template <class Number>
  void add(const std::string& name, const char* dtype, const std::vector<std::size_t>& shape,
           const std::vector<Number>& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(Number);
    header_[name] = {
        {"dtype", dtype}, {"shape", shape}, {"data_offsets", {data_.size(), data_.size() + bytes}}};
    data_.append(reinterpret_cast<const char*>(numbers.data()), bytes);
  }
  void write(const std::filesystem::path& path) const {
    std::string text = text_of(header_, -1);
    text.append((8 - text.size() % 8) % 8, ' ');
    const std::uint64_t length = text.size();
    write_new(path, std::string(reinterpret_cast<const char*>(&length), sizeof length) + text + data_);
  }

 private:
  nlohmann::ordered_json header_ = nlohmann::ordered_json::object();
  std::string data_;
};

}  // namespace

WrittenFrame& WrittenFrame::current() {
  static auto* const frame = [] {
    std::atexit([] { current().end(); });
    return new WrittenFrame;
  }();
  return *frame;
}

WrittenFrame::WrittenFrame() {
  if (const char* folder = std::getenv("BINDPOSE_FRAME_FOLDER")) folder_ = folder;
  if (const char* number = std::getenv("BINDPOSE_FRAME")) number_ = std::atol(number);
}

std::string WrittenFrame::write(const WrittenDraw& draw, std::size_t event) const {
  Tensors tensors;
  std::vector<std::int32_t> rows(draw.vertices.size());
  std::iota(rows.begin(), rows.end(), 0);
  tensors.add("rows", "I32", {rows.size()}, rows);
  tensors.add("vertices", "I32", {draw.vertices.size()}, draw.vertices);
  for (const Column& output : draw.outputs)
    tensors.add("output." + output.name, "F32", {rows.size(), output.width}, output.numbers);
  for (const Column& matrix : draw.matrices)
    tensors.add("matrix." + matrix.name, "F32", {4, 4}, matrix.numbers);
  std::string file = "draw-" + std::to_string(event) + ".safetensors";
  tensors.write(folder_ / file);
  return file;
}

void WrittenFrame::add(const WrittenDraw& draw) {
  if (is_over_) draws_ = json::array();
  is_over_ = false;
  const std::size_t event = draws_.size() + 1;
  json entry = {{"event", event},
                {"name", draw.name},
                {"topology", topology_of(draw.mode)},
                {"corners", draw.corners},
                {"instances", draw.instances}};
  if (draw.refused.empty())
    entry["file"] = write(draw, event);
  else
    entry["refused"] = draw.refused;
  draws_.push_back(entry);
}

void WrittenFrame::end() {
  if (is_wanted() && !is_over_ && !draws_.empty()) {
    const json frame = {
        {"format", "bindpose-frame-1"}, {"by", "the interposer"}, {"api", "OpenGL"}, {"draws", draws_}};
    write_new(folder_ / "frame.json", text_of(frame, 1) + "\n");
  }
  is_over_ = true;
  ++frame_;
}

}  // namespace bindpose::captures
