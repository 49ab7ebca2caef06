import Channel
import Edge
import NIOCore

/// Sends the body of a request as the stream of its exchange, as the worker reads it.
struct RequestPump: Sendable {
  let call: RunningCall
  let worker: WorkerID
  let exchange: OutgoingExchange

  /// Sends the body until its end, or until the worker takes no more.
  func run() async {
    // A call whose worker has ended may move, and its next worker reads the stream.
    guard !exchange.isDone, call.request.body.count != nil || call.beginReading(for: exchange.id, of: worker) else {
      return
    }
    do {
      for try await chunk in call.request.body { try await exchange.write(chunk) }
      exchange.end()
    } catch {
      exchange.fail(WireError(error).reason)
    }
  }
}
