internal import CSQLite

/// What statements of the program's authors may do to a connection: all that concerns its database, and nothing beyond.
///
/// A worker's function sends its statements to the host, whose process runs them. `ATTACH` would open any file that the host may
/// open, and many a `PRAGMA` is a setting of the connection, which all functions share, or of the whole process.
enum StatementAuthorizer {
  /// The error's message.
  static let refusal = "A statement may not attach a database, and sets no PRAGMA of the connection."

  /// The ones that take an argument: of all but one it names a table or an index.
  private static let withArgument: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "quick_check", "integrity_check", "defer_foreign_keys",
  ]

  /// The ones that read a setting.
  private static let withoutArgument: Set<String> = [
    "application_id", "busy_timeout", "collation_list", "compile_options", "data_version", "encoding", "foreign_keys",
    "freelist_count", "function_list", "journal_mode", "journal_size_limit", "optimize", "page_count", "page_size",
    "pragma_list", "schema_version", "synchronous", "user_version",
  ]

  /// Makes a connection refuse other statements, or allow all.
  static func restrict(_ connection: SQLiteHandle, _ isRestricted: Bool) {
    // Keeps a statement from writing the tables that a full-text index consists of.
    unsafe _ = csqlite_set_option(connection.pointer, SQLITE_DBCONFIG_DEFENSIVE, isRestricted ? 1 : 0)
    guard isRestricted else {
      unsafe _ = sqlite3_set_authorizer(connection.pointer, nil, nil)
      return
    }
    unsafe _ = sqlite3_set_authorizer(
      connection.pointer,
      { _, action, name, argument, _, _ in
        switch action {
        case SQLITE_ATTACH, SQLITE_DETACH: return SQLITE_DENY
        case SQLITE_PRAGMA:
          guard let name = unsafe name else { return SQLITE_DENY }
          let isAllowed = unsafe StatementAuthorizer.allowsPragma(String(cString: name), hasArgument: argument != nil)
          return isAllowed ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_OK
        }
      }, nil)
  }

  private static func allowsPragma(_ name: String, hasArgument: Bool) -> Bool {
    let name = name.lowercased()
    return withArgument.contains(name) || !hasArgument && withoutArgument.contains(name)
  }
}
