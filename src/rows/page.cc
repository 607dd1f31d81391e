// See page.h.
#include "rows/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "base/unicode.h"
#include "html/tags.h"
#include "rows/signs.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// Does something divide two neighbouring texts: white space, a block that begins or ends, a br, a picture?
bool divided(const Outline& outline, uint32_t leaf) {
  const uint32_t a = outline.leaves()[leaf].node, b = outline.leaves()[leaf + 1].node;
  if (outline[a].hard_before != outline[b].hard_before) return true;
  for (uint32_t n = outline[a].parent; n != kNone && !outline.contains(n, b); n = outline[n].parent)
    if (html::Tags::all().is(outline[n].tag, html::kBlock)) return true;
  const html::Tree& tree = outline.tree();
  for (html::NodeId n = outline[a].id + 1; n < outline[b].id; ++n)
    if (tree.is_text(n) && tree.blank(n)) return true;
  return false;
}

// "€" beside "12.90" in an element of its own is a part of the amount.
bool touches_number(const Outline& outline, uint32_t leaf) {
  auto text = [&](uint32_t l) { return outline.tree().text(outline[outline.leaves()[l].node].id); };
  const size_t count = outline.leaves().size();
  return (leaf > 0 && is_digit(text(leaf - 1).back()) && !divided(outline, leaf - 1)) ||
         (leaf + 1 < count && is_digit(text(leaf + 1).front()) && !divided(outline, leaf));
}

// A class that looks made up: a long run of hexadecimal digits.
bool is_hash(std::string_view word) {
  constexpr size_t kLong = 12;
  size_t run = 0;
  bool digit = false, letter = false;
  for (char c : word) {
    const bool is_letter = c >= 'a' && c <= 'f';
    if (!is_digit(c) && !is_letter) {
      if (run >= kLong && digit && letter) return true;
      run = 0, digit = letter = false;
      continue;
    }
    ++run;
    digit |= is_digit(c), letter |= is_letter;
  }
  return run >= kLong && digit && letter;
}

// "Card_root__x7Fq2", as class names of one component are made different from others': without the end that
// each build of the site makes anew. A digit before a letter tells it from a word ("card__title2").
std::string_view without_hash(std::string_view word) {
  constexpr size_t kShortestHash = 5, kLongestHash = 8;
  const size_t mark = word.rfind("__");
  if (mark == std::string_view::npos || mark == 0) return word;
  const std::string_view end = word.substr(mark + 2);
  if (end.size() < kShortestHash || end.size() > kLongestHash) return word;
  for (size_t i = 0; i + 1 < end.size(); ++i)
    if (is_digit(end[i]) && is_alpha(end[i + 1])) return word.substr(0, mark);
  return word;
}

std::string without_numbers(std::string_view word) {
  std::string out;
  for (size_t i = 0; i < word.size(); ++i)
    if (!is_digit(word[i])) out += word[i];
    else if (i == 0 || !is_digit(word[i - 1])) out += '0';
  return out;
}

constexpr uint64_t kPathSeed = 0x9a7b;

}  // namespace

std::string_view name_of(SelectBy by) {
  static constexpr std::string_view kNames[] = {"path",  "class path",   "classes",
                                                "class", "parent class", "property"};
  return kNames[size_t(by)];
}

static uint64_t hash_of_path(std::string_view words) { return stable_hash(words, kPathSeed); }

std::vector<uint64_t> hashes_of(const std::vector<std::string>& paths) {
  std::vector<uint64_t> out = mapped(paths, hash_of_path);
  std::ranges::sort(out);
  return out;
}

RunText::RunText(const Outline& outline, uint32_t begin, uint32_t end) : tree_(&outline.tree()) {
  bool blank = false;
  for (uint32_t leaf = begin; leaf < end; ++leaf) {
    const html::NodeId node = outline[outline.leaves()[leaf].node].id;
    const std::string_view text = tree_->text(node);
    bool fresh = true;
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = code_point_at(text, at);
      if (is_white(c.value)) {
        blank = true;
      } else {
        if (blank && !text_.empty()) text_ += ' ';
        if (blank || fresh) runs_.push_back({uint32_t(text_.size()), uint32_t(at), node});
        blank = fresh = false;
        text_ += text.substr(at, c.length);
      }
      at += c.length;
    }
    if (leaf + 1 < end && divided(outline, leaf)) blank = true;
  }
}

Span RunText::span(size_t from, size_t to) const {
  to = std::min(to, text_.size());
  if (runs_.empty() || from >= to) return {};
  auto source = [&](size_t at) {
    while (at > 0 && is_utf8_tail(text_[at])) --at;
    auto after =
        std::upper_bound(runs_.begin(), runs_.end(), at, [](size_t a, const Run& r) { return a < r.begin; });
    const Run& run = after == runs_.begin() ? *after : *(after - 1);
    const size_t offset = run.from + (at - run.begin);
    return tree_->text_span(run.node, offset, offset + code_point_at(text_, at).length);
  };
  return source(from).hull(source(to - 1));
}

Page::Page(DocumentPtr document, Budget& budget, PageOptions options)
    : analysis_(std::move(document), budget, records::AnalysisOptions{.styles = true, .keep = kRegions}),
      options_(options) {
  const Outline& o = outline();
  auto add_word = [&](std::string_view word) {
    word_begins_.resize(letters_.size() + 1, false);
    word_begins_.back() = true;
    letters_ += word;
  };
  for (uint32_t leaf = 0; leaf < o.leaves().size(); ++leaf) {
    at_.push_back(uint32_t(letters_.size()));
    const std::string_view text = o.tree().text(o[o.leaves()[leaf].node].id);
    for (const Word& word : letter_words(text)) add_word(word.folded);
    if (is_signs(text) && !touches_number(o, leaf))
      for (std::string_view word : words(text)) add_word(word);
  }
  at_.push_back(uint32_t(letters_.size()));
  word_begins_.resize(letters_.size() + 1, false);
  word_begins_.back() = true;
  classes_.resize(o.size());
  classes_known_.resize(o.size(), false);
  read_headers();
}

bool Page::holds(Stretch record, const Place& place) const {
  if (!reaching_.empty())
    for (uint32_t n = record.first; n != kNone; n = outline().next_sibling(n)) {
      for (uint32_t cell : reaching_into(n))
        if (at_[outline()[cell].leaf_begin] <= place.begin && place.end <= at_[outline()[cell].leaf_end] &&
            place.node == kNone)
          return true;
      if (n == record.last) break;
    }
  if (place.node != kNone) return record.first <= place.node && place.node < outline()[record.last].end;
  const Place bounds = place_of(record);
  return bounds.begin <= place.begin && place.end <= bounds.end;
}

Span Page::span(const Unit& unit, size_t from, size_t to) const {
  if (!unit.attribute) return text(unit.leaf_begin, unit.leaf_end).span(from, to);
  const AttributeText& at = attributes_[unit.attribute - 1];
  return outline().tree().attribute_span(outline()[at.node].id, at.name, from, to).value_or(Span{});
}

namespace {

// Attributes that a person may mean; not those that style or steer.
bool may_hold_value(std::string_view name) {
  for (std::string_view known : {"href", "src", "alt", "title", "content", "datetime", "value", "aria-label"})
    if (name == known) return true;
  return name.starts_with("data-");
}

}  // namespace

std::vector<std::pair<std::string, uint32_t>> Page::attributes_of(uint32_t node) const {
  auto [at, fresh] = attributes_at_.try_emplace(node);
  if (fresh) {
    std::vector<html::Attribute> scratch;
    const html::NodeId id = outline()[node].id;
    for (const html::Attribute& attribute : outline().tree().attributes_of(id, scratch)) {
      if (!may_hold_value(attribute.name) || attribute.value.empty()) continue;
      attributes_.push_back(
          {node, std::string(attribute.name), std::string(attribute.value), letters_of(attribute.value)});
      at->second.emplace_back(attribute.name, uint32_t(attributes_.size()));
    }
  }
  return at->second;
}

namespace {

bool may_mark(std::string_view name, std::string_view value) {
  constexpr size_t kLongestMark = 32, kDigits = 2;
  for (std::string_view other :
       {"class", "id", "href", "src", "alt", "title", "content", "datetime", "value", "width", "height"})
    if (name == other) return false;
  return !name.starts_with("on") && !name.starts_with("aria-") && !name.starts_with("item") &&
         !value.empty() && value.size() <= kLongestMark && value.find_first_of("@/") == value.npos &&
         size_t(std::ranges::count_if(value, is_digit)) <= kDigits;
}

}  // namespace

const std::vector<std::string>& Page::attribute_marks(uint32_t node) const {
  static const std::vector<std::string> kNothing;
  const html::NodeId id = outline()[node].id;
  if (!outline().tree().may_have_attributes(id)) return kNothing;
  auto [at, fresh] = marks_at_.try_emplace(node);
  if (!fresh) return at->second;
  std::vector<html::Attribute> scratch;
  for (const html::Attribute& attribute : outline().tree().attributes_of(id, scratch))
    if (may_mark(attribute.name, attribute.value))
      at->second.push_back(fmt::format("[{}={}]", attribute.name, attribute.value));
  return at->second;
}

std::vector<Place> Page::find_attribute(std::string_view wanted, const std::optional<Span>& span) const {
  std::vector<Place> out;
  if (wanted.empty()) return out;
  const Outline& o = outline();
  std::vector<html::Attribute> scratch;
  for (uint32_t n = 0; n < o.size() && out.size() < kPlacesOfText; ++n) {
    if (o.is_text(n) || !o.tree().may_have_attributes(o[n].id)) continue;
    for (const html::Attribute& attribute : o.tree().attributes_of(o[n].id, scratch)) {
      if (!may_hold_value(attribute.name) || attribute.value.find(wanted) == std::string_view::npos) continue;
      const auto at = o.tree().attribute_span(o[n].id, attribute.name);
      if (span && (!at || at->end <= span->begin || span->end <= at->begin)) continue;
      out.push_back({at_[o[n].leaf_begin], at_[o[n].leaf_begin], n});
      break;
    }
  }
  return out;
}

const std::vector<uint32_t>& Page::reaching_into(uint32_t row) const {
  static const std::vector<uint32_t> kNothing;
  auto at = reaching_.find(row);
  return at == reaching_.end() ? kNothing : at->second;
}

const std::string& Page::header_of(uint32_t cell) const {
  static const std::string kNothing;
  auto at = headers_.find(cell);
  return at == headers_.end() ? kNothing : at->second;
}

namespace {

// The rows of a table, those of tables inside of it left out.
std::vector<uint32_t> rows_of(const Outline& o, uint32_t table, html::TagId table_tag) {
  std::vector<uint32_t> out;
  for (uint32_t n = table + 1; n < o[table].end;) {
    if (o[n].tag == table_tag) {
      n = o[n].end;
      continue;
    }
    if (o[n].tag == html::Tags::all().tr) out.push_back(n);
    ++n;
  }
  return out;
}

// Is the first row a header by its empty corner: a text above each other column, and
// rows that all begin with one?
bool headed_by_corner(const Outline& o, const std::vector<uint32_t>& rows) {
  constexpr size_t kRows = 3;
  if (rows.size() < kRows) return false;
  auto cells = [&](uint32_t row) {
    std::vector<uint32_t> out;
    for (uint32_t c = o.first_child(row); c != kNone; c = o.next_sibling(c))
      if (!o.is_text(c)) out.push_back(c);
    return out;
  };
  const std::vector<uint32_t> first = cells(rows[0]);
  if (first.size() < kRows) return false;
  for (size_t i = 0; i < first.size(); ++i)
    if (o.has_text(first[i]) == (i == 0) || o.digits(o[first[i]].leaf_begin, o[first[i]].leaf_end))
      return false;
  return std::all_of(rows.begin() + 1, rows.end(), [&](uint32_t row) {
    const std::vector<uint32_t> some = cells(row);
    return some.size() <= first.size() && !some.empty() && o.has_text(some[0]);
  });
}

uint32_t span_number(std::string_view text) {
  uint32_t value = 0;
  for (char c : text) {
    if (!is_digit(c) || value > 100) break;
    value = value * 10 + uint32_t(c - '0');
  }
  return std::clamp<uint32_t>(value, 1, 100);
}

}  // namespace

const std::string& Page::header_above(uint32_t node) const {
  const Outline& o = outline();
  while (node != kNone && !html::is_cell(o[node].tag)) node = o[node].parent;
  return header_of(node);
}

// A row of th, or in thead, before the others is the header; cells below it stand in columns
// counted with colspan and rowspan.
void Page::read_headers() {
  const html::TagId table_tag = html::tag_id("table");
  const Outline& o = outline();
  const html::Tags& tags = html::Tags::all();
  auto is_cell = [&](uint32_t n) { return html::is_cell(o[n].tag); };
  for (uint32_t table = 0; table < o.size(); ++table) {
    if (o[table].tag != table_tag) continue;
    std::vector<std::string> header;
    struct Column {
      uint32_t rows = 0, cell = kNone;  // that a cell above still takes up
    };
    std::vector<Column> columns;
    bool above = true;
    const std::vector<uint32_t> rows = rows_of(o, table, table_tag);
    const uint32_t corner = headed_by_corner(o, rows) ? rows[0] : kNone;
    for (uint32_t row : rows) {
      bool all_th = true, any = false;
      for (uint32_t c = o.first_child(row); c != kNone; c = o.next_sibling(c))
        if (is_cell(c)) all_th &= o[c].tag == tags.th, any = true;
      const bool is_header =
          any && above && (all_th || o[o[row].parent].tag == tags.thead || (header.empty() && row == corner));
      if (any && !is_header && header.empty()) break;  // no header
      above = is_header;
      uint32_t column = 0;
      auto reach = [&] {
        std::vector<uint32_t>& cells = reaching_[row];
        if (!is_header && headers_.contains(columns[column].cell) &&
            (cells.empty() || cells.back() != columns[column].cell))
          cells.push_back(columns[column].cell);
        --columns[column].rows;
      };
      for (uint32_t c = o.first_child(row); c != kNone; c = o.next_sibling(c)) {
        if (!is_cell(c)) continue;
        for (; column < columns.size() && columns[column].rows; ++column) reach();
        const uint32_t wide = span_number(o.attribute(c, "colspan")),
                       high = span_number(o.attribute(c, "rowspan"));
        // A cell over several columns that are headed otherwise is below none of them: a section's title.
        const auto above_it = header.begin() + ptrdiff_t(std::min<size_t>(column, header.size()));
        const auto behind = header.begin() + ptrdiff_t(std::min<size_t>(column + wide, header.size()));
        if (!is_header && above_it != behind && !above_it->empty() &&
            std::all_of(above_it, behind, [&](const std::string& h) { return h == *above_it; }))
          headers_[c] = *above_it, header_texts_.insert(*above_it);
        for (uint32_t i = 0; i < wide; ++i, ++column) {
          if (columns.size() <= column) columns.resize(column + 1);
          columns[column] = {high - 1, c};
          if (!is_header) continue;
          if (header.size() <= column) header.resize(column + 1);
          header[column] += letters(o[c].leaf_begin, o[c].leaf_end);
        }
      }
      for (; column < columns.size(); ++column)
        if (columns[column].rows) reach();
    }
  }
}

Page::~Page() = default;

uint32_t Page::leaf_at(uint32_t position) const {
  return uint32_t(std::upper_bound(at_.begin(), at_.end(), position) - at_.begin()) - 1;
}

std::vector<Place> Page::find(std::string_view wanted) const {
  constexpr size_t kShort = 3;  // short texts stand inside of words everywhere
  std::vector<Place> whole, loose;
  if (wanted.empty()) return whole;
  for (size_t at = letters_.find(wanted); at != std::string::npos && whole.size() < kPlacesOfText;
       at = letters_.find(wanted, at + 1)) {
    const Place place{uint32_t(at), uint32_t(at + wanted.size())};
    if (word_begins_[place.begin] && word_begins_[place.end]) whole.push_back(place);
    else if (wanted.size() > kShort && loose.size() < kPlacesOfText) loose.push_back(place);
  }
  return whole.empty() ? loose : whole;
}

const RunText& Page::text(uint32_t begin, uint32_t end) const {
  auto& kept = texts_[uint64_t(begin) << 32 | end];
  if (!kept) kept = std::make_unique<RunText>(outline(), begin, end);
  return *kept;
}

int Page::stretch_with(const std::vector<Stretch>& stretches, uint32_t node) const {
  auto after = std::upper_bound(stretches.begin(), stretches.end(), node,
                                [](uint32_t n, const Stretch& s) { return n < s.first; });
  if (after == stretches.begin() || node >= outline()[(after - 1)->last].end) return -1;
  return int(after - stretches.begin()) - 1;
}

std::string_view Page::tag(uint32_t node) const {
  return outline().is_text(node) ? "#" : outline().tree().name(outline()[node].id);
}

std::vector<std::string> Page::class_words(uint32_t node) const {
  std::vector<std::string> out;
  for (std::string_view word : words(outline()[node].classes))
    if (!is_hash(word)) out.push_back(without_numbers(without_hash(word)));
  sort_unique(out);
  return out;
}

const std::string& Page::classes(uint32_t node) const {
  if (!classes_known_[node]) {
    classes_known_[node] = true;
    if (!outline()[node].classes.empty())
      for (const std::string& word : class_words(node))
        classes_[node] += (classes_[node].empty() ? "" : ".") + word;
  }
  return classes_[node];
}

std::string Page::with_classes(uint32_t node) const {
  std::string out(tag(node));
  if (const std::string& own = classes(node); !own.empty()) out += "." + own;
  return out;
}

std::vector<std::string> Page::leaf_path_words(uint32_t node) const {
  const Outline& o = outline();
  std::vector<std::string> out;
  Pulse pulse(Budget::current());  // elements in each other without end hold the same leaves again and again
  for (uint32_t leaf = o[node].leaf_begin; leaf < o[node].leaf_end && pulse.beat(); ++leaf) {
    const uint32_t text = o.leaves()[leaf].node;
    if (o[text].depth > o[node].depth + kPathDepth) continue;
    std::vector<std::string_view> tags{"#"};
    if (text != node)
      for (uint32_t n = o[text].parent; n != kNone; n = o[n].parent) {
        tags.push_back(tag(n));
        if (n == node) break;
      }
    std::string words;
    for (size_t i = tags.size(); i-- > 0;) words += (words.empty() ? "" : "/") + std::string(tags[i]);
    out.push_back(std::move(words));
  }
  sort_unique(out);
  return out;
}

const std::vector<uint64_t>& Page::leaf_paths(uint32_t node) const {
  auto [at, fresh] = leaf_paths_.try_emplace(node);
  if (fresh) at->second = hashes_of(leaf_path_words(node));
  return at->second;
}

const Member& Page::member(Stretch record) const {
  auto& kept = members_[uint64_t(record.first) << 32 | record.last];
  if (!kept)
    kept = std::make_unique<Member>(make_member(*this, record, {}, options_.naming ? &keys_ : nullptr));
  return *kept;
}

const Member& Page::member(Stretch record, const std::vector<Stretch>& holes) const {
  if (holes.empty()) return member(record);
  std::vector<uint32_t> key{record.first, record.last};
  for (const Stretch& hole : holes) key.push_back(hole.first), key.push_back(hole.last);
  auto& kept = members_with_holes_[std::move(key)];
  if (!kept)
    kept = std::make_unique<Member>(make_member(*this, record, holes, options_.naming ? &keys_ : nullptr));
  return *kept;
}

const KeyInfo* Page::key(uint64_t hash) const {
  auto at = keys_.find(hash);
  return at == keys_.end() ? nullptr : &at->second;
}

}  // namespace gleaner::rows
