// SPDX-License-Identifier: Apache-2.0
// This instruction set's handlers as a table.
#include "sim/exec/handlers.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim {

extern const Handlers ASSAY_ISA_TABLE;
const Handlers ASSAY_ISA_TABLE = {
    ASSAY_ISA_NAME,
    ASSAY_ISA::select_integer,
    ASSAY_ISA::select_float,
    ASSAY_ISA::select_compare,
    ASSAY_ISA::select_compare_set,
    ASSAY_ISA::select_test,
    ASSAY_ISA::select_choice,
    ASSAY_ISA::select_convert,
    ASSAY_ISA::select_tf32,
    ASSAY_ISA::select_access,
    ASSAY_ISA::select_param,
};

}  // namespace assay::sim
