// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a tree that finds the triangles near a segment without searching all of them.
//
// Formula. A tree of boxes. A node splits its triangles in two equal halves along the longest side of its box.
// Boxes are enlarged by 2^-20 of the largest number in them, so rounding loses no triangle.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::binding {

class TriangleTree {
 public:
  TriangleTree(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles);

  /// Indices of the triangles in the boxes that a segment passes, in any order.
  std::vector<std::uint32_t> along(const Vec3<double>& from, const Vec3<double>& to) const;
  const std::vector<std::uint32_t>& all() const { return order_; }

 private:
  struct Box {
    Vec3<double> low, high;
  };
  struct Node {
    Box box;
    std::size_t begin = 0, end = 0;  ///< its triangles, in order_
    std::size_t second = 0;          ///< its second child; the first child is the next node; 0: no children
  };

  struct Mesh {
    const std::vector<Vec3<double>>& x;
    const std::vector<Triangle>& triangles;
  };

  Box box_of(const Mesh& mesh, std::size_t begin, std::size_t end) const;
  void grow(const Mesh& mesh, std::size_t begin, std::size_t end);
  static bool passes(const Vec3<double>& from, const Vec3<double>& to, const Box& box);

  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace bindpose::binding
