internal import CSQLite
import Database

/// A compiled statement. SQLite finalises it with the object.
@safe final class PreparedStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteHandle
  private var layout: Row.Layout
  private var preparations: CInt = 0

  let text: String
  /// About how many bytes the compiled statement takes.
  var size: Int { unsafe text.utf8.count + Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_MEMUSED, 0)) }
  let isReadOnly: Bool
  let controlsTransaction: Bool
  /// Whether it changes when foreign keys are checked, which holds until the end of the group's transaction.
  let defersForeignKeys: Bool

  private init(_ handle: OpaquePointer, connection: SQLiteHandle, text: String) {
    unsafe self.handle = handle
    self.connection = connection
    self.text = text
    isReadOnly = unsafe sqlite3_stmt_readonly(handle) != 0
    controlsTransaction = TransactionControl.begins(text)
    let isPragma = TransactionControl.firstWord(of: text).uppercased() == "PRAGMA"
    defersForeignKeys = isPragma && text.lowercased().contains("defer_foreign_keys")
    layout = unsafe Self.layout(of: handle)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Compiles a text of exactly one statement.
  static func only(in text: String, on connection: SQLiteHandle) throws(DatabaseError) -> PreparedStatement {
    let utf8 = text.utf8CString
    guard let (statement, length) = try first(of: utf8[...], on: connection) else {
      throw .emptyStatement(text)
    }
    guard try first(of: utf8.dropFirst(length), on: connection) == nil else {
      throw DatabaseError(.syntax, "There is more than one statement; a script is for that.", statement: text)
    }
    return statement
  }

  /// Compiles a text's first statement; returns it and its length in bytes, or `nil` if only blanks and comments are
  /// left.
  static func first(
    of utf8: ArraySlice<CChar>, on connection: SQLiteHandle
  ) throws(DatabaseError) -> (PreparedStatement, Int)? {
    var handle: OpaquePointer?
    var length = 0
    let result = unsafe utf8.withUnsafeBufferPointer { buffer in
      var tail: UnsafePointer<CChar>?
      let result = unsafe sqlite3_prepare_v3(
        connection.pointer, buffer.baseAddress, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
      if let tail = unsafe tail, let start = buffer.baseAddress { length = unsafe tail - start }
      return result
    }
    let bytes = utf8.prefix(length > 0 ? length : utf8.count - 1).map(UInt8.init(bitPattern:))
    let text = String(decoding: bytes, as: UTF8.self)
    guard result == SQLITE_OK else {
      throw .sqlite(result, on: connection, compiling: text + Self.restOfLine(after: bytes, in: utf8))
    }
    guard let handle = unsafe handle else { return nil }
    return (unsafe PreparedStatement(handle, connection: connection, text: text), length)
  }

  /// The rest of the line, or of the statement on it, at which the compiler has stopped.
  private static func restOfLine(after read: [UInt8], in utf8: ArraySlice<CChar>) -> String {
    guard read.last != UInt8(ascii: ";") else { return "" }
    let rest = utf8.dropFirst(read.count).map(UInt8.init(bitPattern:))
    let ends: [UInt8] = [0, UInt8(ascii: "\n"), UInt8(ascii: ";")]
    return String(decoding: rest.prefix { !ends.contains($0) }, as: UTF8.self)
  }

  func run(_ bindings: [SQL.Binding]) throws(DatabaseError) {
    try bind(bindings)
    defer { reset() }
    while try step() {}
  }

  /// Runs the statement and reads up to `limit` rows.
  ///
  /// - Parameter size: The size of the results so far, to which this one is added.
  /// - Throws: Also ``DatabaseError/Code/failed`` for results over the limit of ``ResultSize``.
  func rows(_ bindings: [SQL.Binding], limit: Int?, size: inout ResultSize) throws(DatabaseError) -> [Row] {
    try bind(bindings)
    defer { reset() }
    var rows: [Row] = []
    while rows.count < limit ?? .max, try step() {
      if rows.isEmpty { refreshLayout() }
      try size.addRow(of: text)
      var values: [DatabaseValue] = []
      values.reserveCapacity(layout.names.count)
      for column in layout.names.indices {
        let value = unsafe DatabaseValue(column: CInt(column), of: handle)
        // Before the next value is copied: one row may have many long ones.
        try size.add(value, of: text)
        values.append(value)
      }
      rows.append(Row(layout: layout, values: values))
    }
    return rows
  }

  private func step() throws(DatabaseError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw .sqlite(result, on: connection, running: text)
    }
  }

  private func bind(_ bindings: [SQL.Binding]) throws(DatabaseError) {
    let expected = unsafe Int(sqlite3_bind_parameter_count(handle))
    guard bindings.count == expected else {
      throw DatabaseError(
        .syntax, "The statement has \(expected) placeholders but binds \(bindings.count) values.", statement: text)
    }
    for (index, binding) in bindings.enumerated() {
      let result = unsafe binding.value.bind(to: handle, at: CInt(index + 1))
      guard result == SQLITE_OK else {
        reset()
        throw .sqlite(result, on: connection, running: text)
      }
    }
  }

  private func reset() {
    // The result is ignored: `sqlite3_reset` returns the error of the last `step` again.
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// SQLite compiles a statement anew when the schema has changed, and `*` may then mean other columns.
  private func refreshLayout() {
    let count = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    guard count != preparations else { return }
    preparations = count
    layout = unsafe Self.layout(of: handle)
  }

  private static func layout(of handle: OpaquePointer) -> Row.Layout {
    let names = (0..<(unsafe sqlite3_column_count(handle))).map { column in
      unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
    }
    return Row.Layout(names: names)
  }
}
