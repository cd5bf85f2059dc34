# The race detector's tests, relative to tests/sim.
set(RACE_TESTS
  race/clock_test.cpp
  race/line_test.cpp
  race/pattern_test.cpp
  race/random_test.cpp
  race/shadow_test.cpp)
