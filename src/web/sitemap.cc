// See sitemap.h.
#include "web/sitemap.h"

#include <limits>
#include <utility>

#include "base/text.h"
#include "page/url.h"

namespace gleaner::web {
namespace {

// &amp; and its like, and CDATA: all that XML writers put into addresses.
std::string plain(std::string_view text) {
  text = trim(text);
  if (text.starts_with("<![CDATA[") && text.ends_with("]]>"))
    return std::string(trim(text.substr(9, text.size() - 12)));
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const auto take = [&](std::string_view reference, char c) {
      if (!rest.starts_with(reference)) return false;
      out += c;
      i += reference.size() - 1;
      return true;
    };
    if (text[i] == '&' && (take("&amp;", '&') || take("&lt;", '<') || take("&gt;", '>') ||
                           take("&quot;", '"') || take("&apos;", '\'') || take("&#38;", '&')))
      continue;
    out += text[i];
  }
  return out;
}

constexpr size_t kFirstLook = 1000;         // bytes after which the form of a sitemap is known
constexpr size_t kLongestEntry = 64 << 10;  // a <loc> that is not closed by then is given up

}  // namespace

void SitemapReader::begin() { *this = SitemapReader(std::move(base_), most_); }

bool SitemapReader::take(std::string_view piece) {
  if (started_)
    return packed_ ? packed_->unpack(piece, [&](std::string_view text) { return scan(text); }) : scan(piece);
  first_ += piece;
  if (first_.size() < 2) return true;
  started_ = true;
  if (first_.starts_with("\x1f\x8b")) packed_ = std::make_unique<GzipPieces>();
  return take(std::exchange(first_, {}));
}

bool SitemapReader::scan(std::string_view piece) {
  seen_ += piece.size();
  if (seen_ > most_) return false;
  rest_ += piece;
  read(false);
  return true;
}

void SitemapReader::read(bool last) {
  std::string_view text = rest_;
  if (form_ == Form::unknown) {
    if (!last && text.size() < kFirstLook + 3) return;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    form_ = trim(text.substr(0, kFirstLook)).starts_with('<') ? Form::xml : Form::text;
  }
  const size_t used = form_ == Form::xml ? read_xml(text, last) : read_lines(text, last);
  rest_.erase(0, rest_.size() - text.size() + used);
}

// Both say how much of the text is done with.
size_t SitemapReader::read_lines(std::string_view text, bool last) {
  const size_t end = last ? text.size() : text.rfind('\n') + 1;
  for (std::string_view line : split(text.substr(0, end), '\n'))
    if (const std::string_view address = trim(line); is_web_address(address)) add(address, found_.pages);
  return end || text.size() < kLongestEntry ? end : text.size();
}

// <sitemap> opens an entry of an index; the last such tag before a <loc> tells what the address is of.
size_t SitemapReader::read_xml(std::string_view text, bool last) {
  constexpr size_t kLongestName = 64;
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (!last && text.size() - at <= kLongestName) return at;
    std::string_view tag = text.substr(at + 1, kLongestName);
    tag = tag.substr(0, tag.find_first_of(" \t\r\n/>", 1));
    if (const size_t colon = tag.find(':');
        colon != std::string_view::npos && !tag.starts_with("image:") && !tag.starts_with("video:"))
      tag.remove_prefix(colon + 1);  // a prefix of the sitemap's own name space
    if (tag == "sitemap") of_sitemap_ = true;
    else if (tag == "url") of_sitemap_ = false;
    if (tag != "loc") continue;
    const size_t begin = text.find('>', at);
    const size_t end = begin == std::string_view::npos ? begin : text.find("</", begin);
    if (end == std::string_view::npos) {
      if (text.size() - at < kLongestEntry) return at;
      continue;
    }
    if (end - at >= kLongestEntry) continue;
    add(plain(text.substr(begin + 1, end - begin - 1)), of_sitemap_ ? found_.sitemaps : found_.pages);
    at = end;
  }
  return text.size();
}

void SitemapReader::add(std::string_view address, std::vector<std::string>& into) {
  if (address.empty()) return;
  std::string url = resolve_url(address, base_);
  if (is_web_address(url)) into.push_back(std::move(url));
}

Result<Sitemap> SitemapReader::end() {
  if (seen_ > most_)
    return error(Code::budget, "is larger than " + std::to_string(most_) + " bytes", {base_},
                 "larger ones: --max-page-megabytes N");
  if (packed_ && !packed_->whole() && found_.pages.empty() && found_.sitemaps.empty())
    return error(Code::bad_input, "its packed content is damaged", {base_});
  if (!started_) rest_ = std::move(first_);
  read(true);
  return std::move(found_);
}

Sitemap read_sitemap(std::string_view text, const std::string& base) {
  SitemapReader reader(base, std::numeric_limits<uint64_t>::max());
  reader.take(text);
  auto found = reader.end();
  return found.ok() ? std::move(found).value() : Sitemap();
}

}  // namespace gleaner::web
