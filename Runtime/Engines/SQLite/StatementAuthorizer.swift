internal import CSQLite

/// The rule for what statements of the program's authors may do to a connection: all that concerns its database, and
/// nothing beyond.
///
/// A worker's function sends its statements to the host, whose process runs them. `ATTACH` would open any file that the
/// host may open. Most of the settings that `PRAGMA` changes belong to the connection, which all functions share, or to
/// the whole process. So do temporary tables, views and triggers: a table would hide that of the database from all
/// later transactions.
enum StatementAuthorizer {
  static let refusal = """
    A statement may not attach a database, make a temporary object, nor change a setting of the connection by PRAGMA.
    """

  /// The pragmas that may have an argument: the name of a table or an index, a number of lines, or a setting of the
  /// transaction or of the database's file. `foreign_keys` has no effect within a transaction, and all changes are made
  /// in one.
  private static let withArgument: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "quick_check", "integrity_check", "defer_foreign_keys", "foreign_keys", "user_version",
    "application_id",
  ]

  /// The pragmas that are allowed without an argument: with one, most would change a setting.
  private static let withoutArgument: Set<String> = [
    "busy_timeout", "collation_list", "compile_options", "data_version", "encoding",
    "freelist_count", "function_list", "journal_mode", "journal_size_limit", "optimize", "page_count", "page_size",
    "pragma_list", "schema_version", "synchronous",
  ]

  /// Makes a connection refuse `ATTACH`, `DETACH`, temporary objects and all other pragmas, or allow all statements.
  static func restrict(_ connection: SQLiteHandle, _ isRestricted: Bool) {
    // Keeps a statement from writing the tables that a full-text index consists of.
    unsafe _ = csqlite_set_option(connection.pointer, SQLITE_DBCONFIG_DEFENSIVE, isRestricted ? 1 : 0)
    guard isRestricted else {
      unsafe _ = sqlite3_set_authorizer(connection.pointer, nil, nil)
      return
    }
    unsafe _ = sqlite3_set_authorizer(
      connection.pointer,
      { _, action, name, argument, database, _ in
        switch action {
        case SQLITE_ATTACH, SQLITE_DETACH, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_VIEW,
          SQLITE_CREATE_TEMP_TRIGGER:
          return SQLITE_DENY
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_VIEW, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VTABLE:
          // A temporary object can also be created without the keyword TEMP, in the database `temp`.
          let isTemporary = unsafe database.map { unsafe String(cString: $0) } == "temp"
          return isTemporary ? SQLITE_DENY : SQLITE_OK
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
