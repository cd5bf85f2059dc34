# The one place that knows the shape of the house: every folder of src/ is a part, and a part may include
# only the parts named after USES. The same call makes the library and writes the table that
# tools/check_arrows reads, so the picture in the docs and the build can't drift apart.

find_package(Threads REQUIRED)

# What every translation unit is compiled with. -ffp-contract=off: results must not depend on whether the
# compiler found a fused multiply-add.
add_library(assay_options INTERFACE)
target_compile_features(assay_options INTERFACE cxx_std_20)
target_compile_options(assay_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers -ffp-contract=off)
target_compile_definitions(assay_options INTERFACE FMT_HEADER_ONLY)
target_include_directories(assay_options INTERFACE ${CMAKE_SOURCE_DIR}/src)

set_property(GLOBAL PROPERTY ASSAY_ARROWS "")

function(assay_note_arrows name)
  string(JOIN " " uses ${ARGN})
  set_property(GLOBAL APPEND_STRING PROPERTY ASSAY_ARROWS "${name}: ${uses}\n")
endfunction()

# part(name SOURCES a.cpp b.cpp USES base num LIBS some::library)
function(part name)
  cmake_parse_arguments(P "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(${name} STATIC ${P_SOURCES})
  target_link_libraries(${name} PUBLIC assay_options ${P_USES} PRIVATE ${P_LIBS})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${headers})
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  assay_note_arrows(${name} ${P_USES})
endfunction()

# program(name SOURCES main.cpp USES ...): one of the three executables.
function(program name)
  cmake_parse_arguments(P "" "OUTPUT" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(${name} ${P_SOURCES})
  target_link_libraries(${name} PRIVATE assay_options ${P_USES} ${P_LIBS} Threads::Threads)
  target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${P_OUTPUT})
  assay_note_arrows(${name} ${P_USES})
endfunction()

# part_test(name SOURCES ...): the tests of one part link that part alone (and what it may use).
function(part_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name}_test ${T_SOURCES})
  target_link_libraries(${name}_test PRIVATE ${name} GTest::gtest GTest::gmock GTest::gtest_main ${T_LIBS})
  target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name}_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST)
  set_property(GLOBAL APPEND PROPERTY ASSAY_TESTS ${name}_test)
endfunction()
