// Rows as a mail: a table in the text and in HTML, and the whole as a CSV file. The Message-ID is made of the
// idempotency key, so that mailboxes see a second try as the same mail.
#include <ctime>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/shorten.h"
#include "base/text.h"
#include "flow/deliver.h"
#include "web/send.h"

namespace gleaner::flow {
namespace {

constexpr size_t kMailRows = 100;  // in the text; the file has all
constexpr size_t kMailCell = 60;

// Lines of 76 characters, as mail wants them.
std::string mail_base64(std::string_view bytes) {
  const std::string all = base64(bytes);
  std::string out;
  for (size_t at = 0; at < all.size(); at += 76) out += all.substr(at, 76) + "\r\n";
  return out;
}

// Text of a header that is not all ASCII (RFC 2047).
std::string mail_header(std::string_view text) {
  std::string clean;
  for (const char c : text) clean += c == '\r' || c == '\n' ? ' ' : c;
  return ascii_prefix(clean) == clean.size() ? clean : "=?UTF-8?B?" + base64(clean) + "?=";
}

std::string html_table(const Package& package) {
  std::string out = "<table border=1 cellpadding=4 cellspacing=0><tr>";
  for (const Column& column : package.table->columns) out += "<th>" + escape_html(column.name) + "</th>";
  out += "</tr>\n";
  for (size_t i = 0; i < package.rows.size() && i < kMailRows; ++i) {
    out += "<tr>";
    for (const Cell& cell : package.table->rows[package.rows[i]].cells)
      out += "<td>" + escape_html(shortened(shown(cell), kMailCell)) + "</td>";
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

// "Name <a@b>" to a@b.
std::string bare_address(std::string_view text) {
  const size_t open = text.find('<'), close = text.find('>', open);
  return std::string(trim(open != std::string_view::npos && close != std::string_view::npos
                              ? text.substr(open + 1, close - open - 1)
                              : text));
}

}  // namespace

Result<std::string> deliver_mail(const Package& package, const std::string& secret) {
  const Delivery& to = *package.delivery;
  web::Mail mail;
  mail.server = to.server, mail.user = to.user, mail.password = secret, mail.timeout = to.timeout;
  mail.sender = bare_address(to.sender);
  for (const std::string_view one : split(to.to, ',')) mail.to.push_back(bare_address(one));
  GLEANER_TRY(const std::string csv, text_of(package, "csv", true));  // it is opened with a click
  const std::string subject = filled(to.subject, package), edge = "gleaner-" + package.id;
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char date[64];
  std::strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &utc);
  const size_t at = mail.sender.find('@');
  std::string intro = fmt::format("{} rows of {} from run {} of the flow {} ({}).", package.rows.size(),
                                  to.from, package.run, package.flow->name, package.today);
  if (package.rows.size() > kMailRows)
    intro += fmt::format(" The first {} are shown; the file has all.", kMailRows);
  mail.message = fmt::format(
      "From: {}\r\nTo: {}\r\nSubject: {}\r\nDate: {}\r\nMessage-ID: <{}@{}>\r\nMIME-Version: 1.0\r\n"
      "Content-Type: multipart/mixed; boundary=\"{}\"\r\n\r\n",
      mail_header(to.sender), mail_header(to.to), mail_header(subject), date, package.id,
      at == std::string::npos ? "gleaner" : mail.sender.substr(at + 1), edge);
  mail.message += fmt::format(
      "--{}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}", edge,
      mail_base64("<p>" + escape_html(intro) + "</p>\n" + html_table(package)));
  mail.message += fmt::format(
      "--{}\r\nContent-Type: text/csv; charset=utf-8\r\nContent-Disposition: attachment; "
      "filename=\"{}-{}.csv\"\r\nContent-Transfer-Encoding: base64\r\n\r\n{}--{}--\r\n",
      edge, to.from, package.today, mail_base64(csv), edge);
  GLEANER_CHECK(web::send_mail(mail));
  return fmt::format("{} rows by mail to {}", package.rows.size(), to.to);
}

}  // namespace gleaner::flow
