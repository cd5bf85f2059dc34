# The race detector's sources, relative to src/sim.
set(RACE_SOURCES
  race/accessor.cpp
  race/block.cpp
  race/check.cpp
  race/clock.cpp
  race/crowd.cpp
  race/line.cpp
  race/location.cpp
  race/reports.cpp
  race/shadow.cpp)
