// What SQLite can do here: the statement of `like_option` in a bare loop, with nothing around it.
//   like_loop <database> <likes> <group> <seconds>
// The statement is that of Functions/Swivo/LikeOption.swift, one to a like that makes no match; keep them the same.
// `likes` has one like per line, "session <tab> option <tab> user"; `group` likes share a commit.
// Prints likes per second.

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void fail(const char *what) {
  fprintf(stderr, "like_loop: %s: %s\n", what, database ? sqlite3_errmsg(database) : "");
  exit(1);
}

static void run(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql);
  return statement;
}

// Binds the texts, steps to the end and returns the number of rows, whose columns are read as a caller would.
static int step(sqlite3_stmt *statement, int count, const char *texts[]) {
  for (int i = 0; i < count; i++)
    if (sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC) != SQLITE_OK) fail("bind");
  int rows = 0, result;
  while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
    rows++;
    for (int i = 0; i < sqlite3_column_count(statement); i++) (void)sqlite3_column_text(statement, i);
  }
  if (result != SQLITE_DONE) fail(sqlite3_sql(statement));
  sqlite3_reset(statement);
  return rows;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// A UUIDv7: it grows with time, as the ids of likes do.
static void new_id(char out[37]) {
  static unsigned count;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  unsigned long long milliseconds = time.tv_sec * 1000ULL + time.tv_nsec / 1000000;
  snprintf(out, 37, "%08x-%04x-7000-8000-0000%08x", (unsigned)(milliseconds >> 16), (unsigned)(milliseconds & 0xffff),
           count++);
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: like_loop <database> <likes> <group> <seconds>\n");
    return 64;
  }
  FILE *likes = fopen(arguments[2], "r");
  long group = strtol(arguments[3], NULL, 10);
  double seconds = strtod(arguments[4], NULL);
  if (!likes || group < 1 || seconds <= 0) fail("bad arguments");

  if (sqlite3_open(arguments[1], &database) != SQLITE_OK) fail(arguments[1]);
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = FULL");
  run("PRAGMA foreign_keys = ON");

  sqlite3_stmt *insert = prepare(
      "INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at) "
      "SELECT ?, s.id, ?, ?, false, ? "
      "FROM sessions s "
      "WHERE s.id = ? AND s.status = ?"
      "  AND NOT ((SELECT count(*) FROM likes l WHERE l.session_id = s.id AND l.option_id = ?) + 1 >= s.quorum_n)"
      "  AND EXISTS (SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = ?)"
      "  AND EXISTS (SELECT 1 FROM session_options o WHERE o.session_id = s.id AND o.option_id = ?) "
      "ON CONFLICT (session_id, option_id, user_id) DO NOTHING RETURNING match_found");

  char line[256], id[37];
  long done = 0;
  double begin = now();
  int open = 0;
  while (now() - begin < seconds && fgets(line, sizeof line, likes)) {
    const char *s = strtok(line, "\t"), *o = strtok(NULL, "\t"), *u = strtok(NULL, "\n");
    if (!s || !o || !u) fail("a line without three fields");
    if (!open) run("BEGIN IMMEDIATE");
    open = 1;
    new_id(id);
    const char *texts[] = {id, o, u, "2026-01-01T00:00:00.000Z", s, "open", o, u, o};
    if (step(insert, 9, texts) != 1) fail("no like");
    if (++done % group == 0) {
      run("COMMIT");
      open = 0;
    }
  }
  if (open) run("COMMIT");
  printf("%.0f\n", done / (now() - begin));
  sqlite3_finalize(insert);
  sqlite3_close(database);
  fclose(likes);
  return 0;
}
