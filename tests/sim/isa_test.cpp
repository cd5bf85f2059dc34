// SPDX-License-Identifier: Apache-2.0
// Every handler gives the same bits in every instruction set that this machine can run, for full
// and partial warps.
#include <cstring>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/warp.hpp"
#include "sim/exec/handlers.hpp"

namespace assay::sim {
namespace {

constexpr std::size_t row_bytes = 256;

/// Rows 1 to 4 are operands, row 5 the result, row 0 predicates.
struct Bench {
  alignas(64) std::uint8_t rows[8 * row_bytes];
  Warp warp;

  explicit Bench(std::uint32_t mask) {
    const std::uint64_t edge[] = {0,
                                  0x8000000000000000,
                                  0x7ff0000000000000,
                                  0x7f8000007f800000,
                                  0x3f8000003f800000,
                                  0x0000000100000001,
                                  0x7fffffff7fffffff,
                                  0x3c003c003c003c00,
                                  0x7c007e007c007e00,
                                  0x0001000100010001,
                                  ~0ULL};
    std::uint64_t state = 88172645463325252;
    for (std::size_t n = 0; n < sizeof rows; n += 8) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      const std::uint64_t v = state % 3 == 0 ? edge[(state >> 20) % std::size(edge)] : state;
      std::memcpy(rows + n, &v, 8);
    }
    warp.base[0] = rows;
    warp.base[1] = rows;
    warp.mask = mask;
    warp.carry = 0x12345678;
  }
  std::vector<std::uint8_t> after(Handler run) {
    Inst inst;
    inst.run = run;
    inst.a = row_bytes;
    inst.b = 2 * row_bytes;
    inst.c = 3 * row_bytes;
    inst.e = no_row;
    inst.d = 5 * row_bytes;
    inst.aux = 0xca;
    inst.spare = 0x3f800000;
    run(warp, &inst);
    std::vector<std::uint8_t> result(rows, rows + sizeof rows);
    result.insert(result.end(), reinterpret_cast<std::uint8_t*>(&warp.carry),
                  reinterpret_cast<std::uint8_t*>(&warp.carry) + 4);
    return result;
  }
};

int compared = 0;

void expect_same(Handler (*pick)(const Handlers&, const void*), const void* key,
                 const std::string& what) {
  for (const std::uint32_t mask : {all_lanes, 0x5a5a1234U}) {
    const Handler base = pick(handlers_base, key);
    std::optional<std::vector<std::uint8_t>> want;
    if (base != nullptr) want = Bench(mask).after(base);
    for (const char* name : {"v3", "v4"}) {
      const Handlers* other = handlers_named(name);
      if (other == nullptr) continue;
      const Handler run = pick(*other, key);
      ASSERT_EQ(run == nullptr, base == nullptr) << what;
      if (run == nullptr) continue;
      ASSERT_EQ(Bench(mask).after(run), *want) << what << " " << name;
      ++compared;
    }
  }
}

std::string named(const char* family, int op, int kind, int more) {
  return std::string(family) + " " + std::to_string(op) + " kind " + std::to_string(kind) + " " +
         std::to_string(more);
}

TEST(InstructionSets, IntegersAgree) {
  compared = 0;
  for (int op = 0; op <= static_cast<int>(IntOp::madc_hi_cc); ++op) {
    for (int kind = 1; kind <= static_cast<int>(Kind::s16x2); ++kind) {
      if (static_cast<IntOp>(op) == IntOp::bfi || static_cast<IntOp>(op) == IntOp::prmt)
        continue;  // other operands
      const IntKey key{static_cast<IntOp>(op), static_cast<Kind>(kind), Kind::s32};
      expect_same([](const Handlers& h,
                     const void* k) { return h.integer(*static_cast<const IntKey*>(k)); },
                  &key, named("int", op, kind, 0));
    }
  }
  if (handlers_named("v3") == nullptr)
    GTEST_SKIP() << "this machine runs the base instruction set only";
  EXPECT_GT(compared, 500);
}

TEST(InstructionSets, FloatsAgree) {
  for (int op = 0; op <= static_cast<int>(FloatOp::rsqrt_approx64); ++op) {
    for (int kind = static_cast<int>(Kind::f16); kind <= static_cast<int>(Kind::bf16x2); ++kind) {
      for (int more = 0; more < 16; ++more) {
        FloatKey key{static_cast<FloatOp>(op), static_cast<Kind>(kind),
                     static_cast<Round>(more & 3)};
        key.ftz = (more & 4) != 0;
        key.sat = (more & 8) != 0;
        key.nan = (more & 8) != 0;
        expect_same([](const Handlers& h,
                       const void* k) { return h.real(*static_cast<const FloatKey*>(k)); },
                    &key, named("float", op, kind, more));
      }
    }
  }
}

TEST(InstructionSets, ConversionsAgree) {
  for (int to = 1; to <= static_cast<int>(Kind::bf16x2); ++to) {
    for (int from = 1; from <= static_cast<int>(Kind::f64); ++from) {
      for (int more = 0; more < 16; ++more) {
        ConvertKey key{static_cast<Kind>(to), static_cast<Kind>(from),
                       static_cast<Round>(more & 3)};
        key.to_integral = (more & 4) != 0;
        key.sat = (more & 8) != 0;
        key.ftz = (more & 9) == 9;
        expect_same([](const Handlers& h,
                       const void* k) { return h.convert(*static_cast<const ConvertKey*>(k)); },
                    &key, named("cvt", to, from, more));
      }
    }
  }
}

TEST(InstructionSets, ComparisonsAgree) {
  for (int c = 0; c <= static_cast<int>(Compare::nan); ++c) {
    for (int kind = 1; kind <= static_cast<int>(Kind::bf16x2); ++kind) {
      const CompareKey key{static_cast<Compare>(c), static_cast<Kind>(kind), (c & 1) != 0};
      expect_same([](const Handlers& h,
                     const void* k) { return h.compare_set(*static_cast<const CompareKey*>(k)); },
                  &key, named("set", c, kind, 0));
    }
  }
}

}  // namespace
}  // namespace assay::sim
