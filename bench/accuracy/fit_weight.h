// Weights of a family as variables, for fitting: bench/CMakeLists.txt makes a copy of its weights.h whose
// numbers come from here. A number is read from the file that GLEANER_FIT_WEIGHTS names (lines "kName 0.5");
// one that stands not there keeps its default.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

inline double fit_weight(const std::string& name, double otherwise) {
  const char* path = std::getenv("GLEANER_FIT_WEIGHTS");
  if (!path) return otherwise;
  std::ifstream file(path);
  std::string key;
  double value;
  while (file >> key >> value)
    if (key == name) return value;
  return otherwise;
}
