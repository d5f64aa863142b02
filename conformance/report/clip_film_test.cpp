// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/asset/posed_mesh.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/sample_asset.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::clip_film_test {

using nlohmann::json;

/// Cases of an asset, of which a subject answers every x moved by `off`, by more at pose level.
struct MovedRun {
  MovedRun(gltf::Asset file, const std::string& glob, double off = 0.5)
      : asset(std::make_shared<const gltf::Asset>(std::move(file))) {
    auto fake = std::make_unique<Fake>([off](const Question& question, Answer answer) -> Expected<Answer> {
      Array::Reals& positions = *reals_of(answer.arrays, "positions");
      for (std::size_t i = 0; i < positions.size(); i += 3)
        positions[i] += question.level == Level::pose ? 2 * off : off;
      return answer;
    });
    fake->offered = [](const Algorithm&, Level level) { return level != Level::asset; };
    suite.add_cases(*asset_cases(asset, "sample"), {glob});
    suite.add_subject(std::move(fake));
    const auto findings = std::make_shared<Findings>(off == 0 ? 100 : 0);
    Executor executor(suite);
    on_judged_answer(executor, [this, findings](const std::string& subject, const JudgedAnswer& judged) {
      findings->look_at(subject, judged);
      if (auto view = view_of(judged)) {
        view->film = films.of(judged, *view);
        views.push_back(std::move(*view));
      }
    });
    run.findings = findings;
    suite.make_records();
    executor.run_all();
  }
  json data() const {
    const PageContent content = page_content(suite, run);
    return json::parse(page_data(content, page_groups(content), most_page_bytes).dump());
  }

  std::shared_ptr<const gltf::Asset> asset;
  Suite suite;
  RunReport run;
  ClipFilms films;
  std::vector<MeshView> views;
};

/// Every coordinate is one of posed_meshes() at that moment, rounded to 16 bits.
void expect_film_of(const MovedRun& moved, const std::string& drawable, double begin, double end) {
  ASSERT_FALSE(moved.views.empty());
  const auto& film = moved.views.front().film;
  ASSERT_TRUE(film);
  ASSERT_EQ(film->seconds.size(), ClipFilm::most_moments);
  EXPECT_EQ(film->seconds.front(), begin);
  EXPECT_EQ(film->seconds.back(), end);
  EXPECT_TRUE(std::ranges::is_sorted(film->seconds));
  for (std::size_t m = 0; m < film->seconds.size(); ++m) {
    const auto posed = posed_meshes(moved.asset, {0U, film->seconds[m]});
    ASSERT_TRUE(posed);
    const auto mesh = std::ranges::find_if(
        *posed, [&](const PosedMesh& each) { return each.name.find(drawable) != std::string::npos; });
    ASSERT_NE(mesh, posed->end());
    ASSERT_EQ(film->moments[m].size(), 3 * mesh->mesh.positions.size());
    for (std::size_t i = 0; i < film->moments[m].size(); ++i) {
      const double step = (film->high[i % 3] - film->low[i % 3]) / 65535;
      EXPECT_NEAR(film->low[i % 3] + step * film->moments[m][i], mesh->mesh.positions[i / 3][i % 3],
                  0.51 * step)
          << film->seconds[m];
    }
  }
  EXPECT_NE(film->moments.front(), film->moments.back()) << "it moves";
}

TEST(ClipFilmTest, is_the_reference_from_the_first_key_to_the_last) {
  expect_film_of(MovedRun(sample_asset(), "asset.sample.skin0-no-tangents.clip0.key-0.*"), "skin0", 0.5,
                 1.25);
}

TEST(ClipFilmTest, morph_targets_move_too) {
  const MovedRun moved(morphing_asset(), "asset.sample.skin0*node3-morphed.clip0.key-0.*");
  expect_film_of(moved, "node3", 0.5, 2.5);
}

TEST(ClipFilmTest, parts_that_hang_on_nodes_have_one) {
  const MovedRun moved(sample_asset(), "asset.sample.parts*.clip0.between-0.*");
  expect_film_of(moved, "parts", 0.5, 1.25);
}

TEST(ClipFilmTest, of_one_clip_there_is_one_and_of_the_rest_pose_none) {
  const MovedRun moved(sample_asset(), "asset.sample.skin0-no-tangents.*");
  ASSERT_GT(moved.views.size(), 10U);
  std::size_t without = 0;
  const ClipFilm* film = nullptr;
  for (const MeshView& view : moved.views) {
    without += view.film ? 0 : 1;
    if (view.film && film == nullptr) film = view.film.get();
    EXPECT_TRUE(!view.film || view.film.get() == film);
  }
  EXPECT_EQ(without, 2U) << "the rest pose, at two levels";
}

TEST(ClipFilmTest, the_page_has_it_once_with_the_judged_moment) {
  const MovedRun right(sample_asset(), "asset.sample.skin0-no-tangents.*.pose.f32", 0);
  const json data = right.data();
  ASSERT_EQ(data["films"].size(), 1U);
  const json& film = data["films"][0];
  EXPECT_EQ(film["clip"], "turn");
  EXPECT_EQ(film["seconds"].size(), ClipFilm::most_moments);
  EXPECT_EQ(film["moments"].size(), ClipFilm::most_moments);
  std::size_t of_clip = 0;
  for (const json& group : data["groups"]) {
    const std::string test = group["test"];
    const json& mesh = data["meshes"][group["mesh"].get<std::size_t>()];
    EXPECT_EQ(mesh.contains("film"), test.find(".rest.") == std::string::npos) << test;
    if (!mesh.contains("film")) continue;
    ++of_clip;
    EXPECT_EQ(mesh["film"], 0);
    for (const auto& [moment, seconds] : {std::pair(".before.", 0.0), std::pair(".key-1.", 0.75)})
      EXPECT_TRUE(test.find(moment) == std::string::npos || mesh["seconds"] == seconds)
          << test << mesh["seconds"];
  }
  EXPECT_GT(of_clip, 3U);
}

TEST(ClipFilmTest, what_does_not_fit_has_fewer_moments_or_none) {
  MeshView view;
  ClipFilm film;
  film.clip = "walk";
  for (std::size_t m = 0; m < ClipFilm::most_moments; ++m) {
    film.seconds.push_back(static_cast<double>(m));
    film.moments.emplace_back(3000, static_cast<std::uint16_t>(m));
  }
  view.film = std::make_shared<const ClipFilm>(film);
  constexpr std::size_t moment = 8040;  // 3000 numbers as base64
  const std::pair<std::size_t, std::size_t> rooms[] = {
      {17 * moment, 17}, {17 * moment - 1, 9}, {9 * moment - 1, 5}, {5 * moment - 1, 0}};
  for (const auto& [room, moments] : rooms) {
    PageFilms films(room);
    Blobs blobs;
    nlohmann::ordered_json mesh = nlohmann::ordered_json::object();
    films.put(mesh, view, blobs);
    EXPECT_EQ(mesh.contains("film"), moments > 0) << room;
    if (moments == 0) continue;
    ASSERT_EQ(films.all()[0]["seconds"].size(), moments) << room;
    EXPECT_EQ(films.all()[0]["seconds"].back(), 16) << "the last key is there";
    EXPECT_LE(blobs.all().dump().size(), room);
  }
}

}  // namespace bindpose::conformance::clip_film_test
