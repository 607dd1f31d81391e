// libpq's functions as they are loaded, and an open connection. Internal to store: postgres.cc reads,
// postgres_backend.cc writes.
#pragma once

#ifdef GLEANER_HAVE_POSTGRES
#include <libpq-fe.h>

#include <string>

#include <fmt/format.h>

#include "base/library.h"

#include "store/postgres.h"

namespace gleaner::store {

// clang-format off
#define GLEANER_PQ_FUNCTIONS(X) \
  X(PQconninfoParse) X(PQconninfoFree) X(PQfreemem) X(PQconnectdbParams) X(PQstatus) X(PQerrorMessage) \
  X(PQfinish) X(PQsendQueryParams) X(PQsetSingleRowMode) X(PQgetResult) X(PQresultStatus) \
  X(PQresultErrorMessage) X(PQclear) X(PQnfields) X(PQfname) X(PQftype) X(PQntuples) X(PQgetisnull) \
  X(PQgetvalue) X(PQgetlength) X(PQgetCancel) X(PQcancel) X(PQfreeCancel) X(PQexec) X(PQputCopyData) \
  X(PQputCopyEnd) X(PQresultErrorField)
// clang-format on

struct PostgresApi {
  GLEANER_PQ_FUNCTIONS(GLEANER_FUNCTION)
};

std::string one_line(const char* text);
// As COPY writes a text between tabs. PostgreSQL has no zero bytes in texts.
void append_copied(std::string& out, std::string_view text);

struct Postgres::Impl {
  PostgresApi api;
  std::string name;  // host and database: no password in messages
  PGconn* connection = nullptr;
  ~Impl() {
    if (connection) api.PQfinish(connection);
  }

  // `read_only`: nothing that is said to the server can change anything there.
  static Result<Postgres> connect(const std::string& address, bool read_only);

  Status run(const std::string& sql) const { return done(api.PQexec(connection, sql.c_str())); }
  Status done(PGresult* result) const;  // a statement that was to succeed
  // Lines behind COPY ... FROM STDIN, and their end; `why`: they are given up.
  Status copy(std::string_view lines) const;
  Status end_copy(const char* why = nullptr) const;
  Diagnostic failed(const char* why) const {
    return error(Code::io, fmt::format("{}: {}", name, one_line(why)));
  }

  // Reads to the end whatever is left of a statement, after telling the server to stop.
  void abandon() const {
    char ignored[256];
    if (PGcancel* cancel = api.PQgetCancel(connection)) {
      api.PQcancel(cancel, ignored, sizeof ignored);
      api.PQfreeCancel(cancel);
    }
    while (PGresult* rest = api.PQgetResult(connection)) api.PQclear(rest);
  }
};

}  // namespace gleaner::store
#endif
