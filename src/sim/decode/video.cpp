// SPDX-License-Identifier: Apache-2.0
// Decoding of video instructions: which parts of the operands, and what becomes of the result.
#include <algorithm>
#include <bit>

#include "sim/core/video.hpp"
#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Op;
using ptx::Type;

namespace {

struct Kinds {
  VideoOp op;
  unsigned parts;
};

Kinds kinds_of(Op op) {
  switch (op) {
    case Op::vadd2:
      return {VideoOp::add, 2};
    case Op::vadd4:
      return {VideoOp::add, 4};
    case Op::vsub:
      return {VideoOp::sub, 1};
    case Op::vsub2:
      return {VideoOp::sub, 2};
    case Op::vsub4:
      return {VideoOp::sub, 4};
    case Op::vabsdiff:
      return {VideoOp::absdiff, 1};
    case Op::vabsdiff2:
      return {VideoOp::absdiff, 2};
    case Op::vabsdiff4:
      return {VideoOp::absdiff, 4};
    case Op::vmin:
      return {VideoOp::min, 1};
    case Op::vmin2:
      return {VideoOp::min, 2};
    case Op::vmin4:
      return {VideoOp::min, 4};
    case Op::vmax:
      return {VideoOp::max, 1};
    case Op::vmax2:
      return {VideoOp::max, 2};
    case Op::vmax4:
      return {VideoOp::max, 4};
    case Op::vavrg2:
      return {VideoOp::avrg, 2};
    case Op::vavrg4:
      return {VideoOp::avrg, 4};
    case Op::vshl:
      return {VideoOp::shl, 1};
    case Op::vshr:
      return {VideoOp::shr, 1};
    case Op::vmad:
      return {VideoOp::mad, 1};
    case Op::vset:
      return {VideoOp::set, 1};
    case Op::vset2:
      return {VideoOp::set, 2};
    case Op::vset4:
      return {VideoOp::set, 4};
    default:
      return {VideoOp::add, 1};
  }
}

std::string_view selector_of(const ptx::Operand& operand) {
  return {operand.selector.data(), std::ranges::find(operand.selector, '\0')};
}

/// Nothing for a selector that no scalar operand can have.
std::optional<VideoPart> part_of(std::string_view selector) {
  if (selector.empty()) return VideoPart::all;
  if (selector.size() != 2) return std::nullopt;
  const auto n = static_cast<std::uint8_t>(selector[1] - '0');
  if (selector[0] == 'b' && n < 4) return static_cast<VideoPart>(1 + n);
  if (selector[0] == 'h' && n < 2) return static_cast<VideoPart>(5 + n);
  return std::nullopt;
}

/// ".h32": an index a part, highest first; b's own parts where nothing is written for b.
std::optional<std::uint64_t> lanes_of(std::string_view selector, unsigned parts, bool of_b) {
  std::uint64_t lanes = 0;
  if (!selector.empty() &&
      (selector.size() != parts + 1 || selector[0] != (parts == 2 ? 'h' : 'b')))
    return std::nullopt;
  for (unsigned n = 0; n < parts; ++n) {
    unsigned index = n + (of_b ? parts : 0);
    if (!selector.empty()) index = static_cast<unsigned>(selector[parts - n] - '0');
    if (index >= 2 * parts) return std::nullopt;
    lanes |= std::uint64_t{index} << (3 * n);
  }
  return lanes;
}

/// ".h10", ".b320": the parts that are computed.
std::optional<std::uint64_t> mask_of(std::string_view selector, unsigned parts) {
  if (selector.empty()) return (1U << parts) - 1;
  if (selector[0] != (parts == 2 ? 'h' : 'b')) return std::nullopt;
  std::uint64_t mask = 0;
  for (const char digit : selector.substr(1)) {
    const auto n = static_cast<unsigned>(digit - '0');
    if (n >= parts) return std::nullopt;
    mask |= 1U << n;
  }
  return mask;
}

std::optional<std::uint64_t> compare_of(ptx::Compare compare) {
  using ptx::Compare;
  const Compare order[] = {Compare::eq, Compare::ne, Compare::lt,
                           Compare::le, Compare::gt, Compare::ge};
  for (std::uint64_t n = 0; n < 6; ++n)
    if (order[n] == compare) return n;
  return std::nullopt;
}

std::optional<VideoStep> step_of(ptx::AtomicOp op) {
  switch (op) {
    case ptx::AtomicOp::none:
      return VideoStep::none;
    case ptx::AtomicOp::add:
      return VideoStep::add;
    case ptx::AtomicOp::min:
      return VideoStep::min;
    case ptx::AtomicOp::max:
      return VideoStep::max;
    default:
      return std::nullopt;
  }
}

bool place_parts(VideoForm& form, const ptx::Instruction& i) {
  const auto d = selector_of(i.operands[0]), a = selector_of(i.operands[1]),
             b = selector_of(i.operands[2]);
  if (form.parts == 1) {
    const auto dp = part_of(d), ap = part_of(a), bp = part_of(b);
    if (!dp || !ap || !bp) return false;
    form.d_part = static_cast<std::uint64_t>(*dp);
    form.a_part = static_cast<std::uint64_t>(*ap);
    form.b_part = static_cast<std::uint64_t>(*bp);
    return true;
  }
  const auto parts = static_cast<unsigned>(form.parts);
  const auto mask = mask_of(d, parts), al = lanes_of(a, parts, false),
             bl = lanes_of(b, parts, true);
  if (!mask || !al || !bl) return false;
  form.mask = *mask;
  form.a_lanes = *al;
  form.b_lanes = *bl;
  return true;
}

/// Everything but where the operands lie.
std::optional<VideoForm> video_form(const ptx::Instruction& i) {
  const auto [op, parts] = kinds_of(i.op);
  const bool set = op == VideoOp::set;
  const auto& m = i.modifiers;
  if (i.types.size() != (set ? 2U : 3U) || i.operands.size() < 3) return std::nullopt;
  const auto step = step_of(m.atomic);
  const auto compare = compare_of(m.compare);
  if (!step || (set && !compare)) return std::nullopt;
  VideoForm form;
  form.op = static_cast<std::uint64_t>(op);
  form.parts = parts;
  form.step = static_cast<std::uint64_t>(*step);
  form.compare = compare.value_or(0);
  form.d_signed = !set && ptx::is_signed(i.types[0]);
  form.a_signed = ptx::is_signed(i.types[set ? 0 : 1]);
  form.b_signed = ptx::is_signed(i.types[set ? 1 : 2]);
  form.saturate = m.sat;
  form.wrap = m.shift == ptx::ShiftMode::wrap;
  form.plus_one = m.has(ptx::Token::po);
  form.scale = m.has(ptx::Token::shr7) ? 7 : m.has(ptx::Token::shr15) ? 15 : 0;
  form.minus_product = i.operands[1].negative != i.operands[2].negative;
  form.minus_c = i.operands.size() > 3 && i.operands[3].negative;
  return place_parts(form, i) ? std::optional(form) : std::nullopt;
}

}  // namespace

bool Decoder::video(const Instruction& i) {
  const auto form = video_form(i);
  if (!form) return false;
  std::vector<Row> rows;
  for (std::size_t k = 1; k < i.operands.size(); ++k) {
    Operand whole = i.operands[k];
    whole.selector = {};
    if (whole.kind == Operand::Kind::reg) whole.negative = false;
    const auto row = source(whole, Type::u32);
    if (!row) return false;
    rows.push_back(*row);
  }
  Operand result = i.operands[0];
  result.selector = {};
  const auto d = destination(result, 32, form->d_signed != 0);
  if (!d) return false;
  // Without c nothing of it is used: any row will do.
  emit3(base::video, *d, rows[0], rows[1], rows.size() > 2 ? rows[2] : rows[0]);
  code_.insts.back().imm = std::bit_cast<std::int64_t>(*form);
  return true;
}

}  // namespace assay::sim
