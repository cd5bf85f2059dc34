# Libraries that every executable carries inside itself, so that the bundle needs nothing but glibc. Under these
# names `LIBS b2` means the archive; the plain linker name would mean the shared library.

function(static_archive name)
  find_library(ASSAY_${name}_ARCHIVE NAMES lib${name}.a REQUIRED)
  add_library(${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${ASSAY_${name}_ARCHIVE})
endfunction()

static_archive(b2)
static_archive(zstd)
