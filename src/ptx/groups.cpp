// SPDX-License-Identifier: Apache-2.0
// How every modifier is spelled, and which field of Modifiers it fills.
#include "ptx/groups.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace assay::ptx {
namespace {

template <class Value>
constexpr Meaning means(std::string_view name, Group group, Value value) {
  return {name, group, static_cast<std::uint16_t>(value)};
}

constexpr Meaning field_meanings[] = {
    means("rn", Group::rounding, Rounding::rn),
    means("rz", Group::rounding, Rounding::rz),
    means("rm", Group::rounding, Rounding::rm),
    means("rp", Group::rounding, Rounding::rp),
    means("rn", Group::conversion_rounding, Rounding::rn),
    means("rz", Group::conversion_rounding, Rounding::rz),
    means("rm", Group::conversion_rounding, Rounding::rm),
    means("rp", Group::conversion_rounding, Rounding::rp),
    means("rna", Group::conversion_rounding, Rounding::rna),
    means("rs", Group::conversion_rounding, Rounding::rs),
    means("rni", Group::conversion_rounding, Rounding::rni),
    means("rzi", Group::conversion_rounding, Rounding::rzi),
    means("rmi", Group::conversion_rounding, Rounding::rmi),
    means("rpi", Group::conversion_rounding, Rounding::rpi),
    means("eq", Group::compare, Compare::eq),
    means("ne", Group::compare, Compare::ne),
    means("lt", Group::compare, Compare::lt),
    means("le", Group::compare, Compare::le),
    means("gt", Group::compare, Compare::gt),
    means("ge", Group::compare, Compare::ge),
    means("lo", Group::compare, Compare::lo),
    means("ls", Group::compare, Compare::ls),
    means("hi", Group::compare, Compare::hi),
    means("hs", Group::compare, Compare::hs),
    means("equ", Group::compare, Compare::equ),
    means("neu", Group::compare, Compare::neu),
    means("ltu", Group::compare, Compare::ltu),
    means("leu", Group::compare, Compare::leu),
    means("gtu", Group::compare, Compare::gtu),
    means("geu", Group::compare, Compare::geu),
    means("num", Group::compare, Compare::num),
    means("nan", Group::compare, Compare::nan),
    means("and", Group::bool_op, BoolOp::and_),
    means("or", Group::bool_op, BoolOp::or_),
    means("xor", Group::bool_op, BoolOp::xor_),
    means("add", Group::atomic, AtomicOp::add),
    means("exch", Group::atomic, AtomicOp::exch),
    means("cas", Group::atomic, AtomicOp::cas),
    means("min", Group::atomic, AtomicOp::min),
    means("max", Group::atomic, AtomicOp::max),
    means("inc", Group::atomic, AtomicOp::inc),
    means("dec", Group::atomic, AtomicOp::dec),
    means("and", Group::atomic, AtomicOp::and_),
    means("or", Group::atomic, AtomicOp::or_),
    means("xor", Group::atomic, AtomicOp::xor_),
    means("lo", Group::mul, MulMode::lo),
    means("hi", Group::mul, MulMode::hi),
    means("wide", Group::mul, MulMode::wide),
    means("const", Group::space, Space::const_),
    means("global", Group::space, Space::global),
    means("local", Group::space, Space::local),
    means("param", Group::space, Space::param),
    means("param::entry", Group::space, Space::param_entry),
    means("param::func", Group::space, Space::param_func),
    means("shared", Group::space, Space::shared),
    means("shared::cta", Group::space, Space::shared_cta),
    means("shared::cluster", Group::space, Space::shared_cluster),
    means("ca", Group::cache, Cache::ca),
    means("cg", Group::cache, Cache::cg),
    means("cs", Group::cache, Cache::cs),
    means("lu", Group::cache, Cache::lu),
    means("cv", Group::cache, Cache::cv),
    means("wb", Group::cache, Cache::wb),
    means("wt", Group::cache, Cache::wt),
    means("L1::evict_normal", Group::l1_eviction, Eviction::normal),
    means("L1::evict_unchanged", Group::l1_eviction, Eviction::unchanged),
    means("L1::evict_first", Group::l1_eviction, Eviction::first),
    means("L1::evict_last", Group::l1_eviction, Eviction::last),
    means("L1::no_allocate", Group::l1_eviction, Eviction::no_allocate),
    means("L2::evict_normal", Group::l2_eviction, Eviction::normal),
    means("L2::evict_unchanged", Group::l2_eviction, Eviction::unchanged),
    means("L2::evict_first", Group::l2_eviction, Eviction::first),
    means("L2::evict_last", Group::l2_eviction, Eviction::last),
    means("L2::64B", Group::l2_prefetch, Prefetch::b64),
    means("L2::128B", Group::l2_prefetch, Prefetch::b128),
    means("L2::256B", Group::l2_prefetch, Prefetch::b256),
    means("weak", Group::semantics, Semantics::weak),
    means("volatile", Group::semantics, Semantics::volatile_),
    means("relaxed", Group::semantics, Semantics::relaxed),
    means("acquire", Group::semantics, Semantics::acquire),
    means("release", Group::semantics, Semantics::release),
    means("acq_rel", Group::semantics, Semantics::acq_rel),
    means("sc", Group::semantics, Semantics::sc),
    means("cta", Group::scope, Scope::cta),
    means("cluster", Group::scope, Scope::cluster),
    means("gpu", Group::scope, Scope::gpu),
    means("sys", Group::scope, Scope::sys),
    means("cta", Group::block_scope, Scope::cta),
    means("cta", Group::membar_scope, Scope::cta),
    means("gl", Group::membar_scope, Scope::gpu),
    means("sys", Group::membar_scope, Scope::sys),
    means("up", Group::shuffle, ShuffleMode::up),
    means("down", Group::shuffle, ShuffleMode::down),
    means("bfly", Group::shuffle, ShuffleMode::bfly),
    means("idx", Group::shuffle, ShuffleMode::idx),
    means("all", Group::vote, VoteMode::all),
    means("any", Group::vote, VoteMode::any),
    means("uni", Group::vote, VoteMode::uni),
    means("ballot", Group::vote, VoteMode::ballot),
    means("sync", Group::barrier, BarrierAction::sync),
    means("arrive", Group::barrier, BarrierAction::arrive),
    means("red", Group::barrier, BarrierAction::red),
    means("wait", Group::barrier, BarrierAction::wait),
    means("wrap", Group::shift, ShiftMode::wrap),
    means("clamp", Group::shift, ShiftMode::clamp),
    means("l", Group::side, ShiftSide::left),
    means("r", Group::side, ShiftSide::right),
    means("f4e", Group::permute, PermuteMode::f4e),
    means("b4e", Group::permute, PermuteMode::b4e),
    means("rc8", Group::permute, PermuteMode::rc8),
    means("ecl", Group::permute, PermuteMode::ecl),
    means("ecr", Group::permute, PermuteMode::ecr),
    means("rc16", Group::permute, PermuteMode::rc16),
    means("finite", Group::test, TestKind::finite),
    means("infinite", Group::test, TestKind::infinite),
    means("number", Group::test, TestKind::number),
    means("notanumber", Group::test, TestKind::notanumber),
    means("normal", Group::test, TestKind::normal),
    means("subnormal", Group::test, TestKind::subnormal),
    means("alias", Group::proxy, Proxy::alias),
    means("async", Group::proxy, Proxy::async),
    means("tensormap::generic", Group::proxy, Proxy::tensormap_generic),
    means("async::generic", Group::proxy, Proxy::async_generic),
    means("a", Group::fragment, Fragment::a),
    means("b", Group::fragment, Fragment::b),
    means("c", Group::fragment, Fragment::c),
    means("d", Group::fragment, Fragment::d),
    means("row", Group::layout, Layout::row),
    means("col", Group::layout, Layout::col),
    means("sp", Group::sparsity, Sparsity::sp),
    means("sp::ordered_metadata", Group::sparsity, Sparsity::ordered_metadata),
    means("x1", Group::count, 1),
    means("x2", Group::count, 2),
    means("x4", Group::count, 4),
    means("x8", Group::count, 8),
    means("x16", Group::count, 16),
    means("x32", Group::count, 32),
    means("x64", Group::count, 64),
    means("x128", Group::count, 128),
    means("v2", Group::vector, 2),
    means("v4", Group::vector, 4),
    means("v8", Group::vector, 8),
    means("ftz", Group::ftz, true),
    means("sat", Group::sat, true),
    means("satfinite", Group::satfinite, true),
    means("relu", Group::relu, true),
    means("NaN", Group::nan, true),
    means("xorsign", Group::xorsign, true),
    means("abs", Group::abs, true),
    means("noftz", Group::noftz, true),
    means("oob", Group::oob, true),
    means("approx", Group::approx, true),
    means("full", Group::full, true),
    means("cc", Group::cc, true),
    means("uni", Group::uni, true),
    means("sync", Group::sync, true),
    means("aligned", Group::aligned, true),
    means("popc", Group::popc, true),
    means("trans", Group::trans, true),
    means("to", Group::to, true),
    means("nc", Group::non_coherent, true),
    means("mmio", Group::mmio, true),
    means("L2::cache_hint", Group::cache_hint, true),
    means("read", Group::read, true),
    means("noinc", Group::noinc, true),
    means("noComplete", Group::no_complete, true),
    means("parity", Group::parity, true),
    means("expect_tx", Group::expect_tx, true),
    means("shiftamt", Group::shift_amount, true),
};

constexpr Meaning type_meanings[] = {
#define ASSAY_ROW(id, name, bits, kind) means(name, Group::type, Type::id),
    ASSAY_PTX_TYPES(ASSAY_ROW)
#undef ASSAY_ROW
};

constexpr Meaning token_meanings[] = {
#define ASSAY_ROW(id, name, group) means(name, Group::group, Token::id),
    ASSAY_PTX_TOKENS(ASSAY_ROW)
#undef ASSAY_ROW
};

using Range = std::pair<std::size_t, std::size_t>;

/// The same meanings twice: sorted by spelling with an index, and sorted by group.
struct Tables {
  std::vector<Meaning> by_name;
  std::unordered_map<std::string_view, Range> ranges;
  std::vector<Meaning> by_group;

  Tables() {
    by_group.assign(std::begin(field_meanings), std::end(field_meanings));
    by_group.insert(by_group.end(), std::begin(type_meanings) + 1, std::end(type_meanings));
    by_group.insert(by_group.end(), std::begin(token_meanings), std::end(token_meanings));
    by_name = by_group;
    std::ranges::stable_sort(by_group, {}, &Meaning::group);
    std::ranges::stable_sort(by_name, {}, &Meaning::name);
    for (std::size_t i = 0; i < by_name.size(); ++i) {
      ranges.try_emplace(by_name[i].name, i, i).first->second.second = i + 1;
    }
  }
};

const Tables& tables() {
  static const Tables made;
  return made;
}

/// The group that is named like the field.
Group field_of(Group group) {
  switch (group) {
    case Group::conversion_rounding:
      return Group::rounding;
    case Group::block_scope:
    case Group::membar_scope:
      return Group::scope;
    default:
      return group;
  }
}

}  // namespace

std::span<const Meaning> meanings_of(std::string_view name) {
  const Tables& all = tables();
  const auto found = all.ranges.find(name);
  if (found == all.ranges.end()) return {};
  const auto [begin, end] = found->second;
  return std::span(all.by_name).subspan(begin, end - begin);
}

Group spelled_like(Group group) {
  switch (group) {
    case Group::second_space:
      return Group::space;
    case Group::second_layout:
      return Group::layout;
    case Group::l2_second_eviction:
      return Group::l2_eviction;
    default:
      return group;
  }
}

std::span<const Meaning> members_of(Group group) {
  const auto& rows = tables().by_group;
  const auto found = std::ranges::equal_range(rows, spelled_like(group), {}, &Meaning::group);
  return {found.begin(), found.end()};
}

Group group_of(Token token) {
  return token == Token::none ? Group::none
                              : token_meanings[static_cast<std::size_t>(token) - 1].group;
}

std::string_view name_of(Token token) {
  return token == Token::none ? std::string_view{}
                              : token_meanings[static_cast<std::size_t>(token) - 1].name;
}

std::uint16_t field_value(const Modifiers& modifiers, Group group) {
  switch (field_of(group)) {
#define ASSAY_CASE(field) \
  case Group::field:      \
    return static_cast<std::uint16_t>(modifiers.field);
    ASSAY_PTX_FIELDS(ASSAY_CASE)
#undef ASSAY_CASE
    default:
      return 0;
  }
}

void set_field(Modifiers& modifiers, Group group, std::uint16_t value) {
  switch (field_of(group)) {
#define ASSAY_CASE(field)                                            \
  case Group::field:                                                 \
    modifiers.field = static_cast<decltype(modifiers.field)>(value); \
    break;
    ASSAY_PTX_FIELDS(ASSAY_CASE)
#undef ASSAY_CASE
    default:
      break;
  }
}

bool is_absent(const Modifiers& modifiers, Group group) {
  return field_value(modifiers, group) == (group == Group::vector ? 1 : 0);
}

}  // namespace assay::ptx
