# Everything from outside, found once; scripts/setup installs it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus QUIET)
if(GLEANER_TESTS)
  find_package(GTest REQUIRED)
endif()
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc icu-i18n)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(SWIPL REQUIRED IMPORTED_TARGET swipl)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
# Optional, headers only: the libraries are loaded when they are first needed.
pkg_check_modules(LIBPQ QUIET libpq)
pkg_check_modules(CURL QUIET libcurl)

# lexbor: pinned source with our span hooks, built by scripts/setup into .deps
add_library(lexbor STATIC IMPORTED)
set_target_properties(lexbor PROPERTIES
  IMPORTED_LOCATION ${GLEANER_DEPS}/lib/liblexbor_static.a
  INTERFACE_INCLUDE_DIRECTORIES ${GLEANER_DEPS}/include
  INTERFACE_COMPILE_DEFINITIONS LEXBOR_STATIC)
if(NOT EXISTS ${GLEANER_DEPS}/lib/liblexbor_static.a)
  message(FATAL_ERROR "lexbor is missing: run scripts/setup")
endif()
