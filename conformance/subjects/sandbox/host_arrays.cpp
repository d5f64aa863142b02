// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/host_arrays.h"

#include <chrono>
#include <cstring>
#include <deque>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using json = nlohmann::ordered_json;  // arrays stay in the requested order

constexpr std::uint32_t poison = 0x7fa5b1d5;          // a signalling NaN: arithmetic returns only quiet ones
constexpr std::uint32_t poison_in_sums = 0x7fe5b1d5;  // result of arithmetic with it: its quiet form
constexpr std::uint32_t sign_bit = 0x80000000;
constexpr std::uint32_t guard = 0x6b1dc0de;
const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
constexpr std::size_t message_bytes = 4096;

std::size_t round_up(std::size_t bytes) {
  return (bytes + page - 1) / page * page;
}

/// Pages of memory; empty if none were available.
class Pages {
 public:
  explicit Pages(std::size_t bytes) : bytes_(round_up(std::max<std::size_t>(bytes, 1))) {
    void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    start_ = memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
  }
  Pages(Pages&& other) noexcept : start_(other.start_), bytes_(other.bytes_) { other.start_ = nullptr; }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    if (start_ != nullptr) ::munmap(start_, bytes_);
  }
  std::byte* start() const { return start_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* start_;
  std::size_t bytes_;
};

/// An output between guards: a page before it, at least a page after it, then an unmapped page.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t elements)
      : elements_(elements), pages_(page + round_up(elements * sizeof(float)) + 2 * page) {
    if (pages_.start() == nullptr) return;
    const std::size_t words = (pages_.bytes() - page) / sizeof guard;
    for (std::size_t i = 0; i < words; ++i)
      std::memcpy(pages_.start() + i * sizeof guard, is_output(i) ? &poison : &guard, sizeof guard);
    ::mprotect(pages_.start() + pages_.bytes() - page, page, PROT_NONE);
  }
  bool exists() const { return pages_.start() != nullptr; }
  std::byte* data() const { return pages_.start() + page; }
  std::size_t elements() const { return elements_; }

  std::uint32_t word(std::size_t element) const {
    std::uint32_t word = 0;
    std::memcpy(&word, data() + element * sizeof word, sizeof word);
    return word;
  }
  /// The first element that is still poison.
  std::optional<std::size_t> untouched() const {
    for (std::size_t i = 0; i < elements_; ++i)
      if (word(i) == poison) return i;
    return std::nullopt;
  }
  std::size_t count_untouched() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < elements_; ++i)
      count += word(i) == poison ? 1 : 0;
    return count;
  }
  /// The first element that was computed from poison.
  std::optional<std::size_t> made_of_poison() const {
    for (std::size_t i = 0; i < elements_; ++i)
      if ((word(i) & ~sign_bit) == poison_in_sums) return i;
    return std::nullopt;
  }
  /// "before the beginning", "past the end"
  std::optional<std::string> overrun() const {
    const std::size_t words = (pages_.bytes() - page) / sizeof guard;
    for (std::size_t i = 0; i < words; ++i)
      if (!is_output(i) && std::memcmp(pages_.start() + i * sizeof guard, &guard, sizeof guard) != 0)
        return i * sizeof guard < page ? "before the beginning" : "past the end";
    return std::nullopt;
  }

 private:
  bool is_output(std::size_t word) const {
    return word >= page / sizeof guard && word < page / sizeof guard + elements_;
  }
  std::size_t elements_;
  Pages pages_;
};

class Arena : public QuestionArena {
 public:
  Expected<void> fill(const json& request) {
    algorithm_ = request.at("algorithm");
    id_ = request.at("id");
    level_ = request.at("level");
    for (const auto& [name, value] : request.at("options").items()) {
      const std::string& kept_name = keep(name);
      const std::string& kept_value = keep(value.get<std::string>());
      options_.push_back({sizeof(bindpose_option), kept_name.c_str(), kept_value.c_str()});
    }
    if (request.contains("input")) BINDPOSE_CHECK(read_inputs(request.at("input").get<std::string>()));
    if (request.contains("asset")) read_asset(request.at("asset"));
    BINDPOSE_CHECK(add_outputs(request.at("answers"), outputs_));
    BINDPOSE_CHECK(add_outputs(request.at("stages"), stages_));
    connect();
    return {};
  }

  const bindpose_question& question() override { return question_; }
  bindpose_answer& answer() override {
    started_ = std::chrono::steady_clock::now();
    return answer_;
  }
  double seconds() const override { return seconds_; }
  std::string message() const override {
    return std::string(message_.data(), ::strnlen(message_.data(), message_.size()));
  }

  std::optional<std::string> misuse() override {
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    const std::size_t count = outputs_.size() + stages_.size();
    for (std::size_t i = 0; i < count; ++i)
      if (const auto where = buffers_[i].overrun())
        return fmt::format("it wrote {} of '{}'", *where, array_of(i).name);
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (const auto element = buffers_[i].untouched())
        return fmt::format(
            "{} is what was in the buffer before the call: {} of {} numbers of '{}' were never "
            "written, or come from an uninitialised variable",
            place_of(i, *element), buffers_[i].count_untouched(), buffers_[i].elements(), names_[i]);
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (const auto element = buffers_[i].made_of_poison())
        return fmt::format(
            "{} is computed from what was in the buffer before the call, or from an uninitialised variable: "
            "write it before you read it",
            place_of(i, *element));
    return std::nullopt;
  }

  Expected<void> write(const std::string& path) override {
    std::vector<Tensor> tensors;
    for (std::size_t i = 0; i < outputs_.size() + stages_.size(); ++i) {
      const bool is_stage = i >= outputs_.size();
      if (is_stage && (array_of(i).filled != 1 || buffers_[i].untouched())) continue;
      Tensor tensor;
      tensor.array.name = names_[i];
      tensor.array.shape = shapes_[i];
      Array::Reals values(buffers_[i].elements());
      for (std::size_t e = 0; e < values.size(); ++e) {
        float value = 0;
        std::memcpy(&value, buffers_[i].data() + e * sizeof value, sizeof value);
        values[e] = static_cast<double>(value);
      }
      tensor.array.data = std::move(values);
      tensors.push_back(std::move(tensor));
    }
    BINDPOSE_TRY(const auto bytes, to_safetensors(tensors, {}));
    return write_file(path, bytes);
  }

 private:
  const std::string& keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  const bindpose_array& array_of(std::size_t i) const {
    return i < outputs_.size() ? outputs_[i] : stages_[i - outputs_.size()];
  }

  /// "positions[3][1]"
  std::string place_of(std::size_t array, std::size_t element) const {
    std::string indices;
    for (auto extent = shapes_[array].rbegin(); extent != shapes_[array].rend(); ++extent) {
      indices.insert(0, fmt::format("[{}]", element % *extent));
      element /= *extent;
    }
    return names_[array] + indices;
  }

  bindpose_array describe(const std::string& name, const Shape& shape, std::int32_t type, std::byte* data) {
    const std::string& kept = keep(name);
    const Shape& extents = extents_.emplace_back(shape);
    return {sizeof(bindpose_array), kept.c_str(),           type, static_cast<std::uint32_t>(extents.size()),
            extents.data(),         element_count(extents), data, 0};
  }

  Expected<void> read_inputs(const std::string& path) {
    BINDPOSE_TRY(const auto bytes, read_file(path));
    BINDPOSE_TRY(const auto file, from_safetensors(bytes));
    for (const Tensor& tensor : file.tensors) {
      const Array& array = tensor.array;
      const std::size_t count = element_count(array.shape);
      Pages& pages = inputs_memory_.emplace_back(count * sizeof(float));
      if (pages.start() == nullptr) return fail("MEMORY", array.name, "no memory for this input");
      for (std::size_t i = 0; i < count; ++i) {
        const float real = array.is_real() ? static_cast<float>(array.reals()[i]) : 0.0F;
        if (array.is_real())
          std::memcpy(pages.start() + i * sizeof real, &real, sizeof real);
        else
          std::memcpy(pages.start() + i * sizeof(std::int32_t), &array.integers()[i], sizeof(std::int32_t));
      }
      ::mprotect(pages.start(), pages.bytes(), PROT_READ);
      inputs_.push_back(describe(array.name, array.shape, array.is_real() ? BINDPOSE_FLOAT32 : BINDPOSE_INT32,
                                 pages.start()));
    }
    return {};
  }

  void read_asset(const json& asset) {
    for (const json& part : asset.at("parts"))
      parts_.push_back({sizeof(bindpose_part), part.at("node").get<std::int32_t>(),
                        part.at("mesh").get<std::int32_t>(), part.at("primitive").get<std::int32_t>(),
                        part.at("vertices").get<std::size_t>()});
    for (const bindpose_part& part : parts_)
      part_pointers_.push_back(&part);
    const std::string& file = keep(asset.at("file").get<std::string>());
    const json& clip = asset.at("clip");
    asset_ = {
        sizeof(bindpose_asset),         file.c_str(),          clip.is_null() ? -1 : clip.get<std::int32_t>(),
        asset.at("time").get<double>(), part_pointers_.size(), part_pointers_.data()};
    has_asset_ = true;
  }

  Expected<void> add_outputs(const json& wanted, std::vector<bindpose_array>& arrays) {
    for (const auto& [name, shape] : wanted.items()) {
      names_.push_back(name);
      shapes_.push_back(shape.get<Shape>());
      const GuardedBuffer& buffer = buffers_.emplace_back(element_count(shapes_.back()));
      if (!buffer.exists()) return fail("MEMORY", name, "no memory for this output");
      arrays.push_back(describe(name, shapes_.back(), BINDPOSE_FLOAT32, buffer.data()));
    }
    return {};
  }

  void connect() {
    for (const bindpose_option& each : options_)
      option_pointers_.push_back(&each);
    for (const bindpose_array& each : inputs_)
      input_pointers_.push_back(&each);
    for (bindpose_array& each : outputs_)
      output_pointers_.push_back(&each);
    for (bindpose_array& each : stages_)
      stage_pointers_.push_back(&each);
    question_ = {sizeof(bindpose_question),
                 algorithm_.c_str(),
                 id_.c_str(),
                 level_.c_str(),
                 option_pointers_.size(),
                 option_pointers_.data(),
                 input_pointers_.size(),
                 input_pointers_.data(),
                 has_asset_ ? &asset_ : nullptr};
    answer_ = {sizeof(bindpose_answer), output_pointers_.size(), output_pointers_.data(),
               stage_pointers_.size(),  stage_pointers_.data(),  message_.size(),
               message_.data()};
  }

  std::string algorithm_, id_, level_;
  std::deque<std::string> texts_;  // a deque keeps the addresses of its elements
  std::deque<Shape> extents_;
  std::deque<Pages> inputs_memory_;
  std::deque<GuardedBuffer> buffers_;  // guarded outputs, then stages
  std::vector<std::string> names_;
  std::vector<Shape> shapes_;
  std::vector<bindpose_option> options_;
  std::vector<bindpose_array> inputs_, outputs_, stages_;
  std::vector<bindpose_part> parts_;
  std::vector<const bindpose_option*> option_pointers_;
  std::vector<const bindpose_array*> input_pointers_;
  std::vector<const bindpose_part*> part_pointers_;
  std::vector<bindpose_array*> output_pointers_, stage_pointers_;
  bindpose_asset asset_ = {};
  bool has_asset_ = false;
  bindpose_question question_ = {};
  bindpose_answer answer_ = {};
  std::vector<char> message_ = std::vector<char>(message_bytes);
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
};

}  // namespace

Expected<std::unique_ptr<QuestionArena>> QuestionArena::make(const json& request) {
  try {
    auto arena = std::make_unique<Arena>();
    BINDPOSE_CHECK(arena->fill(request));
    return arena;
  } catch (const json::exception& error) {
    return fail("REQUEST", "", error.what());
  }
}

}  // namespace bindpose::conformance
