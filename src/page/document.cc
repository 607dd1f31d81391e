// See document.h. Making a document from bytes, lines and columns, and the views that it keeps.
#include "page/document.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner {
namespace {

constexpr uint64_t kMaxBytes = 0xfffffff0u;

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         equals_ignoring_case(text.substr(text.size() - ending.size()), ending);
}

// Does a tag of HTML begin at `at`, or, at the beginning of the page, any tag? Logs and mails hold much else
// between these marks: <a@b.example>, <info>, List<String>.
bool begins_tag(std::string_view head, size_t at, bool first) {
  static constexpr std::string_view kTags[] = {
      "html",   "head",  "body",  "title",      "meta",   "link",   "script",  "style",   "base",   "div",
      "span",   "p",     "a",     "b",          "i",      "u",      "em",      "font",    "strong", "small",
      "br",     "hr",    "img",   "pre",        "table",  "tr",     "td",      "th",      "dl",     "dt",
      "dd",     "tbody", "thead", "ul",         "ol",     "li",     "h1",      "h2",      "h3",     "h4",
      "h5",     "h6",    "form",  "input",      "nav",    "main",   "section", "article", "header", "footer",
      "center", "code",  "tt",    "blockquote", "iframe", "button", "select",  "option",  "label"};
  size_t end = ++at;
  if (first && head.substr(at, 1) == "?") return true;  // <?xml
  if (at < head.size() && head[at] == '!')
    return head.substr(at, 3) == "!--" || equals_ignoring_case(head.substr(at, 8), "!doctype");
  while (end < head.size() && (is_alnum(head[end]) || head[end] == '-' || head[end] == ':')) ++end;
  if (end == at || !is_alpha(head[at])) return false;
  if (end < head.size() && !is_space(head[end]) && head[end] != '>' && head[end] != '/') return false;
  return first || std::any_of(std::begin(kTags), std::end(kTags), [&](std::string_view tag) {
           return equals_ignoring_case(tag, head.substr(at, end - at));
         });
}

// By the name's ending; else a page whose first bytes hold a tag is HTML.
MediaType sniff_media_type(std::string_view name, std::string_view bytes) {
  for (std::string_view packed : {".gz", ".zst"})
    if (ends_with(name, packed)) name.remove_suffix(packed.size());
  for (std::string_view ending : {".html", ".htm", ".xhtml", ".asp", ".php", ".shtml"})
    if (ends_with(name, ending)) return MediaType::html;
  for (std::string_view ending : {".txt", ".log", ".csv", ".tsv", ".md"})
    if (ends_with(name, ending)) return MediaType::text;
  std::string_view head = bytes.substr(0, 4096);
  if (head.substr(0, 2) == "\xff\xfe" || head.substr(0, 2) == "\xfe\xff")
    return head.find(std::string_view("<\0", 2)) != std::string_view::npos ? MediaType::html
                                                                           : MediaType::text;
  const size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  for (size_t i = head.find('<'); i != std::string_view::npos; i = head.find('<', i + 1))
    if (begins_tag(head, i, i == begin)) return MediaType::html;
  return MediaType::text;
}

}  // namespace

Result<DocumentPtr> Document::from_bytes(std::string bytes, DocumentOptions options) {
  auto owner = std::make_shared<std::string>(std::move(bytes));
  return from_view(*owner, owner, std::move(options));
}

Result<DocumentPtr> Document::from_view(std::string_view bytes, std::shared_ptr<const void> owner,
                                        DocumentOptions options) {
  auto too_large = [&] {
    return gleaner::error(Code::bad_input, "the page has 4 GiB or more", {options.name},
                          "split it; spans are 32 bits");
  };
  if (bytes.size() > kMaxBytes) return too_large();
  std::shared_ptr<Document> page(new Document());
  page->owner_ = std::move(owner);
  page->bytes_ = bytes;
  page->media_type_ = options.media_type ? *options.media_type : sniff_media_type(options.name, bytes);
  page->charset_ = determine_charset(bytes, options.transport_charset, page->is_html());
  Decoded decoded = decode(bytes, page->charset_.name);
  page->skip_ = decoded.skip;
  page->replaced_ = decoded.replaced;
  if (decoded.identity) {
    page->text_ = bytes.substr(decoded.skip);
  } else {
    if (decoded.text.size() > kMaxBytes) return too_large();
    page->decoded_ = std::move(decoded.text);
    page->text_ = page->decoded_;
    page->map_ = std::move(decoded.map);
  }
  page->options_ = std::move(options);
  return DocumentPtr(std::move(page));
}

Span Document::to_bytes(Span text) const {
  Span bytes = map_.to_bytes(text);
  return {bytes.begin + skip_, bytes.end + skip_};
}

Span Document::to_text(Span bytes) const {
  auto less_skip = [&](uint32_t at) { return at > skip_ ? at - skip_ : 0; };
  return map_.to_text(Span{less_skip(bytes.begin), less_skip(bytes.end)});
}

const std::vector<uint32_t>& Document::line_starts() const {
  std::lock_guard lock(mutex_);
  if (line_starts_.empty()) {
    line_starts_.push_back(0);
    for (size_t at = text_.find('\n'); at != std::string_view::npos; at = text_.find('\n', at + 1))
      line_starts_.push_back(uint32_t(at + 1));
  }
  return line_starts_;
}

LineColumn Document::line_column(uint32_t offset) const {
  const auto& starts = line_starts();
  offset = std::min<uint32_t>(offset, uint32_t(text_.size()));
  const auto number = uint32_t(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin());
  const uint32_t begin = starts[number - 1];
  return {number, uint32_t(count_code_points(text_.substr(begin, offset - begin)) + 1)};
}

std::string_view Document::line(uint32_t offset) const {
  const auto& starts = line_starts();
  const uint32_t number = line_column(offset).line;
  const uint32_t begin = starts[number - 1];
  const uint32_t end = number == starts.size() ? uint32_t(text_.size()) : starts[number];
  std::string_view line = text_.substr(begin, end - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

Where Document::where(Span text) const {
  LineColumn at = line_column(text.begin);
  return {name(), at.line, at.column, to_bytes(text)};
}

const void* Document::cached(const void* key, const std::function<std::shared_ptr<void>()>& build) const {
  {
    std::lock_guard lock(mutex_);
    for (const CachedView& cached : views_)
      if (cached.key == key) return cached.view.get();
  }
  // Built outside the lock, for a view may ask for another view. If two threads race, the first one in wins.
  std::shared_ptr<void> made = build();
  std::lock_guard lock(mutex_);
  for (const CachedView& cached : views_)
    if (cached.key == key) return cached.view.get();
  views_.push_back({key, std::move(made)});
  return views_.back().view.get();
}

void Document::note(Diagnostic note) const {
  if (note.where.file.empty()) note.where.file = name();
  std::lock_guard lock(mutex_);
  notes_.push_back(std::move(note));
}

Diagnostics Document::notes() const {
  std::lock_guard lock(mutex_);
  return notes_;
}

void Document::drop_views() const {
  std::vector<CachedView> dropped;
  {
    std::lock_guard lock(mutex_);
    dropped.swap(views_);
  }
  // A later view may hold references into an earlier one.
  while (!dropped.empty()) dropped.pop_back();
}

}  // namespace gleaner
