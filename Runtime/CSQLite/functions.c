// instr, replace, and trim with a set of characters. Those of SQLite take a time that grows with the product of their
// arguments' lengths, within one instruction, where no progress handler ends them. These give the same results: instr and
// replace in a time that grows with the sum of the lengths, trim unless the product is too large.
#define _GNU_SOURCE
#include "CSQLite.h"

#include <stdint.h>
#include <string.h>

// The largest product of the lengths of a text and of the characters to trim: two seconds or so.
static const int64_t largest_product = 1 << 29;

struct bytes {
  const unsigned char *start;
  int count;
};

// Reads a value: a blob as it is if `keeps_blob`, and any other as a text. Returns 0 if there is no memory for it.
static int read_bytes(sqlite3_value *value, int keeps_blob, struct bytes *bytes) {
  int is_blob = keeps_blob && sqlite3_value_type(value) == SQLITE_BLOB;
  bytes->start = is_blob ? sqlite3_value_blob(value) : sqlite3_value_text(value);
  bytes->count = sqlite3_value_bytes(value);
  // A null pointer is that of an empty blob, too.
  return bytes->start || (is_blob && bytes->count == 0);
}

static const unsigned char *find(struct bytes part, const unsigned char *start, const unsigned char *end) {
  return end - start < part.count ? 0 : memmem(start, end - start, part.start, part.count);
}

static int is_continuation(unsigned char byte) { return (byte & 0xc0) == 0x80; }

static void bounded_instr(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_type(values[0]), part_type = sqlite3_value_type(values[1]);
  if (type == SQLITE_NULL || part_type == SQLITE_NULL) return;
  struct bytes text, part;
  if (!read_bytes(values[0], 1, &text) || !read_bytes(values[1], 1, &part)) return sqlite3_result_error_nomem(context);
  if (part.count == 0) return sqlite3_result_int(context, 1);
  // SQLite compares texts from the first byte of each character, so such a part is found at the beginning alone.
  int is_text = type != SQLITE_BLOB || part_type != SQLITE_BLOB;
  int begins_within = is_text && is_continuation(part.start[0]);
  int length = begins_within && part.count < text.count ? part.count : text.count;
  const unsigned char *found = find(part, text.start, text.start + length);
  if (!found) return sqlite3_result_int(context, 0);
  int position = 1;
  for (const unsigned char *byte = text.start + 1; byte <= found; byte++)
    position += !is_text || !is_continuation(*byte);
  sqlite3_result_int(context, position);
}

static void bounded_replace(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct bytes text, part, other;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  if (!read_bytes(values[0], 0, &text) || !read_bytes(values[1], 0, &part)) return sqlite3_result_error_nomem(context);
  if (part.start[0] == 0) return sqlite3_result_value(context, values[0]);
  if (sqlite3_value_type(values[2]) == SQLITE_NULL) return;
  if (!read_bytes(values[2], 0, &other)) return sqlite3_result_error_nomem(context);

  const unsigned char *end = text.start + text.count, *found;
  int64_t length = text.count;
  for (const unsigned char *rest = text.start; (found = find(part, rest, end)); rest = found + part.count)
    length += other.count - part.count;
  if (length > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    return sqlite3_result_error_toobig(context);
  char *result = sqlite3_malloc64(length + 1), *next = result;
  if (!result) return sqlite3_result_error_nomem(context);
  const unsigned char *rest = text.start;
  for (; (found = find(part, rest, end)); rest = found + part.count) {
    memcpy(next, rest, found - rest);
    next += found - rest;
    memcpy(next, other.start, other.count);
    next += other.count;
  }
  memcpy(next, rest, end - rest);
  result[length] = 0;
  sqlite3_result_text64(context, result, length, sqlite3_free, SQLITE_UTF8);
}

// The length of the first character of a text that is not empty and ends with a zero byte.
static int character_length(const unsigned char *text) {
  int length = 1;
  if (text[0] >= 0xc0) while (is_continuation(text[length])) length++;
  return length;
}

// The length of the character of a set with which a text begins or ends; 0 for none.
static int trimmed_length(struct bytes text, const unsigned char *set, int at_end) {
  int length = 0;
  for (; *set; set += length) {
    length = character_length(set);
    if (length > text.count) continue;
    if (memcmp(text.start + (at_end ? text.count - length : 0), set, length) == 0) return length;
  }
  return 0;
}

// Its user data has the sides: 1 for the beginning, 2 for the end, 3 for both.
static void bounded_trim(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  intptr_t sides = (intptr_t)sqlite3_user_data(context);
  struct bytes text, set;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  if (!read_bytes(values[0], 0, &text) || !read_bytes(values[1], 0, &set)) return sqlite3_result_error_nomem(context);
  if ((int64_t)text.count * set.count > largest_product)
    return sqlite3_result_error(context, "the text and the characters to trim are too long together", -1);
  int length;
  while (sides & 1 && (length = trimmed_length(text, set.start, 0))) {
    text.start += length;
    text.count -= length;
  }
  while (sides & 2 && (length = trimmed_length(text, set.start, 1))) text.count -= length;
  sqlite3_result_text(context, (const char *)text.start, text.count, SQLITE_TRANSIENT);
}

int csqlite_bound_functions(sqlite3 *connection) {
  const struct {
    const char *name;
    int count;
    intptr_t data;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
  } functions[] = {
    {"instr", 2, 0, bounded_instr}, {"replace", 3, 0, bounded_replace}, {"ltrim", 2, 1, bounded_trim},
    {"rtrim", 2, 2, bounded_trim}, {"trim", 2, 3, bounded_trim},
  };
  // As SQLite's own, so that indexes and checks may use them.
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    int result = sqlite3_create_function_v2(
      connection, functions[index].name, functions[index].count, flags, (void *)functions[index].data,
      functions[index].function, 0, 0, 0);
    if (result != SQLITE_OK) return result;
  }
  return SQLITE_OK;
}
