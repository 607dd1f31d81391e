// See resolve.h. Texts are searched by html::locate; each distinct text of a page once. Where a label was
// itself copied from HTML source ("Tom &amp; Jerry"), the text is tried again as HTML shows it; where it was
// typed with other blanks, dashes or quotes, by its letters and digits.
#include "label/resolve.h"
#include "base/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/ordered_pool.h"
#include "base/shorten.h"
#include "base/text.h"
#include "base/unicode.h"
#include "html/address.h"
#include "html/locate.h"
#include "html/slice_text.h"
#include "html/visible.h"
#include "label/chain.h"
#include "label/narrow.h"
#include "label/weights.h"
#include "page/url.h"

namespace gleaner::label {
namespace {

using wrap::Value;

// What HTML source shows on a page: entities decoded, tags gone.
std::string as_html_shows(std::string_view source) {
  auto document = Document::from_bytes(std::string(source), {"", "", "utf-8", MediaType::html});
  if (!document.ok()) return std::string(source);
  return html::visible_text((*document)->view<html::Tree>(), html::kDocument);
}

std::string in_a_message(std::string_view text) { return shortened(collapse(text), 80); }

// The page's visible text by its letters and digits: a label copied with other blanks, dashes or quotes
// stands where its letters do, at bounds of words.
// A sign before a number says something: it stands there, too, as one of several dashes.
class PageLetters {
 public:
  explicit PageLetters(const Document& document) : text_(document.view<html::Tree>(), html::kDocument) {
    for (const Word& word : letter_words(text_.text())) {
      words_.push_back({letters_.size(), word.begin, word.end});
      letters_ += word.folded;
    }
  }

  struct Found {
    Span span;
    std::string text;
  };
  // A text that ends in "..." was cut off by whoever wrote it down, perhaps inside of a word: it stands where
  // its letters begin words, and means them to the end of the word.
  std::vector<Found> find(std::string_view text, size_t most) const {
    std::vector<Found> out;
    const std::string wanted = letters_of(text);
    if (wanted.empty()) return out;
    const bool clipped = wanted.size() >= kClippedLetters && is_clipped(text);
    for (size_t at = letters_.find(wanted); at != std::string::npos && out.size() < most;
         at = letters_.find(wanted, at + 1)) {
      const WordPlace *first = begins_at(at), *next = begins_at(at + wanted.size());
      if (!first || (!next && at + wanted.size() != letters_.size() && !clipped)) continue;
      const WordPlace& last = next ? *(next - 1) : *word_with(at + wanted.size() - 1);
      const std::string_view all = text_.text();
      size_t begin = first->begin;
      if (is_negative(text)) {
        begin -= dash_before(all.substr(0, begin));
        if (begin == first->begin) continue;
      }
      out.push_back({text_.span(begin, last.end), std::string(all.substr(begin, last.end - begin))});
    }
    return out;
  }

 private:
  struct WordPlace {
    size_t letters, begin, end;
  };
  const WordPlace* begins_at(size_t letters) const {
    auto at = std::lower_bound(words_.begin(), words_.end(), letters,
                               [](const WordPlace& word, size_t l) { return word.letters < l; });
    return at != words_.end() && at->letters == letters ? &*at : nullptr;
  }
  const WordPlace* word_with(size_t letter) const {
    return &*std::prev(std::upper_bound(words_.begin(), words_.end(), letter,
                                        [](size_t l, const WordPlace& word) { return l < word.letters; }));
  }
  // Bytes of the dash that the text ends in.
  static size_t dash_before(std::string_view text) {
    for (std::string_view dash : {"-", "\xe2\x88\x92", "\xe2\x80\x93", "\xe2\x80\x91", "\xe2\x80\x90"})
      if (text.ends_with(dash)) return dash.size();
    return 0;
  }
  static bool is_negative(std::string_view text) {
    text = trim(text);
    const size_t digit = std::min(text.find_first_of("0123456789"), text.size());
    return digit > 0 && digit < text.size() && dash_before(text.substr(0, digit)) == digit;
  }
  static bool is_clipped(std::string_view text) {
    text = trim(text);
    return text.ends_with("...") || text.ends_with("\xe2\x80\xa6");
  }
  html::VisibleText text_;
  std::string letters_;
  std::vector<WordPlace> words_;
};

using Unknown = std::set<std::pair<size_t, std::string>>;  // record, field

class PageResolver {
 public:
  PageResolver(const Document& document, const std::string& file, uint32_t line, Diagnostics& problems,
               const ResolveOptions& options)
      : document_(document), file_(file), line_(line), problems_(problems), options_(options) {}

  // Fields of records whose text stands nowhere.
  const Unknown& unknown() const { return unknown_; }

  size_t resolve(wrap::Label& label) {
    for (wrap::Record& record : label.records) resolve_fields(record.fields, ""), ++record_;
    narrow_places(label);
    settle_nested(label, document_);
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
    for (wrap::Field& field : fields) {
      resolve_value(field.value, prefix + field.name);
      if (prefix.empty() && field.value.is_absent()) unknown_.emplace(record_, field.name);
    }
    std::erase_if(fields, [](const wrap::Field& field) { return field.value.is_absent(); });
  }

  // A value that cannot be found becomes absent; a list or record of nothing but such values too.
  void resolve_value(Value& value, const std::string& path) {
    if (value.is_text()) {
      // an empty text names a field that this record does not have
      const bool empty = !value.span && collapse(value.text).empty();
      if (!empty && (value.span ? bind(value, path) : locate(value, path))) ++kept_;
      else value = empty ? Value::make_null() : Value();
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
    if (value.text.find_first_of("<&") != std::string::npos)
      value.text = html::slice_text(document_, *value.span);
    value.places = {*value.span};
    return true;
  }

  bool locate(Value& value, const std::string& path) {
    const std::vector<Span>* places = &places_of(value.text);
    if (places->empty() && value.text.find_first_of("&<") != std::string::npos) {
      const std::string shown = as_html_shows(value.text);
      if (!shown.empty() && shown != value.text) {
        places = &places_of(shown);
        if (!places->empty()) value.text = shown;
      }
    }
    if (places->empty() && looks_like_url(value.text)) {
      places = &links_to(value.text);
      if (!places->empty()) value.text = written_as_[value.text];
    }
    if (places->empty()) places = &places_by_letters(value);
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

  // Where the letters and digits of the text stand alone; the label's text becomes what the page shows there.
  const std::vector<Span>& places_by_letters(Value& value) {
    by_letters_.clear();
    if (!document_.is_html()) return by_letters_;
    if (!letters_) letters_.emplace(document_);
    for (const PageLetters::Found& found : letters_->find(value.text, options_.max_places)) {
      if (by_letters_.empty()) value.text = found.text;
      by_letters_.push_back(found.span);
    }
    return by_letters_;
  }

  const std::vector<Span>& places_of(const std::string& text) {
    auto [found, fresh] = cache_.try_emplace(text);
    if (!fresh) return found->second;
    for (const html::Place& place : html::locate(document_, text, options_.max_places)) {
      if (found->second.empty() || found->second.back() != place.span) found->second.push_back(place.span);
    }
    return found->second;
  }

  // An address that the page writes shorter: relative to its own.
  const std::vector<Span>& links_to(const std::string& address) {
    std::vector<Span>& found = cache_[address];
    if (!document_.is_html()) return found;
    const html::Tree& tree = document_.view<html::Tree>();
    const std::string url = document_.url().empty() ? html::stated_address(tree) : document_.url();
    if (url.empty()) return found;
    const std::string base = html::base_of(tree, url);
    for (html::NodeId n = 0; n < tree.size() && found.size() < options_.max_places; ++n)
      for (const char* name : {"href", "src", "content", "action"}) {
        const auto written = tree.may_have_attributes(n) ? tree.attribute(n, name) : std::nullopt;
        if (!written || written->empty() || resolve_url(*written, base) != address) continue;
        const auto span = tree.attribute_span(n, name);
        if (!span) continue;
        found.push_back(*span);
        written_as_.try_emplace(address, *written);
      }
    return found;
  }

  const Document& document_;
  const std::string& file_;
  uint32_t line_;
  Diagnostics& problems_;
  const ResolveOptions& options_;
  std::map<std::string, std::vector<Span>> cache_;
  std::map<std::string, std::string> written_as_;  // addresses as the page writes them
  std::optional<PageLetters> letters_;
  std::vector<Span> by_letters_;
  size_t kept_ = 0, record_ = 0;
  Unknown unknown_;
};

// Fields of all records.
std::vector<std::string> names_in(const std::vector<wrap::Label>& labels) {
  std::vector<std::string> out;
  for (const wrap::Label& label : labels)
    for (const wrap::Record& record : label.records)
      for (const wrap::Field& field : record.fields) add_new(out, field.name);
  return out;
}

// A whole page some of whose texts were not found: labelled in part from now on, with a null for every field
// that a record lacks. Nested records stay as they are.
void settle_unknown(wrap::Label& label, const Unknown& unknown, const std::vector<std::string>& names) {
  if (!label.complete || unknown.empty() || label.is_nested()) return;
  label.complete = false;
  for (size_t i = 0; i < label.records.size(); ++i)
    for (const std::string& name : names)
      if (!label.records[i].find(name) && !unknown.contains({i, name}))
        label.records[i].fields.push_back({name, Value::make_null()});
}

}  // namespace

std::string page_path(const std::string& folder, const std::string& page) {
  if (folder.empty() || page.starts_with('/') || page == "-" || looks_like_url(page)) return page;
  return folder.ends_with('/') ? folder + page : folder + "/" + page;
}

size_t resolve_label(wrap::Label& label, const Document& document, const std::string& file,
                     Diagnostics& problems, const ResolveOptions& options) {
  PageResolver resolver(document, file, label.line, problems, options);
  const size_t kept = resolver.resolve(label);
  settle_unknown(label, resolver.unknown(), names_in({label}));
  return kept;
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
  const std::vector<std::string> names = names_in(labels);
  const bool many = labels.size() >= kManyPages;
  ordered_for(
      labels.size(), options.jobs,
      [&](size_t i) {
        One one;
        one.label = std::move(labels[i]);
        LoadOptions how;
        how.document.url = one.label.url;
        const std::string path = page_path(folder, one.label.page);
        auto loaded = options.load ? options.load(path, how) : load_document(path, how);
        if (!loaded.ok()) {
          Diagnostic why = loaded.error();
          if (why.hint.empty())
            why.hint =
                fmt::format("named by {}:{}; pages are relative to the label file", file, one.label.line);
          one.problems.push_back(std::move(why));
          return one;
        }
        one.document = *loaded;
        PageResolver resolver(*one.document, file, one.label.line, one.problems, options);
        one.values = resolver.resolve(one.label);
        settle_unknown(one.label, resolver.unknown(), names);
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
