// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/picture.h"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/judge/displacement.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/text.h"
#include "gpu/capture/gl_backend.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/morph/shared/srgb.h"

namespace bindpose::conformance {
namespace {

constexpr Colour expected_grey = {170, 170, 170}, actual_blue = {120, 160, 215},
                 within_grey = {205, 205, 205};
constexpr gpu::Rgb ink = {40, 40, 40}, paper = {255, 255, 255};
constexpr std::size_t edge = 8, tick = 2, text_line = gpu::letter_rows + edge;

std::string error_caption(double worst_fraction) {
  return worst_fraction <= 1 ? "error: every number is within its bound"
                             : "error in times the bound; grey: within it";
}

/// The scale is logarithmic. None if no number is outside its bound.
std::optional<Legend> error_legend(double worst_fraction) {
  if (worst_fraction <= 1) return {};
  return Legend{"1", round_number(std::sqrt(worst_fraction)), round_number(worst_fraction)};
}

std::string actual_caption(bool are_places_right, double worst_metres) {
  if (are_places_right) return "actual: every position is within its bound";
  return "actual: off by up to " + length_words(worst_metres);
}

/// Three panels: expected and actual positions, and the error in colours.
gpu::Drawing drawing_of(const std::vector<float>& expected, const std::vector<float>& got,
                        std::vector<std::uint8_t> errors) {
  gpu::Drawing drawing;
  drawing.panels = {{expected, one_colour(expected_grey, expected.size() / 3)},
                    {got, one_colour(actual_blue, got.size() / 3)},
                    {got, std::move(errors)}};
  return drawing;
}

std::vector<float> floats_of(const MeshView& view, const std::vector<std::uint16_t>& places) {
  std::vector<float> floats;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double low = view.low[i % 3], high = view.high[i % 3];
    floats.push_back(static_cast<float>(low + places[i] / 65535.0 * (high - low)));
  }
  return floats;
}

std::vector<std::uint8_t> colours_of(const MeshView& view) {
  std::vector<std::uint8_t> colours;
  for (const std::uint8_t share : view.by_bound)
    add_colour(colours, share == 0 && view.worst_fraction > 1 ? within_grey : scale_colour(share / 255.0));
  return colours;
}

/// The scale of colours, with a tick and a word at each end and in the middle.
void draw_scale(gpu::Image& image, std::size_t x, std::size_t y, const Legend& legend) {
  const auto colours = scale_colours();
  const std::size_t width = (gpu::panel_side - 2 * edge) / colours.size(), whole = width * colours.size();
  for (std::size_t i = 0; i < colours.size(); ++i)
    image.fill(x + i * width, y, width, edge, colours[i]);
  const std::pair<const std::string*, std::size_t> words[] = {
      {&legend.low, 0}, {&legend.middle, 1}, {&legend.high, 2}};
  for (const auto& [word, half] : words) {
    if (word->empty()) continue;
    image.fill(x + half * (whole - tick) / 2, y + edge, tick, edge, ink);
    gpu::write_text(image, x + half * (whole - word->size() * gpu::letter_columns) / 2, y + 2 * edge, *word,
                    ink);
  }
}

/// The end of a title that is too long, because the end distinguishes tests.
std::string fitting(std::string_view title, std::size_t width) {
  constexpr std::string_view cut = "...";
  const std::size_t most = (width - 2 * edge) / gpu::letter_columns;
  return title.size() <= most ? std::string(title)
                              : fmt::format("{}{}", cut, title.substr(title.size() - most + cut.size()));
}

gpu::Image with_words(const Picture& picture, const gpu::Image& panels) {
  const std::size_t scale = picture.legend ? 2 * edge + text_line : 0;
  gpu::Image image(panels.width, panels.height + 2 * text_line + 2 * edge + scale, paper);
  gpu::write_text(image, edge, edge, fitting(picture.title, panels.width), ink);
  image.paste(panels, 0, text_line + edge);
  const std::size_t below = text_line + edge + panels.height;
  for (std::size_t i = 0; i < picture.captions.size(); ++i)
    gpu::write_text(image, i * gpu::panel_side + edge, below, picture.captions[i], ink);
  if (picture.legend)
    draw_scale(image, panels.width - gpu::panel_side + edge, below + text_line, *picture.legend);
  return image;
}

Expected<void> write_all(const std::vector<PictureFile>& pictures) {
  BINDPOSE_TRY(const auto context, gpu::open_gl({}));
  for (const PictureFile& each : pictures) {
    BINDPOSE_TRY(const auto panels, gpu::draw(*context, each.picture.drawing));
    BINDPOSE_TRY(const auto bytes, gpu::to_png(with_words(each.picture, panels)));
    BINDPOSE_CHECK(each.top.empty() ? write_file(each.file, std::string_view(bytes))
                                    : write_below(each.top, each.file, std::string_view(bytes)));
  }
  return {};
}

/// The child's report of an error: code, place and message, one after the other.
constexpr char between = '\0';

[[noreturn]] void draw_and_exit(const std::vector<PictureFile>& pictures, int said) {
  constexpr unsigned seconds = 120;
  ::alarm(seconds);
  const auto written = write_all(pictures);
  if (!written) {
    const Error& error = written.error();
    const std::string text = error.code + between + error.where + between + error.message;
    [[maybe_unused]] const auto ignored = ::write(said, text.data(), text.size());
  }
  ::_exit(written ? 0 : 1);  // no wait for a driver's exit handlers
}

std::string read_to_end(const Descriptor& from) {
  std::string text;
  std::array<char, 4096> some = {};
  while (const auto count = receive_some(from, some.data(), some.size(), never))
    text.append(some.data(), *count);
  return text;
}

/// Error PICTURE_WRITE for a child process that did not exit by itself.
Expected<void> what_was_said(const std::string& text, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::size_t first = text.find(between);
  const std::size_t second = first == std::string::npos ? first : text.find(between, first + 1);
  if (second == std::string::npos)
    return fail("PICTURE_WRITE", "the OpenGL device",
                WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "drew for two minutes without finishing"
                                                                   : "the process that drew on it died");
  return fail(text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1));
}

}  // namespace

void set_box(gpu::Drawing& drawing, const Box& box) {
  for (std::size_t c = 0; c < 3; ++c) {
    drawing.low[c] = static_cast<float>(box.low[c]);
    drawing.high[c] = static_cast<float>(box.high[c]);
  }
}

std::optional<Picture> picture_of(const JudgedAnswer& judged) {
  const auto mesh = whole_mesh(judged);
  if (!mesh) return {};
  Picture picture;
  picture.title = judged.test;
  picture.drawing = drawing_of(floats_of(mesh->expected, mesh->expected),
                               floats_of(mesh->got, mesh->expected), error_colours(*mesh, within_grey));
  picture.drawing.triangles = mesh->triangles;
  set_box(picture.drawing, box_around(*mesh, 1));
  const double worst_metres = *std::ranges::max_element(mesh->metres);
  const double worst_fraction = worst_fraction_of(*mesh);
  picture.captions = {"expected", actual_caption(mesh->are_places_right, worst_metres),
                      error_caption(worst_fraction)};
  picture.legend = error_legend(worst_fraction);
  return picture;
}

Picture picture_of(const std::string& test, const MeshView& view) {
  Picture picture;
  picture.title = test;
  picture.drawing = drawing_of(floats_of(view, view.expected), floats_of(view, view.got), colours_of(view));
  for (const auto& triangle : view.triangles)
    picture.drawing.triangles.push_back({triangle[0], triangle[1], triangle[2]});
  Box box;
  box.add(view.low);
  box.add(view.high);
  set_box(picture.drawing, box);
  picture.captions = {"expected", actual_caption(view.are_places_right, view.worst_metres),
                      error_caption(view.worst_fraction)};
  picture.legend = error_legend(view.worst_fraction);
  return picture;
}

Expected<void> write_pictures(const std::vector<PictureFile>& pictures) {
  if (pictures.empty()) return {};
  BINDPOSE_TRY(auto ends, make_pipe());
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return fail("PICTURE_WRITE", "fork", "no process could be started");
  if (child == 0) draw_and_exit(pictures, ends.second.get());
  ends.second.close();
  const std::string text = read_to_end(ends.first);
  if (interrupted()) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return what_was_said(text, status);
}

Expected<std::map<std::string, std::string>> write_failure_pictures(const std::filesystem::path& folder,
                                                                    const PageContent& content,
                                                                    std::size_t most) {
  std::vector<PictureFile> pictures;
  std::map<std::string, std::string> files;
  for (const PageGroup& group : page_groups(content)) {
    if (pictures.size() == most) break;
    if (group.is_pass || !group.finding || !group.finding->mesh) continue;
    const std::string& test = group.finding->test;
    const auto file = std::filesystem::path("pictures") / (file_name(test) + ".png");
    pictures.push_back({picture_of(test, *group.finding->mesh), file, folder});
    files[test] = (folder / file).string();
  }
  BINDPOSE_CHECK(write_pictures(pictures));
  return files;
}

namespace {

std::uint8_t stored(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(morph::encoded(linear), 0.0, 1.0)));
}

/// A distance of 0 has the lowest colour of the scale.
std::vector<std::uint8_t> distance_colours(const Departure& apart) {
  std::vector<std::uint8_t> colours;
  for (const double distance : apart.of_vertex)
    add_colour(colours, scale_colour(apart.most > 0 ? distance / apart.most : 0));
  return colours;
}

/// At rest, with its bounding box.
gpu::Drawing drawing_of(const Mesh& mesh) {
  std::vector<Point> places;
  Box box;
  for (const Vec3<double>& x : mesh.positions) {
    places.push_back({x[0], x[1], x[2]});
    box.add(places.back());
  }
  gpu::Drawing drawing;
  drawing.triangles = mesh.triangles;
  drawing.panels.assign(3, {conformance::floats_of(places, places), {}});
  set_box(drawing, box);
  return drawing;
}

}  // namespace

Expected<std::vector<std::uint8_t>> shown_colours(const BoundWeights& weights) {
  BINDPOSE_TRY(const auto linear, colours_of(weights));
  std::vector<std::uint8_t> colours;
  for (const Vec3<double>& colour : linear) {
    for (const double part : colour)
      colours.push_back(stored(part));
    colours.push_back(255);
  }
  return colours;
}

Expected<Picture> picture_of_weights(const Character& character, const std::string& method,
                                     const BoundWeights& weights) {
  const Departure apart = departure(character, character.own, weights);
  Picture picture;
  picture.title = fmt::format("{}: {}", character.name, method);
  picture.drawing = drawing_of(character.mesh);
  BINDPOSE_TRY(picture.drawing.panels[0].colours, shown_colours(character.own));
  BINDPOSE_TRY(picture.drawing.panels[1].colours, shown_colours(weights));
  picture.drawing.panels[2].colours = distance_colours(apart);
  const double most = apart.size > 0 ? 100 * apart.most / apart.size : 0;
  picture.captions = {
      "its own weights", method,
      apart.size > 0 ? fmt::format("apart by up to {:.2g} % of its size", most) : "nothing moves"};
  if (most > 0)
    picture.legend = Legend{"0", fmt::format("{:.2g} %", most / 2), fmt::format("{:.2g} %", most)};
  return picture;
}

}  // namespace bindpose::conformance
