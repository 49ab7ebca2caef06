package import Channel
import NIOCore

/// The answer to one operation of a call, which is given once.
package struct OperationReply: Sendable {
  package let exchange: IncomingExchange
  private let tasks: OwnedTasks
  private let memory: OperationMemory
  /// The memory of a long operation; nil for a short one. It is free once the operation is done.
  let lease: OperationMemory.Lease?

  /// - Parameter isLong: whether the operation is collected from a stream.
  package init(_ exchange: IncomingExchange, _ tasks: OwnedTasks, _ memory: OperationMemory, isLong: Bool = false) {
    self.exchange = exchange
    self.tasks = tasks
    self.memory = memory
    lease = isLong ? memory.lease() : nil
  }

  /// The error of an operation for whose answer there is no memory; nil while there is some.
  var refusal: RemoteError? { memory.refusal }

  /// Answers with the operation's value, and ends the exchange.
  package func answer(_ value: some Message) { send(OperationAnswer.value(value).payload) }

  /// Answers that the operation failed, and ends the exchange.
  package func fail(_ error: any Error) { send(OperationAnswer<Nothing>.failed(WireError(error)).payload) }

  /// Sends a payload; a long one as the answer's stream, after an empty payload.
  private func send(_ payload: ByteBuffer) {
    guard payload.readableBytes > LongPayload.threshold else { return exchange.answer(payload, isDone: true) }
    let lease = memory.lease()
    lease.count(payload.readableBytes)
    let task = tasks.start { [exchange] in
      defer { withExtendedLifetime(lease) {} }
      await exchange.answer(long: payload)
    }
    if task == nil { exchange.done() }
  }
}
