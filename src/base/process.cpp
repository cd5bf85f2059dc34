// SPDX-License-Identifier: Apache-2.0
// The waits of a child's parent. Every wait polls all three pipes, the child's end and an
// interrupt, so that neither side can block the other for ever.
#include "base/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <thread>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include "base/frame.hpp"
#include "base/interrupt.hpp"
#include "base/spawn.hpp"

namespace assay {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t chunk_bytes = std::size_t{256} << 10;
constexpr std::size_t stderr_kept = std::size_t{64} << 10;
// What a child may have said while we still talk to it; above that it has to wait for us to listen.
constexpr std::size_t output_held = std::size_t{2} << 30;
constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();
// Where the kernel has no pidfd to poll, how long an end may go unseen.
constexpr int blind_poll_ms = 10;
// A killed process can hang in a driver; we don't hang with it.
constexpr auto patience_after_kill = std::chrono::seconds(5);

int milliseconds_until(Deadline deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1 << 30));
}

bool passed(Deadline deadline) {
  return deadline && steady_clock::now() >= *deadline;
}

bool would_block(int number) {
  return number == EAGAIN || number == EWOULDBLOCK;
}

void keep_tail(std::string& tail, ByteView piece) {
  tail += text_of(piece);
  if (tail.size() > stderr_kept) tail.erase(0, tail.size() - stderr_kept);
}

}  // namespace

struct Child::State {
  State(Spawned started, std::string called) : child(std::move(started)), name(std::move(called)) {}
  ~State() {
    kill_group();
    reap();
  }

  using Sink = std::function<void(ByteView)>;
  bool drain(Descriptor& fd, const Sink& keep);
  void write_some();
  void poll_once(Deadline deadline, std::size_t bound);
  Result<void> turn(Deadline deadline, std::size_t bound);
  bool look_for_end();
  void kill_group() const;
  void wait_for_end(Deadline deadline);
  void reap();
  void note(int status);

  Spawned child;
  std::string name;
  FrameReader frames;
  Sink on_output = [this](ByteView piece) { frames.feed(piece); };
  ByteView header_left, body_left;  ///< of the frame on its way to the child
  std::vector<std::byte> chunk = std::vector<std::byte>(chunk_bytes);
  Ending ending;
  bool ended = false;  ///< seen dead, perhaps not yet reaped
  bool reaped = false;
};

// Reads one piece; false when there is none now. The descriptor is closed at the end of its data.
bool Child::State::drain(Descriptor& fd, const Sink& keep) {
  const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
  if (got > 0) {
    keep(ByteView(chunk).first(static_cast<std::size_t>(got)));
    return true;
  }
  if (got < 0 && errno == EINTR) return true;
  if (got == 0 || !would_block(errno)) fd.close();
  return false;
}

void Child::State::write_some() {
  ByteView& part = header_left.empty() ? body_left : header_left;
  const ssize_t wrote = ::write(child.input.get(), part.data(), part.size());
  if (wrote >= 0) {
    part = part.subspan(static_cast<std::size_t>(wrote));
  } else if (!would_block(errno) && errno != EINTR) {
    child.input.close();
  }
}

// Waits until something can be done and does it, a piece of each: a flood on one pipe starves no
// other.
void Child::State::poll_once(Deadline deadline, std::size_t bound) {
  const bool to_send = !header_left.empty() || !body_left.empty();
  pollfd fds[] = {
      {to_send ? child.input.get() : -1, POLLOUT, 0},
      {frames.held() < bound ? child.output.get() : -1, POLLIN, 0},
      {child.error.get(), POLLIN, 0},
      {child.handle.get(), POLLIN, 0},
      {interrupt_descriptor(), POLLIN, 0},
  };
  int timeout = milliseconds_until(deadline);
  if (!child.handle.is_open() && (timeout < 0 || timeout > blind_poll_ms)) timeout = blind_poll_ms;
  if (::poll(fds, std::size(fds), timeout) <= 0) return;
  if (fds[0].revents != 0) write_some();
  if (fds[1].revents != 0) drain(child.output, on_output);
  if (fds[2].revents != 0) {
    drain(child.error, [this](ByteView piece) { keep_tail(ending.stderr_tail, piece); });
  }
}

// One round of a wait that can fail: interrupted, too late, or over because the child is dead.
Result<void> Child::State::turn(Deadline deadline, std::size_t bound) {
  if (interrupted()) return fail("interrupted");
  if (passed(deadline)) {
    kill_group();
    ending.timed_out = true;
    return fail(fmt::format("{} did not answer before its deadline and was killed", name));
  }
  poll_once(deadline, bound);
  // Its heirs may hold the pipes open; what a dead child has said is what lies in them now.
  if (look_for_end() && child.output.is_open() && frames.held() < bound &&
      !drain(child.output, on_output)) {
    child.output.close();
  }
  return {};
}

// The zombie is left standing: as long as it does, its number is nobody else's, and the group can
// be killed safely.
bool Child::State::look_for_end() {
  if (ended) return true;
  siginfo_t info{};
  const int failed =
      ::waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed != 0 && errno == EINTR) return false;
  ended = failed != 0 || info.si_pid == child.pid;
  if (ended) kill_group();
  return ended;
}

void Child::State::kill_group() const {
  if (reaped) return;
  ::kill(-child.pid, SIGKILL);
  ::kill(child.pid, SIGKILL);  // should it have left its group
}

void Child::State::wait_for_end(Deadline deadline) {
  on_output = [](ByteView) {};
  while (!look_for_end()) {
    if (interrupted()) return kill_group();
    if (passed(deadline)) {
      ending.timed_out = true;
      return kill_group();
    }
    poll_once(deadline, no_bound);
  }
}

void Child::State::note(int status) {
  ending.exited = WIFEXITED(status);
  if (WIFEXITED(status)) ending.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
}

// For a child that has ended or was killed.
void Child::State::reap() {
  if (reaped) return;
  const Deadline patience = steady_clock::now() + patience_after_kill;
  on_output = [](ByteView) {};
  while (!look_for_end() && !passed(patience)) {
    // After an interrupt its descriptor is readable for ever; then sleep instead.
    if (interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    poll_once(patience, no_bound);
  }
  const auto keep = [this](ByteView piece) { keep_tail(ending.stderr_tail, piece); };
  for (int pieces = 0; pieces < 64 && child.error.is_open() && drain(child.error, keep);) ++pieces;
  int status = 0;
  if (ended) {
    while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) continue;
  } else {
    status = SIGKILL;
    std::thread([pid = child.pid] { ::waitpid(pid, nullptr, 0); }).detach();
  }
  note(status);
  reaped = true;
  child = Spawned{};
}

Result<Child> Child::start(const Command& command) {
  Result<Spawned> spawned = spawn(command);
  if (!spawned) return fail(std::move(spawned.error()));
  const std::string& program = command.argv[0];
  std::string name = program.substr(program.rfind('/') + 1);
  return Child(std::make_unique<State>(std::move(*spawned), std::move(name)));
}

Child::Child(std::unique_ptr<State> state) : state_(std::move(state)) {}
Child::Child(Child&& other) noexcept = default;
Child& Child::operator=(Child&& other) noexcept = default;
Child::~Child() = default;

Result<void> Child::send(ByteView frame, Deadline deadline) {
  State& state = *state_;
  const auto header = frame_header(frame.size());
  state.header_left = header;
  state.body_left = frame;
  Result<void> sent;
  while (sent && !(state.header_left.empty() && state.body_left.empty())) {
    if (!state.child.input.is_open() || state.ended) {
      sent = fail(fmt::format("{} closed its input before all was sent", state.name));
      state.child.input.close();  // half a frame went out: nothing sensible can follow
    } else {
      sent = state.turn(deadline, output_held);
    }
  }
  state.header_left = state.body_left = {};
  return sent;
}

Result<std::optional<Bytes>> Child::receive(Deadline deadline, std::size_t limit) {
  State& state = *state_;
  for (;;) {
    const std::optional<std::uint64_t> claimed = state.frames.claimed();
    if (claimed && *claimed > limit) {
      return fail(fmt::format("{} sent a frame of {} bytes, above the limit of {}", state.name,
                              *claimed, limit));
    }
    if (auto frame = state.frames.next()) return frame;
    if (!state.child.output.is_open()) break;
    if (auto turned = state.turn(deadline, no_bound); !turned) return fail(turned.error());
  }
  if (!state.frames.mid_frame()) return std::nullopt;
  return fail(fmt::format("{} ended in the middle of a frame", state.name));
}

void Child::close_input() {
  state_->child.input.close();
}

void Child::kill() {
  state_->kill_group();
}

Ending Child::wait(Deadline deadline) {
  close_input();
  if (!state_->reaped) state_->wait_for_end(deadline);
  state_->reap();
  return state_->ending;
}

Result<Output> run_to_end(const Command& command, Deadline deadline, std::size_t limit) {
  Result<Child> child = Child::start(command);
  if (!child) return fail(std::move(child.error()));
  return child->collect(deadline, limit);
}

Result<Output> Child::collect(Deadline deadline, std::size_t limit) {
  Output output;
  close_input();
  state_->on_output = [&](ByteView piece) {
    const std::size_t room = limit - output.text.size();
    output.text += text_of(piece.first(std::min(room, piece.size())));
    output.cut = output.cut || piece.size() > room;
  };
  Result<void> turned;
  while (turned && state_->child.output.is_open()) turned = state_->turn(deadline, no_bound);
  if (interrupted()) return fail("interrupted");
  output.ending = wait(deadline);
  return output;
}

}  // namespace assay
