// SPDX-License-Identifier: Apache-2.0
// The same rules, the slow and obvious way: a full vector clock a thread, every access kept, chains
// walked. Shares no code with the detector. Single-lane steps only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim/race/race.hpp"

namespace assay::sim::race {

class Reference {
 public:
  using Id = int;
  using Vector = std::map<Id, int>;

  /// Does this access race with any earlier one? `place` tells memories apart too.
  bool access(Id t, int block, int place, Kind kind, Strength strength, Scope scope) {
    Event now{t, block, ++clock_[t][t], place, kind, strength != Strength::weak, scope};
    bool race = false;
    for (int old = 0; old < static_cast<int>(events_.size()); ++old) {
      race = race || races(old, now);
    }
    const int self = static_cast<int>(events_.size());
    const int latest = last_write(place);
    if (latest >= 0 && now.strong && kind != Kind::write) observe(latest, self, now, strength);
    if (kind != Kind::read) write(latest, self, now, strength);
    events_.push_back(now);
    return race;
  }
  void fence(Id t, int block, Scope scope) {
    settle(t, block, scope);
    fences_[t].push_back({block, scope, clock_[t]});
    ++clock_[t][t];
  }
  /// All of them wait; what `arrive` and `exit` left is there too.
  void barrier(const std::vector<Id>& threads, int block, int barrier) {
    Vector all = barrier >= 0 ? exited_[block] : Vector{};
    if (barrier >= 0) join(all, arrived_[{block, barrier}]);
    arrived_.erase({block, barrier});
    for (const Id t : threads) {
      settle_all(t);
      join(all, clock_[t]);
    }
    for (const Id t : threads) {
      join(clock_[t], all);
      ++clock_[t][t];
    }
  }
  void arrive(Id t, int block, int barrier) { leave(t, arrived_[{block, barrier}]); }
  void exit(Id t, int block) { leave(t, exited_[block]); }

 private:
  struct Release {
    int block = 0;
    Scope scope = Scope::gpu;
    Vector known;
  };
  struct Event {
    Id thread = 0;
    int block = 0, at = 0, place = 0;
    Kind kind = Kind::read;
    bool strong = false;
    Scope scope = Scope::gpu;
    std::vector<Release> releases = {};
    int chain = -1;                   ///< the write that this read-modify-write continues
    std::vector<int> observers = {};  ///< strong reads of this write
    std::vector<int> before = {};     ///< accesses of this place that come before this write
  };

  static void join(Vector& into, const Vector& more) {
    for (const auto& [t, at] : more) into[t] = std::max(into[t], at);
  }
  bool ordered(const Event& old, const Event& now) {
    return old.thread == now.thread || clock_[now.thread][old.thread] >= old.at;
  }
  static bool moral(const Event& a, const Event& b) {
    return a.strong && b.strong &&
           (a.block == b.block || (a.scope == Scope::gpu && b.scope == Scope::gpu));
  }
  /// `now` comes after a strong read of a write that is `old` or comes after it (coherence).
  bool observed(int old, const Event& now) {
    for (const int o : events_[old].observers) {
      const bool past = o < static_cast<int>(events_.size());  // not this access itself
      if (past && ordered(events_[o], now)) return true;
    }
    for (int w = old + 1; w < static_cast<int>(events_.size()); ++w) {
      for (const int before : events_[w].before) {
        if (before == old && observed(w, now)) return true;
      }
    }
    return false;
  }
  bool before(int old, const Event& now) {
    return ordered(events_[old], now) || observed(old, now);
  }
  bool races(int old, const Event& now) {
    const Event& e = events_[old];
    if (e.place != now.place || (e.kind == Kind::read && now.kind == Kind::read)) return false;
    return !moral(e, now) && !before(old, now);
  }
  int last_write(int place) const {
    for (int i = static_cast<int>(events_.size()) - 1; i >= 0; --i) {
      if (events_[i].place == place && events_[i].kind != Kind::read) return i;
    }
    return -1;
  }
  static bool usable(const Release& r, int block, Scope scope) {
    return r.block == block || (r.scope == Scope::gpu && scope == Scope::gpu);
  }
  void observe(int latest, int self, const Event& now, Strength strength) {
    if (!moral(events_[latest], now)) return;
    for (int w = latest; w >= 0; w = events_[w].chain) {
      events_[w].observers.push_back(self);
      for (const Release& r : events_[w].releases) {
        const bool acquires = strength == Strength::acquire || strength == Strength::acq_rel;
        if (acquires && usable(r, now.block, now.scope)) {
          join(clock_[now.thread], r.known);
        } else {
          pending_[now.thread].push_back(r);
        }
      }
    }
  }
  void write(int latest, int self, Event& now, Strength strength) {
    for (int w = 0; w < self; ++w) {
      if (events_[w].place == now.place && before(w, now)) now.before.push_back(w);
    }
    if (now.strong) {
      if (now.kind == Kind::rmw && latest >= 0 && moral(events_[latest], now)) {
        now.chain = latest;
        now.before.push_back(latest);
      }
      now.releases = fences_[now.thread];
      std::vector<Release>& own = released_[{now.thread, now.place}];
      if (strength == Strength::release || strength == Strength::acq_rel) {
        own.push_back({now.block, now.scope, clock_[now.thread]});
        ++clock_[now.thread][now.thread];
      }
      now.releases.insert(now.releases.end(), own.begin(), own.end());
    }
  }
  void settle(Id t, int block, Scope scope) {
    std::vector<Release> left;
    for (const Release& r : pending_[t]) {
      if (usable(r, block, scope)) {
        join(clock_[t], r.known);
      } else {
        left.push_back(r);
      }
    }
    pending_[t] = left;
  }
  void settle_all(Id t) {
    const int block = t / 1024;
    settle(t, block, Scope::gpu);
  }
  void leave(Id t, Vector& into) {
    settle_all(t);
    join(into, clock_[t]);
    ++clock_[t][t];
  }

  std::vector<Event> events_;
  std::map<Id, Vector> clock_;
  std::map<Id, std::vector<Release>> fences_, pending_;
  std::map<std::pair<Id, int>, std::vector<Release>> released_;
  std::map<std::pair<int, int>, Vector> arrived_;
  std::map<int, Vector> exited_;
};

}  // namespace assay::sim::race
