// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of expressions, for code that chooses between two expressions at run time.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

namespace bindpose::patched {

/// The value of an expression: Eigen's expressions refer to their operands.
template <class X>
auto plain(X&& x) {
  using Type = std::remove_cvref_t<X>;
  if constexpr (requires { typename Type::PlainObject; })
    return typename Type::PlainObject(std::forward<X>(x));
  else if constexpr (std::is_same_v<Type, std::vector<bool>::reference> ||
                     std::is_same_v<Type, std::vector<bool>::const_reference>)
    return bool(x);
  else
    return Type(std::forward<X>(x));
}

}  // namespace bindpose::patched
