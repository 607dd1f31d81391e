// See resolve.h. Texts are searched by html::locate; each distinct text of a page once. Where a label was
// itself copied from HTML source ("Tom &amp; Jerry"), the text is tried again as HTML shows it.
#include "label/resolve.h"

#include <fmt/format.h>

#include <map>

#include "base/ordered_pool.h"
#include "base/shorten.h"
#include "base/text.h"
#include "html/locate.h"
#include "html/visible.h"
#include "label/narrow.h"

namespace gleaner::label {
namespace {

using wrap::Value;

constexpr size_t kManyPages = 200;  // pages whose trees are not kept

// What HTML source shows on a page: entities decoded, tags gone.
std::string as_html_shows(std::string_view source) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  auto document = Document::from_bytes(std::string(source), options);
  if (!document.ok()) return std::string(source);
  return html::visible_text((*document)->view<html::Tree>(), html::kDocument);
}

std::string in_a_message(std::string_view text) { return shortened(collapse(text), 80); }

class PageResolver {
 public:
  PageResolver(const Document& document, const std::string& file, uint32_t line, Diagnostics& problems,
               const ResolveOptions& options)
      : document_(document), file_(file), line_(line), problems_(problems), options_(options) {}

  size_t resolve(wrap::Label& label) {
    for (wrap::Record& record : label.records) resolve_fields(record.fields, "");
    narrow_places(label);
    for (size_t i = 0; i < label.negative.size(); ++i) {
      const std::string field =
          label.negative_field[i].empty() ? "negative" : "negative " + label.negative_field[i];
      resolve_value(label.negative[i], field);
    }
    for (size_t i = label.negative.size(); i-- > 0;)
      if (label.negative[i].is_absent()) {
        label.negative.erase(label.negative.begin() + ptrdiff_t(i));
        label.negative_field.erase(label.negative_field.begin() + ptrdiff_t(i));
      }
    return kept_;
  }

 private:
  void resolve_fields(std::vector<wrap::Field>& fields, const std::string& prefix) {
    for (wrap::Field& field : fields) resolve_value(field.value, prefix + field.name);
    std::erase_if(fields, [](const wrap::Field& field) { return field.value.is_absent(); });
  }

  // A value that cannot be found becomes absent; a list or record of nothing but such values too.
  void resolve_value(Value& value, const std::string& path) {
    if (value.is_text()) {
      if (value.span ? bind(value, path) : locate(value, path)) ++kept_;
      else value = Value();
    } else if (value.is_list() && !value.items.empty()) {
      for (Value& item : value.items) resolve_value(item, path);
      std::erase_if(value.items, [](const Value& item) { return item.is_absent(); });
      if (value.items.empty()) value = Value();
    } else if (value.is_record() && !value.fields.empty()) {
      resolve_fields(value.fields, path + ".");
      if (value.fields.empty()) value = Value();
    }
  }

  bool bind(Value& value, const std::string& path) {
    wrap::Label one;
    one.page = document_.name();
    one.records.emplace_back();
    one.records[0].fields.push_back({path, value});
    Status bound = wrap::bind(one, document_);
    if (!bound.ok()) {
      problems_.push_back(bound.error());
      return false;
    }
    value = std::move(one.records[0].fields[0].value);
    value.places = {*value.span};
    return true;
  }

  bool locate(Value& value, const std::string& path) {
    if (collapse(value.text).empty()) return false;  // an empty text is an absent value, not a mistake
    const std::vector<Span>* places = &places_of(value.text);
    if (places->empty() && value.text.find_first_of("&<") != std::string::npos) {
      const std::string shown = as_html_shows(value.text);
      if (!shown.empty() && shown != value.text) {
        places = &places_of(shown);
        if (!places->empty()) value.text = shown;
      }
    }
    if (places->empty()) {
      problems_.push_back(error(Code::bad_input,
                                fmt::format("{}: the text of \"{}\" stands nowhere on the page: \"{}\"",
                                            document_.name(), path, in_a_message(value.text)),
                                Where{.file = file_, .line = line_},
                                "label what the page shows, letter by letter"));
      return false;
    }
    value.places = *places;
    if (places->size() == 1) value.span = places->front();
    return true;
  }

  const std::vector<Span>& places_of(const std::string& text) {
    auto [found, fresh] = cache_.try_emplace(text);
    if (!fresh) return found->second;
    for (const html::Place& place : html::locate(document_, text, options_.max_places)) {
      if (found->second.empty() || found->second.back() != place.span) found->second.push_back(place.span);
    }
    return found->second;
  }

  const Document& document_;
  const std::string& file_;
  uint32_t line_;
  Diagnostics& problems_;
  const ResolveOptions& options_;
  std::map<std::string, std::vector<Span>> cache_;
  size_t kept_ = 0;
};

}  // namespace

std::string page_path(const std::string& folder, const std::string& page) {
  if (folder.empty() || page.starts_with('/') || page == "-") return page;
  return folder.ends_with('/') ? folder + page : folder + "/" + page;
}

size_t resolve_label(wrap::Label& label, const Document& document, const std::string& file,
                     Diagnostics& problems, const ResolveOptions& options) {
  return PageResolver(document, file, label.line, problems, options).resolve(label);
}

Resolved resolve_labels(std::vector<wrap::Label> labels, const std::string& folder, const std::string& file,
                        const ResolveOptions& options) {
  struct One {
    DocumentPtr document;
    wrap::Label label;
    Diagnostics problems;
    size_t values = 0;
  };
  Resolved made;
  const bool many = labels.size() >= kManyPages;
  ordered_for(
      labels.size(), options.jobs,
      [&](size_t i) {
        One one;
        one.label = std::move(labels[i]);
        LoadOptions load = options.load;
        load.document.url = one.label.url;
        load.document.name.clear();
        auto loaded = load_document(page_path(folder, one.label.page), load);
        if (!loaded.ok()) {
          Diagnostic why = loaded.error();
          if (why.hint.empty())
            why.hint =
                fmt::format("named by {}:{}; pages are relative to the label file", file, one.label.line);
          one.problems.push_back(std::move(why));
          return one;
        }
        one.document = *loaded;
        one.values = resolve_label(one.label, *one.document, file, one.problems, options);
        if (many) one.document->drop_views();  // a tree takes far more memory than its page
        return one;
      },
      [&](size_t, One one) {
        for (Diagnostic& problem : one.problems) made.problems.push_back(std::move(problem));
        made.values += one.values;
        if (one.document) made.pages.push_back({std::move(one.document), std::move(one.label)});
        return true;
      });
  return made;
}

Result<Resolved> resolve(const std::string& label_file, const ResolveOptions& options) {
  GLEANER_TRY(const std::string text, read_file(label_file));
  GLEANER_TRY(std::vector<wrap::Label> labels, wrap::parse_labels(text, label_file));
  if (labels.empty())
    return error(
        Code::bad_input, "no labels in this file", Where{.file = label_file},
        "a label file has a line a page: {\"page\": \"a.html\", \"records\": [{\"price\": \"6.90\"}]}");
  const size_t slash = label_file.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : label_file.substr(0, slash + 1);
  Resolved made = resolve_labels(std::move(labels), folder, label_file, options);
  made.hash = hex(stable_hash(text));
  return made;
}

}  // namespace gleaner::label
