package import Channel
import NIOCore

/// The answer to one operation of a call, which is given once.
package struct OperationReply: Sendable {
  package let exchange: IncomingExchange
  private let tasks: CallTasks

  /// - Parameter tasks: the call's, which send long answers.
  package init(_ exchange: IncomingExchange, _ tasks: CallTasks) {
    self.exchange = exchange
    self.tasks = tasks
  }

  /// Answers with the operation's value, and ends the exchange.
  package func answer(_ value: some Message) { send(OperationAnswer.value(value).payload) }

  /// Answers that the operation failed, and ends the exchange.
  package func fail(_ error: any Error) { send(OperationAnswer<Nothing>.failed(WireError(error)).payload) }

  /// Sends a payload; a long one as the answer's stream, after an empty payload.
  private func send(_ payload: ByteBuffer) {
    guard payload.readableBytes > LongPayload.threshold else { return exchange.answer(payload, isDone: true) }
    let task = tasks.start { [exchange] in
      exchange.answer(ByteBuffer(), hasBody: true)
      do {
        try await LongPayload.send(payload) { try await exchange.write($0) }
        exchange.end()
      } catch {
        exchange.fail("The answer was not taken")
      }
      exchange.done()
    }
    if task == nil { exchange.done() }
  }
}
