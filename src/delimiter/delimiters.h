// Delimiters: a wrapper of one of the six classes is nothing but a vector of strings.
//
// Source: Kushmerick, "Wrapper induction: efficiency and expressiveness" (AI 118, 2000), sections 3 and 4.
//   LR      l1 r1 .. lK rK          left and right delimiter of every attribute
//   HLRT    + h t                   where the head of the page ends and its tail begins
//   OCLR    + o c                   where a tuple opens and closes
//   HOCLRT  + h t o c
//   N-LR    as LR, N-HLRT as HLRT   but an attribute k+1 is a detail of the attribute k before it
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::delimiter {

enum class Class : uint8_t { lr, hlrt, oclr, hoclrt, nlr, nhlrt };
inline constexpr Class kAllClasses[] = {Class::lr,     Class::hlrt, Class::oclr,
                                        Class::hoclrt, Class::nlr,  Class::nhlrt};

constexpr bool has_head_tail(Class c) { return c == Class::hlrt || c == Class::hoclrt || c == Class::nhlrt; }
constexpr bool has_open_close(Class c) { return c == Class::oclr || c == Class::hoclrt; }
constexpr bool is_nested(Class c) { return c == Class::nlr || c == Class::nhlrt; }

std::string_view name_of(Class c);                          // as in --kind and wrapper files: "lr", "nhlrt"
std::string_view title_of(Class c);                         // as in the paper: "LR", "N-HLRT"
std::optional<Class> class_of_name(std::string_view name);  // either spelling

struct Delimiters {
  Class kind = Class::lr;
  std::string head = {}, tail = {}, open = {}, close = {};  // empty where the class has none
  std::vector<std::string> left = {}, right = {};  // one each an attribute; left.size() == right.size() >= 1
  bool edges = false;  // the start and the end of the text count as line ends, see edges.h

  size_t attributes() const { return left.size(); }
  bool operator==(const Delimiters&) const = default;
};

}  // namespace gleaner::delimiter
