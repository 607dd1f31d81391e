// See delimiters.h. The names of the classes.
#include "delimiter/delimiters.h"

namespace gleaner::delimiter {

namespace {
struct Names {
  std::string_view name, title;
};
constexpr Names kNames[] = {{"lr", "LR"},         {"hlrt", "HLRT"}, {"oclr", "OCLR"},
                            {"hoclrt", "HOCLRT"}, {"nlr", "N-LR"},  {"nhlrt", "N-HLRT"}};
}  // namespace

std::string_view name_of(Class c) { return kNames[size_t(c)].name; }
std::string_view title_of(Class c) { return kNames[size_t(c)].title; }

std::optional<Class> class_of_name(std::string_view name) {
  std::string plain;
  for (char c : name)
    if (c != '-') plain += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  for (Class c : kAllClasses)
    if (plain == name_of(c)) return c;
  return std::nullopt;
}

}  // namespace gleaner::delimiter
