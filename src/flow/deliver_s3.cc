// Objects into S3 and what speaks like it, signed by AWS Signature Version 4 (docs.aws.amazon.com, "Signature
// Calculations for the Authorization Header"). The object's name says run or date; the same run writes the
// same object again, so a second try changes nothing.
#include <algorithm>
#include <cstdlib>
#include <ctime>

#include <fmt/format.h>

#include "base/sha256.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/deliver.h"
#include "page/url.h"
#include "web/send.h"

namespace gleaner::flow {
namespace {

std::string type_of_format(std::string_view format) {
  if (format == "csv") return "text/csv; charset=utf-8";
  if (format == "tsv") return "text/tab-separated-values; charset=utf-8";
  if (format == "xml") return "application/xml";
  return "application/json";
}

}  // namespace

std::vector<std::string> sign_v4(const SigV4& how, const std::string& method, const std::string& host,
                                 const std::string& path, const std::string& query,
                                 std::vector<std::pair<std::string, std::string>> headers,
                                 std::string_view body) {
  const std::string content = hex_bytes(sha256(body)), day = how.when.substr(0, 8);
  headers.emplace_back("host", host);
  headers.emplace_back("x-amz-content-sha256", content);
  headers.emplace_back("x-amz-date", how.when);
  std::ranges::sort(headers);
  std::string canonical = fmt::format("{}\n{}\n{}\n", method, path, query), names;
  for (const auto& [name, value] : headers) {
    canonical += fmt::format("{}:{}\n", name, trim(value));
    names += (names.empty() ? "" : ";") + name;
  }
  canonical += fmt::format("\n{}\n{}", names, content);
  const std::string scope = fmt::format("{}/{}/{}/aws4_request", day, how.region, how.service);
  const std::string to_sign =
      fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", how.when, scope, hex_bytes(sha256(canonical)));
  std::string key = hmac_sha256("AWS4" + how.secret, day);
  for (const std::string_view part :
       {std::string_view(how.region), std::string_view(how.service), std::string_view("aws4_request")})
    key = hmac_sha256(key, part);
  std::vector<std::string> out;
  for (const auto& [name, value] : headers)
    if (name != "host") out.push_back(name + ": " + value);
  out.push_back(fmt::format("Authorization: AWS4-HMAC-SHA256 Credential={}/{},SignedHeaders={},Signature={}",
                            how.access_key, scope, names, hex_bytes(hmac_sha256(key, to_sign))));
  return out;
}

Result<std::string> deliver_s3(const Package& package, const std::string& secret) {
  const Delivery& to = *package.delivery;
  std::string format = to.format;
  const std::string object = filled(to.to, package);
  if (format.empty()) format = object.substr(object.rfind('.') + 1);
  web::SendRequest request;
  GLEANER_TRY(request.body, text_of(package, format));
  request.method = "PUT", request.timeout = to.timeout;
  std::string endpoint = to.endpoint;
  while (endpoint.ends_with('/')) endpoint.pop_back();
  const std::string path = "/" + encode_percent(object, "-_.~/"),
                    host = endpoint.substr(endpoint.find("//") + 2);
  request.url = endpoint + path;
  std::vector<std::pair<std::string, std::string>> headers = {{"content-type", type_of_format(format)},
                                                              {"x-amz-meta-gleaner-id", package.id}};
  if (secret.empty()) {
    for (const auto& [name, value] : headers) request.headers.push_back(name + ": " + value);
  } else {
    std::string access = to.access_key;
    if (const char* set = std::getenv(access.c_str()); set && *set)
      access = set;  // the name of a variable, or the key itself: it is no secret
    std::string when = format_moment(std::time(nullptr));  // without its signs
    std::erase_if(when, [](char sign) { return sign == '-' || sign == ':'; });
    request.headers =
        sign_v4({access, secret, to.region, "s3", when}, "PUT", host, path, "", headers, request.body);
  }
  GLEANER_TRY(const web::SendAnswer answer, web::send(request));
  GLEANER_CHECK(judge_answer(answer.status, answer.body, answer.retry_after));
  return fmt::format("{} bytes -> s3://{}", request.body.size(), object);
}

}  // namespace gleaner::flow
