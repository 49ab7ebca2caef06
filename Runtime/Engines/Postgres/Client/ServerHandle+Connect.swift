import CPostgres
import Database
import FoundationEssentials
import Glibc
import Loop
import Wire

extension ServerHandle {
  /// Connects. It blocks, and looking up a host's name may take longer than all timeouts.
  ///
  /// - Throws: ``DatabaseError/Code/unavailable`` with libpq's message, which never holds the password.
  static func connect(to address: ServerAddress) throws(DatabaseError) -> ServerHandle {
    let pairs = Array(address.parameters)
    let keywords = unsafe pairs.map { unsafe strdup($0.key) }
    let values = unsafe pairs.map { unsafe strdup($0.value) }
    defer { unsafe (keywords + values).forEach { unsafe free($0) } }
    let keywordList = unsafe keywords.map { unsafe UnsafePointer($0) } + [nil]
    let valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
    guard let handle = unsafe PQconnectdbParams(keywordList, valueList, 0) else {
      throw DatabaseError(.unavailable, "There is no memory for a connection to \(address).")
    }
    let server = unsafe ServerHandle(handle)
    guard !server.isLost else {
      let reason = unsafe String(cString: PQerrorMessage(handle)).trimmed
      throw DatabaseError(.unavailable, "Cannot connect to the database \(address): \(reason)")
    }
    unsafe cpostgres_ignore_notices(handle)
    return server
  }

  /// The number of the server's process, which the server sends when the connection is made.
  var processNumber: CInt { unsafe PQbackendPID(handle) }

  /// Runs statements and blocks until they are done, before ``enterPipeline()``; returns the last result.
  func runBlocking(_ text: String, until deadline: ContinuousClock.Instant) throws(DatabaseError) -> ServerResult {
    guard unsafe PQsendQuery(handle, text) == 1 else { throw .lostConnection }
    var last: ServerResult?
    while true {
      while isBusy {
        let milliseconds = max(0, (deadline - .now).milliseconds)
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, CInt(clamping: milliseconds)) > 0, consume() else { throw .lostConnection }
      }
      guard let result = next() else { break }
      last = result
      if result.kind == .error { throw .postgres(result, in: Statement(SQL(text: text))) }
    }
    guard let last else { throw .lostConnection }
    return last
  }
}
