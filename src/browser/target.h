// Targets: which element of a page a step means, said in several ways that vote.
//
// An alternative is a text, a button or link or field of a name, a CSS or XPath expression. Each finds the
// elements it can; what most of them name is meant. An alternative that finds nothing has no say, so a page
// may change what some of them stand on. Two that name different elements, with nothing to decide between
// them, are an error that shows both: never a guess.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gleaner::browser {

// A live element: a number that the frame's agent has given it. context 0: none.
struct NodeRef {
  int context = 0;
  uint32_t id = 0;
  explicit operator bool() const { return context != 0; }
  bool operator==(const NodeRef&) const = default;
};

struct Alternative {
  std::string kind;  // "": by text; button, link, field, css, xpath, file, node
  std::string text;
  int nth = 0;        // from 1, negative from the end; 0: it must be the only one
  NodeRef in = {};    // only inside this element
  NodeRef node = {};  // kind node: this element
  std::vector<Alternative> near = {};

  // As a script writes it: button "Add to cart".
  std::string to_string() const;
};

struct Target {
  std::vector<Alternative> alternatives;
  std::string to_string() const;
};

struct Element {
  NodeRef ref;
  std::string tag, role, name, path;
  std::array<int, 4> box{};  // left, top, width, height on the page
  bool shown = false, disabled = false;
  double score = 0;  // of a candidate: how like it is to what was looked for
  std::vector<std::pair<std::string, std::string>> attributes;

  std::string words() const;  // for messages: button "Add to cart" at 120,340
};

struct Found {
  std::vector<std::vector<NodeRef>> by_alternative;
  std::vector<bool> weak = {};    // by alternative: it takes one of several, by number or nearness
  std::vector<Element> elements;  // each once
  const Element* of(NodeRef ref) const;
};

struct Vote {
  enum class Kind : uint8_t { one, none, several, disagree } kind = Kind::none;
  NodeRef chosen;
  std::vector<NodeRef> contenders;  // several, disagree: in order of the alternatives
  std::vector<bool> agreed;         // by alternative: it names what was chosen
};

// Pure: an alternative that names one element has four voices for it, one that names several two for each;
// one that takes one of several by its number or by what is near has one: it always finds something, also
// after a change that moved what it counts.
Vote vote(const Found& found);

// The alternatives as JSON for the agent in the frame of `context`; those bound to
// another frame find nothing there.
std::string to_json(const std::vector<Alternative>& alternatives, int context);

}  // namespace gleaner::browser
