// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: report.html, the page that people look at: one file that asks for nothing else and says the worst without scripts.
//
// conformance/report/page/ has its HTML, style and script, which are in the program; what is written here is the first screen,
// as HTML, and a block of data, from which the script makes the rest. The page's policy allows this style and this script by
// their hashes, and nothing else: no text of a subject can run, nor ask for anything.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/report/page_content.h"
#include "conformance/report/page_parts.h"

namespace bindpose::conformance {

/// Meshes that a page holds take so many bytes together; those of later groups are omitted, and the page says so. What they leave
/// is for films of their clips.
inline constexpr std::size_t most_mesh_bytes = 2'200'000;

std::string html_page(const PageContent& content);

/// The block of data, for so many bytes if there are not more cases than fit.
nlohmann::ordered_json page_data(const PageContent& content, const std::vector<PageGroup>& groups,
                                 std::size_t room);
/// As it is in the page.
std::string data_text(const nlohmann::ordered_json& data);
/// For each group the index of its mesh in the data; -1: none.
std::vector<int> meshes_that_fit(const std::vector<PageGroup>& groups);
/// What those take, about.
std::size_t bytes_of_meshes(const std::vector<PageGroup>& groups, const std::vector<int>& meshes);
/// The HTML above the list.
std::string first_screen(const PageContent& content, const std::vector<PageGroup>& groups,
                         const std::vector<int>& meshes);

/// Words that the first screen and the data have in common. None
/// if there is no answer in which a mistake could show.
std::string cause_words(const PageGroup& group);
std::string mesh_remark(const MeshView& view);

}  // namespace bindpose::conformance
