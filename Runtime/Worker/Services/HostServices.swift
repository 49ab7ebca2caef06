package import Channel
import Edge
package import NIOCore
import Synchronization

/// A worker's side of the services of its host: it opens the operations of all calls, and knows which of them expect
/// notes.
package final class HostServices: Sendable {
  /// The most operations at a time, those of the database aside: an eighth of the exchanges that a worker may open.
  private static let capacity = 512

  private let channel: WorkerChannel
  private let gate = OperationGate(capacity: capacity)
  private let receivers = Mutex<[UInt64: @Sendable (ByteBuffer) -> Void]>([:])

  package init(_ channel: WorkerChannel) { self.channel = channel }

  /// Opens an operation when there is room for it.
  func open(_ message: OperationMessage, hasBody: Bool) async throws -> RemoteOperation {
    let lease = try await gate.pass()
    return RemoteOperation(try channel.open(message.payload, hasBody: hasBody), lease)
  }

  /// Opens an operation at once, before all that the call sends later. Its notes go to a receiver until ``forget(_:)``.
  ///
  /// - Parameter receive: called on the loop's thread.
  /// - Throws: ``ChannelClosed``; ``FunctionError`` 503 if the worker has too many operations.
  func openNow(
    _ message: OperationMessage, receiving receive: @escaping @Sendable (ByteBuffer) -> Void
  ) throws -> RemoteOperation {
    guard let lease = gate.passNow() else {
      throw FunctionError.notConnected("Too many operations are in hand. Please try again later.", retryAfter: 5)
    }
    return try receivers.withLock { receivers in
      // Under the lock, so that a note finds its receiver.
      let exchange = try channel.open(message.payload, hasBody: false)
      receivers[exchange.id] = receive
      return RemoteOperation(exchange, lease)
    }
  }

  /// Drops the receiver of an operation's notes.
  func forget(_ id: UInt64) { receivers.withLock { receivers in _ = receivers.removeValue(forKey: id) } }

  func note(_ note: CallNote, of call: UInt64) { channel.note(note.payload, of: call) }

  /// Takes a note about one of the worker's operations. The loop's thread calls this.
  package func noted(_ payload: ByteBuffer, of id: UInt64) { receivers.withLock { $0[id] }?(payload) }
}
