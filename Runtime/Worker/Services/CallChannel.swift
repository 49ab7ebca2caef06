package import Channel
import Edge

import struct NIOCore.ByteBuffer

/// The worker's end of one call's channel. The call's services send their operations through it.
package struct CallChannel: Sendable {
  package let channel: WorkerChannel
  /// The id of the call's exchange.
  package let call: UInt64

  package init(_ channel: WorkerChannel, call: UInt64) {
    self.channel = channel
    self.call = call
  }

  /// Opens an operation's exchange.
  ///
  /// - Parameter hasBody: whether a stream follows, which has to be ended.
  package func open(_ operation: Operation, hasBody: Bool = false) throws(ChannelClosed) -> OutgoingExchange {
    try channel.open(OperationMessage(call: call, operation).payload, hasBody: hasBody)
  }

  /// Asks for an operation and waits for its answer. A long operation goes as the exchange's stream.
  ///
  /// - Throws: the error of an operation that failed, as the service threw it; ``ChannelClosed``; `CancellationError`;
  ///   ``DatabaseError`` for an operation of more than ``LongPayload/maximum`` bytes.
  package func ask<Value: Message>(_ operation: Operation, for type: Value.Type = Value.self) async throws -> Value {
    let payload = OperationMessage(call: call, operation).payload
    guard payload.readableBytes > LongPayload.threshold else { return try await channel.open(payload).answer(as: type) }
    return try await stream(payload).answer(as: type)
  }

  /// Asks for a use of the database, the queue or the accounts outside of transactions, once there is a place for it.
  func askDatabase<Value: Message>(_ operation: Operation, for type: Value.Type = Value.self) async throws -> Value {
    let lease = try await OperationGate.database.pass()
    defer { withExtendedLifetime(lease) {} }
    return try await ask(operation, for: type)
  }

  /// Sends an operation whose answer is not awaited, unless it is a long one.
  package func send(_ operation: Operation) async throws -> OutgoingExchange {
    let payload = OperationMessage(call: call, operation).payload
    guard payload.readableBytes > LongPayload.threshold else { return try channel.open(payload) }
    let exchange = try await stream(payload)
    _ = try await exchange.answer(as: Nothing.self)
    return exchange
  }

  /// Opens the exchange of a long operation, and sends the operation as its stream.
  private func stream(_ payload: ByteBuffer) async throws -> OutgoingExchange {
    let count = payload.readableBytes
    guard count <= LongPayload.maximum else {
      throw DatabaseError(
        .failed, "A statement and its values have at most \(LongPayload.maximum >> 20) MiB; these have \(count) bytes.")
    }
    let exchange = try open(.streamed, hasBody: true)
    do {
      try await exchange.write(payload)
      exchange.end()
    } catch {
      // The host answers in any case, and knows the reason if it has stopped the stream.
      exchange.fail("The operation was cancelled")
    }
    return exchange
  }
}
