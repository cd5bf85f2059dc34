// SPDX-License-Identifier: Apache-2.0
// Every base operation of PTX ISA 9.0 (chapter 9.7): enumerator, name, then the groups of
// modifiers it allows, in the order in which they are printed. A name of several words
// (cp.async.bulk.tensor) is an operation of its own where it does another thing; the longest name
// that fits an instruction is its operation.
#pragma once

// clang-format off
#define ASSAY_PTX_OPS(X) \
  X(abs, "abs", ftz, type) \
  X(add, "add", rounding, ftz, sat, cc, type) \
  X(addc, "addc", cc, type) \
  X(bfe, "bfe", type) \
  X(bfi, "bfi", type) \
  X(bfind, "bfind", shift_amount, type) \
  X(bmsk, "bmsk", shift, type) \
  X(brev, "brev", type) \
  X(clz, "clz", type) \
  X(cnot, "cnot", type) \
  X(copysign, "copysign", type) \
  X(cos, "cos", approx, ftz, type) \
  X(div, "div", rounding, approx, full, ftz, type) \
  X(dp2a, "dp2a", mul, type) \
  X(dp4a, "dp4a", type) \
  X(ex2, "ex2", approx, ftz, type) \
  X(fma, "fma", rounding, ftz, sat, oob, relu, type) \
  X(fns, "fns", type) \
  X(lg2, "lg2", approx, ftz, type) \
  X(mad, "mad", mul, rounding, ftz, sat, cc, type) \
  X(mad24, "mad24", mul, sat, type) \
  X(madc, "madc", mul, cc, type) \
  X(max, "max", ftz, nan, xorsign, abs, relu, type) \
  X(min, "min", ftz, nan, xorsign, abs, relu, type) \
  X(mul, "mul", mul, rounding, ftz, sat, type) \
  X(mul24, "mul24", mul, type) \
  X(neg, "neg", ftz, type) \
  X(popc, "popc", type) \
  X(rcp, "rcp", rounding, approx, ftz, type) \
  X(rem, "rem", type) \
  X(rsqrt, "rsqrt", approx, ftz, type) \
  X(sad, "sad", type) \
  X(sin, "sin", approx, ftz, type) \
  X(sqrt, "sqrt", rounding, approx, ftz, type) \
  X(sub, "sub", rounding, ftz, sat, cc, type) \
  X(subc, "subc", cc, type) \
  X(szext, "szext", shift, type) \
  X(tanh, "tanh", approx, type) \
  X(testp, "testp", test, type) \
  X(and_, "and", type) \
  X(lop3, "lop3", bool_op, type) \
  X(not_, "not", type) \
  X(or_, "or", type) \
  X(prmt, "prmt", type, permute) \
  X(selp, "selp", type) \
  X(set, "set", compare, bool_op, ftz, type) \
  X(setp, "setp", compare, bool_op, ftz, type) \
  X(shf, "shf", side, shift, type) \
  X(shl, "shl", type) \
  X(shr, "shr", type) \
  X(slct, "slct", ftz, type) \
  X(xor_, "xor", type) \
  X(cvt, "cvt", conversion_rounding, relu, ftz, sat, satfinite, scaled, type) \
  X(cvt_pack, "cvt.pack", sat, type) \
  X(cvta, "cvta", to, space, type) \
  X(isspacep, "isspacep", space) \
  X(istypep, "istypep", type) \
  X(mapa, "mapa", space, type) \
  X(getctarank, "getctarank", space, type) \
  X(mov, "mov", vector, type) \
  X(alloca, "alloca", type) \
  X(applypriority, "applypriority", space, l2_eviction) \
  X(atom, "atom", semantics, scope, space, atomic, noftz, cache_hint, vector, type) \
  X(createpolicy, "createpolicy", policy, cache_level, space, l2_eviction, l2_second_eviction, \
    type) \
  X(discard, "discard", space, cache_level) \
  X(ld, "ld", mmio, semantics, scope, space, cache, non_coherent, l1_eviction, l2_eviction, \
    cache_hint, l2_prefetch, vector, type) \
  X(ldu, "ldu", space, vector, type) \
  X(prefetch, "prefetch", space, cache_level, l2_eviction) \
  X(prefetchu, "prefetchu", cache_level) \
  X(red, "red", semantics, scope, space, atomic, noftz, cache_hint, vector, type) \
  X(red_async, "red.async", mmio, semantics, scope, space, completion, atomic, type) \
  X(st, "st", mmio, semantics, scope, space, cache, l1_eviction, l2_eviction, cache_hint, \
    vector, type) \
  X(st_async, "st.async", mmio, semantics, scope, space, completion, vector, type) \
  X(st_bulk, "st.bulk", semantics, space) \
  X(stackrestore, "stackrestore", type) \
  X(stacksave, "stacksave", type) \
  X(multimem_ld_reduce, "multimem.ld_reduce", semantics, scope, space, atomic, accumulator, \
    vector, type) \
  X(multimem_red, "multimem.red", semantics, scope, space, atomic, vector, type) \
  X(multimem_st, "multimem.st", semantics, scope, space, vector, type) \
  X(multimem_cp_async_bulk, "multimem.cp.async.bulk", space, second_space, completion, \
    im2col_mask) \
  X(multimem_cp_reduce_async_bulk, "multimem.cp.reduce.async.bulk", space, second_space, \
    completion, atomic, type) \
  X(cp_async, "cp.async", cache, space, second_space, cache_hint, l2_prefetch) \
  X(cp_async_commit_group, "cp.async.commit_group") \
  X(cp_async_wait_all, "cp.async.wait_all") \
  X(cp_async_wait_group, "cp.async.wait_group") \
  X(cp_async_mbarrier_arrive, "cp.async.mbarrier.arrive", noinc, space, type) \
  X(cp_async_bulk, "cp.async.bulk", space, second_space, completion, multicast, cache_hint, \
    im2col_mask) \
  X(cp_async_bulk_commit_group, "cp.async.bulk.commit_group") \
  X(cp_async_bulk_wait_group, "cp.async.bulk.wait_group", read) \
  X(cp_async_bulk_prefetch, "cp.async.bulk.prefetch", cache_level, space, cache_hint) \
  X(cp_async_bulk_tensor, "cp.async.bulk.tensor", geometry, space, second_space, load_mode, \
    completion, multicast, cta_group, cache_hint) \
  X(cp_async_bulk_prefetch_tensor, "cp.async.bulk.prefetch.tensor", geometry, cache_level, \
    space, load_mode, cache_hint) \
  X(cp_reduce_async_bulk, "cp.reduce.async.bulk", space, second_space, completion, cache_hint, \
    atomic, noftz, type) \
  X(cp_reduce_async_bulk_tensor, "cp.reduce.async.bulk.tensor", geometry, space, second_space, \
    atomic, load_mode, completion, cache_hint) \
  X(tensormap_replace, "tensormap.replace", load_mode, replace_field, space, type) \
  X(tensormap_cp_fenceproxy, "tensormap.cp_fenceproxy", space, second_space, proxy, semantics, \
    scope, sync, aligned) \
  X(tex, "tex", texture_mode, geometry, vector, type) \
  X(tld4, "tld4", texel, geometry, vector, type) \
  X(txq, "txq", texture_mode, query, type) \
  X(suld, "suld", surface_format, geometry, cache, vector, type, surface_clamp) \
  X(sust, "sust", surface_format, geometry, cache, vector, type, surface_clamp) \
  X(sured, "sured", surface_format, atomic, geometry, type, surface_clamp) \
  X(suq, "suq", query, type) \
  X(bra, "bra", uni) \
  X(brx, "brx.idx", uni) \
  X(call, "call", uni) \
  X(exit, "exit") \
  X(ret, "ret", uni) \
  X(brkpt, "brkpt") \
  X(trap, "trap") \
  X(nanosleep, "nanosleep", type) \
  X(pmevent, "pmevent", byte_mask) \
  X(setmaxnreg, "setmaxnreg", atomic, sync, aligned, type) \
  X(griddepcontrol, "griddepcontrol", dependents) \
  X(activemask, "activemask", type) \
  X(bar, "bar", block_scope, barrier, popc, bool_op, aligned, type) \
  X(bar_warp, "bar.warp", sync) \
  X(barrier, "barrier", block_scope, barrier, popc, bool_op, aligned, type) \
  X(barrier_cluster, "barrier.cluster", barrier, semantics, aligned) \
  X(elect, "elect", sync) \
  X(fence, "fence", semantics, sync_restrict, scope) \
  X(fence_mbarrier_init, "fence.mbarrier_init", semantics, scope) \
  X(fence_proxy, "fence.proxy", proxy, space, semantics, sync_restrict, scope) \
  X(match, "match", vote, sync, type) \
  X(membar, "membar", membar_scope) \
  X(membar_proxy, "membar.proxy", proxy) \
  X(redux, "redux", sync, atomic, abs, nan, type) \
  X(shfl, "shfl", sync, shuffle, type) \
  X(vote, "vote", sync, vote, type) \
  X(mbarrier_init, "mbarrier.init", space, type) \
  X(mbarrier_inval, "mbarrier.inval", space, type) \
  X(mbarrier_arrive, "mbarrier.arrive", expect_tx, no_complete, semantics, scope, space, type) \
  X(mbarrier_arrive_drop, "mbarrier.arrive_drop", expect_tx, no_complete, semantics, scope, \
    space, type) \
  X(mbarrier_complete_tx, "mbarrier.complete_tx", semantics, scope, space, type) \
  X(mbarrier_expect_tx, "mbarrier.expect_tx", semantics, scope, space, type) \
  X(mbarrier_pending_count, "mbarrier.pending_count", type) \
  X(mbarrier_test_wait, "mbarrier.test_wait", parity, semantics, scope, space, type) \
  X(mbarrier_try_wait, "mbarrier.try_wait", parity, semantics, scope, space, type) \
  X(clusterlaunchcontrol_try_cancel, "clusterlaunchcontrol.try_cancel.async", space, completion, \
    multicast, type) \
  X(clusterlaunchcontrol_query_cancel, "clusterlaunchcontrol.query_cancel", query_cancel, \
    vector, type) \
  X(ldmatrix, "ldmatrix", sync, aligned, shape, count, trans, space, type) \
  X(stmatrix, "stmatrix", sync, aligned, shape, count, trans, space, type) \
  X(movmatrix, "movmatrix", sync, aligned, shape, trans, type) \
  X(mma, "mma", sparsity, sync, aligned, shape, layout, second_layout, kind, block_scale, \
    scale_vec, satfinite, type, bool_op, popc) \
  X(wmma_load, "wmma.load", fragment, sync, aligned, layout, shape, space, type) \
  X(wmma_store, "wmma.store", fragment, sync, aligned, layout, shape, space, type) \
  X(wmma_mma, "wmma.mma", bool_op, popc, sync, aligned, layout, second_layout, shape, rounding, \
    type, satfinite) \
  X(wgmma_mma_async, "wgmma.mma_async", sparsity, sync, aligned, shape, type, bool_op, popc, \
    satfinite) \
  X(wgmma_fence, "wgmma.fence", sync, aligned) \
  X(wgmma_commit_group, "wgmma.commit_group", sync, aligned) \
  X(wgmma_wait_group, "wgmma.wait_group", sync, aligned) \
  X(tcgen05_alloc, "tcgen05.alloc", cta_group, sync, aligned, space, type) \
  X(tcgen05_dealloc, "tcgen05.dealloc", cta_group, sync, aligned, type) \
  X(tcgen05_relinquish_alloc_permit, "tcgen05.relinquish_alloc_permit", cta_group, sync, aligned) \
  X(tcgen05_commit, "tcgen05.commit", cta_group, completion, space, multicast, type) \
  X(tcgen05_cp, "tcgen05.cp", cta_group, tensor_shape, spread, type) \
  X(tcgen05_fence_before, "tcgen05.fence::before_thread_sync") \
  X(tcgen05_fence_after, "tcgen05.fence::after_thread_sync") \
  X(tcgen05_ld, "tcgen05.ld", sync, aligned, tensor_shape, count, pack, type) \
  X(tcgen05_ld_red, "tcgen05.ld.red", sync, aligned, tensor_shape, count, atomic, abs, nan, type) \
  X(tcgen05_mma, "tcgen05.mma", warp_stationary, sparsity, cta_group, kind, block_scale, \
    scale_vec, ashift, collector) \
  X(tcgen05_shift, "tcgen05.shift", cta_group, down) \
  X(tcgen05_st, "tcgen05.st", sync, aligned, tensor_shape, count, pack, type) \
  X(tcgen05_wait_ld, "tcgen05.wait::ld", sync, aligned) \
  X(tcgen05_wait_st, "tcgen05.wait::st", sync, aligned) \
  X(vadd, "vadd", type, sat, atomic) \
  X(vsub, "vsub", type, sat, atomic) \
  X(vabsdiff, "vabsdiff", type, sat, atomic) \
  X(vmin, "vmin", type, sat, atomic) \
  X(vmax, "vmax", type, sat, atomic) \
  X(vshl, "vshl", type, sat, shift, atomic) \
  X(vshr, "vshr", type, sat, shift, atomic) \
  X(vmad, "vmad", type, plus_one, sat, scale) \
  X(vset, "vset", type, compare, atomic) \
  X(vadd2, "vadd2", type, sat, atomic) \
  X(vsub2, "vsub2", type, sat, atomic) \
  X(vavrg2, "vavrg2", type, sat, atomic) \
  X(vabsdiff2, "vabsdiff2", type, sat, atomic) \
  X(vmin2, "vmin2", type, sat, atomic) \
  X(vmax2, "vmax2", type, sat, atomic) \
  X(vset2, "vset2", type, compare, atomic) \
  X(vadd4, "vadd4", type, sat, atomic) \
  X(vsub4, "vsub4", type, sat, atomic) \
  X(vavrg4, "vavrg4", type, sat, atomic) \
  X(vabsdiff4, "vabsdiff4", type, sat, atomic) \
  X(vmin4, "vmin4", type, sat, atomic) \
  X(vmax4, "vmax4", type, sat, atomic) \
  X(vset4, "vset4", type, compare, atomic)
// clang-format on
