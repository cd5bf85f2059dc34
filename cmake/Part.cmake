# The one place that knows the shape of the house: every folder of src/ is a part, and a part may include
# only the parts named after USES. The same call makes the library and writes the table that
# tools/checks/arrows.py reads, so the picture in the docs and the build can't drift apart.

find_package(Threads REQUIRED)
include(Static)

# What every translation unit is compiled with. -ffp-contract=off: results must not depend on whether the
# compiler found a fused multiply-add.
add_library(assay_options INTERFACE)
target_compile_features(assay_options INTERFACE cxx_std_20)
target_compile_options(assay_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers -ffp-contract=off)
target_compile_definitions(assay_options INTERFACE FMT_HEADER_ONLY)
target_include_directories(assay_options INTERFACE ${CMAKE_SOURCE_DIR}/src)

set_property(GLOBAL PROPERTY ASSAY_ARROWS "")

# One line of arrows.txt: "kind name folder: uses…". Kind is part or program; the folder is where the first source
# stands, counted from src/, so a CMakeLists.txt may hold two parts (device and device/sim).
function(assay_note_arrows kind name source)
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR}/${source} DIRECTORY)
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/src ${folder})
  string(JOIN " " uses ${ARGN})
  set_property(GLOBAL APPEND_STRING PROPERTY ASSAY_ARROWS "${kind} ${name} ${folder}: ${uses}\n")
endfunction()

# part(name SOURCES a.cpp b.cpp USES base num LIBS some::library)
function(part name)
  cmake_parse_arguments(P "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(${name} STATIC ${P_SOURCES})
  target_link_libraries(${name} PUBLIC assay_options ${P_USES} PRIVATE ${P_LIBS})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${headers})
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  list(GET P_SOURCES 0 first)
  assay_note_arrows(part ${name} ${first} ${P_USES})
endfunction()

# program(name SOURCES main.cpp USES ...): one of the three executables.
function(program name)
  cmake_parse_arguments(P "" "OUTPUT" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(${name} ${P_SOURCES})
  target_link_libraries(${name} PRIVATE assay_options ${P_USES} ${P_LIBS} Threads::Threads)
  # Not in a sanitizer build: ASan finds __cxa_throw only in the shared libstdc++.
  target_link_options(${name} PRIVATE $<$<CONFIG:Release>:-static-libstdc++;-static-libgcc>)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${P_OUTPUT})
  list(GET P_SOURCES 0 first)
  assay_note_arrows(program ${name} ${first} ${P_USES})
endfunction()

# In a sanitizer build, the tests from here on run without the search for leaks at the end of a process: it
# stumbles over the threads of NVIDIA's compiler.
macro(without_leak_check)
  set(ASSAY_TEST_ENVIRONMENT ENVIRONMENT_MODIFICATION "ASAN_OPTIONS=string_append::detect_leaks=0")
endmacro()

# part_test(name SOURCES ...): the tests of one part link that part alone (and what it may use).
function(part_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name}_test ${T_SOURCES})
  target_link_libraries(${name}_test PRIVATE ${name} GTest::gtest GTest::gmock GTest::gtest_main ${T_LIBS})
  target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name}_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 120 ${ASSAY_TEST_ENVIRONMENT})
  set_property(GLOBAL APPEND PROPERTY ASSAY_TESTS ${name}_test)
endfunction()
