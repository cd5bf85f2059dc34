// SPDX-License-Identifier: Apache-2.0
// One line an instruction form, from all chapters of the PTX manual: it parses, and prints as the
// second text (as itself if that is empty). Registers are those of texts.hpp.
#include "ptx/instruction.hpp"

#include <gtest/gtest.h>

#include "ptx/print.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

struct Form {
  const char* text;
  const char* printed = "";
};

void check(std::initializer_list<Form> forms) {
  for (const Form& form : forms) {
    const Function function = kernel(std::string(form.text) + ";");
    ASSERT_EQ(function.body.size(), 1U) << form.text;
    const std::string expected = *form.printed != '\0' ? form.printed : form.text;
    EXPECT_EQ(print(function, function.body.front()), expected);
    EXPECT_EQ(function.body.front().text, form.text);
  }
}

TEST(Instruction, Integers) {
  check({{"add.s32 %r1, %r2, -4"},
         {"add.sat.s32 %r1, %r2, %r3"},
         {"add.cc.u32 %r1, %r2, %r3"},
         {"addc.cc.s64 %rd1, %rd2, %rd3"},
         {"add.u16x2 %r1, %r2, %r3"},
         {"mul.wide.u16 %r1, %h1, 5"},
         {"mul.lo.s64 %rd1, %rd2, 3"},
         {"mad.hi.sat.s32 %r1, %r2, %r3, %r4"},
         {"mad.lo.cc.u32 %r1, %r2, %r3, %r4"},
         {"madc.hi.u32 %r1, %r2, %r3, %r4"},
         {"mul24.lo.s32 %r1, %r2, %r3"},
         {"sad.u32 %r1, %r2, %r3, %r4"},
         {"rem.u32 %r1, %r2, %r3"},
         {"bfind.shiftamt.u32 %r1, %r2"},
         {"bfi.b32 %r1, %r2, %r3, 4, 8"},
         {"bmsk.clamp.b32 %r1, %r2, %r3"},
         {"szext.wrap.s32 %r1, %r2, %r3"},
         {"fns.b32 %r1, %r2, 0, 1"},
         {"dp4a.u32.s32 %r1, %r2, %r3, %r4"},
         {"dp2a.hi.s32.u32 %r1, %r2, %r3, %r4"},
         {"popc.b64 %r1, %rd2"},
         {"min.relu.s16x2 %r1, %r2, %r3"}});
}

TEST(Instruction, Floats) {
  check({{"add.rn.ftz.sat.f32 %f1, %f2, 0f3F800000"},
         {"add.f32.rn %f1, %f2, %f3", "add.rn.f32 %f1, %f2, %f3"},
         {"add.rz.f32.bf16 %f1, %h2, %f3"},
         {"fma.rn.relu.bf16x2 %r1, %r2, %r3, %r4"},
         {"fma.rn.ftz.f32x2 %rd1, %rd2, %rd3, %rd4"},
         {"div.full.ftz.f32 %f1, %f2, %f3", "div.full.ftz.f32 %f1, %f2, %f3"},
         {"div.rn.f64 %fd1, %fd2, 0d4000000000000000"},
         {"max.ftz.NaN.xorsign.abs.f16 %h1, %h2, %h3"},
         {"min.f32 %f1, %f2, %f3"},
         {"rcp.approx.ftz.f64 %fd1, %fd2"},
         {"sqrt.rp.f32 %f1, %f2"},
         {"rsqrt.approx.f32 %f1, %f2"},
         {"sin.approx.ftz.f32 %f1, %f2"},
         {"ex2.approx.ftz.bf16x2 %r1, %r2"},
         {"tanh.approx.f16x2 %r1, %r2"},
         {"testp.subnormal.f64 %p1, %fd1"},
         {"copysign.f32 %f1, %f2, %f3"},
         {"mov.f32 %f1, 1.5", "mov.f32 %f1, 0d3FF8000000000000"},
         {"mov.f32 %f1, -0f3F800000", "mov.f32 %f1, 0fBF800000"}});
}

TEST(Instruction, ComparisonAndLogic) {
  check({{"setp.lt.s32 %p1, %r1, %r2"},
         {"setp.neu.and.ftz.f32 %p1|%p2, %f1, %f2, !%p3"},
         {"setp.num.f64 _|%p2, %fd1, %fd2"},
         {"setp.hs.or.u32 %p1|_, %r1, 0, %p4"},
         {"set.gt.xor.u32.f32 %r1, %f1, %f2, %p1"},
         {"selp.b64 %rd1, %rd2, 0, %p1"},
         {"slct.ftz.u64.f32 %rd1, %rd2, %rd3, %f1"},
         {"lop3.b32 %r1, %r2, %r3, %r4, 234"},
         {"lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0xEA, %p2",
          "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 234, %p2"},
         {"and.pred %p1, %p2, !%p3"},
         {"shf.l.wrap.b32 %r1, %r2, %r3, %r4"},
         {"prmt.b32.rc16 %r1, %r2, %r3, %r4"},
         {"cnot.b16 %h1, %h2"}});
}

TEST(Instruction, MovesAndConversions) {
  check({{"mov.u32 %r1, %tid.x"},
         {"mov.u64 %rd1, %globaltimer"},
         {"mov.u32 %r1, %cluster_nctaid.z"},
         {"mov.b64 {%r1, _}, %rd1"},
         {"mov.b128 %b1, {%rd1, %rd2}"},
         {"mov.u32 %r1, WARP_SZ", "mov.u32 %r1, 32"},
         {"mov.u32 %r1, (1<<4)|3", "mov.u32 %r1, 19"},
         {"mov.u64 %rd1, p0+8"},
         {"cvt.rni.ftz.s32.f32 %r1, %f1"},
         {"cvt.rn.satfinite.relu.e4m3x2.f32 %h1, %f1, %f2",
          "cvt.rn.relu.satfinite.e4m3x2.f32 %h1, %f1, %f2"},
         {"cvt.rs.f16x2.f32 %r1, %f1, %f2, %r3"},
         {"cvt.rn.bf16x2.ue8m0x2 %r1, %h1"},
         {"cvt.pack.sat.s16.s32 %r1, %r2, %r3"},
         {"cvta.to.global.u64 %rd1, %rd2"},
         {"cvta.shared::cta.u64 %rd1, %rd2"},
         {"isspacep.param::entry %p1, %rd1"},
         {"mapa.shared::cluster.u32 %r1, %r2, 1"},
         {"getctarank.shared::cluster.u32 %r1, %r2"}});
}

TEST(Instruction, LoadsAndStores) {
  check({{"ld.param.u64 %rd1, [p0]"},
         {"ld.global.f32 %f1, [%rd1+-8]"},
         {"ld.global.f32 %f1, [%rd1-8]", "ld.global.f32 %f1, [%rd1+-8]"},
         {"ld.shared.b8 %h1, [64]"},
         {"ld.volatile.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16]"},
         {"ld.mmio.relaxed.sys.global.u32 %r1, [%rd1]"},
         {"ld.acquire.gpu.u32 %r1, [%rd1]"},
         {"ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.f32 %f1, [%rd1], %rd2"},
         {"ld.const.v2.u32 {%r1, _}, [%rd1]"},
         {"ld.global.u32 %r1, [%rd1].unified"},
         {"ldu.global.v2.f64 {%fd1, %fd2}, [%rd1]"},
         {"st.global.cs.v2.b64 [%rd1], {%rd2, %rd3}"},
         {"st.release.cluster.shared::cluster.u32 [%r1], %r2"},
         {"st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r1], {%r2, %r3}, [%r4]"},
         {"st.bulk.weak.shared::cta [%rd1], %rd2, 0"},
         {"prefetch.global.L2::evict_last [%rd1]"},
         {"prefetch.tensormap [%rd1]"},
         {"prefetchu.L1 [%rd1]"},
         {"applypriority.global.L2::evict_normal [%rd1], 128"},
         {"discard.global.L2 [%rd1], 128"},
         {"createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd1, [%rd2], %r1, %r2"},
         {"alloca.u64 %rd1, 64, 16"},
         {"stackrestore.u64 %rd1"}});
}

TEST(Instruction, Atomics) {
  check({{"atom.global.add.u32 %r1, [%rd1], 1"},
         {"atom.acq_rel.sys.shared::cta.cas.b64 %rd1, [%rd2], %rd3, %rd4"},
         {"atom.global.add.noftz.f16x2 %r1, [%rd1], %r2"},
         {"atom.global.v4.f32.add {%f1, %f2, %f3, %f4}, [%rd1], {%f5, %f6, %f7, %f8}",
          "atom.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1], {%f5, %f6, %f7, %f8}"},
         {"atom.cas.b128 %b1, [%rd1], %b2, %b3"},
         {"red.relaxed.gpu.global.max.s64 [%rd1], %rd2"},
         {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%r1], "
          "%r2, [%r3]"},
         {"multimem.ld_reduce.relaxed.sys.global.add.acc::f32.v4.bf16x2 {%r1, %r2, %r3, %r4}, "
          "[%rd1]"},
         {"multimem.red.release.sys.global.or.b32 [%rd1], %r1"},
         {"multimem.st.weak.global.f32 [%rd1], %f1"}});
}

TEST(Instruction, AsynchronousCopies) {
  check({{"cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16, %r2"},
         {"cp.async.commit_group"},
         {"cp.async.wait_group 3"},
         {"cp.async.wait_all"},
         {"cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r1]"},
         {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2:"
          ":cache_hint "
          "[%r1], [%rd1], %r2, [%r3], %h1, %rd2"},
         {"cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r1], 64, %h1"},
         {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%rd1], [%r1], 64"},
         {"cp.async.bulk.prefetch.L2.global [%rd1], 64"},
         {"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
          "[%r1], [%rd1, {%r2, 0}], [%r3]"},
         {"cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
          "[%r1], [%rd1, {%r2, %r3, %r4, %r5}], [%r6], {%h1, %h2}"},
         {"cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%rd1, {%r2}], [%r1]"},
         {"cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%rd1, {%r2, "
          "%r3}], [%r1]"},
         {"cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd1, {%r1, %r2, %r3}]"},
         {"cp.async.bulk.wait_group.read 0"},
         {"tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r1], 2, %r2"},
         {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
          "[%rd1], [%r1], 128"}});
}

TEST(Instruction, ControlFlow) {
  check({{"ret.uni"},
         {"exit"},
         {"trap"},
         {"brkpt"},
         {"nanosleep.u32 100"},
         {"pmevent.mask 3"},
         {"setmaxnreg.inc.sync.aligned.u32 232"},
         {"griddepcontrol.launch_dependents"},
         {"griddepcontrol.wait"},
         {"@%p1 exit"},
         {"@!%p3 add.u32 %r1, %r1, 1"}});
}

TEST(Instruction, SynchronisationAndWarps) {
  check({{"bar.sync 0"},
         {"bar.sync %r1, %r2"},
         {"bar.red.popc.u32 %r1, 0, %p1"},
         {"barrier.cta.red.and.aligned.pred %p1, 1, 64, !%p2"},
         {"barrier.cta.arrive.aligned 1, 64", "barrier.cta.arrive.aligned 1, 64"},
         {"bar.warp.sync 0xFFFFFFFF", "bar.warp.sync 4294967295"},
         {"barrier.cluster.wait.acquire.aligned"},
         {"membar.gl"},
         {"membar.proxy.alias"},
         {"fence.acq_rel.cluster"},
         {"fence.sc.sys"},
         {"fence.acquire.sync_restrict::shared::cluster.cluster"},
         {"fence.mbarrier_init.release.cluster"},
         {"fence.proxy.async.shared::cta"},
         {"fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128"},
         {"shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1"},
         {"shfl.sync.idx.b32 %r1, %r2, %r3, 31, %r4"},
         {"vote.sync.ballot.b32 %r1, %p1, -1"},
         {"vote.sync.all.pred %p1, !%p2, %r1"},
         {"match.all.sync.b64 %r1|%p1, %rd1, -1", "match.all.sync.b64 %r1|%p1, %rd1, -1"},
         {"redux.sync.add.s32 %r1, %r2, -1"},
         {"redux.sync.min.abs.NaN.f32 %f1, %f2, -1"},
         {"activemask.b32 %r1"},
         {"elect.sync _|%p1, -1"}});
}

TEST(Instruction, MemoryBarriers) {
  check({{"mbarrier.init.shared::cta.b64 [%r1], 1"},
         {"mbarrier.inval.shared.b64 [%r1]"},
         {"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r1], 4096"},
         {"mbarrier.arrive.shared::cta.b64 %rd1, [%r1]"},
         {"mbarrier.arrive.noComplete.shared.b64 %rd1, [%r1], 2"},
         {"mbarrier.arrive_drop.b64 %rd1, [%rd2]"},
         {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 8"},
         {"mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r1], 8"},
         {"mbarrier.test_wait.shared.b64 %p1, [%r1], %rd1"},
         {"mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r1], %r2, 1000"},
         {"mbarrier.pending_count.b64 %r1, %rd1"},
         {"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 "
          "[%r1], [%r2]"},
         {"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %b1"},
         {"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, _}, %b1"},
         {"clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %r1, %b1"}});
}

TEST(Instruction, Matrices) {
  check({{"ldmatrix.sync.aligned.x2.m8n8.trans.shared.b16 {%r1, %r2}, [%r3]",
          "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r2}, [%r3]"},
         {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8x16.b6x16_p32 {%r1, %r2}, [%r3]"},
         {"stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r1], {%r2}"},
         {"movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2"},
         {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, "
          "%r3, %r4}, "
          "{%r5, %r6}, {%f1, %f2, %f3, %f4}"},
         {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r1, %r2, %r3, %r4}, {%r5, "
          "%r6, %r7, %r8}, "
          "{%r9, %r10}, {%r1, %r2, %r3, %r4}"},
         {"mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f1, %f2}, "
          "{%r1, %r2}, "
          "{%r3, %r4}, {%f1, %f2}, %r5, 0"},
         {"mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1."
          "f32.ue8m0 "
          "{%f1, %f2}, {%r1, %r2}, {%r3, %r4}, {%f1, %f2}, %r5, {0, %h1}, %r6, {%h2, 1}"},
         {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%r1}, {%r2}, {%r3}, {%r1}"},
         {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2}, [%rd1], %r3"},
         {"wmma.store.d.sync.aligned.col.m8n32k16.shared.s32 [%r1], {%r2, %r3}, 32"},
         {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f1}",
          "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f1}"},
         {"wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, "
          "%p1, 1, -1, 0, 1"},
         {"wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16 {%r1, %r2}, %rd1, %rd2, %r3, 0, 1, "
          "1, 1, 0, 0"},
         {"wgmma.fence.sync.aligned"},
         {"wgmma.commit_group.sync.aligned"},
         {"wgmma.wait_group.sync.aligned 1"}});
}

TEST(Instruction, TensorMemory) {
  check({{"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 64"},
         {"tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned"},
         {"tcgen05.ld.sync.aligned.16x32bx2.x2.pack::16b.b32 {%r1, %r2}, [%r3], 16"},
         {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.NaN.f32 {%f1, %f2}, %f3, [%r3]"},
         {"tcgen05.st.sync.aligned.16x64b.x1.unpack::16b.b32 [%r1], {%r2}"},
         {"tcgen05.wait::ld.sync.aligned"},
         {"tcgen05.fence::after_thread_sync"},
         {"tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16.b4x16_p64 [%r1], %rd1"},
         {"tcgen05.shift.cta_group::1.down [%r1]"},
         {"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r2, {%r3, %r4, %r5, %r6}, %p1"},
         {"tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X.collector::a::"
          "lastuse "
          "[%r1], [%r2], %rd2, [%r7], %r3, [%r4], [%r5], %p1"},
         {"tcgen05.mma.ws.cta_group::1.kind::i8.collector::b1::fill [%r1], %rd1, %rd2, %r2, %p1"},
         {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster."
          "b64 [%r1], %h1"}});
}

TEST(Instruction, TexturesAndSurfaces) {
  check({{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]"},
         {"tex.level.a2d.v4.s32.f32 {%r1, %r2, %r3, %r4}|%p1, [%rd1, %rd2, {%r5, %f6, %f7, %f8}], "
          "%f9"},
         {"tld4.g.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]"},
         {"txq.level.width.b32 %r1, [%rd1], 0"},
         {"suld.b.2d.v4.b32.clamp {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r6}]"},
         {"sust.p.1d.b32.trap [%rd1, {%r1}], %r2"},
         {"sured.b.add.3d.u32.zero [%rd1, {%r1, %r2, %r3, %r4}], %r5"},
         {"suq.memory_layout.b32 %r1, [%rd1]"}});
}

TEST(Instruction, Video) {
  check({{"vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h1"},
         {"vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4"},
         {"vmad.u32.u32.u32.po.shr7 %r1, %r2.h0, -%r3.h1, %r4"},
         {"vset2.s32.s32.lt.add %r1.h0, %r2.h10, %r3, %r4"},
         {"vshl.u32.u32.u32.sat.clamp.min %r1, %r2, %r3, %r4"},
         {"vavrg2.s32.s32.s32 %r1.h10, %r2.h32, %r3"}});
}

TEST(Instruction, ModifiersMayStandApart) {
  const Function function = kernel("setp .lt .and .f32 %p1, %f1, %f2, %p2;");
  EXPECT_EQ(print(function, function.body.at(0)), "setp.lt.and.f32 %p1, %f1, %f2, %p2");
}

TEST(Instruction, KnowsWhereItStands) {
  const Function function = kernel("  ret;\n\n @%p1 exit;");
  EXPECT_EQ(function.body.at(0).place.line, first_body_line);
  EXPECT_EQ(function.body.at(0).place.column, 3U);
  EXPECT_EQ(function.body.at(1).place.line, first_body_line + 2);
  EXPECT_EQ(function.body.at(1).place.column, 2U);
}

TEST(Instruction, TextIsTheStatementOnOneLine) {
  EXPECT_EQ(instruction("@%p1\tadd.s32 // one\n  %r1, /* two */ %r2,\n\t %r3 ;").text,
            "@%p1 add.s32 %r1, %r2, %r3");
}

TEST(Instruction, Folding) {
  EXPECT_EQ(folded(""), "");
  EXPECT_EQ(folded(" a  b\n\tc "), "a b c");
  EXPECT_EQ(folded("a/**/b//c"), "a b");
  EXPECT_EQ(folded("a / b"), "a / b");
}

TEST(Instruction, Mistakes) {
  EXPECT_EQ(body_mistake("add.foo.f32 %f1, %f2, %f3;"),
            "14:4: unknown modifier '.foo' of 'add'; it takes .cc .ftz .rm .rn .rp .rz .sat");
  EXPECT_EQ(body_mistake("shfl.sync.bflyy.b32 %r1, %r2, 1, 31, -1;"),
            "14:10: unknown modifier '.bflyy' of 'shfl'; did you mean '.bfly'?; it takes .bfly "
            ".down .idx .sync .up");
  EXPECT_EQ(body_mistake("ad.f32 %f1, %f2, %f3;"),
            "14:1: unknown operation 'ad.f32'; did you mean 'add'?");
  EXPECT_EQ(body_mistake("zzzzzzzzzz;"), "14:1: unknown operation 'zzzzzzzzzz'");
  EXPECT_EQ(body_mistake("add.rn.rz.f32 %f1, %f2, %f3;"),
            "14:7: modifier '.rz' of 'add' repeats or contradicts another");
  EXPECT_EQ(body_mistake("exit.uni;"), "14:5: unknown modifier '.uni' of 'exit'; it takes none");
  EXPECT_EQ(body_mistake("add.f32 %f1, %f2, %f3"),
            "15:1: expected ';' after an instruction, found '}'");
  EXPECT_EQ(body_mistake("@%r_ exit;"), "14:2: '%r_' is not a declared predicate");
  EXPECT_EQ(body_mistake("@%p1 ;"), "14:6: expected an instruction after its guard, found ';'");
}

}  // namespace
}  // namespace assay::ptx::testing
