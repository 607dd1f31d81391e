// See columns.h.
#include "label/columns.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/unicode.h"

namespace gleaner::label {

Columns Columns::of(const std::vector<wrap::LabelledPage>& pages) {
  Columns out;
  std::map<std::string, bool> sure;
  for (const wrap::LabelledPage& page : pages) {
    if (!page.document->is_html() || page.label.records.size() < 2) continue;
    const auto& map = page.document->view<html::SourceMap>();
    const auto& headers = page.document->view<html::TableHeaders>();
    for (const wrap::Record& record : page.label.records)
      wrap::for_each_leaf(record, [&](const std::string& path, const wrap::Value& value) {
        const html::NodeId node = value.span ? map.node_at(value.span->begin) : html::kNoNode;
        const std::string header = node == html::kNoNode ? "" : letters_of(headers.above(node));
        auto [known, fresh] = out.headers_.try_emplace(path, header);
        auto [fits, first] = sure.try_emplace(path, true);
        fits->second = fits->second && !header.empty() && known->second == header;
      });
  }
  std::erase_if(out.headers_, [&](const auto& entry) { return !sure[entry.first]; });
  return out;
}

bool Columns::is_of_another(const std::string& field, const std::string& header) const {
  const auto mine = headers_.find(field);
  if (mine == headers_.end() || header.empty() || mine->second == header) return false;
  return std::ranges::any_of(headers_, [&](const auto& entry) { return entry.second == header; });
}

Result<Columns> Columns::load(const wrap::Config& config) {
  Columns out;
  GLEANER_TRY(const std::vector<std::string> pairs, config.texts_or("columns", {}));
  for (const std::string& pair : pairs) {
    const size_t equals = pair.find('=');
    if (equals == std::string::npos)
      return config.wrong(fmt::format("columns: \"{}\" is no FIELD=HEADER", pair));
    out.headers_[pair.substr(0, equals)] = letters_of(pair.substr(equals + 1));
  }
  return out;
}

void Columns::save(wrap::Config& into) const {
  if (!known()) return;
  std::vector<std::string> pairs;
  for (const auto& [field, header] : headers_) pairs.push_back(field + "=" + header);
  into.set("columns", pairs);
}

ColumnSink::ColumnSink(const Columns& columns, const Document& document, wrap::RecordSink& sink)
    : columns_(columns), document_(document), sink_(sink) {
  if (!columns.known() || !document.is_html()) return;
  map_ = &document.view<html::SourceMap>();
  headers_ = &document.view<html::TableHeaders>();
}

bool ColumnSink::take(wrap::Record&& record) {
  if (!headers_) return sink_.take(std::move(record));
  std::erase_if(record.fields, [&](const wrap::Field& field) {
    if (!field.value.is_text() || !field.value.span) return false;
    const html::NodeId node = map_->node_at(field.value.span->begin);
    if (node == html::kNoNode) return false;
    const std::string& header = headers_->above(node);
    if (!columns_.is_of_another(field.name, letters_of(header))) return false;
    if (left_out_[field.name]++ == 0)
      sink_.note(warning(
          Code::drift,
          fmt::format("\"{}\" stands in the column \"{}\", which is another field's: it is left out",
                      field.name, header),
          document_.where(*field.value.span),
          "the columns stand in another order; a wrapper of kind rows or pattern finds them by their headers"));
    return true;
  });
  return record.fields.empty() || sink_.take(std::move(record));
}

}  // namespace gleaner::label
