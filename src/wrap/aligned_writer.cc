// Records as a table for people: columns side by side, as wide as the first rows need, long values cut with
// an ellipsis. The rows are those of csv (table_writer.cc), so nested records are flattened by the same rule;
// typed readings are left out.

#include <algorithm>

#include "base/shorten.h"
#include "base/text.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

constexpr size_t kWidest = 36;     // of a column, in characters
constexpr size_t kMeasured = 200;  // rows that decide the widths; later ones are cut to them
constexpr std::string_view kCut = "\u2026";

class AlignedWriter : public Writer {
 public:
  AlignedWriter(const Schema& schema, const WriteOptions& options, Out out)
      : out_(std::move(out)),
        rows_(make_table_writer(',', schema, without_readings(options), [this](std::string_view text) {
          pending_ += text;
          return Status();
        })) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    GLEANER_CHECK(rows_->page(name, document, records));
    return drain(false);
  }

  Status finish() override {
    GLEANER_CHECK(rows_->finish());
    return drain(true);
  }

 private:
  using Row = std::vector<std::string>;

  static WriteOptions without_readings(WriteOptions options) {
    options.typed = false;
    return options;
  }

  Status drain(bool last) {
    GLEANER_TRY(std::vector<Row> fresh, cells_of_csv(pending_));
    pending_.clear();
    for (Row& row : fresh) waiting_.push_back(std::move(row));
    if (widths_.empty() && !last && waiting_.size() < kMeasured) return {};
    if (widths_.empty()) measure();
    std::string text;
    for (const Row& row : waiting_) append(text, row);
    waiting_.clear();
    return text.empty() ? Status() : out_(text);
  }

  void measure() {
    for (const Row& row : waiting_) {
      if (widths_.size() < row.size()) widths_.resize(row.size());
      for (size_t i = 0; i < row.size(); ++i)
        widths_[i] = std::max(widths_[i], std::min(kWidest, count_code_points(collapse(row[i]))));
    }
  }

  void append(std::string& out, const Row& row) const {
    Row shown;
    for (size_t i = 0; i < row.size() && i < widths_.size(); ++i)
      shown.push_back(cut(collapse(row[i]), widths_[i]));
    out += aligned(shown, widths_) + "\n";
  }

  static std::string cut(std::string text, size_t width) {
    if (count_code_points(text) <= width) return text;
    size_t at = 0;
    for (size_t n = 0; n + 1 < width && at < text.size(); ++n) at += code_point_at(text, at).length;
    return text.substr(0, at) + std::string(kCut);
  }

  Out out_;
  std::string pending_;  // csv text that is not laid out yet
  std::unique_ptr<Writer> rows_;
  std::vector<Row> waiting_;
  std::vector<size_t> widths_;
};

}  // namespace

std::unique_ptr<Writer> make_aligned_writer(const Schema& schema, const WriteOptions& options,
                                            Writer::Out out) {
  return std::make_unique<AlignedWriter>(schema, options, std::move(out));
}

}  // namespace gleaner::wrap
