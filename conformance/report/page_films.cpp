// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/html_page.h"
#include "conformance/report/page_content.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t fewest_moments = 3;  // fewer show no motion
constexpr std::size_t most_name = 200;

/// As base64, with what stands around it.
std::size_t bytes_of_moment(const ClipFilm& film) {
  return (film.moments.front().size() * sizeof(std::uint16_t) + 2) / 3 * 4 + 40;
}

/// Every how many moments are kept; 0: none.
std::size_t stride_for(const ClipFilm& film, std::size_t room) {
  const std::size_t count = film.moments.size();
  for (const std::size_t stride : {1U, 2U, 4U})
    if (const std::size_t kept = (count + stride - 1) / stride;
        kept * bytes_of_moment(film) <= room && (stride == 1 || kept >= fewest_moments))
      return stride;
  return 0;
}

}  // namespace

int PageFilms::place_of(const ClipFilm& film, Blobs& blobs) {
  const auto [entry, is_new] = places_.emplace(&film, -1);
  if (!is_new) return entry->second;
  const std::size_t stride = stride_for(film, room_);
  if (stride == 0) return -1;
  ordered_json seconds = ordered_json::array(), moments = ordered_json::array();
  for (std::size_t i = 0; i < film.moments.size(); i += stride) {
    room_ -= bytes_of_moment(film);
    seconds.push_back(film.seconds[i]);
    moments.push_back(blobs.at(film.moments[i]));
  }
  entry->second = static_cast<int>(all_.size());
  all_.push_back({{"clip", page_text(film.clip, most_name)},
                  {"low", film.low},
                  {"high", film.high},
                  {"seconds", seconds},
                  {"moments", moments}});
  return entry->second;
}

void PageFilms::put(ordered_json& mesh, const MeshView& view, Blobs& blobs) {
  if (!view.film) return;
  if (const int place = place_of(*view.film, blobs); place >= 0) {
    mesh["film"] = place;
    mesh["seconds"] = view.seconds;
  }
}

}  // namespace bindpose::conformance
