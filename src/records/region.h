// The front door: a page goes in, a ranked list of regions comes out, each a list of records with columns,
// names and spans.
//
// Algorithm and its sources: the unsupervised half of wrapper generation for lists (paper 002, section 3),
// built bottom-up from what repeats (see candidates.h) instead of from a rendering. A record has a head (its
// first node) and a whole (head and what follows up to the next head); both have spans, as has every cell.
// Cost: linear in the page; parsing excluded about a millisecond for 100 KB.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "html/tree.h"
#include "page/document.h"
#include "records/candidates.h"
#include "records/fields.h"
#include "records/outline.h"
#include "records/signature.h"
#include "wrap/record.h"

namespace gleaner::records {

struct Cell {
  uint32_t column = 0;
  std::string text;
  Span span;
  html::NodeId node = html::kNoNode;
  std::string attribute = {};  // "href": the value of that attribute; "": text
  std::string lead = {};       // what stands before it on the page and was taken off: "by", "Price:"
  std::vector<std::vector<Cell>> items = {};  // nested records; their columns are Column::fields
};

// Its text; "" if that is only dashes, commas and the like, which say that there is no value.
inline std::string_view value_of(const Cell& cell) {
  return measure(cell.text).word ? std::string_view(cell.text) : std::string_view();
}

struct Column {
  std::string name;
  wrap::Type type = wrap::Type::text;
  double present = 0;               // share of the records that have it
  bool constant = false;            // the same text in (nearly) every record
  bool is_label = false;            // names what follows
  bool is_link = false;             // link targets
  bool list = false;                // several values a record
  std::string path = {};            // tags from the record's root, for people
  std::string base_name = {};       // before names were made unique
  uint64_t key = 0;                 // path and occurrence, the same on all pages
  double place = 0;                 // mean place in a record, 0..1
  std::vector<Column> fields = {};  // non-empty: nested records
};

// The source from the first to the last of the record's nodes.
Span span_of(const Outline& outline, Stretch record);

// Is it worth a person's look: no label text, not the same in every record, not in few records only?
bool is_data(const Column& column);
// Names from base names; where two are the same, columns that hold data have theirs unchanged.
void name_apart(std::vector<Column>& columns);

struct FoundRecord {
  Span head, whole;
  uint32_t leaf_begin = 0, leaf_end = 0;            // of the whole record
  uint32_t head_leaf_begin = 0, head_leaf_end = 0;  // of its head
  std::vector<Cell> cells;                          // in document order; links after the text they stand on
};

struct Region {
  size_t candidate = 0;   // index into Analysis::candidates()
  double score = 0;       // as the weights add up
  double confidence = 0;  // 0..1, for people
  std::vector<Column> columns;
  std::vector<FoundRecord> records;
  std::string where = {};  // "div/ul/li", for people
  std::vector<ColumnVote> votes = {}, leads = {};
  std::vector<uint64_t> lists = {};    // paths of lists inside records
  std::vector<uint64_t> running = {};  // paths of running text, see join_running
};

struct AnalysisOptions {
  bool styles = true;   // believe style rules that hide text
  size_t keep = kKeep;  // candidates; more to fit weights
};

// Everything known of one page. Keeps the document alive.
class Analysis {
 public:
  Analysis(DocumentPtr document, Budget& budget, const AnalysisOptions& options = {});
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  const Document& document() const { return *document_; }
  const Outline& outline() const { return *outline_; }
  Signatures& signatures() const { return *signatures_; }
  const std::vector<Candidate>& candidates() const { return candidates_; }
  bool partial() const { return partial_; }

  // Candidates worth showing side by side: best first, none that mostly repeats a better one.
  std::vector<size_t> distinct(size_t most) const;
  // Is the candidate good enough to be called a list of records?
  bool good(size_t candidate) const;
  // Where the whole records of a candidate stand, without a look at what they hold.
  std::vector<Span> spans(size_t candidate) const;
  double confidence(size_t candidate) const;

  // Records, cells and columns of a candidate. `whole`: cells of whole records, else of heads only. `nested`:
  // lists inside records become nested records, else all cells stand side by side. `choices` decides which
  // fields are split and what is a list inside records, so that pages of a site agree.
  Region describe(size_t candidate, bool whole = true, bool nested = true,
                  const Choices* choices = nullptr) const;

 private:
  DocumentPtr document_;
  std::unique_ptr<Outline> outline_;
  std::unique_ptr<Signatures> signatures_;
  std::vector<Candidate> candidates_;
  bool partial_ = false;
};

}  // namespace gleaner::records
