import CPostgres

/// A libpq connection. `@unchecked`: its owner calls it under a lock, and debug builds check that one thread at a time
/// does.
///
/// After ``enterPipeline()`` no call blocks. The connection is closed with the object.
@safe final class ServerHandle: @unchecked Sendable {
  let handle: OpaquePointer
  private let exclusively = ExclusiveUse()
  private var meter = ReplyMeter()

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe PQfinish(handle)
  }

  var socket: CInt { exclusively { unsafe PQsocket(handle) } }

  /// Whether no statement runs and no transaction is open.
  var isIdle: Bool { exclusively { unsafe PQtransactionStatus(handle) == PQTRANS_IDLE } }
  var isLost: Bool { exclusively { unsafe PQstatus(handle) != CONNECTION_OK } }

  /// Switches to pipeline mode, in which no call blocks.
  func enterPipeline() -> Bool {
    exclusively { unsafe PQsetnonblocking(handle, 1) == 0 && PQenterPipelineMode(handle) == 1 }
  }

  func prepare(_ text: String, as name: String) -> Bool {
    exclusively { unsafe PQsendPrepare(handle, name, text, 0, nil) == 1 }
  }

  /// Sends a command.
  ///
  /// - Parameters:
  ///   - text: The name of a prepared statement, or a statement's text.
  ///   - isPrepared: Whether `text` is a name.
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

  /// Ends a round trip.
  func sync() -> Bool { exclusively { unsafe PQpipelineSync(handle) == 1 } }

  /// Writes libpq's buffer to the socket; `true` if a part of it is left.
  func flush() -> Bool { exclusively { unsafe PQflush(handle) == 1 } }

  /// Reads from the socket; `false` if the connection is lost. Results may have arrived before.
  func consume() -> Bool {
    exclusively {
      guard meter.countsNextRead() else { return unsafe PQconsumeInput(handle) == 1 }
      let waiting = unsafe Int(cpostgres_waiting_bytes(handle))
      let isOpen = unsafe PQconsumeInput(handle) == 1
      let received = unsafe Int(cpostgres_received_bytes(handle))
      if received >= 0 {
        meter.record(received: received)
      } else {
        meter.record(waiting: waiting, left: unsafe Int(cpostgres_waiting_bytes(handle)))
      }
      return isOpen
    }
  }

  /// Whether the reply that is being read is longer than a result may be.
  var hasLongReply: Bool { exclusively { meter.isOverLimit } }

  /// Records the end of a reply; `true` if it may have left a long buffer behind.
  func endReply() -> Bool {
    exclusively {
      defer { meter = ReplyMeter() }
      return meter.leavesLongBuffer
    }
  }

  /// Whether ``next()`` would block.
  var isBusy: Bool { exclusively { unsafe PQisBusy(handle) == 1 } }

  /// The next result, or `nil` at the end of a command's results.
  func next() -> ServerResult? {
    exclusively { unsafe PQgetResult(handle).map { unsafe ServerResult($0) } }
  }

  /// The channels of the notifications that have arrived since the last call.
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

  /// A request to cancel the running statement, for any thread.
  func cancellation() -> Cancellation? {
    exclusively { unsafe PQgetCancel(handle).map { unsafe Cancellation($0) } }
  }

  /// A request to cancel the running statement. `@unchecked`: it never changes, and libpq lets any thread send it.
  ///
  /// It travels on a connection of its own.
  @safe final class Cancellation: @unchecked Sendable {
    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) {
      unsafe self.handle = handle
    }

    deinit {
      unsafe PQfreeCancel(handle)
    }

    /// Sends the request; blocks until the server has received it.
    func send() {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        _ = unsafe PQcancel(handle, message.baseAddress, CInt(message.count))
      }
    }
  }
}
