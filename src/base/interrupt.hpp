// SPDX-License-Identifier: Apache-2.0
// The wake-up that every wait listens to, besides what it waits for. `catch_interrupts` and
// `interrupted` themselves are declared in base/process.hpp.
#pragma once

namespace assay {

/// Readable from the first interrupt on, for ever; -1 (which poll skips) before `catch_interrupts`.
[[nodiscard]] int interrupt_descriptor();

}  // namespace assay
