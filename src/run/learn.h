// From labelled pages to a wrapper file, and from an old one to one for redesigned pages. The text that these
// give is what is written, and it was read back: nothing that cannot be loaded leaves here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "learn/ask.h"
#include "learn/repair.h"
#include "links/pager.h"
#include "wrap/label.h"
#include "wrap/wrapper_file.h"

namespace gleaner::run {

struct LearnOptions {
  std::string kind;                             // of wrapper; empty: the best
  std::map<std::string, std::string> settings;  // of the family, by name
  std::vector<DocumentPtr> also;                // unlabelled pages of the same site
  BudgetLimits limits;
  std::function<void(size_t done, size_t most)> progress;  // of trials, where several families are asked
};

// The families that are asked for a kind; an error that names the kinds there are.
Result<std::vector<const wrap::Registry::Family*>> families_of(const wrap::Registry& registry,
                                                               const std::string& kind);

// The best of what the families give, by what they miss and get wrong on the labelled pages. REQUIRES: pages
// that learn::put_in_order has put in order, so that the same labels give the same wrapper.
Result<wrap::Learned> learn(const wrap::Registry& registry, const std::vector<wrap::LabelledPage>& pages,
                            const LearnOptions& options);

// A wrapper's own doubts about a page, for the questions of learn/ask: what its family nearly said, field by
// field. Empty for families that have none. Cost: one extraction a field.
std::vector<learn::Doubt> own_doubts(const wrap::Wrapper& wrapper, const Document& page);

// What a wrapper file holds beside the family's own.
struct FileOptions {
  wrap::Origin origin;             // its pages are filled in
  std::vector<std::string> types;  // FIELD=TYPE
  bool next = false;               // follow the list to its last page
};
// The text of the wrapper file, with profile and origin. Fails where it could not be read back.
Result<std::string> wrapper_text(const wrap::WrapperPtr& wrapper, const wrap::Registry& registry,
                                 const std::vector<wrap::LabelledPage>& pages,
                                 const std::vector<DocumentPtr>& also, FileOptions options);

// The grammar that a wrapper is, where it is one: a text that a person goes on writing.
std::optional<std::string> grammar_text(const wrap::Wrapper& wrapper);

struct Repaired {
  learn::RepairReport report;
  std::string text;  // of the new file; empty where nothing better was found
};
// Types, [next] and [follow] of the old file stay.
Result<Repaired> repair(const wrap::WrapperFile& file, const wrap::Registry& registry,
                        const std::vector<DocumentPtr>& old_pages, const std::vector<DocumentPtr>& new_pages,
                        Budget& budget);
// A repair taken in part: the new file's text with the old rules of these fields. A list
// in the rows is kept as a whole.
Result<std::string> keep_fields(const wrap::WrapperFile& old, const std::string& repaired,
                                const std::vector<std::string>& fields, const wrap::Registry& registry);

// Where a labelled list goes on: a list should not end at its first page by oversight.
struct GoesOn {
  std::string page;  // as the labels name it
  links::NextPage next;
};
std::optional<GoesOn> goes_on(const std::vector<wrap::LabelledPage>& pages);

}  // namespace gleaner::run
