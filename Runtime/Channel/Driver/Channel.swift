package import NIOCore

/// A connection between a host and a worker that carries many exchanges at once. It may be called from any thread.
package final class Channel: Sendable {
  /// Opens an exchange.
  ///
  /// - Parameter hasBody: whether a stream follows, which has to be ended.
  package func open(_ payload: ByteBuffer, hasBody: Bool = false) throws(ChannelClosed) -> OutgoingExchange {
    throw ChannelClosed()
  }

  /// Sends a note; on an ended channel it does nothing.
  package func note(_ payload: ByteBuffer, of id: UInt64 = 0) {}

  /// Closes the channel at once. What is not sent yet is dropped.
  package func close() {}

  /// The number of open exchanges that this side has opened.
  package var openCount: Int { 0 }
}
