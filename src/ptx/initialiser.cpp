// SPDX-License-Identifier: Apache-2.0
// See initialiser.hpp.
#include "ptx/initialiser.hpp"

#include <bit>
#include <limits>

#include "ptx/expression.hpp"

namespace assay::ptx {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 48;

double real_value(const Constant& value) {
  if (value.single) return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  if (value.real) return std::bit_cast<double>(value.bits);
  if (value.unsigned_) return static_cast<double>(value.bits);
  return static_cast<double>(static_cast<std::int64_t>(value.bits));
}

std::uint64_t single_bits(const Constant& value) {
  if (value.single) return value.bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(real_value(value)));
}

std::uint64_t double_bits(const Constant& value) {
  return value.real && !value.single ? value.bits : std::bit_cast<std::uint64_t>(real_value(value));
}

/// Walks the braces. A level is a dimension of the array, the last one the elements of a vector.
class Filler {
 public:
  Filler(Cursor& cursor, Variable& variable) : cursor_(cursor), variable_(variable) {
    std::uint64_t stride = size_of(variable.type);
    if (variable.vector > 1) strides_.push_back(stride);
    stride *= variable.vector;
    for (std::size_t i = variable.dimensions.size(); i-- > 0;) {
      strides_.insert(strides_.begin(), stride);
      stride *= variable.dimensions[i];
    }
    if (strides_.empty()) strides_.push_back(stride);
    whole_ = stride;
  }

  bool fill() {
    const bool unsized = !variable_.dimensions.empty() && variable_.dimensions[0] == 0;
    if (unsized) whole_ = most_bytes;
    if (!cursor_.at("{")) return value(0, whole_);
    if (!braces(0, 0, whole_)) return false;
    if (unsized)
      variable_.dimensions[0] = (variable_.initial.size() + strides_[0] - 1) / strides_[0];
    return true;
  }

 private:
  bool braces(std::size_t level, std::uint64_t start, std::uint64_t extent) {
    const Place place = cursor_.take().place;
    if (level == strides_.size()) return cursor_.fail(place, "more braces than dimensions");
    std::uint64_t at = start;
    while (!cursor_.accept("}")) {
      if (cursor_.at("{")) {
        at = start + (at - start + strides_[level] - 1) / strides_[level] * strides_[level];
        if (at >= start + extent) return too_many();
        if (!braces(level + 1, at, strides_[level])) return false;
        at += strides_[level];
      } else {
        if (!value(at, start + extent)) return false;
        at += size_of(variable_.type);
      }
      if (!cursor_.at("}") && !cursor_.expect(",", "or '}' in an initial value")) return false;
    }
    return true;
  }

  bool too_many() {
    return cursor_.fail(cursor_.now().place, "more values than the variable holds");
  }

  bool value(std::uint64_t at, std::uint64_t end) {
    const std::uint64_t size = size_of(variable_.type);
    if (at + size > end) return too_many();
    const auto constant = parse_constant(cursor_);
    if (!constant) return false;
    if (!grow(at + size, constant->place)) return false;
    return constant->symbol.empty() ? number(at, *constant) : address(at, *constant);
  }

  bool grow(std::uint64_t size, Place place) {
    auto& bytes = variable_.initial;
    if (size <= bytes.size()) return true;
    const std::uint64_t more = size - bytes.size();
    if (more > size_of(variable_.type) && !cursor_.spend(more, place)) return false;
    bytes.resize(size);
    return true;
  }

  bool number(std::uint64_t at, const Constant& constant) {
    if (variable_.type == Type::f32) return store(at, single_bits(constant));
    if (variable_.type == Type::f64) return store(at, double_bits(constant));
    if (constant.real)
      return cursor_.fail(constant.place, "a real number in a variable of integers");
    return store(at, constant.bits);
  }

  bool store(std::uint64_t at, std::uint64_t bits) {
    for (std::uint64_t i = 0; i < size_of(variable_.type) && i < sizeof bits; ++i) {
      variable_.initial[at + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
    return true;
  }

  bool address(std::uint64_t at, const Constant& constant) {
    variable_.relocations.push_back({at, std::string(constant.symbol),
                                     static_cast<std::int64_t>(constant.bits), constant.generic,
                                     constant.mask});
    return true;
  }

  Cursor& cursor_;
  Variable& variable_;
  std::vector<std::uint64_t> strides_;
  std::uint64_t whole_ = 0;
};

/// { addr_mode_0 = clamp_to_edge, … } of samplers and textures: nothing here reads it.
bool skip_opaque(Cursor& cursor) {
  while (!cursor.at(";")) {
    if (cursor.at_end() || cursor.at(Lexeme::Kind::broken)) return cursor.fail_here("';'");
    cursor.take();
  }
  return true;
}

}  // namespace

bool parse_initialiser(Cursor& cursor, Variable& variable) {
  if (class_of(variable.type) == TypeClass::other) return skip_opaque(cursor);
  return Filler(cursor, variable).fill() &&
         (compute_size(variable) || cursor.fail_here("a smaller variable"));
}

std::uint64_t element_size(const Variable& variable) {
  return std::uint64_t{size_of(variable.type)} * variable.vector;
}

bool compute_size(Variable& variable) {
  std::uint64_t size = element_size(variable);
  for (const std::uint64_t dimension : variable.dimensions) {
    if (dimension != 0 && size > most_bytes / dimension) return false;
    size *= dimension;
  }
  variable.size = size;
  return true;
}

}  // namespace assay::ptx
