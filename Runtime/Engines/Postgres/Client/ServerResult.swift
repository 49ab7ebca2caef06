import CPostgres

/// The server's result of one command. `@unchecked`: it never changes, so any thread may read it.
///
/// libpq's memory is freed with the object.
@safe final class ServerResult: @unchecked Sendable {
  enum Kind {
    /// The end of a statement that returns no rows.
    case done
    /// Rows, possibly none.
    case rows
    /// The statement's text is empty.
    case empty
    case error
    /// The command did not run, because an earlier one of the round trip failed.
    case skipped
    /// The end of a round trip.
    case sync
    /// A result that this engine never requests, such as that of `COPY`.
    case other
  }

  let kind: Kind
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    kind =
      switch unsafe PQresultStatus(handle) {
      case PGRES_COMMAND_OK: .done
      case PGRES_TUPLES_OK: .rows
      case PGRES_EMPTY_QUERY: .empty
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: .error
      case PGRES_PIPELINE_ABORTED: .skipped
      case PGRES_PIPELINE_SYNC: .sync
      default: .other
      }
  }

  deinit {
    unsafe PQclear(handle)
  }

  var rowCount: Int { unsafe Int(PQntuples(handle)) }
  var columnCount: Int { unsafe Int(PQnfields(handle)) }

  /// The command tag, such as `UPDATE 3`.
  var tag: String { unsafe String(cString: PQcmdStatus(handle)) }

  var sqlState: String? { unsafe Self.string(cpostgres_sqlstate(handle)) }
  var primaryMessage: String? { unsafe Self.string(cpostgres_message(handle)) }
  var constraintName: String? { unsafe Self.string(cpostgres_constraint(handle)) }
  var columnName: String? { unsafe Self.string(cpostgres_column(handle)) }

  /// Whether the error is about a place in the statement's text.
  var hasPosition: Bool { unsafe cpostgres_position(handle) != nil }

  func columnName(_ column: Int) -> String { unsafe Self.string(PQfname(handle, CInt(column))) ?? "" }
  func columnType(_ column: Int) -> UInt32 { unsafe PQftype(handle, CInt(column)) }

  /// Calls `body` with the bytes of a value; `nil` for `NULL`.
  func withValue<T>(row: Int, column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
    let (row, column) = (CInt(row), CInt(column))
    guard unsafe PQgetisnull(handle, row, column) == 0 else { return nil }
    let count = unsafe Int(PQgetlength(handle, row, column))
    guard let start = unsafe PQgetvalue(handle, row, column) else { return nil }
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      unsafe body(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  private static func string(_ characters: UnsafePointer<CChar>?) -> String? {
    unsafe characters.map { unsafe String(cString: $0) }
  }
}
