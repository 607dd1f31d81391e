// Library: a shared library that is loaded when it is first needed.
//
// Some libraries are large or bring others along (TLS, a database engine). A program that only extracts
// should not pay for starting them, and should run where they are not installed; so they are opened by name,
// on first use, and stay open.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner {

class Library {
 public:
  // The first of `names` that can be loaded. `what` and `hint` are for people: "the HTTP server", "install
  // ...".
  static Result<Library> open(const std::vector<std::string>& names, const std::string& what,
                              const std::string& hint);

  // REQUIRES: the symbol has that type. Null if there is no such symbol.
  template <class Function>
  Function find(const char* symbol) const {
    return reinterpret_cast<Function>(address(symbol));
  }

 private:
  void* address(const char* symbol) const;
  void* handle_ = nullptr;  // never closed: code of it may be running until the program ends
};

// For a list of a library's functions, LIST(X) with an X(name) for each: the members of a struct of
// pointers to them; and `functions`, such a struct, filled in from `library`, with the name of one
// that is not there in `missing`.
#define GLEANER_FUNCTION(name) decltype(&::name) name = nullptr;
#define GLEANER_FIND_FUNCTION(name)                               \
  functions.name = library.find<decltype(functions.name)>(#name); \
  if (!functions.name) missing = #name;

// Where a library of ours may stand: beside the program, where an installed program keeps its libraries,
// `built` (its path in the build), wherever the system looks.
std::vector<std::string> library_places(const std::string& name, const std::string& built);

}  // namespace gleaner
