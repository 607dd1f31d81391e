// Stage 3 (see program_internal.h). A set of characters beyond ASCII that does not hold all of them needs
// points inside a character, one a byte; bytes that no set tells apart are one class, which keeps the
// scanner's tables small.
#include <algorithm>
#include <bitset>
#include <map>

#include <fmt/format.h>

#include "grammar/program_internal.h"

namespace gleaner::grammar {
namespace {

class ByteMaker {
 public:
  ByteMaker(const Steps& built, const std::vector<RawPoint>& points, Program& program)
      : built_(built), points_(points), p_(program) {}

  void run() {
    std::vector<SetBytes> set_bytes;
    for (const SetUse& use : built_.sets) {
      set_bytes.push_back(bytes_of(use.set));
      if (set_bytes.back().whole.any()) set_bytes.back().number = bytes_number(set_bytes.back().whole);
    }
    p_.points.resize(points_.size());
    for (size_t i = 0; i < points_.size(); ++i) {
      Point& point = p_.points[i];
      point.first_edge = uint32_t(p_.edges.size());
      for (const RawEdge& raw : points_[i].edges) add_edges(raw, set_bytes);
      point.edges = uint32_t(p_.edges.size()) - point.first_edge;
      point.rule = built_.steps[points_[i].step].rule;
      point.offset = built_.steps[points_[i].step].offset;
      point.sure_actions = common_actions(point);
    }
    for (size_t i = 0; i < middle_edges_.size(); ++i) {
      Point point = p_.points[middle_of_[i]];
      point.first_edge = uint32_t(p_.edges.size());
      point.edges = 1;
      point.inside_character = true;
      point.sure_actions = 0;
      p_.points.push_back(point);
      p_.edges.push_back(middle_edges_[i]);
    }
    make_classes();
    find_accepting_all();
  }

 private:
  using Bytes = std::bitset<256>;
  struct SetBytes {
    uint32_t number = 0;  // of `whole` among the byte sets
    Bytes whole;          // lead bytes that decide (ASCII, and all of the rest when the set has it)
    std::vector<ByteSequence> sequences;  // the rest when the set tells non-ASCII characters apart
  };

  static SetBytes bytes_of(const CodeSet& set) {
    SetBytes out;
    uint32_t beyond = 0;
    for (CodeRange r : set.ranges()) {
      for (uint32_t c = r.first; c <= std::min(r.last, 0x7Fu); ++c) out.whole.set(c);
      if (r.last > 0x7F) beyond += r.last - std::max(r.first, 0x80u) + 1;
    }
    if (beyond == CodeSet::kAll - 0x80) {
      for (uint32_t b = 0xC0; b <= 0xFF; ++b) out.whole.set(b);
      return out;
    }
    for (CodeRange r : set.ranges()) {
      if (r.last <= 0x7F) continue;
      auto more = utf8_sequences(std::max(r.first, 0x80u), r.last);
      out.sequences.insert(out.sequences.end(), more.begin(), more.end());
    }
    return out;
  }

  static Bytes range(uint8_t low, uint8_t high) {
    Bytes out;
    for (uint32_t b = low; b <= high; ++b) out.set(b);
    return out;
  }

  uint32_t bytes_number(const Bytes& bytes) {
    auto [at, fresh] = byte_numbers_.try_emplace(bytes.to_string(), uint32_t(byte_sets_.size()));
    if (fresh) byte_sets_.push_back(bytes);
    return at->second;
  }

  // The point inside a character from which the bytes `at`.. of the sequence lead to `target`.
  uint32_t middle(const ByteSequence& s, uint32_t at, uint32_t target) {
    if (at == s.length) return target;
    std::string key = fmt::format("{}", target);
    for (uint32_t i = at; i < s.length; ++i) key += fmt::format(",{}-{}", s.low[i], s.high[i]);
    auto known = middles_.find(key);
    if (known != middles_.end()) return known->second;
    const uint32_t next = middle(s, at + 1, target);
    const uint32_t number = uint32_t(points_.size() + middle_edges_.size());
    Edge edge;
    edge.classes = bytes_number(range(s.low[at], s.high[at]));
    edge.target = next;
    middle_edges_.push_back(edge);
    middle_of_.push_back(target);
    middles_[key] = number;
    return number;
  }

  void add_edges(const RawEdge& raw, const std::vector<SetBytes>& set_bytes) {
    Edge edge = raw.edge;
    if (edge.kind != Edge::Kind::character) {
      p_.edges.push_back(edge);
      return;
    }
    const SetBytes& bytes = set_bytes[raw.set];
    if (bytes.whole.any()) {
      edge.classes = bytes.number;
      p_.edges.push_back(edge);
    }
    for (const ByteSequence& s : bytes.sequences) {
      edge.classes = bytes_number(range(s.low[0], s.high[0]));
      edge.target = middle(s, 1, raw.edge.target);
      p_.edges.push_back(edge);
    }
  }

  uint32_t common_actions(const Point& point) {
    if (point.edges == 0) return 0;
    const Actions& first = p_.actions[p_.edges[point.first_edge].actions];
    size_t common = first.size();
    for (const Edge& edge : p_.edges_of(point)) {
      const Actions& other = p_.actions[edge.actions];
      size_t same = 0;
      while (same < common && same < other.size() && first[same] == other[same]) ++same;
      common = same;
    }
    for (size_t i = 0; i < common; ++i)
      if (first[i].op == Op::tail_call) common = i;
    return uint32_t(common);
  }

  // Bytes that the same sets hold are one class; continuation bytes never share one with others.
  void make_classes() {
    byte_sets_.push_back(range(0x80, 0xBF));
    std::map<std::vector<bool>, uint32_t> numbers;
    for (uint32_t b = 0; b < 256; ++b) {
      std::vector<bool> signature;
      for (const Bytes& set : byte_sets_) signature.push_back(set[b]);
      p_.class_of[b] = uint8_t(numbers.try_emplace(signature, uint32_t(numbers.size())).first->second);
    }
    p_.class_count = uint32_t(numbers.size());
    byte_sets_.pop_back();
    for (const Bytes& set : byte_sets_) {
      std::bitset<256> classes;
      for (uint32_t b = 0; b < 256; ++b)
        if (set[b]) classes.set(p_.class_of[b]);
      p_.classes.push_back(classes);
    }
    for (uint32_t b = 0x80; b <= 0xBF; ++b) p_.continuation.set(p_.class_of[b]);
  }

  // The greatest set of points that accept now and lead back into the set over every character.
  // With a `prune` anywhere nothing is sure: a better path may drop the one that would have succeeded, and
  // then fail itself.
  void find_accepting_all() {
    for (const Edge& edge : p_.edges)
      if (edge.prune) return;
    for (Point& point : p_.points) point.accepts_all = !point.inside_character && accepts(point);
    for (bool changed = true; changed;) {
      changed = false;
      for (Point& point : p_.points) {
        if (!point.accepts_all) continue;
        const std::bitset<256> covered = p_.continuation | surely_accepted(point);
        if (covered.count() < p_.class_count) point.accepts_all = false, changed = true;
      }
    }
  }
  // The classes over which an edge leads to a point that accepts all.
  std::bitset<256> surely_accepted(const Point& point) const {
    std::bitset<256> covered;
    for (const Edge& edge : p_.edges_of(point)) {
      if (edge.stack != 0) continue;
      if (edge.kind == Edge::Kind::character && p_.points[edge.target].accepts_all)
        covered |= p_.classes[edge.classes];
      if (edge.kind == Edge::Kind::jump) covered |= surely_accepted(p_.points[edge.target]);
    }
    return covered;
  }
  bool accepts(const Point& point) const {
    for (const Edge& edge : p_.edges_of(point)) {
      if (edge.stack != 0) continue;
      if (edge.kind == Edge::Kind::accept) return true;
      if (edge.kind == Edge::Kind::jump && accepts(p_.points[edge.target])) return true;
    }
    return false;
  }

  const Steps& built_;
  const std::vector<RawPoint>& points_;
  Program& p_;
  std::map<std::string, uint32_t> byte_numbers_, middles_;
  std::vector<Bytes> byte_sets_;
  std::vector<Edge> middle_edges_;
  std::vector<uint32_t> middle_of_;
};

}  // namespace

void make_bytes(const Steps& built, const std::vector<RawPoint>& points, Program& program) {
  ByteMaker(built, points, program).run();
}

}  // namespace gleaner::grammar
