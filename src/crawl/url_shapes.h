// Patterns of addresses: which of a site's addresses are made alike, learned as they come.
//
// An address is read as a path of steps: its segments, then its query's keys in order, each with its value.
// Steps stand in a tree of the site. Numbers in a step are one "#". A step of words is itself as long as
// there are few different ones in its place (/news, /shop), and one "*" once there are kFan of its look
// (/shop/canon-eos-5d, /shop/nikon-d80): then it is a value, and those that were themselves until then stand
// below it. Values that begin with a word which many in that place begin with are a shape of their own below
// it (/dr-* below /*): it often says what kind of thing has the name. The leaf that an address ends in is its
// shape.
//
// Each node counts what was visited below it. A shape that nobody has visited is judged by two others: by the
// shape above it, and by those that end alike at the same depth, whatever names come before (the /rooms/# of
// every hotel). On some sites the one foretells well and on others the other (/route/*/# is wanted and
// /track/*/# is not), so both are mixed by how well each has foretold the first page of each shape with that
// ending: Bayesian model averaging.
//
// Cost: one hash and one lookup a step. Memory: bounded by kMostShapes; beyond it addresses end at the node
// they got to.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gleaner::crawl {

using ShapeId = uint32_t;
inline constexpr ShapeId kAnyShape = 0;  // the root

class UrlShapes {
 public:
  UrlShapes();
  // The shape of an address; new nodes are made for it.
  ShapeId take(std::string_view url);
  // The same without learning from it.
  ShapeId find(std::string_view url) const;
  // The first word of several that its name has ("dr" of /dr-smith), as a number; 0: none.
  static uint32_t head_of(std::string_view url);
  // How the last step of its path is made (of one word or of several, with a number or without, its ending),
  // as a number.
  static uint32_t make_of(std::string_view url);
  std::string text(ShapeId shape) const;  // "/shop/*?page=#"

  // What came of a visit: counted in the shape and all above it.
  void count(ShapeId shape, bool candidate);
  // A page that was counted is a candidate after all, or none (-1).
  void count_candidate(ShapeId shape, int candidates = 1);
  // Promising links that a page of it brought, as a share of full.
  void add_yield(ShapeId shape, double yield);

  double candidates_estimate(ShapeId shape) const;  // chance that a page of it is a candidate
  double yield_estimate(ShapeId shape) const;
  ShapeId above(ShapeId shape) const { return nodes_[shape].parent; }
  uint32_t visits(ShapeId shape) const { return nodes_[shape].visits; }
  // One number for all that end alike, and one for all of one depth whose last step is the same.
  uint32_t ending(ShapeId shape) const { return nodes_[shape].ending; }
  uint64_t last(ShapeId shape) const;
  uint32_t alike_visits(ShapeId shape) const { return endings_[nodes_[shape].ending].visits; }
  uint32_t candidates(ShapeId shape) const { return nodes_[shape].candidates; }
  double yields(ShapeId shape) const { return nodes_[shape].yield; }
  size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    ShapeId parent = kAnyShape;
    uint32_t visits = 0, candidates = 0;
    float yield = 0;
    uint16_t words[2] = {0, 0};  // different children of one word, of several
    uint32_t values = 0;         // as which a step was read that ended or went on here
    bool refines = false;        // its step stands for that of its parent
    uint16_t depth = 0;
    uint32_t ending = 0;
    std::string step;
  };
  // Pages of all shapes of one depth whose last two steps are the same.
  struct Ending {
    uint32_t visits = 0, candidates = 0;
    float yield = 0;
    // By how much the shapes above foretold the first pages of shapes better, as a difference of
    // log-likelihoods.
    float misled = 0;
    double trust() const { return 1 / (1 + std::exp(double(misled))); }
  };
  struct Step {
    std::string text;   // as it is, numbers as "#"
    std::string value;  // what stands for it where there are many
    std::string head;   // the value with its first word, of several: "/dr-*"
    int look = -1;      // of words: 0 one word, 1 several; -1: it stays as it is
  };
  static std::vector<Step> steps_of(std::string_view url);
  static Step last_step(std::string_view url);
  static Step step_of(std::string_view prefix, std::string_view text, bool last);
  void compare_ending(ShapeId shape, bool candidate);
  ShapeId child(ShapeId parent, std::string_view step) const;
  ShapeId make_child(ShapeId parent, std::string step);
  static bool is_value(const Step& step) { return step.text == step.value; }
  ShapeId refined(ShapeId value, const Step& step);
  void adopt(ShapeId above, ShapeId value, const std::string& step);

  std::vector<Node> nodes_;
  std::vector<Ending> endings_;
  std::unordered_map<uint64_t, uint32_t> ending_index_;
  std::unordered_map<uint64_t, ShapeId> children_;  // by parent and step
  std::unordered_map<uint64_t, uint32_t> heads_;    // how many values of a node begin with a word
  // By parent and what would stand for them: names that are themselves so far.
  std::unordered_map<uint64_t, std::vector<ShapeId>> names_;
};

}  // namespace gleaner::crawl
