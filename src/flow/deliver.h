// Deliver: rows to a file, a database, a webhook, a SOAP service, S3, a mailbox. One call is one try of
// one item of the outbox, under a key that is the same for every try: a target that knows keys takes it
// once, however often it is sent.
//
// Whether it is worth another try: Code::io says so (nobody answered, 5xx, 429) and
// Code::closed, any other code does not.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flow/file.h"
#include "flow/table.h"

namespace gleaner::flow {

struct Package {
  const Flow* flow = nullptr;
  const Delivery* delivery = nullptr;
  const Table* table = nullptr;
  std::vector<uint32_t> rows;  // of the table
  std::string id;              // the idempotency key
  int64_t run = 0;
  std::string today;                            // of the run
  std::function<Status(std::string_view)> out;  // standard output
};

// What the target said, in a few words for people: "accepted", "instead of the 12 rows ...".
Result<std::string> deliver(const Package& package);

// A secret of the environment or of a file that nobody else may read; empty where the delivery has none.
Result<std::string> secret_of(const Delivery& delivery, const Flow& flow);
// Names in braces: {flow} {run} {date} {step} {rows} {id}.
std::string filled(std::string_view text, const Package& package);
// Rows as a text of a format (csv, tsv, jsonl, json, xml).
// `safe_cells`: nothing in it is run by a spreadsheet.
Result<std::string> text_of(const Package& package, std::string_view format, bool safe_cells = false);

// --- each in a file of its own
Result<std::string> deliver_soap(const Package& package, const std::string& secret);
Result<std::string> deliver_s3(const Package& package, const std::string& secret);
Result<std::string> deliver_mail(const Package& package, const std::string& secret);
// The header that carries a secret; empty without one.
std::string auth_header(const Delivery& delivery, const std::string& secret);
// What an answer means: done, try again, or never.
Status judge_answer(int status, std::string_view body, const std::string& retry_after);

// The envelope of a SOAP message; for tests and for `flow show`.
Result<std::string> soap_envelope(const Package& package, std::string_view tmpl, std::string_view wsdl,
                                  std::string& action, std::string& endpoint);

// The headers that sign a request (AWS Signature Version 4). `when`: 20130524T000000Z.
struct SigV4 {
  std::string access_key, secret, region, service = "s3", when;
};
std::vector<std::string> sign_v4(const SigV4& how, const std::string& method, const std::string& host,
                                 const std::string& path, const std::string& query,
                                 std::vector<std::pair<std::string, std::string>> headers,
                                 std::string_view body);

}  // namespace gleaner::flow
