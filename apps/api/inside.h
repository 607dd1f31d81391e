// What the files of the public interface share: handles' insides, and the way from our structures to plain
// ones, so that nothing of the inside shows.
#pragma once

#include "base/budget.h"
#include "gleaner/gleaner.h"
#include "page/document.h"
#include "wrap/label.h"
#include "wrap/wrapper_file.h"

namespace gleaner::api {

struct Page::Impl {
  DocumentPtr document;
};

struct Wrapper::Impl {
  wrap::WrapperFile file;
  wrap::Schema schema;  // with the types of the file
  std::string text;
};

struct Labels::Impl {
  std::vector<wrap::LabelledPage> pages;
  Diagnostics problems;
  wrap::Origin origin;
};

Error error_of(const Diagnostic& why);
BudgetLimits limits_of(const Limits& limits);
// The page, for work under these limits. Views of a page that a limit cut short stay with it: such
// work has a document of its own.
DocumentPtr document_of(const DocumentPtr& shared, const Limits& limits);
std::vector<DocumentPtr> documents_of(const std::vector<Page>& pages, const Limits& limits);

// `wrapper`: for rules in words; null where there is none.
std::vector<Record> copy(const std::vector<wrap::Record>& records, const Document& page,
                         const wrap::Wrapper* wrapper);
Span stored(const Document& page, gleaner::Span span);
std::vector<Column> columns_of(const std::vector<wrap::FieldSchema>& fields);

Expected<Wrapper> wrapper_of(std::string text, const std::string& name);

}  // namespace gleaner::api
