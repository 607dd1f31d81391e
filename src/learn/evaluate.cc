// See evaluate.h.
#include "learn/evaluate.h"

#include <map>
#include <memory>
#include <mutex>

namespace gleaner::learn {
namespace {

// A view of a page: what wrappers gave there. Keeps the wrappers, so that no other
// comes to have the address of one.
class GivenRecords {
 public:
  explicit GivenRecords(const Document&) {}

  const wrap::RecordList& by(const wrap::WrapperPtr& wrapper, const Document& page) const {
    {
      const std::lock_guard lock(mutex_);
      if (auto at = known_.find(wrapper); at != known_.end()) return *at->second;
    }
    auto made = std::make_unique<wrap::RecordList>();
    Budget budget;
    if (!wrapper->extract(page, *wrapper->make_scratch(), *made, budget).ok()) made->records.clear();
    const std::lock_guard lock(mutex_);
    return *known_.try_emplace(wrapper, std::move(made)).first->second;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::map<wrap::WrapperPtr, std::unique_ptr<const wrap::RecordList>> known_;
};

}  // namespace

const wrap::RecordList& read_by(const wrap::WrapperPtr& wrapper, const Document& page) {
  return page.view<GivenRecords>().by(wrapper, page);
}

const std::vector<wrap::Record>& given_by(const wrap::WrapperPtr& wrapper, const Document& page) {
  return read_by(wrapper, page).records;
}

FieldMatches evaluate(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                      bool lists) {
  FieldMatches matches;
  matches[""];
  for (const wrap::LabelledPage& page : pages)
    add(matches, compare_label(page.label, given_by(wrapper, *page.document), lists));
  return matches;
}

void tell(wrap::LearnReport& report, const FieldMatches& exact,
          const std::vector<wrap::LabelledPage>& pages) {
  const Match& all = exact.at("");
  report.covered = uint32_t(all.right), report.missed = uint32_t(all.missed),
  report.wrong = uint32_t(all.wrong);
  report.pages = uint32_t(pages.size()), report.records = 0;
  for (const wrap::LabelledPage& page : pages) report.records += uint32_t(page.label.records.size());
}

}  // namespace gleaner::learn
