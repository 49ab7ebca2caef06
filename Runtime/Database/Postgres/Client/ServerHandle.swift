import CPostgres

/// A connection of libpq's. `@unchecked`: its owner calls it under a lock, and debug builds check that no two threads do at a time.
///
/// It does not block, is in pipeline mode, and is closed with the object.
@safe final class ServerHandle: @unchecked Sendable {
  let handle: OpaquePointer
  private let exclusively = ExclusiveUse()

  /// Takes over a connection that is open.
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe PQfinish(handle)
  }

  var socket: CInt { exclusively { unsafe PQsocket(handle) } }

  /// Whether nothing runs and no transaction is open.
  var isIdle: Bool { exclusively { unsafe PQtransactionStatus(handle) == PQTRANS_IDLE } }
  var isLost: Bool { exclusively { unsafe PQstatus(handle) != CONNECTION_OK } }

  /// Leaves the blocking ways for good.
  func enterPipeline() -> Bool {
    exclusively { unsafe PQsetnonblocking(handle, 1) == 0 && PQenterPipelineMode(handle) == 1 }
  }

  func prepare(_ text: String, as name: String) -> Bool {
    exclusively { unsafe PQsendPrepare(handle, name, text, 0, nil) == 1 }
  }

  /// Sends values for a prepared statement, or for a text that is used once.
  func send(_ text: String, isPrepared: Bool, _ values: BoundValues) -> Bool {
    exclusively { sendValues(text, isPrepared: isPrepared, values) }
  }

  private func sendValues(_ text: String, isPrepared: Bool, _ values: BoundValues) -> Bool {
    let count = values.offsets.count
    guard count > 0 else {
      return isPrepared
        ? unsafe PQsendQueryPrepared(handle, text, 0, nil, nil, nil, 0) == 1
        : unsafe PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0) == 1
    }
    return unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
      unsafe values.bytes.withUnsafeBytes { bytes in
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        for (index, offset) in values.offsets.enumerated() {
          unsafe pointers.initializeElement(at: index, to: offset < 0 ? nil : start.map { unsafe $0 + offset })
        }
        let values = (values.lengths, values.formats)
        return isPrepared
          ? unsafe PQsendQueryPrepared(handle, text, CInt(count), pointers.baseAddress, values.0, values.1, 0) == 1
          : unsafe PQsendQueryParams(handle, text, CInt(count), nil, pointers.baseAddress, values.0, values.1, 0) == 1
      }
    }
  }

  /// Ends what is sent together.
  func sync() -> Bool { exclusively { unsafe PQpipelineSync(handle) == 1 } }

  /// Writes what is waiting to be written; `true` when something is left.
  func flush() -> Bool { exclusively { unsafe PQflush(handle) == 1 } }

  /// Reads what has come; `false` when the connection is lost, though answers may have come before.
  func consume() -> Bool { exclusively { unsafe PQconsumeInput(handle) == 1 } }

  /// Whether reading on would wait.
  var isBusy: Bool { exclusively { unsafe PQisBusy(handle) == 1 } }

  /// The next answer, or `nil` at the end of a command's answers.
  func next() -> ServerResult? {
    exclusively { unsafe PQgetResult(handle).map { unsafe ServerResult($0) } }
  }

  /// The channels of the notifications that have been read since the last call.
  func takeNotifications() -> [String] {
    exclusively {
      var channels: [String] = []
      while let notification = unsafe PQnotifies(handle) {
        unsafe channels.append(String(cString: notification.pointee.relname))
        unsafe PQfreemem(notification)
      }
      return channels
    }
  }

  /// What asks the server to stop what it runs, from any thread.
  func cancellation() -> Cancellation? {
    exclusively { unsafe PQgetCancel(handle).map { unsafe Cancellation($0) } }
  }

  /// A request to cancel. `@unchecked`: it is never changed, and libpq lets any thread send it.
  ///
  /// It goes over a connection of its own.
  @safe final class Cancellation: @unchecked Sendable {
    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) {
      unsafe self.handle = handle
    }

    deinit {
      unsafe PQfreeCancel(handle)
    }

    /// Sends it; returns once the server has passed it on. It blocks for as long as the server takes.
    func send() {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        _ = unsafe PQcancel(handle, message.baseAddress, CInt(message.count))
      }
    }
  }
}
