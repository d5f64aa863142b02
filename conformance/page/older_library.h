// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the part of the C++20 library that Debian's emscripten lacks. CMake includes it before every file of the
// page.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace std {

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

namespace ranges {

namespace older {

struct Whole {
  template <class T>
  constexpr T&& operator()(T&& x) const {
    return static_cast<T&&>(x);
  }
};

template <class Test, class Part>
constexpr auto tested(Test& test, Part& part) {
  return [&test, &part](auto&& x) { return bool(std::invoke(test, std::invoke(part, x))); };
}
template <class Order, class Part>
constexpr auto ordered(Order& order, Part& part) {
  return [&order, &part](auto&& a, auto&& b) {
    return bool(std::invoke(order, std::invoke(part, a), std::invoke(part, b)));
  };
}
struct Less {
  constexpr bool operator()(const auto& a, const auto& b) const { return a < b; }
};
}  // namespace older

#define BINDPOSE_TEST(name)                                                            \
  struct name##_of_range {                                                             \
    template <class Range, class Test, class Part = older::Whole>                      \
    constexpr auto operator()(Range&& range, Test test, Part part = {}) const {        \
      return std::name(std::begin(range), std::end(range), older::tested(test, part)); \
    }                                                                                  \
  };                                                                                   \
  inline constexpr name##_of_range name;
BINDPOSE_TEST(any_of)
BINDPOSE_TEST(all_of)
BINDPOSE_TEST(none_of)
BINDPOSE_TEST(find_if)
BINDPOSE_TEST(count_if)
BINDPOSE_TEST(stable_partition)
#undef BINDPOSE_TEST

#define BINDPOSE_ORDER(name)                                                                         \
  struct name##_of_range {                                                                           \
    template <class Range, class Order = older::Less, class Part = older::Whole>                     \
    requires(!std::input_or_output_iterator<std::remove_cvref_t<Range>>) constexpr auto operator()(  \
        Range&& range, Order order = {}, Part part = {}) const {                                     \
      return std::name(std::begin(range), std::end(range), older::ordered(order, part));             \
    }                                                                                                \
    template <std::input_or_output_iterator I, class Order = older::Less, class Part = older::Whole> \
    constexpr auto operator()(I first, I last, Order order = {}, Part part = {}) const {             \
      return std::name(first, last, older::ordered(order, part));                                    \
    }                                                                                                \
  };                                                                                                 \
  inline constexpr name##_of_range name;
BINDPOSE_ORDER(sort)
BINDPOSE_ORDER(stable_sort)
BINDPOSE_ORDER(max_element)
BINDPOSE_ORDER(min_element)
BINDPOSE_ORDER(next_permutation)
BINDPOSE_ORDER(is_sorted)
#undef BINDPOSE_ORDER

#define BINDPOSE_PLAIN(name)                                                             \
  struct name##_of_range {                                                               \
    template <class Range, class... More>                                                \
    constexpr auto operator()(Range&& range, More&&... more) const {                     \
      return std::name(std::begin(range), std::end(range), std::forward<More>(more)...); \
    }                                                                                    \
  };                                                                                     \
  inline constexpr name##_of_range name;
BINDPOSE_PLAIN(adjacent_find)
BINDPOSE_PLAIN(copy)
BINDPOSE_PLAIN(copy_if)
BINDPOSE_PLAIN(fill)
BINDPOSE_PLAIN(for_each)
BINDPOSE_PLAIN(move)
BINDPOSE_PLAIN(replace)
BINDPOSE_PLAIN(reverse)
BINDPOSE_PLAIN(shuffle)
#undef BINDPOSE_PLAIN

#define BINDPOSE_VALUE(name)                                                                \
  struct name##_of_range {                                                                  \
    template <class Range, class Value, class Part = older::Whole>                          \
    constexpr auto operator()(Range&& range, const Value& value, Part part = {}) const {    \
      return std::name##_if(std::begin(range), std::end(range),                             \
                            [&](auto&& x) { return bool(std::invoke(part, x) == value); }); \
    }                                                                                       \
  };                                                                                        \
  inline constexpr name##_of_range name;
BINDPOSE_VALUE(find)
BINDPOSE_VALUE(count)
#undef BINDPOSE_VALUE

#define BINDPOSE_PAIR(name)                                                                          \
  struct name##_of_ranges {                                                                          \
    template <class One, class Other, class... More>                                                 \
    constexpr auto operator()(One&& one, Other&& other, More... more) const {                        \
      return std::name(std::begin(one), std::end(one), std::begin(other), std::end(other), more...); \
    }                                                                                                \
  };                                                                                                 \
  inline constexpr name##_of_ranges name;
BINDPOSE_PAIR(includes)
BINDPOSE_PAIR(find_first_of)
#undef BINDPOSE_PAIR

#define BINDPOSE_BOUND(name)                                                                               \
  struct name##_of_range {                                                                                 \
    template <class Range, class Value, class Order = older::Less, class Part = older::Whole>              \
    constexpr auto operator()(Range&& range, const Value& value, Order order = {}, Part part = {}) const { \
      const auto first = std::begin(range), last = std::end(range);                                        \
      return older::name(first, last, value, order, part);                                                 \
    }                                                                                                      \
  };                                                                                                       \
  inline constexpr name##_of_range name;
namespace older {
constexpr auto lower_bound(auto first, auto last, const auto& value, auto& order, auto& part) {
  return std::partition_point(
      first, last, [&](auto&& x) { return bool(std::invoke(order, std::invoke(part, x), value)); });
}
constexpr auto upper_bound(auto first, auto last, const auto& value, auto& order, auto& part) {
  return std::partition_point(first, last,
                              [&](auto&& x) { return !std::invoke(order, value, std::invoke(part, x)); });
}
constexpr bool binary_search(auto first, auto last, const auto& value, auto& order, auto& part) {
  const auto found = older::lower_bound(first, last, value, order, part);
  return found != last && !std::invoke(order, value, std::invoke(part, *found));
}
}  // namespace older
BINDPOSE_BOUND(lower_bound)
BINDPOSE_BOUND(upper_bound)
BINDPOSE_BOUND(binary_search)
#undef BINDPOSE_BOUND

struct equal_of_ranges {
  template <class One, class Other, class Same = std::equal_to<>, class First = older::Whole,
            class Second = older::Whole>
  constexpr bool operator()(const One& one, const Other& other, Same same = {}, First first = {},
                            Second second = {}) const {
    return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other),
                      [&](auto&& a, auto&& b) {
                        return bool(std::invoke(same, std::invoke(first, a), std::invoke(second, b)));
                      });
  }
};
inline constexpr equal_of_ranges equal;

struct transform_of_range {
  template <class Range, class Out, class Change>
  requires std::input_or_output_iterator<std::remove_cvref_t<Out>>
  constexpr auto operator()(Range&& range, Out out, Change change) const {
    return std::transform(std::begin(range), std::end(range), out,
                          [&](auto&& x) -> decltype(auto) { return std::invoke(change, x); });
  }
  template <class One, class Other, class Out, class Change>
  constexpr auto operator()(One&& one, Other&& other, Out out, Change change) const {
    return std::transform(std::begin(one), std::end(one), std::begin(other), out, change);
  }
};
inline constexpr transform_of_range transform;

struct nth_element_of_range {
  template <class Range, class I, class Order = older::Less, class Part = older::Whole>
  constexpr void operator()(Range&& range, I nth, Order order = {}, Part part = {}) const {
    std::nth_element(std::begin(range), nth, std::end(range), older::ordered(order, part));
  }
};
inline constexpr nth_element_of_range nth_element;

template <class Range, class Order = older::Less, class Part = older::Whole>
constexpr auto max(const Range& range, Order order = {}, Part part = {}) {
  return *ranges::max_element(range, order, part);
}
template <class Range, class Order = older::Less, class Part = older::Whole>
constexpr auto min(const Range& range, Order order = {}, Part part = {}) {
  return *ranges::min_element(range, order, part);
}
template <class T>
struct MinMax {
  T min, max;
};
template <class Range>
constexpr auto minmax(const Range& range) {
  const auto [least, most] = std::minmax_element(std::begin(range), std::end(range));
  return MinMax<std::remove_cvref_t<decltype(*least)>>{*least, *most};
}

}  // namespace ranges
}  // namespace std
