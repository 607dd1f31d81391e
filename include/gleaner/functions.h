/* Functions of your own for the Gleaner language, from a shared library:
 *   gleaner run script.gln --library ./libmine.so
 *
 * A library has one symbol, gleaner_functions(), which names its functions. A function is called with its
 * arguments as a JSON list and answers one JSON value, so that nothing of Gleaner's inside is part of this
 * interface and a library stays good when Gleaner changes. Calls may come from several threads at once. See
 * examples/functions.
 */
#ifndef GLEANER_FUNCTIONS_H
#define GLEANER_FUNCTIONS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GLEANER_FUNCTIONS_VERSION 1

typedef struct {
  const char* name; /* as scripts call it */
  /* `arguments`: UTF-8, not ended by a zero. The answer is a text ended by a zero that `release` frees: one
   * JSON value, or, with *failed set to 1, words that say what is wrong. */
  char* (*call)(const char* arguments, size_t size, int* failed);
} gleaner_function;

typedef struct {
  int version; /* GLEANER_FUNCTIONS_VERSION */
  size_t count;
  const gleaner_function* functions;
  void (*release)(char* answer);
} gleaner_function_library;

/* The symbol that is looked for. What it gives lives as long as the library. */
const gleaner_function_library* gleaner_functions(void);

#ifdef __cplusplus
}
#endif
#endif
