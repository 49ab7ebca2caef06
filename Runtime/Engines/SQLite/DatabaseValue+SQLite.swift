internal import CSQLite
import Database

extension DatabaseValue {
  /// Reads a column of a statement's current row.
  init(column: CInt, of statement: OpaquePointer) {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER:
      self = unsafe .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT:
      self = unsafe .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      // The text may hold a zero byte.
      let start = unsafe sqlite3_column_text(statement, column)
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      self = unsafe .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(statement, column)
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      self = unsafe .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default:
      self = .null
    }
  }

  /// Binds the value, which SQLite copies; returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    switch self {
    case .null:
      return unsafe sqlite3_bind_null(statement, index)
    case .integer(let integer):
      return unsafe sqlite3_bind_int64(statement, index, integer)
    case .real(let real):
      return unsafe sqlite3_bind_double(statement, index, real)
    case .text(var text):
      // SQLite reads a null pointer as NULL.
      guard !text.isEmpty else { return unsafe sqlite3_bind_text(statement, index, "", 0, csqlite_transient()) }
      return text.withUTF8 { utf8 in
        unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
          unsafe sqlite3_bind_text64(
            statement, index, characters.baseAddress, UInt64(characters.count), csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe sqlite3_bind_blob64(statement, index, buffer.baseAddress, UInt64(buffer.count), csqlite_transient())
      }
    }
  }
}
