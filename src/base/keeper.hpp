// SPDX-License-Identifier: Apache-2.0
// One thread that lives as long as the process. PR_SET_PDEATHSIG kills a child when the *thread*
// that started it ends, so children are started here, whatever thread asks.
#pragma once

#include <functional>

namespace assay {

/// Runs `job` there and returns when it has run. Jobs run one at a time and must not throw.
void on_keeper_thread(const std::function<void()>& job);

}  // namespace assay
