package import HTTPCalls
package import Loop
import Synchronization

/// Connects to servers for other protocols than HTTP, such as WebSocket. libcurl finds the address and does TLS.
///
/// All connections share one event loop, started by the first one. They are not counted among those of an
/// ``HTTPClient``.
package final class StreamConnector: Sendable {
  private let loop = LazyReactor(named: "swiftlet-tunnel", afterShutdown: StreamLoop.shutdown) {
    loop throws(HTTPClientError) in try StreamLoop(on: loop)
  }
  private let lastID = Atomic<UInt64>(0)

  /// Creates a connector. Nothing is opened before the first connection.
  package init() {}

  /// Connects to the server of a request's URL, with TLS for `https`, and sends nothing.
  ///
  /// The request's limits on the time for connecting, its certificates and its Unix socket apply; an `http` server is
  /// reached without a proxy.
  ///
  /// - Parameter deadline: when the connection is closed, unless ``keep(_:)`` is called before.
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled.
  package func connect(
    _ request: HTTPClient.Request, until deadline: ContinuousClock.Instant
  ) async throws -> ByteStream {
    let target = try TargetURL(request.url)
    try request.validate(for: target)
    let loop = try loop.running()
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        loop.run { $0.connect(id, request, target, until: deadline, continuation) }
        // If the task was cancelled earlier, `onCancel` ran before this start and found no connection.
        if Task.isCancelled { loop.run { $0.cancel(id) } }
      }
    } onCancel: {
      loop.run { $0.cancel(id) }
    }
  }

  /// Lifts the deadline of a connection: it stays open until it is closed.
  ///
  /// - Throws: ``HTTPClientError`` after ``shutdown()``.
  package func keep(_ stream: ByteStream) throws(HTTPClientError) {
    try loop.running().run { $0.keep(stream) }
  }

  /// Closes all connections and ends the event loop. A connector that is freed does so too, without waiting for it.
  package func shutdown() async { await loop.shutdown() }
}
