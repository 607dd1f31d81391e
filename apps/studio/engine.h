// Engine: all that Studio asks of the rest of Gleaner, as plain functions. Studio itself knows
// nothing of learning or extracting: what is shown here is what a run on the command line
// gives, because it is the same code.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "learn/ask.h"
#include "learn/ask_rows.h"
#include "learn/portfolio.h"
#include "learn/profile.h"
#include "page/document.h"
#include "run/learn.h"
#include "wrap/wrapper_file.h"
#include "wrap/writer.h"

namespace gleaner::studio {

// A wrapper ready to run.
struct Wrapped {
  std::string text;  // of its file
  wrap::WrapperFile file;
  wrap::Schema schema;  // with types
  learn::Profile profile;
};
using WrappedPtr = std::shared_ptr<const Wrapped>;
Result<WrappedPtr> read_wrapper(std::string text, const std::string& name);

// Records with readings, and what a person should know of the page.
Result<wrap::RecordList> extract_page(const Wrapped& wrapper, const Document& page, Budget& budget);

using LoadPage = std::function<Result<DocumentPtr>(const std::string& name)>;

struct Learnt {
  WrappedPtr wrapper;
  wrap::LearnReport report;
  Diagnostics problems;  // labels that could not be used
  learn::Contested contested;
  std::vector<wrap::LabelledPage> pages;
};
// Labels with the pages that they name.
struct Lesson {
  std::vector<wrap::LabelledPage> pages;
  Diagnostics problems;
  std::string hash;
};
struct LearnRequest {
  std::string labels_file, labels_text;
  LoadPage load;  // by the name that the label file uses
  std::vector<DocumentPtr> also;
  std::map<std::string, std::string> types;  // "price": "money"
  wrap::Config site;                         // [next], [follow], [browser] of the wrapper that was
};
// What a wrapper file says of its site rather than of its fields: it stays when the fields are learned again.
wrap::Config site_tables(const wrap::Config& whole);
Result<Lesson> read_lesson(const LearnRequest& request);
// By the family alone that is asked first: in a blink, and nearly always what all together give. Without a
// text and a profile, which nobody needs before all families are done; `written` gives them.
Result<WrappedPtr> learn_at_once(const LearnRequest& request, const Lesson& lesson, Budget& budget);
Result<WrappedPtr> written(const wrap::WrapperPtr& wrapper, const LearnRequest& request,
                           const Lesson& lesson);
// By all families, as `gleaner learn` does.
Result<Learnt> learn_wrapper(const LearnRequest& request, const Lesson& lesson, Budget& budget);

// The types that a wrapper's fields have, other than text.
std::map<std::string, std::string> types_of(const wrap::Schema& schema);
// The wrapper's text with these types.
Result<std::string> with_types(const Wrapped& wrapper, const std::map<std::string, std::string>& types);

// What could be asked: a record, or a value. At most one of both.
struct Doubtful {
  std::optional<learn::RowQuestion> row;
  std::optional<learn::Question> value;
  size_t open = 0;  // records in doubt
};
struct Answered {
  std::set<std::pair<std::string, uint32_t>> rows;       // page, where the record begins
  std::set<std::pair<std::string, std::string>> values;  // page, field
};
Doubtful next_question(const Learnt& learnt, const std::vector<DocumentPtr>& pages, const Answered& answered);

// Stretches of a page that repeat: every way in which it can be cut into records, the likeliest first.
std::vector<std::vector<Span>> record_groupings(const DocumentPtr& page);

// A word for a value: by what stands before it, its markup or its kind.
std::string name_for(const Document& page, Span span, const std::string& text);

}  // namespace gleaner::studio
