// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/delaunay_cells.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace bindpose::binding {
namespace {

using Cells = std::vector<std::vector<std::uint32_t>>;

/// A run of Qhull, which frees its memory.
class Run {
 public:
  explicit Run(std::vector<double> coordinates)
      : coordinates_(std::move(coordinates)), silent_(std::fopen("/dev/null", "w")) {
    qh_zero(&qh_, silent_.get());
    std::string options = "qhull d Qbb Qc Qz";  // Qz: also if all points are on one sphere
    code_ = qh_new_qhull(&qh_, 3, static_cast<int>(coordinates_.size() / 3), coordinates_.data(), False,
                         options.data(), nullptr, silent_.get());
  }
  ~Run() {
    int left = 0, long_left = 0;
    qh_freeqhull(&qh_, !qh_ALL);
    qh_memfreeshort(&qh_, &left, &long_left);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  bool has_failed() const { return code_ != 0; }
  Cells cells() {
    qhT* qh = &qh_;  // read by Qhull's macros
    facetT* facet = nullptr;
    vertexT *vertex = nullptr, **vertexp = nullptr;
    Cells cells;
    FORALLfacets {
      if (facet->upperdelaunay) continue;
      std::vector<std::uint32_t> cell;
      bool is_inside = true;  // without the point at infinity that Qz adds
      FOREACHvertex_(facet->vertices) {
        cell.push_back(static_cast<std::uint32_t>(qh_pointid(qh, vertex->point)));
        is_inside = is_inside && cell.back() < coordinates_.size() / 3;
      }
      std::sort(cell.begin(), cell.end());
      if (is_inside) cells.push_back(std::move(cell));
    }
    return cells;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::vector<double> coordinates_;
  std::unique_ptr<std::FILE, Close> silent_;
  qhT qh_ = {};
  int code_ = 0;
};

}  // namespace

Expected<Cells> delaunay_cells(const std::vector<Vec3<double>>& points) {
  if (points.size() < 5) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0U);
    return Cells{all};
  }
  std::vector<double> coordinates;
  for (const Vec3<double>& point : points)
    coordinates.insert(coordinates.end(), point.begin(), point.end());
  Run run(std::move(coordinates));
  if (run.has_failed())
    return fail("FLAT_POINTS", "positions", "vertices and pivots in one plane have no tetrahedra");
  return run.cells();
}

std::vector<std::vector<std::uint32_t>> joined_points(const Cells& cells, std::size_t count) {
  std::vector<std::vector<std::uint32_t>> joined(count);
  for (const std::vector<std::uint32_t>& cell : cells)
    for (const std::uint32_t a : cell)
      for (const std::uint32_t b : cell)
        if (a != b) joined[a].push_back(b);
  for (std::vector<std::uint32_t>& beside : joined) {
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  }
  return joined;
}

std::vector<Reached> fewest_edges(const std::vector<std::vector<std::uint32_t>>& joined,
                                  const std::vector<std::uint32_t>& from) {
  std::vector<Reached> reached(joined.size());
  std::vector<std::uint32_t> front;
  for (const std::uint32_t point : from) {
    reached[point] = {{point}, 0};
    front.push_back(point);
  }
  for (int edges = 1; !front.empty(); ++edges) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t a : front)
      for (const std::uint32_t b : joined[a]) {
        Reached& there = reached[b];
        if (there.from.empty()) {
          there.edges = edges;
          next.push_back(b);
        }
        if (there.edges == edges)
          there.from.insert(there.from.end(), reached[a].from.begin(), reached[a].from.end());
      }
    for (const std::uint32_t b : next) {
      std::vector<std::uint32_t>& own = reached[b].from;
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
    }
    front = std::move(next);
  }
  return reached;
}

}  // namespace bindpose::binding
