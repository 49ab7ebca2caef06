// SQLite (Debian's libsqlite3-dev), and the calls of it that Swift cannot import.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// sqlite3_db_config takes a variable number of arguments.
static inline int csqlite_set_option(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

// SQLITE_TRANSIENT is a cast of a number to a function.
static inline sqlite3_destructor_type csqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

// Replaces the functions of SQLite whose time grows with the product of two lengths. Returns SQLite's result code.
int csqlite_bound_functions(sqlite3 *connection);

#endif
