// See roles.h.
#include "tables/roles.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "tables/genuine.h"
#include "tables/limits.h"

namespace gleaner::tables {
namespace {

class RoleFinder {
 public:
  RoleFinder(Table& table, const std::vector<RowGroup>& groups, bool shown)
      : t_(table), groups_(groups), shown_(shown) {}

  void find() {
    t_.row_roles.assign(t_.rows, RowRole::data);
    t_.column_roles.assign(t_.columns, ColumnRole::data);
    std::vector<uint32_t> full;
    for (uint32_t r = 0; r < t_.rows; ++r) {
      if (is_empty(r)) t_.row_roles[r] = RowRole::empty;
      else if (is_full(r)) full.push_back(r), t_.row_roles[r] = RowRole::section;
      else body_.push_back(r);
    }
    if (body_.empty()) return only_full_rows(full);
    header_ = header_height();
    name_full_rows(full);
    if (shown_) find_label_rows();
    drop_colour_bars();
    drop_section_columns();
    drop_empty_columns();
    for (size_t i = 0; i < body_.size(); ++i) t_.row_roles[body_[i]] = role_of_body(i);
    find_header_columns();
  }

 private:
  // How many cells begin in the row, and which if it is one.
  struct Own {
    uint32_t count = 0, cell = kNoCell;
  };
  Own own(uint32_t r) const {
    Own out;
    uint32_t last = kNoCell;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      const uint32_t k = t_.slot(r, c);
      if (k != kNoCell && k != last && t_.cells[k].row == r) ++out.count, out.cell = k;
      last = k;
    }
    return out;
  }

  bool same_cell_everywhere(uint32_t r, bool& gap) const {
    uint32_t only = kNoCell;
    gap = false;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      const uint32_t k = t_.slot(r, c);
      if (k == kNoCell) gap = true;
      else if (only == kNoCell) only = k;
      else if (only != k) return false;
    }
    return only != kNoCell;
  }

  bool is_empty(uint32_t r) const {
    bool text = false;
    for (uint32_t c = 0; c < t_.columns && !text; ++c) text = !t_.text(r, c).empty();
    if (!text) return true;
    // one cell that spans rows, beside nothing: a row that is none
    bool gap;
    if (t_.columns <= 2 || !same_cell_everywhere(r, gap) || !gap) return false;
    const Own mine = own(r);
    return mine.count == 1 && t_.cells[mine.cell].row_span > 1;
  }

  bool is_full(uint32_t r) const {
    bool gap;
    if (t_.columns > 1 && same_cell_everywhere(r, gap) && !gap) return true;
    if (t_.columns <= 2) return false;
    const Own mine = own(r);
    if (mine.count != 1 || t_.cells[mine.cell].column_span + 1 < t_.columns) return false;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      const std::string_view text = t_.text(r, c);
      if (!text.empty() && text != t_.cells[mine.cell].text) return false;
    }
    return true;
  }

  // A table of titles only: the first is its title, the others are its data.
  void only_full_rows(const std::vector<uint32_t>& full) {
    for (uint32_t r : full) t_.row_roles[r] = RowRole::data;
  }

  bool headings_only(uint32_t r) const {
    bool any = false;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      const Cell* cell = t_.at(r, c);
      if (!cell) continue;
      const bool heads = cell->heading || cell->strong;
      if (!heads && !cell->text.empty()) return false;
      any |= heads;
    }
    return any;
  }

  size_t header_height() const {
    size_t h = 0;
    while (h < body_.size() && headings_only(body_[h])) ++h;
    if (h == body_.size()) h = 1;
    if (h == 0)
      while (h < body_.size() && groups_[body_[h]] == RowGroup::head) ++h;
    if (h == body_.size()) h = 1;
    if (h == 0 && (names_and_values() || only_rows_are_named() || first_row_is_data())) return 0;
    h = std::max<size_t>(h, 1);
    h = std::max(h, reach_of_headings(h));
    return h == 1 && second_row_names() ? 2 : h;
  }

  // Every row begins with a heading and goes on with data: there is nothing above the first one.
  bool only_rows_are_named() const {
    if (body_.size() < 2) return false;
    for (uint32_t r : body_) {
      const Cell* first = t_.at(r, 0);
      if (!first || !(first->heading || first->strong) || first->column_span == t_.columns) return false;
      for (uint32_t c = 1; c < t_.columns; ++c)
        if (const Cell* cell = t_.at(r, c); cell && cell != first && (cell->heading || cell->strong))
          return false;
    }
    return t_.columns >= 2 && !t_.text(body_[0], 0).empty();
  }

  // "Weight: 3 kg", row by row: the first column names, and there is no header. A colon tells names, or that
  // what they name is of several kinds.
  bool names_and_values() const {
    if (t_.columns != 2 || body_.size() < 2) return false;
    size_t names = 0, figures = 0;
    std::set<std::string_view> different;
    for (uint32_t r : body_) {
      names += t_.text(r, 0).ends_with(':');
      figures += is_figure(t_.text(r, 1));
      if (!is_figure(t_.text(r, 0)) && t_.text(r, 0).size() <= kLongestName) different.insert(t_.text(r, 0));
    }
    const double rows = double(body_.size());
    if (double(names) >= kNames * rows) return true;
    return body_.size() >= 4 && different.size() == body_.size() && double(figures) >= kSeveralKinds * rows &&
           rows - double(figures) > 1 && rows - double(figures) >= kSeveralKinds * rows;
  }

  // Columns of figures begin with a figure, and none with anything else.
  bool first_row_is_data() const {
    if (body_.size() < 3) return false;
    bool any = false;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      size_t texts = 0, figures = 0;
      for (size_t i = 1; i < body_.size(); ++i)
        if (const std::string_view text = t_.text(body_[i], c); !text.empty())
          ++texts, figures += is_figure(text);
      if (texts < 2 || double(figures) < kOneKind * double(texts)) continue;
      const std::string_view first = t_.text(body_[0], c);
      if (!is_figure(first) || (is_year(first) && !is_year(t_.text(body_[1], c)))) return false;
      any = true;
    }
    return any;
  }
  static bool is_year(std::string_view text) {
    return text.size() >= 4 && (text.starts_with("19") || text.starts_with("20")) && is_digit(text[2]) &&
           is_digit(text[3]) && (text.size() == 4 || !is_digit(text[4]));
  }

  // Below headings over several columns a row of more cells without a figure, while
  // the rows below it have some.
  bool second_row_names() const {
    if (body_.size() < 4) return false;
    const auto cells_in = [&](uint32_t r) {
      std::vector<const Cell*> out;
      for (uint32_t c = 0; c < t_.columns; ++c)
        if (const Cell* cell = t_.at(r, c); cell && (out.empty() || out.back() != cell)) out.push_back(cell);
      return out;
    };
    const auto has_digit = [](const Cell* cell) { return std::ranges::any_of(cell->text, is_digit); };
    const std::vector<const Cell*> first = cells_in(body_[0]), second = cells_in(body_[1]);
    if (std::ranges::none_of(first, [](const Cell* c) { return c->column_span > 1; })) return false;
    if (second.size() <= first.size() || std::ranges::any_of(second, has_digit)) return false;
    size_t texts = 0, figures = 0;
    for (size_t i = 2; i < body_.size(); ++i)
      for (const Cell* cell : cells_in(body_[i])) texts += !cell->text.empty(), figures += has_digit(cell);
    return double(figures) > kFigures * double(texts);
  }

  // A heading cell that reaches further down, where the first row has headings over several columns.
  size_t reach_of_headings(size_t h) const {
    uint32_t far = 0;
    bool spans = false;
    for (size_t i = 0; i < h; ++i)
      for (uint32_t c = 0; c < t_.columns; ++c)
        if (const Cell* cell = t_.at(body_[i], c)) {
          if (cell->heading || (h == 1 && i == 0)) far = std::max(far, cell->row + cell->row_span);
          spans |= i == 0 && cell->column_span > 1;
        }
    const size_t reach = size_t(std::lower_bound(body_.begin(), body_.end(), far) - body_.begin());
    return reach < body_.size() && spans ? reach : h;
  }

  void name_full_rows(const std::vector<uint32_t>& full) {
    for (uint32_t r : full) {
      if (r < body_[header_ ? header_ - 1 : 0]) t_.row_roles[r] = RowRole::title;
      else if (r > body_.back()) t_.row_roles[r] = RowRole::note;
    }
  }

  // Rows of a label alone, with full rows below them, as long as they are few.
  void find_label_rows() {
    if (t_.columns < 3) return;
    std::vector<uint32_t> labels;
    for (size_t i = header_; i + 1 < body_.size(); ++i)
      if (is_label_alone(body_[i]) && !is_label_alone(body_[i + 1])) labels.push_back(body_[i]);
    if (labels.empty() || double(labels.size()) > kMostSections * double(body_.size() - header_)) return;
    for (uint32_t r : labels) t_.row_roles[r] = RowRole::section;
    std::erase_if(body_, [&](uint32_t r) { return std::binary_search(labels.begin(), labels.end(), r); });
  }
  bool is_label_alone(uint32_t r) const {
    const Cell* first = t_.at(r, 0);
    if (!first || first->text.empty() || first->row != r || first->row_span > 1) return false;
    for (uint32_t c = 1; c < t_.columns; ++c)
      if (const Cell* cell = t_.at(r, c); cell && cell != first && !cell->text.empty()) return false;
    return true;
  }

  bool shares_headings(uint32_t c, uint32_t other) const {
    for (size_t i = 0; i < header_; ++i) {
      const uint32_t k = t_.slot(body_[i], c);
      if (k == kNoCell || k != t_.slot(body_[i], other)) return false;
    }
    return header_ > 0;
  }

  void drop_colour_bars() {
    for (uint32_t c = 0; c < t_.columns; ++c) {
      if (!((c > 0 && shares_headings(c, c - 1)) || (c + 1 < t_.columns && shares_headings(c, c + 1))))
        continue;
      size_t owned = 0;
      bool text = false;
      for (size_t i = header_; i < body_.size() && !text; ++i) {
        const Cell* cell = t_.at(body_[i], c);
        if (!cell || cell->column_span > 1) continue;
        ++owned;
        text = !cell->text.empty();
      }
      if (!text && owned && double(owned) >= kOwnShare * double(body_.size() - header_))
        t_.column_roles[c] = ColumnRole::spacer;
    }
  }

  bool heading_text(uint32_t c) const {
    for (size_t i = 0; i < header_; ++i)
      if (!t_.text(body_[i], c).empty()) return true;
    return false;
  }

  // A column without heading that holds only labels of rows that are empty otherwise.
  void drop_section_columns() {
    for (uint32_t c = 0; c < t_.columns; ++c) {
      if (t_.column_roles[c] != ColumnRole::data || heading_text(c)) continue;
      std::vector<uint32_t> labels;
      bool others = false;
      for (size_t i = header_; i < body_.size() && !others; ++i) {
        const Cell* cell = t_.at(body_[i], c);
        if (!cell || cell->text.empty() || cell->column_span > 1) continue;
        labels.push_back(body_[i]);
        for (uint32_t z = 0; z < t_.columns && !others; ++z)
          others = !t_.text(body_[i], z).empty() && t_.slot(body_[i], z) != t_.slot(body_[i], c);
      }
      if (labels.empty() || others) continue;
      t_.column_roles[c] = ColumnRole::section;
      for (uint32_t r : labels) t_.row_roles[r] = RowRole::section;
      std::erase_if(body_, [&](uint32_t r) { return std::binary_search(labels.begin(), labels.end(), r); });
    }
  }

  void drop_empty_columns() {
    if (body_.size() <= header_) return;
    for (uint32_t c = 0; c < t_.columns; ++c) {
      bool text = false;
      for (size_t i = header_; i < body_.size() && !text; ++i) text = !t_.text(body_[i], c).empty();
      if (!text && t_.column_roles[c] == ColumnRole::data) t_.column_roles[c] = ColumnRole::spacer;
    }
  }

  RowRole role_of_body(size_t i) const {
    if (i < header_) return RowRole::header;
    const uint32_t r = body_[i];
    if (repeats_header(r)) return RowRole::repeated_header;
    return groups_[r] == RowGroup::foot ? RowRole::footer : RowRole::data;
  }

  bool repeats_header(uint32_t r) const {
    for (size_t h = 0; h < header_; ++h) {
      bool same = true, any = false;
      for (uint32_t c = 0; c < t_.columns && same; ++c) {
        same = t_.text(r, c) == t_.text(body_[h], c);
        any |= !t_.text(r, c).empty();
      }
      if (same && any) return true;
    }
    return false;
  }

  // Leading columns whose body cells are all headings name the rows.
  void find_header_columns() {
    for (uint32_t c = 0; c + 1 < t_.columns; ++c) {
      if (t_.column_roles[c] != ColumnRole::data) continue;
      bool all = body_.size() > header_;
      for (size_t i = header_; i < body_.size() && all; ++i) {
        const Cell* cell = t_.at(body_[i], c);
        all = cell && cell->heading;
      }
      if (!all && !(header_ == 0 && c == 0)) return;
      t_.column_roles[c] = ColumnRole::header;
    }
  }

  Table& t_;
  const std::vector<RowGroup>& groups_;
  const bool shown_;
  std::vector<uint32_t> body_;  // rows with more than a title, in order
  size_t header_ = 1;           // how many of them are the header
};

}  // namespace

void find_roles(Table& table, const std::vector<RowGroup>& groups, bool shown) {
  RoleFinder(table, groups, shown).find();
}

}  // namespace gleaner::tables
