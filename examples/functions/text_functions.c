/* A library of functions for the Gleaner language:
 *
 *   cc -shared -fPIC -I../../include -o libtext_functions.so text_functions.c
 *   gleaner run use.gln --library ./libtext_functions.so
 *
 * reversed("abc") is "cba"; arguments_seen(1, "x") shows the JSON that a function is given. */
#include <gleaner/functions.h>
#include <stdlib.h>
#include <string.h>

static char* copy(const char* text, size_t size) {
  char* out = malloc(size + 1);
  memcpy(out, text, size);
  out[size] = 0;
  return out;
}

/* ["abc"] -> "cba"; enough for letters without escapes. */
static char* reversed(const char* arguments, size_t size, int* failed) {
  size_t begin, end;
  char* out;
  if (size < 4 || arguments[1] != '"' || arguments[size - 2] != '"') {
    *failed = 1;
    return copy("reversed takes one text", 23);
  }
  out = copy(arguments + 1, size - 2);
  for (begin = 1, end = size - 4; begin < end; ++begin, --end) {
    const char c = out[begin];
    out[begin] = out[end];
    out[end] = c;
  }
  return out;
}

static char* arguments_seen(const char* arguments, size_t size, int* failed) {
  (void)failed;
  return copy(arguments, size);
}

static void release(char* answer) { free(answer); }

static const gleaner_function kFunctions[] = {{"reversed", reversed}, {"arguments_seen", arguments_seen}};
static const gleaner_function_library kLibrary = {GLEANER_FUNCTIONS_VERSION, 2, kFunctions, release};

const gleaner_function_library* gleaner_functions(void) { return &kLibrary; }
