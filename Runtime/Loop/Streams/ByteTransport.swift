/// The connection below a ``ByteStream``: a socket that does not block, with or without TLS. The loop's own work alone
/// calls it.
package protocol ByteTransport: AnyObject {
  /// The descriptor that the loop watches.
  var descriptor: CInt { get }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteReceipt

  /// Sends bytes. A call that follows one that sent nothing passes the same bytes again, at the same address.
  ///
  /// - Returns: how many were sent: 0 if there is no room; nil if the connection is broken.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int?

  /// Ends the output. Input is still received.
  func endOutput()

  /// Closes the connection; called once, after the loop's watch has ended.
  func close()
}

/// The result of receiving from a ``ByteTransport``.
package enum ByteReceipt: Equatable {
  /// So many bytes are in the buffer, at least one.
  case bytes(Int)
  /// No bytes have come yet.
  case nothing
  /// The other side has ended its output.
  case end
  /// The connection is broken.
  case broken
}
