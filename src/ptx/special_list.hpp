// SPDX-License-Identifier: Apache-2.0
// Every special register of PTX ISA 9.0 (chapter 10) as one table: enumerator, name, is it a
// vector (.x .y .z). Numbered families (%envreg<n>) stand in order, so that envreg0 + n names the
// n-th.
#pragma once

// clang-format off
#define ASSAY_PTX_SPECIALS(X) \
  X(tid, "%tid", true) X(ntid, "%ntid", true) \
  X(laneid, "%laneid", false) X(warpid, "%warpid", false) X(nwarpid, "%nwarpid", false) \
  X(ctaid, "%ctaid", true) X(nctaid, "%nctaid", true) \
  X(smid, "%smid", false) X(nsmid, "%nsmid", false) X(gridid, "%gridid", false) \
  X(is_explicit_cluster, "%is_explicit_cluster", false) \
  X(clusterid, "%clusterid", true) X(nclusterid, "%nclusterid", true) \
  X(cluster_ctaid, "%cluster_ctaid", true) X(cluster_nctaid, "%cluster_nctaid", true) \
  X(cluster_ctarank, "%cluster_ctarank", false) X(cluster_nctarank, "%cluster_nctarank", false) \
  X(lanemask_eq, "%lanemask_eq", false) X(lanemask_le, "%lanemask_le", false) \
  X(lanemask_lt, "%lanemask_lt", false) X(lanemask_ge, "%lanemask_ge", false) \
  X(lanemask_gt, "%lanemask_gt", false) \
  X(clock, "%clock", false) X(clock_hi, "%clock_hi", false) X(clock64, "%clock64", false) \
  X(globaltimer, "%globaltimer", false) X(globaltimer_lo, "%globaltimer_lo", false) \
  X(globaltimer_hi, "%globaltimer_hi", false) \
  X(total_smem_size, "%total_smem_size", false) X(aggr_smem_size, "%aggr_smem_size", false) \
  X(dynamic_smem_size, "%dynamic_smem_size", false) \
  X(reserved_smem_offset_begin, "%reserved_smem_offset_begin", false) \
  X(reserved_smem_offset_end, "%reserved_smem_offset_end", false) \
  X(reserved_smem_offset_cap, "%reserved_smem_offset_cap", false) \
  X(reserved_smem_offset_0, "%reserved_smem_offset_0", false) \
  X(reserved_smem_offset_1, "%reserved_smem_offset_1", false) \
  X(current_graph_exec, "%current_graph_exec", false) \
  X(pm0, "%pm0", false) X(pm1, "%pm1", false) X(pm2, "%pm2", false) X(pm3, "%pm3", false) \
  X(pm4, "%pm4", false) X(pm5, "%pm5", false) X(pm6, "%pm6", false) X(pm7, "%pm7", false) \
  X(pm0_64, "%pm0_64", false) X(pm1_64, "%pm1_64", false) X(pm2_64, "%pm2_64", false) \
  X(pm3_64, "%pm3_64", false) X(pm4_64, "%pm4_64", false) X(pm5_64, "%pm5_64", false) \
  X(pm6_64, "%pm6_64", false) X(pm7_64, "%pm7_64", false) \
  X(envreg0, "%envreg0", false) X(envreg1, "%envreg1", false) X(envreg2, "%envreg2", false) \
  X(envreg3, "%envreg3", false) X(envreg4, "%envreg4", false) X(envreg5, "%envreg5", false) \
  X(envreg6, "%envreg6", false) X(envreg7, "%envreg7", false) X(envreg8, "%envreg8", false) \
  X(envreg9, "%envreg9", false) X(envreg10, "%envreg10", false) X(envreg11, "%envreg11", false) \
  X(envreg12, "%envreg12", false) X(envreg13, "%envreg13", false) X(envreg14, "%envreg14", false) \
  X(envreg15, "%envreg15", false) X(envreg16, "%envreg16", false) X(envreg17, "%envreg17", false) \
  X(envreg18, "%envreg18", false) X(envreg19, "%envreg19", false) X(envreg20, "%envreg20", false) \
  X(envreg21, "%envreg21", false) X(envreg22, "%envreg22", false) X(envreg23, "%envreg23", false) \
  X(envreg24, "%envreg24", false) X(envreg25, "%envreg25", false) X(envreg26, "%envreg26", false) \
  X(envreg27, "%envreg27", false) X(envreg28, "%envreg28", false) X(envreg29, "%envreg29", false) \
  X(envreg30, "%envreg30", false) X(envreg31, "%envreg31", false)
// clang-format on
