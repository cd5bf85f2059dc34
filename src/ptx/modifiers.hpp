// SPDX-License-Identifier: Apache-2.0
// What the dotted modifiers of an instruction say, as orthogonal fields. The spelling of a modifier
// means different things for different operations (.min of atom and of vadd, .lo of mul and of
// setp): the tables in op_list.hpp say which field it fills; the order in the text does not matter.
// Types are not here but in Instruction::types.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ptx/token_list.hpp"
#include "ptx/type.hpp"

namespace assay::ptx {

/// .rn .rz .rm .rp (float result), .rna .rs, and .rni .rzi .rmi .rpi (to an integer value).
enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rna, rs, rni, rzi, rmi, rpi };
/// set, setp, vset. lo ls hi hs are the unsigned forms; …u are true for a NaN; num: neither is NaN;
/// nan: either is.
enum class Compare : std::uint8_t {
  none,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};
/// Of set, setp, lop3, barrier.red and one-bit mma.
enum class BoolOp : std::uint8_t { none, and_, or_, xor_ };
/// Of atom, red, redux, cp.reduce…, multimem, sured, setmaxnreg (inc, dec) and the second step of
/// video instructions.
enum class AtomicOp : std::uint8_t { none, add, exch, cas, min, max, inc, dec, and_, or_, xor_ };
enum class MulMode : std::uint8_t { none, lo, hi, wide };
enum class Cache : std::uint8_t { none, ca, cg, cs, lu, cv, wb, wt };
enum class Eviction : std::uint8_t { none, normal, unchanged, first, last, no_allocate };
/// .L2::64B …
enum class Prefetch : std::uint8_t { none, b64, b128, b256 };
/// .mmio is a flag of its own, since it stands beside .relaxed.
enum class Semantics : std::uint8_t {
  none,
  weak,
  volatile_,
  relaxed,
  acquire,
  release,
  acq_rel,
  sc
};
/// .gl of membar is gpu.
enum class Scope : std::uint8_t { none, cta, cluster, gpu, sys };
enum class ShuffleMode : std::uint8_t { none, up, down, bfly, idx };
/// vote has all any uni ballot, match has all any.
enum class VoteMode : std::uint8_t { none, all, any, uni, ballot };
/// What a bar or barrier does.
enum class BarrierAction : std::uint8_t { none, sync, arrive, red, wait };
/// What happens to a shift or position beyond the width (shf, szext, bmsk, vshl, vshr).
enum class ShiftMode : std::uint8_t { none, wrap, clamp };
enum class ShiftSide : std::uint8_t { none, left, right };
enum class PermuteMode : std::uint8_t { none, f4e, b4e, rc8, ecl, ecr, rc16 };
enum class TestKind : std::uint8_t {
  none,
  finite,
  infinite,
  number,
  notanumber,
  normal,
  subnormal
};
/// fence.proxy.…, membar.proxy.…, tensormap.cp_fenceproxy.
enum class Proxy : std::uint8_t { none, alias, async, tensormap_generic, async_generic };
enum class Fragment : std::uint8_t { none, a, b, c, d };
enum class Layout : std::uint8_t { none, row, col };
enum class Sparsity : std::uint8_t { none, sp, ordered_metadata };

/// .m16n8k16: {16, 8, 16}; .m8n8 (ldmatrix): {8, 8, 0}.
struct MatrixShape {
  std::uint16_t m = 0, n = 0, k = 0;
  bool operator==(const MatrixShape&) const = default;
};

/// Modifiers without a field, by enumerator; kept in the order of the operation's groups
/// (op_list.hpp).
enum class Token : std::uint16_t {
  none,
#define ASSAY_ENUMERATOR(id, name, group) id,
  ASSAY_PTX_TOKENS(ASSAY_ENUMERATOR)
#undef ASSAY_ENUMERATOR
};

/// Without the dot: "im2col::w".
[[nodiscard]] std::string_view name_of(Token token);

struct Modifiers {
  Rounding rounding = Rounding::none;
  Compare compare = Compare::none;
  BoolOp bool_op = BoolOp::none;
  AtomicOp atomic = AtomicOp::none;
  MulMode mul = MulMode::none;
  Space space = Space::none;  ///< first space written: destination of cp.async…, the space of ld,
                              ///< st, atom, cvta
  Space second_space = Space::none;  ///< source of cp.async…
  Cache cache = Cache::none;
  Eviction l1_eviction = Eviction::none;
  Eviction l2_eviction = Eviction::none;
  Eviction l2_second_eviction = Eviction::none;  ///< createpolicy's secondary priority
  Prefetch l2_prefetch = Prefetch::none;
  Semantics semantics = Semantics::none;
  Scope scope = Scope::none;
  ShuffleMode shuffle = ShuffleMode::none;
  VoteMode vote = VoteMode::none;
  BarrierAction barrier = BarrierAction::none;
  ShiftMode shift = ShiftMode::none;
  ShiftSide side = ShiftSide::none;
  PermuteMode permute = PermuteMode::none;
  TestKind test = TestKind::none;
  Proxy proxy = Proxy::none;
  Fragment fragment = Fragment::none;   ///< wmma.load.a …
  Layout layout = Layout::none;         ///< of A, or the only one
  Layout second_layout = Layout::none;  ///< of B
  Sparsity sparsity = Sparsity::none;
  MatrixShape shape;
  std::uint8_t count =
      0;  ///< .x1 .x2 … .x128 (matrices of ldmatrix, repetitions of tcgen05); 0 if absent
  std::uint8_t vector = 1;  ///< .v2 .v4 .v8; 1 if absent

  bool ftz = false;
  bool sat = false;
  bool satfinite = false;
  bool relu = false;
  bool nan = false;      ///< .NaN of min, max
  bool xorsign = false;  ///< always with `abs`
  bool abs = false;
  bool noftz = false;
  bool oob = false;
  bool approx = false;
  bool full = false;
  bool cc = false;    ///< writes the carry flag (addc, subc, madc read it by their operation)
  bool uni = false;   ///< bra.uni, call.uni, ret.uni
  bool sync = false;  ///< .sync of shfl, vote, match, mma …; a barrier's .sync is `barrier`
  bool aligned = false;
  bool popc = false;
  bool trans = false;
  bool to = false;            ///< cvta.to: generic to `space`
  bool non_coherent = false;  ///< ld.global.nc
  bool mmio = false;
  bool cache_hint = false;    ///< .L2::cache_hint: the last operand is a cache policy
  bool read = false;          ///< cp.async.bulk.wait_group.read
  bool noinc = false;         ///< cp.async.mbarrier.arrive.noinc
  bool no_complete = false;   ///< mbarrier.arrive.noComplete
  bool parity = false;        ///< mbarrier.test_wait.parity
  bool expect_tx = false;     ///< mbarrier.arrive.expect_tx
  bool shift_amount = false;  ///< bfind.shiftamt

  static constexpr std::size_t most_others = 10;
  std::array<Token, most_others> other{};
  std::uint8_t other_count = 0;

  [[nodiscard]] bool has(Token token) const {
    for (std::size_t i = 0; i < other_count; ++i) {
      if (other[i] == token) return true;
    }
    return false;
  }
  bool operator==(const Modifiers&) const = default;
};

}  // namespace assay::ptx
