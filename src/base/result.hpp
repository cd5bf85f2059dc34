// SPDX-License-Identifier: Apache-2.0
// The one error type, and Result<T>. A build that fails or a wrong answer is a value in a record;
// an Error is ours, the user's input's or the machine's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace assay {

/// Who has to act on an error; decides the exit code of a command.
enum class Blame {
  usage,    ///< the command line or a task or candidate file is wrong (exit 2)
  machine,  ///< something this machine lacks or refuses: no compiler, disk full (exit 3)
  assay,    ///< a bug of ours (exit 3)
};

/// Lower-case message without full stop; `hint` says what to do; `causes` from near to far.
struct Error {
  std::string message;
  std::string hint;
  Blame blame = Blame::machine;
  std::vector<std::string> causes;

  /// The same error seen from further out: `message` becomes the first cause of `outer`.
  [[nodiscard]] Error within(std::string outer) && {
    causes.insert(causes.begin(), std::move(message));
    message = std::move(outer);
    return std::move(*this);
  }
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(std::string message, std::string hint = {},
                                                Blame blame = Blame::machine) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(hint), blame, {}});
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// "error: message\n  because: cause\n  hint: what to do\n", escaped for a terminal by the caller.
[[nodiscard]] std::string to_text(const Error& error);

}  // namespace assay
