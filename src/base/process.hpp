// SPDX-License-Identifier: Apache-2.0
// Child processes that speak in frames over pipes, with deadlines; no shell is ever involved.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

struct Command {
  std::vector<std::string> argv;  ///< argv[0] is a path; PATH is never searched
  /// The child's whole environment; nothing is inherited but what stands here.
  std::vector<std::pair<std::string, std::string>> environment;
};

/// How a child ended.
struct Ending {
  bool exited = false;      ///< else killed by `signal`
  int code = 0;             ///< exit code, when exited
  int signal = 0;           ///< signal number, when not
  bool timed_out = false;   ///< we killed it at its deadline
  std::string stderr_tail;  ///< last 64 KiB of what it wrote to stderr
};

/// What a command wrote to its stdout, and how it ended.
struct Output {
  std::string text;
  bool cut = false;  ///< it wrote more than the limit; the rest was read and dropped
  Ending ending;
};

/// One child in its own process group, killed when this object dies (and when the parent dies).
/// Frames: 8 bytes little-endian length, then that many bytes. A deadline that passes kills the
/// whole group. Used by one thread at a time; several threads may each have children.
class Child {
 public:
  [[nodiscard]] static Result<Child> start(const Command& command);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  /// Error when the child closed its stdin or the deadline passed.
  [[nodiscard]] Result<void> send(ByteView frame, Deadline deadline = {});
  /// nullopt: the child closed its stdout (ended). Error: deadline, a frame above `limit`, torn
  /// frame.
  [[nodiscard]] Result<std::optional<Bytes>> receive(Deadline deadline = {},
                                                     std::size_t limit = std::size_t{2} << 30);
  void close_input();
  void kill();
  /// Closes its input and waits for the end (killing at the deadline or when interrupted). Frames
  /// not yet received are dropped.
  [[nodiscard]] Ending wait(Deadline deadline = {});

 private:
  friend Result<Output> run_to_end(const Command&, Deadline, std::size_t);
  struct State;
  [[nodiscard]] Result<Output> collect(Deadline deadline, std::size_t limit);
  explicit Child(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A command that speaks no frames: empty stdin, plain text on stdout. That it failed or was killed
/// at its deadline is in `ending`; an Error means that it could not be started, or "interrupted".
[[nodiscard]] Result<Output> run_to_end(const Command& command, Deadline deadline = {},
                                        std::size_t limit = std::size_t{64} << 20);

/// The child's side: frames on stdin and stdout. nullopt at end of input.
[[nodiscard]] Result<std::optional<Bytes>> read_frame(int fd,
                                                      std::size_t limit = std::size_t{2} << 30);
[[nodiscard]] Result<void> write_frame(int fd, ByteView frame);

/// Set by Ctrl-C (SIGINT), SIGTERM or a terminal that goes (SIGHUP, unless ignored) once
/// `catch_interrupts` was called; every wait above returns an Error "interrupted" soon after.
void catch_interrupts();
[[nodiscard]] bool interrupted();
/// The first of these signals that came, 0 before.
[[nodiscard]] int interrupting_signal();

}  // namespace assay
