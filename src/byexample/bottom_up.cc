// Values first, then objects; see assemble.h.
#include <algorithm>
#include <map>
#include <optional>

#include "base/lists.h"
#include "base/text.h"
#include "byexample/assemble.h"
#include "byexample/costs.h"

namespace gleaner::byexample {
namespace {

// An occurrence (one value or a run) as a piece to assemble.
struct Piece {
  Span span;
  uint32_t attribute = 0;
  uint32_t pattern = 0;
  uint32_t first = 0, count = 1;
  bool strong = true;
};

class Assembler {
 public:
  Assembler(const Model& model, std::string_view text, const Occurrences& occurrences, Budget& budget)
      : model_(model), text_(text), all_(occurrences), budget_(budget) {}

  std::vector<Assembled> run() {
    gather();
    if (!budget_.spend_steps(pieces_.size())) return {};
    return model_.single ? one_object() : level(0, strong_, weak_);
  }

 private:
  size_t window(const Piece& piece) const {
    const AvpPattern& pattern = model_.patterns[piece.pattern];
    return pattern.left[0].size() + pattern.right[0].size();
  }

  // One attribute's pieces without overlaps: of two, the more trusted pattern's, else the first.
  void gather_attribute(uint32_t a) {
    std::vector<Piece> list;
    for (const Occurrence& o : all_.of[a])
      if (!o.value.empty()) {
        const bool loose = model_.patterns[o.pattern].loose;
        (loose ? loose_ : list)
            .push_back({o.value, a, o.pattern, o.first, o.count, !loose && model_.attributes[a].over == 0});
      }
    const auto before = [](const Piece& x, const Piece& y) {
      return x.span.begin != y.span.begin ? x.span.begin < y.span.begin : x.pattern < y.pattern;
    };
    if (!std::ranges::is_sorted(list, before)) std::ranges::stable_sort(list, before);
    const size_t from = pieces_.size();
    for (const Piece& piece : list) {
      if (pieces_.size() > from && pieces_.back().span.overlaps(piece.span)) {
        if (piece.pattern < pieces_.back().pattern) pieces_.back() = piece;
        continue;
      }
      pieces_.push_back(piece);
    }
  }

  // All pieces in page order; a place that several attributes claim is weak; of overlapping claims the wider
  // window's stays.
  void gather() {
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) gather_attribute(a);
    std::ranges::stable_sort(pieces_, {}, &Piece::span);
    std::vector<Piece> kept;
    for (Piece& piece : pieces_) {
      bool dropped = false;
      while (!kept.empty() && kept.back().span.overlaps(piece.span)) {
        if (kept.back().span == piece.span) {
          piece.strong = kept.back().strong = false;
          break;
        }
        if (window(kept.back()) >= window(piece)) {
          dropped = true;
          break;
        }
        kept.pop_back();
      }
      if (!dropped) kept.push_back(piece);
    }
    pieces_ = std::move(kept);
    std::ranges::stable_sort(loose_, {}, &Piece::span);
    std::vector<bool> has_strong(model_.shapes.size(), false);
    for (const Piece& piece : pieces_)
      if (piece.strong) has_strong[model_.attributes[piece.attribute].level] = true;
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      const bool alone = !has_strong[model_.attributes[pieces_[i].attribute].level];
      (pieces_[i].strong || alone ? strong_ : weak_).push_back(i);
    }
  }

  // Which piece list of `level` an attribute's piece belongs to: `level` itself, or the list of records below
  // it.
  uint32_t branch(uint32_t level, uint32_t attribute) const {
    uint32_t at = model_.attributes[attribute].level;
    while (at != level) {
      const uint32_t up = model_.level_of(model_.shapes[at].parent);
      if (up == level) return at;
      if (at == 0) return kNoIndex;
      at = up;
    }
    return level;
  }

  struct Draft {
    std::vector<uint32_t> own;     // pieces of this level
    std::vector<uint32_t> nested;  // of lists below
    std::vector<bool> filled;      // by attribute
    uint32_t begin = 0, end = 0;
  };

  bool opens_object(const Draft& draft, uint32_t before, uint32_t index, uint32_t lvl) const {
    const Shape& shape = model_.shapes[lvl];
    const Piece& piece = pieces_[index];
    const Piece& last = pieces_[before];
    if (draft.filled[piece.attribute]) {
      const bool continues =
          model_.attributes[piece.attribute].list && pieces_[draft.own.back()].attribute == piece.attribute;
      if (!continues) return true;
    }
    const Span gap{last.span.end, piece.span.begin};
    if (shape.max_gap && gap.size() > shape.max_gap) return true;
    return has_boundary(text_, gap, shape.boundaries);
  }

  std::vector<Draft> segment(uint32_t lvl, const std::vector<uint32_t>& strong) {
    std::vector<Draft> drafts;
    std::vector<uint32_t> pending;  // nested pieces since the last own one
    uint32_t last_own = kNoIndex;
    for (uint32_t k = 0; k < strong.size(); ++k) {
      const uint32_t index = strong[k];
      if (branch(lvl, pieces_[index].attribute) != lvl) {
        pending.push_back(index);
        continue;
      }
      const bool opens = drafts.empty() || opens_object(drafts.back(), strong[k - 1], index, lvl);
      if (opens) {
        Draft made;
        made.filled.assign(model_.attributes.size(), false);
        for (uint32_t piece : pending) {
          const bool before = last_own != kNoIndex && !drafts.empty() &&
                              model_.attributes[pieces_[piece].attribute].rank >
                                  model_.attributes[pieces_[last_own].attribute].rank;
          const bool ahead = model_.attributes[pieces_[piece].attribute].rank <
                             model_.attributes[pieces_[index].attribute].rank;
          if (before) drafts.back().nested.push_back(piece);
          else if (ahead) made.nested.push_back(piece);
        }
        drafts.push_back(std::move(made));
      } else {
        for (uint32_t piece : pending) drafts.back().nested.push_back(piece);
      }
      pending.clear();
      drafts.back().own.push_back(index);
      drafts.back().filled[pieces_[index].attribute] = true;
      last_own = index;
    }
    if (drafts.empty() && !pending.empty() && !has_own(lvl)) {
      drafts.emplace_back();
      drafts.back().filled.assign(model_.attributes.size(), false);
    }
    if (!drafts.empty())
      for (uint32_t piece : pending) drafts.back().nested.push_back(piece);
    for (Draft& draft : drafts) set_extent(draft);
    return drafts;
  }

  bool has_own(uint32_t lvl) const {
    return std::ranges::any_of(model_.attributes, [&](const Attribute& a) { return a.level == lvl; });
  }

  void set_extent(Draft& draft) const {
    Span extent{kNowhere, 0};
    for (uint32_t piece : draft.own) extent = extent.hull(pieces_[piece].span);
    for (uint32_t piece : draft.nested) extent = extent.hull(pieces_[piece].span);
    draft.begin = extent.begin;
    draft.end = extent.end;
  }

  void put_in_order(std::vector<uint32_t>& pieces) const {
    std::ranges::sort(pieces, [&](uint32_t x, uint32_t y) { return pieces_[x].span < pieces_[y].span; });
  }

  // Weak pieces between two drafts' strong ones: into open places, so that the usual order is kept.
  void fill(uint32_t lvl, Draft& draft, const std::vector<uint32_t>& weak, uint32_t from, uint32_t to) {
    auto rank = [&](uint32_t piece) { return model_.attributes[pieces_[piece].attribute].rank; };
    auto at = std::lower_bound(weak.begin(), weak.end(), from,
                               [&](uint32_t w, uint32_t p) { return pieces_[w].span.begin < p; });
    uint32_t taken_end = 0, last_rank = 0;
    bool any = false;
    std::vector<uint32_t> added;
    for (; at != weak.end() && pieces_[*at].span.begin < to;) {
      // All claims on one place, the lowest open rank first.
      auto stop = at;
      while (stop != weak.end() && pieces_[*stop].span == pieces_[*at].span) ++stop;
      uint32_t chosen = kNoIndex;
      for (auto claim = at; claim != stop; ++claim) {
        const Piece& piece = pieces_[*claim];
        if (model_.attributes[piece.attribute].level != lvl || draft.filled[piece.attribute]) continue;
        if (piece.span.begin < taken_end || (any && rank(*claim) < last_rank)) continue;
        bool fits = true;
        for (uint32_t own : draft.own)
          fits &= (pieces_[own].span.begin < piece.span.begin) == (rank(own) < rank(*claim));
        if (fits && (chosen == kNoIndex || rank(*claim) < rank(chosen))) chosen = *claim;
      }
      if (chosen != kNoIndex) {
        added.push_back(chosen);
        draft.filled[pieces_[chosen].attribute] = true;
        taken_end = pieces_[chosen].span.end;
        last_rank = rank(chosen);
        any = true;
      }
      at = stop;
    }
    draft.own.insert(draft.own.end(), added.begin(), added.end());
    put_in_order(draft.own);
    if (!added.empty()) set_extent(draft);
  }

  // What the object lacks between two of its values, by windows that are right inside objects: the first that
  // the order allows.
  void fill_loosely(uint32_t lvl, Draft& draft) {
    if (loose_.empty() || draft.own.size() < 2) return;
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      const Attribute& attribute = model_.attributes[a];
      if (attribute.level != lvl || draft.filled[a]) continue;
      uint32_t from = kNowhere, to = kNowhere;
      for (uint32_t own : draft.own) {
        if (model_.attributes[pieces_[own].attribute].rank < attribute.rank) from = pieces_[own].span.end;
        else if (to == kNowhere) to = pieces_[own].span.begin;
      }
      if (from == kNowhere || to == kNowhere || from >= to) continue;
      auto at = std::lower_bound(loose_.begin(), loose_.end(), from,
                                 [](const Piece& p, uint32_t x) { return p.span.begin < x; });
      for (; at != loose_.end() && at->span.end <= to; ++at) {
        if (at->attribute != a) continue;
        pieces_.push_back(*at);
        draft.own.push_back(uint32_t(pieces_.size() - 1));
        draft.filled[a] = true;
        break;
      }
    }
    put_in_order(draft.own);
  }

  Assembled finish(uint32_t lvl, const Draft& draft, const std::vector<uint32_t>& weak, uint32_t depth) {
    Assembled object;
    object.shape = lvl;
    object.by = Strategy::bottom_up;
    for (uint32_t index : draft.own) add_cells(object, pieces_[index]);
    if (!draft.nested.empty() && budget_.allows_depth(depth)) {
      std::vector<uint32_t> branches;
      for (uint32_t index : draft.nested) {
        const uint32_t below = branch(lvl, pieces_[index].attribute);
        add_new(branches, below);
      }
      for (uint32_t below : branches) {
        std::vector<uint32_t> strong, loose;
        for (uint32_t index : draft.nested)
          if (branch(lvl, pieces_[index].attribute) == below) strong.push_back(index);
        const Span reach{pieces_[strong.front()].span.begin, pieces_[strong.back()].span.end};
        for (auto w = std::lower_bound(weak.begin(), weak.end(), draft.begin,
                                       [&](uint32_t x, uint32_t p) { return pieces_[x].span.begin < p; });
             w != weak.end() && pieces_[*w].span.begin < reach.end + model_.shapes[below].max_gap; ++w)
          if (branch(lvl, pieces_[*w].attribute) == below) loose.push_back(*w);
        for (Assembled& element : level(below, strong, loose, depth + 1))
          object.elements.push_back(std::move(element));
      }
    }
    byexample::set_extent(object);
    return object;
  }

  void add_cells(Assembled& object, const Piece& piece) const {
    for (uint32_t i = 0; i < piece.count; ++i) {
      const Span span = all_.values[piece.first + i];
      if (!span.empty()) object.cells.push_back({piece.attribute, span, piece.pattern});
    }
  }

  std::vector<Assembled> level(uint32_t lvl, const std::vector<uint32_t>& strong,
                               const std::vector<uint32_t>& weak, uint32_t depth = 0) {
    std::vector<Draft> drafts = segment(lvl, strong);
    std::vector<Assembled> out;
    for (size_t d = 0; d < drafts.size(); ++d) {
      const uint32_t from = d == 0 ? first_reach(lvl, drafts[0]) : drafts[d - 1].end;
      const uint32_t to = d + 1 < drafts.size() ? drafts[d + 1].begin : last_reach(lvl, drafts[d]);
      if (!weak.empty()) fill(lvl, drafts[d], weak, from, to);
      fill_loosely(lvl, drafts[d]);
      Assembled object = finish(lvl, drafts[d], weak, depth);
      if (!object.extent.empty() && components(object) >= model_.shapes[lvl].least)
        out.push_back(std::move(object));
    }
    return out;
  }

  uint32_t first_reach(uint32_t lvl, const Draft& draft) const {
    const uint32_t gap = model_.shapes[lvl].max_gap;
    return draft.begin > gap ? draft.begin - gap : 0;
  }
  uint32_t last_reach(uint32_t lvl, const Draft& draft) const {
    return uint32_t(std::min<uint64_t>(uint64_t{draft.end} + model_.shapes[lvl].max_gap, kNowhere));
  }

  // The text most voices are for; absent when that is hardly any.
  std::optional<Piece> vote(uint32_t a, uint32_t slot) const {
    struct Voiced {
      double voices = 0, best = 0;
      Piece piece;
    };
    std::map<std::string, Voiced> candidates;
    std::map<uint32_t, std::vector<const Occurrence*>> by_pattern;
    for (const Occurrence& o : all_.of[a])
      if (!o.value.empty() && model_.patterns[o.pattern].slot == slot) by_pattern[o.pattern].push_back(&o);
    for (const auto& [pattern, list] : by_pattern) {
      std::map<std::string, const Occurrence*> texts;
      for (const Occurrence* o : list) texts.emplace(collapse(o->value.of(text_)), o);
      for (const auto& [text, o] : texts) {
        Voiced& candidate = candidates[text];
        const double voice = model_.patterns[pattern].weight / double(texts.size());
        candidate.voices += voice * kind_factor(a, text);
        if (voice <= candidate.best) continue;
        candidate.best = voice;
        candidate.piece = {o->value, a, pattern, o->first, o->count, true};
      }
    }
    double total = 0;
    for (const AvpPattern& pattern : model_.patterns)
      if (pattern.attribute == a && pattern.slot == slot) total += pattern.weight;
    const Voiced* winner = nullptr;
    for (const auto& [text, candidate] : candidates)
      if (!winner || candidate.voices > winner->voices) winner = &candidate;
    if (!winner || winner->voices < kAbsentShare * total) return std::nullopt;
    return winner->piece;
  }

  // A list that is found as a run, not by slots that vote.
  bool runs(uint32_t a) const {
    return model_.attributes[a].list && std::ranges::any_of(model_.patterns, [&](const AvpPattern& p) {
             return p.attribute == a && !p.separators.empty();
           });
  }
  uint32_t slots(uint32_t a) const {
    uint32_t most = 0;
    for (const AvpPattern& pattern : model_.patterns)
      if (pattern.attribute == a) most = std::max(most, pattern.slot + 1);
    return most;
  }

  double kind_factor(uint32_t a, const std::string& text) const {
    const bool digit = text.find_first_of("0123456789") != std::string::npos;
    if (model_.attributes[a].digits == Attribute::Digits::always && !digit) return kNoDigits;
    if (model_.attributes[a].digits == Attribute::Digits::never && digit) return kNewDigits;
    return 1;
  }

  // A page is one object: single values by vote, lists as they are found.
  std::vector<Assembled> one_object() {
    Draft draft;
    draft.filled.assign(model_.attributes.size(), false);
    for (uint32_t i = 0; i < pieces_.size(); ++i) {
      const Attribute& attribute = model_.attributes[pieces_[i].attribute];
      if (attribute.level != 0) draft.nested.push_back(i);
      else if (runs(pieces_[i].attribute) && (pieces_[i].count == 1 || !draft.filled[pieces_[i].attribute])) {
        draft.own.push_back(i);  // elements found one by one, or the first run
        draft.filled[pieces_[i].attribute] = true;
      }
    }
    for (uint32_t a = 0; a < model_.attributes.size(); ++a) {
      if (model_.attributes[a].level != 0 || runs(a)) continue;
      std::vector<std::string> given;  // two slots may agree
      for (uint32_t slot = 0; slot < slots(a); ++slot) {
        const auto piece = vote(a, slot);
        if (!piece) continue;
        std::string text = collapse(piece->span.of(text_));
        if (contains(given, text)) continue;
        given.push_back(std::move(text));
        pieces_.push_back(*piece);
        draft.own.push_back(uint32_t(pieces_.size() - 1));
      }
    }
    put_in_order(draft.own);
    if (draft.own.empty() && draft.nested.empty()) return {};
    set_extent(draft);
    Assembled object = finish(0, draft, {}, 0);
    if (components(object) < model_.shapes[0].least) return {};
    return {std::move(object)};
  }

  const Model& model_;
  std::string_view text_;
  const Occurrences& all_;
  Budget& budget_;
  std::vector<Piece> pieces_, loose_;
  std::vector<uint32_t> strong_, weak_;
};

bool blank_line(std::string_view gap) {
  bool line = false;
  for (char c : gap) {
    if (c == '\n' && line) return true;
    if (c == '\n') line = true;
    else if (!is_space(c)) line = false;
  }
  return false;
}

template <class Visit>  // visit(lower-case name) until it gives true
bool for_each_tag(std::string_view text, Span gap, Visit&& visit) {
  for (size_t at = gap.begin; (at = text.find('<', at)) < gap.end; ++at) {
    size_t end = at + 1;
    if (end < gap.end && text[end] == '/') ++end;
    while (end < gap.end && is_alnum(text[end])) ++end;
    if (end > at + 1 && visit(lower_ascii(text.substr(at + 1, end - at - 1)))) return true;
  }
  return false;
}

}  // namespace

std::vector<Assembled> bottom_up(const Model& model, std::string_view text, const Occurrences& occurrences,
                                 Budget& budget) {
  return Assembler(model, text, occurrences, budget).run();
}

bool has_boundary(std::string_view text, Span gap, const std::vector<std::string>& boundaries) {
  if (gap.empty() || boundaries.empty()) return false;
  for (const std::string& boundary : boundaries) {
    if (boundary == "line" && text.substr(gap.begin, gap.size()).find('\n') != std::string_view::npos)
      return true;
    if (boundary == "blank line" && blank_line(text.substr(gap.begin, gap.size()))) return true;
  }
  return for_each_tag(text, gap, [&](const std::string& name) { return contains(boundaries, name); });
}

std::vector<std::string> boundaries_in(std::string_view text, Span gap, bool markup) {
  std::vector<std::string> out;
  if (gap.empty()) return out;
  if (markup) {
    for_each_tag(text, gap, [&](std::string name) {
      add_new(out, std::move(name));
      return false;
    });
    return out;
  }
  const std::string_view between = gap.of(text);
  if (between.find('\n') != std::string_view::npos) out.push_back("line");
  if (blank_line(between)) out.push_back("blank line");
  return out;
}

}  // namespace gleaner::byexample
