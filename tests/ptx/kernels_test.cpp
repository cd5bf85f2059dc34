// SPDX-License-Identifier: Apache-2.0
// What nvcc makes of small CUDA kernels (kernels/*.cu, and the PTX beside them): the facts that the
// simulator builds on.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/file.hpp"
#include "ptx/cfg.hpp"
#include "ptx/compare.hpp"
#include "ptx/print.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

Module compiled(const std::string& name) {
  const auto text = read_file(ASSAY_SOURCE_DIR "/tests/ptx/kernels/" + name + ".ptx");
  if (!text) {
    ADD_FAILURE() << text.error().message;
    return {};
  }
  return parsed(*text);
}

const Function& kernel_of(const Module& module, const std::string& name) {
  static const Function none;
  const Function* function = module.find_function(name);
  if (function == nullptr) ADD_FAILURE() << "no function " << name;
  return function == nullptr ? none : *function;
}

std::size_t count(const Function& function, Op op) {
  return static_cast<std::size_t>(std::ranges::count(function.body, op, &Instruction::op));
}

const Instruction& first(const Function& function, Op op) {
  static const Instruction absent;
  const auto found = std::ranges::find(function.body, op, &Instruction::op);
  EXPECT_NE(found, function.body.end()) << name_of(op);
  return found == function.body.end() ? absent : *found;
}

constexpr const char* names[] = {"calls_printf", "last_block",  "row_maximum",   "small_floats",
                                 "switch_table", "tensor_tile", "virtual_calls", "waits_for_copy"};

TEST(Kernels, SurvivePrinting) {
  for (const char* name : names) {
    const Module module = compiled(name);
    const std::string printed = print(module);
    EXPECT_EQ(difference(module, parsed(printed)), "") << name;
    EXPECT_EQ(print(parsed(printed)), printed) << name;
  }
}

/// nvcc gives line 0 to what it made up itself, such as the stack pointer.
TEST(Kernels, InstructionsHavePlacesInTheSource) {
  for (const char* name : names) {
    const Module module = compiled(name);
    std::size_t placed = 0;
    std::size_t all = 0;
    for (const Function& function : module.functions) {
      for (const Instruction& instruction : function.body) {
        ++all;
        if (instruction.loc.line == 0) continue;
        ++placed;
        ASSERT_LT(instruction.loc.file, module.files.size());
        EXPECT_FALSE(module.files[instruction.loc.file].empty());
      }
    }
    EXPECT_GT(placed * 100, all * 90) << name;
  }
}

TEST(Kernels, OperandsPointIntoTheirFunction) {
  for (const char* name : names) {
    for (const Function& function : compiled(name).functions) {
      std::set<std::string> unique;
      for (const Register& reg : function.registers) {
        EXPECT_TRUE(unique.insert(reg.name).second) << reg.name;
      }
      for (const Instruction& instruction : function.body) {
        EXPECT_LT(instruction.guard.value_or(0), std::max<std::size_t>(unique.size(), 1));
        for (const Operand& operand : instruction.operands) {
          const bool is_register = operand.kind == Operand::Kind::reg;
          EXPECT_TRUE(!is_register || operand.reg < function.registers.size());
          EXPECT_LE(operand.target, function.body.size());
        }
      }
    }
  }
}

TEST(Kernels, BranchesMeetInsideTheFunctionOrAtItsEnd) {
  for (const char* name : names) {
    for (const Function& function : compiled(name).functions) {
      const Cfg cfg = make_cfg(function);
      EXPECT_TRUE(cfg.reducible) << name;
      EXPECT_EQ(cfg.reverse_post_order.size(), cfg.blocks.size()) << name << ": all is reachable";
      for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        if (function.body[i].op != Op::bra) continue;
        const std::uint32_t meeting = cfg.reconvergence(i);
        EXPECT_TRUE(meeting == Cfg::none || meeting < function.body.size());
      }
    }
  }
}

TEST(Kernels, ARowsMaximum) {
  const Module module = compiled("row_maximum");
  EXPECT_EQ(module.target, "sm_90");
  const Function function = kernel_of(module, "row_maximum");
  EXPECT_TRUE(function.is_entry);
  ASSERT_EQ(function.parameters.size(), 3U);
  EXPECT_EQ(function.parameters[2].size, 4U);
  EXPECT_EQ(function.variables.at(0).space, Space::shared);
  EXPECT_EQ(function.variables.at(0).size, 128U);
  EXPECT_EQ(make_cfg(function).loops.size(), 3U);
  EXPECT_EQ(count(function, Op::bar), 1U);
  const Instruction& shuffle = first(function, Op::shfl);
  EXPECT_EQ(shuffle.modifiers.shuffle, ShuffleMode::bfly);
  EXPECT_TRUE(shuffle.modifiers.sync);
  EXPECT_EQ(shuffle.operands.at(0).kind, Operand::Kind::pred_pair);
  EXPECT_EQ(shuffle.operands.at(4).kind, Operand::Kind::reg);
}

TEST(Kernels, InlinedCallsAreNamed) {
  const Module module = compiled("row_maximum");
  ASSERT_EQ(module.inlines.size(), 1U);
  EXPECT_NE(module.inlines[0].function.find("shfl_xor_sync"), std::string::npos);
  const Instruction& shuffle = first(kernel_of(module, "row_maximum"), Op::shfl);
  ASSERT_EQ(shuffle.loc.inlined_at, 1U);
  EXPECT_EQ(module.files.at(module.inlines[0].at.file), "row_maximum.cu");
  EXPECT_NE(module.files.at(shuffle.loc.file), "row_maximum.cu");
}

TEST(Kernels, ASwitch) {
  const Function function = kernel_of(compiled("switch_table"), "switch_table");
  EXPECT_EQ(count(function, Op::setp), 15U);
  EXPECT_EQ(function.labels.size(), 16U);
  const Cfg cfg = make_cfg(function);
  for (std::uint32_t i = 0; i < function.body.size(); ++i) {
    if (function.body[i].op == Op::bra && function.body[i].guard) {
      EXPECT_NE(cfg.reconvergence(i), Cfg::none) << function.body[i].text;
    }
  }
}

TEST(Kernels, CallSequences) {
  const Module module = compiled("calls_printf");
  EXPECT_TRUE(kernel_of(module, "vprintf").is_extern);
  EXPECT_EQ(kernel_of(module, "__assertfail").parameters.size(), 5U);
  const Function function = kernel_of(module, "calls_printf");
  EXPECT_EQ(count(function, Op::call), 3U);
  std::set<std::string> locals;
  for (const Variable& variable : function.variables) {
    EXPECT_TRUE(locals.insert(variable.name).second) << variable.name;
  }
  EXPECT_TRUE(locals.contains("param0"));
  EXPECT_TRUE(locals.contains("param0$2"));
  const Instruction& call = first(function, Op::call);
  EXPECT_TRUE(call.modifiers.uni);
  EXPECT_EQ(call.operands.at(0).kind, Operand::Kind::list);
  EXPECT_EQ(call.operands.at(1).symbol, "_Z9fibonaccii");
}

TEST(Kernels, StringsAreBytes) {
  const Module module = compiled("calls_printf");
  const auto format = std::ranges::find_if(module.variables, [](const Variable& variable) {
    const std::string text(variable.initial.begin(), variable.initial.end());
    return text.starts_with("%d %f\n");
  });
  ASSERT_NE(format, module.variables.end());
  EXPECT_EQ(format->size, 7U);
  EXPECT_EQ(format->space, Space::global);
}

TEST(Kernels, TheLastBlock) {
  const Function function = kernel_of(compiled("last_block"), "last_block");
  EXPECT_GE(count(function, Op::fence) + count(function, Op::membar), 1U);
  const Instruction& atomic = first(function, Op::atom);
  EXPECT_EQ(atomic.modifiers.atomic, AtomicOp::inc);
  EXPECT_EQ(atomic.modifiers.space, Space::global);
  EXPECT_TRUE(std::ranges::any_of(function.body, [](const Instruction& one) {
    return one.op == Op::ld && one.modifiers.semantics == Semantics::volatile_;
  }));
}

TEST(Kernels, MatricesFedByCopies) {
  const Function function = kernel_of(compiled("tensor_tile"), "tensor_tile");
  EXPECT_GE(count(function, Op::cp_async), 2U);
  const Instruction& copy = first(function, Op::cp_async);
  EXPECT_EQ(copy.modifiers.cache, Cache::cg);
  EXPECT_EQ(copy.modifiers.space, Space::shared);
  EXPECT_EQ(copy.modifiers.second_space, Space::global);
  const Instruction& load = first(function, Op::wmma_load);
  EXPECT_EQ(load.modifiers.fragment, Fragment::a);
  EXPECT_EQ(load.modifiers.layout, Layout::row);
  const Instruction& multiply = first(function, Op::wmma_mma);
  EXPECT_EQ(multiply.modifiers.shape, (MatrixShape{16, 16, 16}));
  EXPECT_EQ(multiply.modifiers.second_layout, Layout::col);
  EXPECT_EQ(multiply.types, (std::vector<Type>{Type::f32, Type::f32}));
}

TEST(Kernels, InlineAssemblyInScopesOfItsOwn) {
  const Function function = kernel_of(compiled("waits_for_copy"), "waits_for_copy");
  EXPECT_EQ(function.directives.max_threads[0], 128U);
  EXPECT_EQ(function.directives.min_blocks, 2U);
  EXPECT_EQ(function.directives.cluster[0], 2U);
  EXPECT_TRUE(function.directives.explicit_cluster);
  EXPECT_EQ(count(function, Op::mbarrier_try_wait), 2U);
  const Cfg cfg = make_cfg(function);
  EXPECT_EQ(cfg.loops.size(), 2U);
  EXPECT_EQ(std::ranges::count(cfg.loops, Cfg::none, &Cfg::Loop::parent), 2);
  const Instruction& copy = first(function, Op::cp_async_bulk);
  EXPECT_EQ(copy.modifiers.space, Space::shared_cluster);
  EXPECT_TRUE(copy.modifiers.has(Token::mbarrier_complete_tx_bytes));
}

TEST(Kernels, CallsThroughPointers) {
  const Module module = compiled("virtual_calls");
  const Function function = kernel_of(module, "virtual_calls");
  EXPECT_EQ(function.prototypes.size(), 3U);
  EXPECT_EQ(first(function, Op::call).operands.back().kind, Operand::Kind::table);
  const auto table = std::ranges::find(module.variables, "operations", &Variable::name);
  ASSERT_NE(table, module.variables.end());
  ASSERT_EQ(table->relocations.size(), 2U);
  EXPECT_EQ(table->relocations[0].symbol, "_Z5twicei");
  EXPECT_EQ(table->relocations[1].offset, 8U);
}

TEST(Kernels, SmallFloats) {
  const Function function = kernel_of(compiled("small_floats"), "small_floats");
  std::set<std::string> heads;
  for (const Instruction& instruction : function.body) {
    heads.insert(full_name(instruction.op, instruction.modifiers, instruction.types));
  }
  for (const char* head : {"fma.rn.f16x2", "cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.f16x2.e4m3x2",
                           "fma.rn.f64", "cvt.rni.f64.f64", "ex2.approx.ftz.f32", "cvt.f32.bf16"}) {
    EXPECT_TRUE(heads.contains(head)) << head;
  }
}

}  // namespace
}  // namespace assay::ptx::testing
