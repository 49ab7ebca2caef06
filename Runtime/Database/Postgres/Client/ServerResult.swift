import CPostgres

/// The server's answer to one command. `@unchecked`: it is never written to after libpq handed it out, so any thread may read it.
///
/// libpq's memory is freed with it.
@safe final class ServerResult: @unchecked Sendable {
  enum Kind {
    /// A statement that returns no rows ended.
    case done
    /// Rows, possibly none.
    case rows
    /// The statement's text is empty.
    case empty
    case error
    /// An error before it in the pipeline kept the command from running.
    case skipped
    /// The end of what was sent together.
    case sync
    /// What this engine never asks for.
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

  /// What the statement did, such as `UPDATE 3`.
  var tag: String { unsafe String(cString: PQcmdStatus(handle)) }

  var sqlState: String? { unsafe Self.string(cpostgres_sqlstate(handle)) }
  var primaryMessage: String? { unsafe Self.string(cpostgres_message(handle)) }
  var constraintName: String? { unsafe Self.string(cpostgres_constraint(handle)) }
  var columnName: String? { unsafe Self.string(cpostgres_column(handle)) }

  /// Whether the error is about a place in the statement's text.
  var hasPosition: Bool { unsafe cpostgres_position(handle) != nil }

  func columnName(_ column: Int) -> String { unsafe Self.string(PQfname(handle, CInt(column))) ?? "" }
  func columnType(_ column: Int) -> UInt32 { unsafe PQftype(handle, CInt(column)) }

  /// Gives the bytes of a value to `body`; `nil` for `NULL`.
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
