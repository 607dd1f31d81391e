// Who answers the questions of `learn --ask`: a person at the terminal, labels that play one (--simulate), or
// nobody: then the question is printed as JSON, and that is all.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "learn/ask.h"
#include "learn/ask_rows.h"
#include "page/document.h"
#include "wrap/label.h"

namespace gleaner::cli {

using Texts = std::set<std::pair<std::string, std::string>>;  // field, text
Texts texts_of(const std::vector<wrap::Record>& records);

enum class RowReply { yes, no, skip, undo, none };

class Respondent {
 public:
  explicit Respondent(bool only_print) : only_print_(only_print) {}

  // Labels that answer for their page.
  void know(const std::string& page, wrap::Label label) { known_[page] = std::move(label); }
  const wrap::Label* known(const std::string& page) const;
  bool plays() const { return !known_.empty(); }
  bool has_terminal() const;
  // Somebody who is asked on the way; others get one question that decides, or none.
  bool has_person() const { return plays() || has_terminal(); }

  // The value of a field. Nothing: skipped; a null value: the field is absent.
  std::optional<wrap::Value> value(const learn::Question& question, const Document& page);
  // Is this a record of the list?
  RowReply row(const learn::RowQuestion& question, const Document& page);
  // What is open of a record that is one: the field that can be read in two ways, fields that it lacks.
  void complete(learn::RowQuestion& question, const Document& page);
  // Does the person, with no more to ask, take the last answer back?
  bool wants_undo();

  bool stopped() const { return stopped_; }  // the person went away
  bool printed() const { return printed_; }  // the question was printed: nobody answers

 private:
  std::optional<std::string> read_reply();
  RowReply read_row_reply();
  bool ask_all(const learn::Question& q, std::optional<wrap::Value>& answer);
  std::optional<wrap::Value> ask_person(const learn::Question& q, const Document& page);
  RowReply ask_person(const learn::RowQuestion& q, const Document& page);
  void ask_field(learn::RowQuestion& q, const Document& page);
  void ask_lacks(learn::RowQuestion& q, const Document& page);

  const bool only_print_;
  std::map<std::string, wrap::Label> known_;  // by page
  bool stopped_ = false, printed_ = false;
};

}  // namespace gleaner::cli
