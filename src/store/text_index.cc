// See text_index.h.
#include "store/text_index.h"

namespace gleaner::store {

Result<std::unique_ptr<TextIndex>> TextIndex::make() {
  auto out = std::make_unique<TextIndex>();
  GLEANER_TRY(out->state_, State::open(":memory:"));
  // Letters without their marks: a phrase is found however a page writes it.
  GLEANER_CHECK(
      out->state_->run("create virtual table texts using fts5 (name unindexed, text, "
                       "tokenize = 'unicode61 remove_diacritics 2'); begin"));
  GLEANER_TRY(out->insert_, out->state_->prepare("insert into texts values (?1, ?2)"));
  GLEANER_TRY(out->select_,
              out->state_->prepare(
                  "select name from texts where texts match ?1 order by bm25(texts), rowid limit ?2"));
  return out;
}

Status TextIndex::add(std::string_view name, std::string_view text) {
  return insert_.bind(1, name).bind(2, text).run();
}

Result<std::vector<std::string>> TextIndex::find(const std::vector<std::string>& phrases, size_t most) {
  std::string query;
  for (const std::string& phrase : phrases) {
    query += query.empty() ? "\"" : " AND \"";
    for (const char c : phrase) query += c == '"' ? ' ' : c;
    query += '"';
  }
  std::vector<std::string> out;
  if (query.empty()) return out;
  select_.bind(1, query).bind(2, int64_t(most));
  GLEANER_CHECK(select_.each([&] { out.emplace_back(select_.text(0)); }));
  return out;
}

}  // namespace gleaner::store
