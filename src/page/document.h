// Document: an immutable page. Everything else is a view of it.
//
// text() is valid UTF-8 and is what all spans in memory refer to. bytes() is the page as stored (after
// decompression); to_bytes/to_text map between them. view<V>() builds V once, on first use, and keeps it:
// V needs a constructor V(const Document&). page itself knows no view type.
// Threads: all const functions may be called concurrently.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/span.h"
#include "page/charset.h"

namespace gleaner {

class Document;
using DocumentPtr = std::shared_ptr<const Document>;

enum class MediaType : uint8_t { html, text };

struct DocumentOptions {
  std::string name;                     // what a person calls it: the path as given, "-" for stdin
  std::string url;                      // where it came from, if known
  std::string transport_charset;        // charset of the transport's Content-Type
  std::optional<MediaType> media_type;  // default: by name, then by a look at the first bytes
};

struct LineColumn {
  uint32_t line = 1, column = 1;  // column counts code points
};

class Document {
 public:
  // Pages of 4 GiB or more are refused (spans are 32 bits).
  static Result<DocumentPtr> from_bytes(std::string bytes, DocumentOptions options = {});
  // `owner` keeps `bytes` alive (a mapped file).
  static Result<DocumentPtr> from_view(std::string_view bytes, std::shared_ptr<const void> owner,
                                       DocumentOptions options = {});

  ~Document() { drop_views(); }

  std::string_view text() const { return text_; }
  std::string_view bytes() const { return bytes_; }
  std::string_view text(Span span) const { return span.of(text_); }
  const std::string& name() const { return options_.name; }
  const std::string& url() const { return options_.url; }
  const Charset& charset() const { return charset_; }
  MediaType media_type() const { return media_type_; }
  bool is_html() const { return media_type_ == MediaType::html; }
  uint32_t replaced() const { return replaced_; }  // malformed sequences in the bytes

  Span to_bytes(Span text) const;
  Span to_text(Span bytes) const;
  LineColumn line_column(uint32_t text_offset) const;
  std::string_view line(uint32_t text_offset) const;  // the source line around it, without its end
  Where where(Span text) const;                       // for diagnostics: name, line, column, bytes

  template <class View>
  const View& view() const {
    return *static_cast<const View*>(cached(
        &kViewKey<View>, [this] { return std::static_pointer_cast<void>(std::make_shared<View>(*this)); }));
  }
  // What a view found worth telling (it is partial, it left something out); told once a page, by who reports.
  void note(Diagnostic note) const;
  Diagnostics notes() const;
  // Drops the views; REQUIRES that nobody holds references to them.
  void drop_views() const;

 private:
  template <class View>
  static constexpr char kViewKey = 0;

  Document() = default;
  const void* cached(const void* key, const std::function<std::shared_ptr<void>()>& build) const;
  const std::vector<uint32_t>& line_starts() const;

  std::string decoded_;                // the text, when it differs from the bytes
  std::shared_ptr<const void> owner_;  // keeps the bytes alive
  std::string_view bytes_, text_;
  uint32_t skip_ = 0;
  OffsetMap map_;
  Charset charset_;
  MediaType media_type_ = MediaType::html;
  uint32_t replaced_ = 0;
  DocumentOptions options_;

  struct CachedView {
    const void* key;
    std::shared_ptr<void> view;
  };
  mutable std::mutex mutex_;
  mutable std::vector<CachedView> views_;
  mutable std::vector<uint32_t> line_starts_;
  mutable Diagnostics notes_;
};

}  // namespace gleaner
