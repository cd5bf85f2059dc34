// SPDX-License-Identifier: Apache-2.0
// The tables of operations and modifiers: nothing ambiguous, everything reachable, one order in
// print.
#include "ptx/op.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "ptx/groups.hpp"

namespace assay::ptx {
namespace {

constexpr int last_op = static_cast<int>(Op::vset4);

/// Places all modifiers of ".a.b.c"; the first that does not fit fails.
std::optional<std::string> reordered(Op op, std::string_view dotted) {
  Modifiers modifiers;
  std::vector<Type> types;
  while (!dotted.empty()) {
    const std::string_view name = dotted.substr(1, dotted.find('.', 1) - 1);
    if (place_modifier(op, name, modifiers, types) != Placed::yes) return std::nullopt;
    dotted.remove_prefix(name.size() + 1);
  }
  return full_name(op, modifiers, types);
}

TEST(Op, EveryNameIsFoundAsItself) {
  std::set<std::string_view> names;
  for (int i = 1; i <= last_op; ++i) {
    const auto op = static_cast<Op>(i);
    const auto match = match_op(name_of(op));
    ASSERT_TRUE(match) << name_of(op);
    EXPECT_EQ(match->op, op) << name_of(op);
    EXPECT_TRUE(match->rest.empty());
    EXPECT_TRUE(names.insert(name_of(op)).second) << name_of(op);
  }
}

TEST(Op, TheLongestNameWins) {
  EXPECT_EQ(match_op("cp.async.cg.shared.global")->op, Op::cp_async);
  EXPECT_EQ(match_op("cp.async.cg.shared.global")->rest, ".cg.shared.global");
  EXPECT_EQ(match_op("cp.async.bulk.shared::cluster.global")->op, Op::cp_async_bulk);
  EXPECT_EQ(match_op("cp.async.bulk.tensor.2d.global")->op, Op::cp_async_bulk_tensor);
  EXPECT_EQ(match_op("barrier.cluster.arrive")->op, Op::barrier_cluster);
  EXPECT_EQ(match_op("barrier.cta.sync")->op, Op::barrier);
  EXPECT_EQ(match_op("red.async.relaxed")->op, Op::red_async);
  EXPECT_EQ(match_op("red.relaxed")->op, Op::red);
  EXPECT_EQ(match_op("mbarrier.arrive_drop.b64")->op, Op::mbarrier_arrive_drop);
}

TEST(Op, NoOperationStartsInsideAWord) {
  EXPECT_FALSE(match_op("addx.f32"));
  EXPECT_FALSE(match_op("cp.asyncbulk"));
  EXPECT_FALSE(match_op(""));
  EXPECT_FALSE(match_op("brx"));
}

TEST(Op, NearestNames) {
  EXPECT_EQ(nearest_op("ad.f32"), "add");
  EXPECT_EQ(nearest_op("ldmatrx.sync"), "ldmatrix");
  EXPECT_EQ(nearest_op("cp.async.blk.tensor.2d"), "cp.async.bulk.tensor");
  EXPECT_EQ(nearest_op("qqqqqqqqqqqq"), "");
}

TEST(Op, OrderOfModifiersIsFree) {
  EXPECT_EQ(reordered(Op::ldmatrix, ".sync.aligned.x4.m8n8.shared.b16"),
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16");
  EXPECT_EQ(reordered(Op::atom, ".add.gpu.global.u32.relaxed"), "atom.relaxed.gpu.global.add.u32");
  EXPECT_EQ(reordered(Op::setp, ".f32.ftz.and.lt"), "setp.lt.and.ftz.f32");
}

TEST(Op, OrderOfTypesIsKept) {
  EXPECT_EQ(reordered(Op::cvt, ".f32.s32.rn"), "cvt.rn.f32.s32");
  EXPECT_EQ(reordered(Op::mma, ".sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32"),
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32");
}

/// One spelling, several meanings: the operation decides.
TEST(Op, SpellingsDependOnTheOperation) {
  const auto modifiers = [](Op op, std::string_view name) {
    Modifiers made;
    std::vector<Type> types;
    EXPECT_EQ(place_modifier(op, name, made, types), Placed::yes) << name_of(op) << " " << name;
    return made;
  };
  EXPECT_EQ(modifiers(Op::mul, "lo").mul, MulMode::lo);
  EXPECT_EQ(modifiers(Op::setp, "lo").compare, Compare::lo);
  EXPECT_EQ(modifiers(Op::atom, "and").atomic, AtomicOp::and_);
  EXPECT_EQ(modifiers(Op::setp, "and").bool_op, BoolOp::and_);
  EXPECT_EQ(modifiers(Op::shfl, "sync").sync, true);
  EXPECT_EQ(modifiers(Op::bar, "sync").barrier, BarrierAction::sync);
  EXPECT_EQ(modifiers(Op::vote, "uni").vote, VoteMode::uni);
  EXPECT_TRUE(modifiers(Op::bra, "uni").uni);
  EXPECT_EQ(modifiers(Op::shf, "clamp").shift, ShiftMode::clamp);
  EXPECT_TRUE(modifiers(Op::suld, "clamp").has(Token::surf_clamp));
  EXPECT_EQ(modifiers(Op::shf, "r").side, ShiftSide::right);
  EXPECT_TRUE(modifiers(Op::tld4, "r").has(Token::texel_r));
  EXPECT_EQ(modifiers(Op::wmma_load, "b").fragment, Fragment::b);
  EXPECT_TRUE(modifiers(Op::suld, "b").has(Token::formatted_b));
  EXPECT_EQ(modifiers(Op::membar, "gl").scope, Scope::gpu);
  EXPECT_TRUE(modifiers(Op::max, "NaN").nan);
  EXPECT_EQ(modifiers(Op::setp, "nan").compare, Compare::nan);
  EXPECT_TRUE(modifiers(Op::ld, "nc").non_coherent);
  EXPECT_EQ(modifiers(Op::ld, "cv").cache, Cache::cv);
}

TEST(Op, TheSecondOfAKindGoesToTheSecondField) {
  Modifiers made;
  std::vector<Type> types;
  for (const char* name : {"shared::cluster", "global"}) {
    EXPECT_EQ(place_modifier(Op::cp_async_bulk, name, made, types), Placed::yes);
  }
  EXPECT_EQ(made.space, Space::shared_cluster);
  EXPECT_EQ(made.second_space, Space::global);
  EXPECT_EQ(place_modifier(Op::cp_async_bulk, "local", made, types), Placed::conflict);
  Modifiers policy;
  EXPECT_EQ(reordered(Op::createpolicy, ".fractional.L2::evict_last.L2::evict_unchanged.b64"),
            "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64");
  EXPECT_EQ(reordered(Op::mma, ".sync.aligned.m8n8k4.col.row.f16.f16.f16.f16"),
            "mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16");
}

TEST(Op, ConflictsAndUnknowns) {
  Modifiers made;
  std::vector<Type> types;
  EXPECT_EQ(place_modifier(Op::add, "rn", made, types), Placed::yes);
  EXPECT_EQ(place_modifier(Op::add, "rz", made, types), Placed::conflict);
  EXPECT_EQ(place_modifier(Op::add, "hi", made, types), Placed::unknown);
  EXPECT_EQ(place_modifier(Op::add, "m16n8k16", made, types), Placed::unknown);
  EXPECT_EQ(place_modifier(Op::bra, "f32", made, types), Placed::unknown);
  EXPECT_EQ(place_modifier(Op::mma, "m16n8k", made, types), Placed::unknown);
  EXPECT_EQ(place_modifier(Op::mma, "m99999n8k8", made, types), Placed::unknown);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(place_modifier(Op::add, "f32", made, types), Placed::yes);
  EXPECT_EQ(place_modifier(Op::add, "f32", made, types), Placed::too_many);
}

TEST(Op, WhatAnOperationTakes) {
  EXPECT_EQ(modifiers_of(Op::bra), std::vector<std::string>{"uni"});
  EXPECT_TRUE(modifiers_of(Op::exit).empty());
  EXPECT_TRUE(std::ranges::count(modifiers_of(Op::shfl), "bfly"));
}

/// Every modifier alone, for every operation: what is printed is what was read.
TEST(Op, EveryModifierOfEveryOperationPrintsAsItself) {
  int tried = 0;
  for (int i = 1; i <= last_op; ++i) {
    const auto op = static_cast<Op>(i);
    for (const std::string& name : modifiers_of(op)) {
      const std::string whole = std::string(name_of(op)) + "." + name;
      EXPECT_EQ(reordered(op, "." + name), whole);
      EXPECT_EQ(match_op(whole)->op, op) << whole << " would be read as another operation";
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000);
}

/// Any choice of modifiers in any order settles into one order.
RC_GTEST_PROP(Op, PrintingIsStable, ()) {
  const auto op = static_cast<Op>(*rc::gen::inRange(1, last_op + 1));
  auto names = modifiers_of(op);
  for (const char* type : {"f32", "b16", "s64", "f16x2"}) names.emplace_back(type);
  Modifiers modifiers;
  std::vector<Type> types;
  for (const auto& name :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(names))) {
    static_cast<void>(place_modifier(op, name, modifiers, types));
  }
  const std::string once = full_name(op, modifiers, types);
  const auto match = match_op(once);
  RC_ASSERT(match.has_value());
  RC_ASSERT(match->op == op);
  RC_ASSERT(reordered(op, match->rest) == once);
}

TEST(Groups, EveryGroupOfAnOperationHasMembers) {
  for (const auto& [name, group] :
       std::initializer_list<std::pair<const char*, Group>>{{"space", Group::second_space},
                                                            {"layout", Group::second_layout},
                                                            {"kind", Group::kind}}) {
    EXPECT_FALSE(members_of(group).empty()) << name;
  }
  EXPECT_EQ(members_of(Group::second_space).size(), members_of(Group::space).size());
}

TEST(Groups, FieldsCanBeSetAndRead) {
  for (int i = static_cast<int>(Group::rounding); i < static_cast<int>(first_token_group); ++i) {
    const auto group = static_cast<Group>(i);
    Modifiers modifiers;
    EXPECT_TRUE(is_absent(modifiers, group)) << i;
    ASSERT_FALSE(members_of(group).empty()) << i;
    const auto value = members_of(group).front().value;
    set_field(modifiers, group, value);
    EXPECT_EQ(field_value(modifiers, group), value) << i;
    EXPECT_FALSE(is_absent(modifiers, group)) << i;
  }
}

TEST(Groups, TokensKnowTheirNamesAndGroups) {
  EXPECT_EQ(name_of(Token::kind_mxf4nvf4), "kind::mxf4nvf4");
  EXPECT_EQ(group_of(Token::kind_mxf4nvf4), Group::kind);
  EXPECT_EQ(name_of(Token::none), "");
  EXPECT_EQ(group_of(Token::none), Group::none);
}

}  // namespace
}  // namespace assay::ptx
