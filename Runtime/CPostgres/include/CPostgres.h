#ifndef CPOSTGRES_H
#define CPOSTGRES_H

// Debian keeps libpq's headers in a folder of their own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// The number of bytes that wait on a connection's socket.
int cpostgres_waiting_bytes(const PGconn *connection);

// The number of bytes that a connection's TCP socket has received since it was opened; -1 for another kind of socket.
long long cpostgres_received_bytes(const PGconn *connection);

// PG_DIAG_… are character constants, which Swift does not import as the numbers that PQresultErrorField takes.

static inline const char *cpostgres_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *cpostgres_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *cpostgres_position(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_STATEMENT_POSITION);
}

static inline const char *cpostgres_constraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline const char *cpostgres_column(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_COLUMN_NAME);
}

// The server's warnings would go to standard error, with the values they mention.
static inline void cpostgres_ignore(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}

static inline void cpostgres_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, cpostgres_ignore, 0);
}

#endif
